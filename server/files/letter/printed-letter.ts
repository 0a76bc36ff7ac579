import type { PrintedBlock } from '../decision/printed-decision.ts'

/** A letter as it is set on paper: nothing is looked up any more, and every string is set as it stands. */
export type PrintedLetter = {
  language: string
  /** What a reader's window says; `subject` is what the first page says. */
  title: string
  subject: string
  date: { year: number; month: number; day: number }
  words: Record<'page' | 'of', string>
  letterhead: { name: string; lines: string[] }
  /** What to quote in an answer. */
  references: { name: string; value: string }[]
  blocks: PrintedBlock[]
  /** At the foot of every page, beside its number. */
  footer: string
  /** Below that, such as that nothing in the file is real. */
  notice?: string
}
