import type { IsoDate } from './calendar.ts'
import type { KindName } from './kinds/all.ts'
import type { Category } from './kinds/kind.ts'

export type PlannedDocument = {
  name: string
  description: string
  categories: readonly Category[]
  receiptDate: IsoDate
  kind: KindName
  startPage: number
  endPage: number
  pageCount: number
  /** image only, without a text layer */
  scanned: boolean
  round: 0 | 1 | 2
  /** which of the story's claims it speaks of */
  claims: readonly number[]
  /** the day written on it */
  date: IsoDate
  /** an earlier document of the file that this one repeats, exactly or but for a word */
  duplicateOf?: { documentIndex: number; exact: boolean }
}
