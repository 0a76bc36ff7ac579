import type { Portico } from '../portico.ts'

export type Subject = {
  client: Portico
  username: string
  /** An appeal with at least two documents. */
  appealId: string
  otherAppealId: string
  /** A word that stands on some page of the appeal. */
  word: string
}
