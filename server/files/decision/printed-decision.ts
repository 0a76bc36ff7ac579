/** A decision as it is set on paper: nothing is looked up any more, and every string is set as it stands. */
export type PrintedDecision = {
  language: string
  /** What a reader's window says; `heading` is what the first page says. */
  title: string
  heading: string
  date: { year: number; month: number; day: number }
  words: Record<'page' | 'of' | 'issues' | 'order' | 'reasons' | 'recipients' | 'evidence', string>
  masthead: string
  parties: { role: string; name: string }[]
  facts: { name: string; value: string }[]
  opening: PrintedBlock[]
  issues: PrintedIssue[]
  /** What is ordered, by the numbers of the issues; what is sent back may stand apart. */
  orders: { heading: string; issues: number[] }[]
  /** Collected across issues, between the order and the reasons. */
  parts: { heading: string; blocks: PrintedBlock[] }[]
  closing: PrintedBlock[]
  signature: { name: string; lines: string[] }
  recipients: string[]
  evidence: { name: string; place: string; quote?: string; url: string }[]
  authorities?: PrintedAuthorities
  /** At the foot of every page, beside its number. */
  footer: string
  /** Below that, such as that nothing in the file is real. */
  notice?: string
  /** Across every page, such as that it is a draft. */
  watermark?: string
  /** The last lines of all. */
  colophon: string[]
}

export type PrintedIssue = {
  title: string
  disposition: string
  /** What the disposition carries, such as the reasons of a remand. */
  order: string[]
  /** What the text adds to the order. */
  ordered: PrintedBlock[]
  blocks: PrintedBlock[]
}

export type PrintedAuthorities = {
  heading: string
  groups: { label: string; authorities: { text: string; places: string }[] }[]
}

export type PrintedBlock = { rightToLeft?: true } & (
  | { type: 'paragraph'; runs: PrintedRun[] }
  | { type: 'heading'; level: number; runs: PrintedRun[] }
  | { type: 'list'; ordered: boolean; start?: number; items: PrintedBlock[][] }
  | { type: 'quote'; blocks: PrintedBlock[] }
  | {
      type: 'table'
      caption?: string
      /** Of the columns, as shares. */
      widths: number[]
      header: PrintedCell[]
      rows: PrintedCell[][]
    }
)

export type PrintedCell = { runs: PrintedRun[]; rightToLeft?: true }

export type PrintedRun =
  | { text: string; bold?: true; italic?: true; underlined?: true; url?: string }
  | { break: true }
  | { footnote: PrintedRun[] }
