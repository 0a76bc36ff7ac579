import type { IsoDate } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Sheet } from '../sheet.ts'
import type { Claim, Story } from '../story.ts'

export type Category = 'medical' | 'procedural' | 'other' | 'index'

/** What one document is about. */
export type Subject = {
  story: Story
  /** the claims it speaks of, never empty */
  claims: readonly Claim[]
  /** which passage through the agency it belongs to */
  round: 0 | 1 | 2
  date: IsoDate
}

export type IndexRow = { name: string; receiptDate: IsoDate; startPage: number; endPage: number }

/** What a document is drawn from. */
export type Draft = Subject & {
  random: Random
  pages: number
  scanned: boolean
  /** every document of the case, for the kinds that list them */
  listing: readonly IndexRow[]
}

export type Kind = {
  categories: readonly Category[]
  /** fewest and most pages */
  pages: readonly [number, number]
  /** how often it comes as a scan */
  scanned: number
  name(subject: Subject): string
  describe(subject: Subject): string
  /** draws one page for each `next`, at least `draft.pages` of them */
  draw(sheet: Sheet, draft: Draft): Generator<void>
}
