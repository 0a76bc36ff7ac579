import type { Letterhead } from '@portico/contract/profile/correspondence'
import type { PrintedBlock, PrintedRun } from '../decision/printed-decision.ts'
import type { PrintedLetter } from './printed-letter.ts'

export type LetterText = {
  subject: string
  /** Paragraphs are separated by an empty line. */
  body: string
  letterhead: Letterhead
  docketNumber: string
  /** The id of the letter, which no other letter has. */
  reference: string
  /** The day it is written, as `2026-03-02`. */
  date: string
  notice?: string | undefined
}

/** Lays a letter out. Its text is data: no word of it is read as anything but text. */
export function printLetter(text: LetterText): PrintedLetter {
  const { subject, letterhead, docketNumber, reference, notice } = text
  const [year = 0, month = 0, day = 0] = text.date.split('-').map(Number)
  return {
    language: 'en',
    title: `${subject} (${docketNumber})`,
    subject,
    date: { year, month, day },
    words: { page: 'page', of: 'of' },
    letterhead: { name: letterhead.name, lines: letterhead.lines },
    references: [
      { name: 'Docket number', value: docketNumber },
      { name: 'Reference', value: reference },
    ],
    blocks: paragraphsOf(text.body),
    footer: letterhead.footer ?? letterhead.name,
    ...(notice === undefined ? {} : { notice }),
  }
}

function paragraphsOf(body: string): PrintedBlock[] {
  return body
    .split(/(?:\r\n|[\n\r\u2028\u2029])[^\S\n\r]*(?:\r\n|[\n\r\u2028\u2029])\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', runs: linesOf(paragraph) }))
}

function linesOf(paragraph: string): PrintedRun[] {
  return paragraph
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((text, index) => [
      ...(index > 0 ? [{ break: true } as const] : []),
      ...(text.trim() === '' ? [] : [{ text: text.trim() }]),
    ])
}
