import type { Closed } from '../../core/closed-case.ts'
import { type Decider, fold, isRead } from '../../core/kernel/decider.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import type { Head } from '../../store/events/stream.ts'
import { onRestore } from '../../store/put-back.ts'
import type { FoldedState, KnownState, StateName } from './decide-and-react.ts'

/** A case as this process has left it, with its last events. */
type KnownCase = { head: Head; closed: Closed; recent: readonly ChainedEvent[] }

/** What a command has left behind. */
export type Left = {
  head: Head
  closed: Closed
  events: readonly ChainedEvent[]
  folded: readonly FoldedState[]
}

const mostStates = 1000
const mostCases = 1000
const mostRecent = 50

/**
 * Cases and states as they were when this process last changed them. They are never trusted to be current: either what
 * came behind them is read under the lock of the case, or what is decided on them is written only if nothing did.
 */
export function rememberCases() {
  const states = new Map<string, KnownState>()
  const cases = new Map<string, KnownCase>()
  onRestore(() => {
    states.clear()
    cases.clear()
  })

  return {
    state: (name: string) => states.get(name),
    case: (caseId: string) => cases.get(caseId),

    /** A state as of the case as it is known here; undefined where this process cannot tell. */
    stateIn(
      { head, recent }: KnownCase,
      decider: Pick<Decider<never, unknown>, 'initial' | 'evolve'>,
      { name, reads }: StateName,
    ): Omit<KnownState, 'version'> | undefined {
      const known = states.get(name)
      if (known?.version === head.version) return known
      if (!known || known.version > head.version) return undefined
      const since = recent.slice(Math.max(0, recent.length - (head.version - known.version)))
      if (since.length < head.version - known.version) return undefined
      const tail = since.filter((event) => isRead(reads, event))
      return { ...known, state: fold(decider, tail, known.state), unsaved: known.unsaved + tail.length }
    },

    keep({ head, closed, events, folded }: Left) {
      for (const { name, version, state, unsaved, savedLength } of folded)
        remember(states, name, { version, state, unsaved, savedLength }, mostStates)
      const before = cases.get(head.caseId)
      if (before && before.head.version >= head.version) return
      const isNext = before?.head.version === head.version - events.length
      const recent = [...(isNext ? before.recent : []), ...events].slice(-mostRecent)
      remember(cases, head.caseId, { head, closed, recent }, mostCases)
    },

    /** The case may have moved on: what is known of it needs the lock again. */
    doubt: (caseId: string) => void cases.delete(caseId),

    forget(caseId: string) {
      cases.delete(caseId)
      for (const name of states.keys()) if (name.split(' ')[1] === caseId) states.delete(name)
    },
  }
}

/** The least recently kept goes first. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value, most: number) {
  known.delete(key)
  known.set(key, value)
  if (known.size > most) known.delete(known.keys().next().value as string)
}
