import { createStore } from './store.ts'

/** A file on its way into a case. */
export type Filing = {
  key: string
  caseId: string
  name: string
  sent: number
  bytes: number
  /** Why it has stopped; what had arrived by then stays, and is not sent again. */
  problem?: string | undefined
  /** It would be refused again. */
  isFinal?: boolean
  isStored: boolean
  resume(): void
  cancel(): void
}

/** All of them, whichever screen is open: leaving the reader stops none. */
export const filings = createStore<readonly Filing[]>([])

/** The case that is open in the reader, which shows its own. */
export const caseInReader = createStore<string | undefined>(undefined)
