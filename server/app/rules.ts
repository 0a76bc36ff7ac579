import { reactions as coreReactions } from '../core/reactions.ts'
import type { ErasuresBy } from './engine/commit.ts'
import type { Reactions } from './engine/decide-and-react.ts'
import { releaseFromDeparted } from './release-from-departed.ts'

/** What follows from events in the same transaction: the rules of the core, and those that look at tables. */
export const reactions: Reactions = {
  to: coreReactions.to,
  atLast: async (events, context, tx) => [
    ...(await releaseFromDeparted(tx, events)),
    ...coreReactions.atLast(events, context),
  ],
}

/** Of a case that is purged all is erased but the purge itself. */
export const erasures: ErasuresBy = (events) =>
  events
    .filter(({ type }) => type === 'case.purged')
    .map(({ caseId, sequence, recordedAt }) => ({ caseId, upTo: sequence - 1, at: new Date(recordedAt) }))
