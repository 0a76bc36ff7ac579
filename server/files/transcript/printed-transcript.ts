/** A transcript as it is set on paper: nothing is looked up any more, and every string is set as it stands. */
export type PrintedTranscript = {
  language: string
  /** What a reader's window says; `heading` is what the first page says. */
  title: string
  heading: string
  author: string
  date: { year: number; month: number; day: number }
  words: Record<'page' | 'of' | 'silent', string>
  references: { name: string; value: string }[]
  /** Who has checked it, or that nobody has. */
  standing: { heading: string; text: string; isCertified: boolean }
  turns: { time: string; speaker: string; text: string }[]
  /** What could not be transcribed, and why. */
  gaps: string[]
  footer: string
  notice?: string
}
