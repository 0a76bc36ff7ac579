import { type Database, isConnectionLoss } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { gather } from '../../store/gather.ts'
import type { KeptAnswer } from './answers.ts'
import type { CaseChange, Commit } from './commit.ts'

/** What was decided on a case as this process knows it, by the profile of that number. */
export type DecidedUnlocked = {
  change: CaseChange
  answers: readonly KeptAnswer[]
  profile: number | undefined
}

/** Whoever follows the events waits while their tables are written. */
const mostTogether = 32

/**
 * Commits what was decided without a lock. What is decided in one turn of the event loop, each on another case, is written
 * in one transaction: many writers at once share a trip and a flush to disk. Where it fails nothing of it was written, and
 * each is committed alone; unless nobody knows, because the connection broke.
 */
export function createCommitTogether(db: Database, commit: Commit) {
  const write = (decided: readonly DecidedUnlocked[], profile: number | undefined) =>
    db.atOnce((tx) =>
      commit(
        tx,
        decided.map(({ change }) => change),
        { answers: decided.flatMap(({ answers }) => answers), known: { profile } },
      ),
    )
  const alone = (one: DecidedUnlocked) => write([one], one.profile)

  const together = gather<DecidedUnlocked, StoredEvent[]>(async (decided) => {
    const [first, ...others] = decided
    if (!first || others.length === 0 || others.some(({ profile }) => profile !== first.profile))
      return decided.map(alone)
    try {
      const stored = (await write(decided, first.profile)).values()
      return decided.map(({ change }) => [...stored.take(change.events.length)])
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      return decided.map(alone)
    }
  }, mostTogether)

  /** Where nothing else is underway, nothing can come to it in this turn. */
  return (one: DecidedUnlocked, isAlone: boolean) => (isAlone ? alone(one) : together(one))
}
