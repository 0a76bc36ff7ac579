import { applyFact } from './apply-fact.ts'
import { applyProfile } from './apply-profile.ts'
import { applyWaitingFacts } from './apply-waiting-facts.ts'
import { beginWork } from './begin-work.ts'
import { checkDocket } from './check-docket.ts'
import { completeBookings } from './complete-bookings.ts'
import { composeLetter } from './compose-letter.ts'
import type { Job } from './define-job.ts'
import { distribute } from './distribute.ts'
import { finishPurges } from './finish-purges.ts'
import { fireTimers } from './fire-timers.ts'
import { flagConflicts } from './flag-conflicts.ts'
import { flagSessionsOfCase } from './flag-sessions-of-case.ts'
import { followCitations } from './follow-citations.ts'
import { keepDrafts } from './keep-drafts.ts'
import { maintain } from './maintain.ts'
import { makeTranscripts } from './make-transcripts.ts'
import { openLinkedCase } from './open-linked-case.ts'
import { placeSessions } from './place-sessions.ts'
import { printTranscripts } from './print-transcripts.ts'
import { readManyTexts } from './read-many-texts.ts'
import { readTexts } from './read-texts.ts'
import { reassign } from './reassign.ts'
import { recogniseTexts } from './recognise-texts.ts'
import { refreshReports } from './refresh-reports.ts'
import { releaseTasks } from './release-tasks.ts'
import { remindSessions } from './remind-sessions.ts'
import { routePiece } from './route-piece.ts'
import { runImport } from './run-import.ts'
import { sealDecision } from './seal-decision.ts'
import { spreadParty } from './spread-party.ts'
import { synthesise } from './synthesise.ts'

/** All background work, and so all that events lead to outside their own transaction. */
export const allJobs: readonly Job[] = [
  applyFact,
  applyWaitingFacts,
  routePiece,
  fireTimers,
  keepDrafts,
  sealDecision,
  composeLetter,
  printTranscripts,
  completeBookings,
  flagConflicts,
  flagSessionsOfCase,
  releaseTasks,
  placeSessions,
  remindSessions,
  openLinkedCase,
  spreadParty,
  distribute,
  reassign,
  readTexts,
  followCitations,
  readManyTexts,
  runImport,
  beginWork,
  applyProfile,
  synthesise,
  finishPurges,
  checkDocket,
  refreshReports,
  maintain,
  recogniseTexts,
  makeTranscripts,
]
