import type { Permissions } from '../auth/can.ts'
import { letterReactions } from '../core/letter/raise.ts'
import { reactions as coreReactions } from '../core/reactions.ts'
import { beginDrafts } from './decisions/begin-drafts.ts'
import type { ErasuresBy } from './engine/commit.ts'
import type { Reactions } from './engine/decide-and-react.ts'
import { refuseUncleared } from './sessions/calendars/participants.ts'
import { refuseInterested, settleAssignees } from './work/assignees.ts'

/** Reactions to events, in the same transaction: the rules of the core, and those that read tables. */
export function reactionsFor({
  mayRead,
  raisesLetters = true,
}: {
  mayRead?: Permissions['mayRead']
  raisesLetters?: boolean
} = {}): Reactions {
  return {
    before: (command, context, tx) => refuseInterested(tx, { command, context }),
    to: (event, context) => [
      ...coreReactions.to(event, context),
      ...(raisesLetters ? letterReactions(event, context) : []),
    ],
    async atLast(events, context, tx, asked) {
      if (mayRead) await refuseUncleared(tx, events, { context, mayRead })
      const released = await settleAssignees(tx, events, { context, asked, mayRead })
      return [
        ...released,
        ...(await beginDrafts(tx, events, { context, released })),
        ...coreReactions.atLast(events, context),
      ]
    },
  }
}

export const reactions = reactionsFor()

/** A purge erases everything but itself. */
export const erasures: ErasuresBy = (events) =>
  events
    .filter(({ type }) => type === 'case.purged')
    .map(({ caseId, sequence, recordedAt }) => ({ caseId, upTo: sequence - 1, at: new Date(recordedAt) }))
