import type { FollowCitations } from '../app/anchors/follow-citations.ts'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import type { FinishPurges } from '../app/custody/finish-purges.ts'
import type { SealDecision } from '../app/decisions/seal-decision.ts'
import type { ComposeOwed } from '../app/letters/compose-owed.ts'
import type { SpreadParty } from '../app/parties/spread-party.ts'
import type { Portico } from '../app/portico.ts'
import type { ApplyProfile } from '../app/profile/apply-profile.ts'
import type { Liven } from '../app/sandbox/liven.ts'
import type { BringMail } from '../app/sandbox/mailbox.ts'
import type { Made, Synthesise } from '../app/sandbox/synthesis-order.ts'
import type { Transcribing } from '../app/sessions/transcripts/make-transcript.ts'
import type { ReadTexts } from '../app/texts/read-texts.ts'
import type { RecogniseTexts } from '../app/texts/recognise-texts.ts'
import type { BeginWork } from '../app/work/begin-work.ts'
import type { FireTimers } from '../app/work/fire-timers.ts'
import type { Database } from '../store/db.ts'

/** All parts that jobs may need. */
export type JobParts = Omit<Portico, 'execute'> & {
  db: Database
  clock: () => Date
  bulkLoad: BulkLoad
  /** Removes expired sessions and keys. */
  maintainIdentity: () => Promise<unknown>
  readPages: ReadTexts
  /** Finds the duplicate pages of new text, and moves annotations and citations with it. */
  useTexts: (caseId: string, signal?: AbortSignal) => Promise<void>
  followTexts: (caseId: string) => Promise<void>
  recogniseTexts: RecogniseTexts
  followCitations: FollowCitations
  applyProfile: ApplyProfile
  spreadParty: SpreadParty
  beginWork: BeginWork
  fireTimers: FireTimers
  sealDecision: SealDecision
  composeLetter: ComposeOwed
  transcribing: Transcribing
  synthesise: Synthesise
  /** Works on a synthetic case until its stage; undefined if the sandbox is not at work. */
  liven: Liven | undefined
  /** Brings the mail of a synthetic case; undefined if the sandbox is not at work. */
  bringMail: BringMail | undefined
  onSynthesised: (made: Made) => void
  finishPurges: FinishPurges
  /** Facts that other systems report. */
  inbox: { apply(factId: string): Promise<void>; toTry(): Promise<string[]> }
  warn: (facts: Record<string, unknown>, what: string) => void
  /** Queues lost jobs of every kind. */
  resumeAll: () => Promise<void>
}
