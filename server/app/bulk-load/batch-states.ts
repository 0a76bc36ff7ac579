import { fold, isRead, type Reaction } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import { type Loaded, loadStates } from '../../store/events/load.ts'
import type { FoldedState, KnownState, StateBefore, StateName } from '../engine/decide-and-react.ts'

/** States between batches. A dry run writes no events to read back, so it keeps all of them. */
export type StateMemory = { isRehearsal: boolean; states: Map<string, KnownState> }

/** The states of this batch, each as of its last event. */
export type BatchStates = {
  before: StateBefore
  /** After a decided row. */
  follow(caseId: string, events: readonly ChainedEvent[], folded: readonly FoldedState[]): void
  /** The states of a case in this batch. */
  foldedOf(caseId: string): FoldedState[]
  /** After the batch is committed. */
  keep(): void
}

/** Identifies a state by decider and subject. */
export type StateOfDecider = { decider: string; caseId: string; subject: string }

type Entry = FoldedState & { decider: Reaction['decider']; seen: number }

const mostRemembered = 500

/**
 * Loads the states of existing cases that the rows need, on top of the cached ones. The first request for a decider's
 * state loads it for all cases of the batch at once.
 */
export function openBatchStates(
  tx: Queryable,
  memory: StateMemory,
  { existing, firsts }: { existing: ReadonlyMap<string, number>; firsts: readonly StateOfDecider[] },
): BatchStates {
  const inBatch = new Map<string, ChainedEvent[]>()
  const used = new Map<string, Entry>()
  const byCase = new Map<string, Set<string>>()
  const loaded = new Map<string, Loaded<unknown>>()
  const wanted = Map.groupBy(firsts, ({ decider }) => decider)

  async function load({ key, reads, ...asked }: StateName) {
    const types = 'types' in reads ? reads.types : undefined
    const others = types ? [...existing.keys()].map((caseId) => ({ caseId, subject: caseId })) : []
    const group = wanted.get(key.decider) ?? others
    const keys = new Map([key, ...group].map((one) => [nameIn(key.decider, one), one] as const))
    const unknown = [...keys].filter(
      ([name, { caseId }]) =>
        existing.has(caseId) && !loaded.has(name) && !(memory.isRehearsal && memory.states.has(name)),
    )
    const found = await loadStates(
      tx,
      key,
      unknown.map(([name, { caseId, subject }]) => ({
        caseId,
        subject,
        knownVersion: memory.states.get(name)?.version,
      })),
      types,
    )
    for (const [index, [name]] of unknown.entries()) loaded.set(name, found[index] as Loaded<unknown>)
    return loaded.get(asked.name)
  }

  async function begin(decider: Reaction['decider'], named: StateName): Promise<Entry> {
    const { name, key } = named
    const known = memory.states.get(name)
    const isKnown = known !== undefined && memory.isRehearsal
    const found = existing.has(key.caseId) && !isKnown ? (loaded.get(name) ?? (await load(named))) : undefined
    const { snapshot, tail = [] } = found ?? {}
    const entry = {
      ...named,
      decider,
      state: fold(decider, tail, known?.state ?? snapshot ?? decider.initial),
      unsaved: (known?.unsaved ?? 0) + tail.length,
      version: existing.get(key.caseId) ?? 0,
      seen: 0,
    }
    enter(entry)
    return entry
  }

  function enter(entry: Entry) {
    used.set(entry.name, entry)
    const names = byCase.get(entry.key.caseId)
    if (names) names.add(entry.name)
    else byCase.set(entry.key.caseId, new Set([entry.name]))
  }

  function catchUp(entry: Entry): Entry {
    const events = inBatch.get(entry.key.caseId) ?? []
    if (entry.seen === events.length) return entry
    const read = events.slice(entry.seen).filter((event) => isRead(entry.reads, event))
    entry.state = fold(entry.decider, read, entry.state)
    entry.unsaved += read.length
    entry.seen = events.length
    entry.version = events.at(-1)?.sequence ?? entry.version
    return entry
  }

  return {
    before(decider, named) {
      const here = used.get(named.name)
      return here ? catchUp(here) : begin(decider, named).then(catchUp)
    },
    follow(caseId, events, folded) {
      const known = inBatch.get(caseId) ?? []
      if (known.length === 0) inBatch.set(caseId, known)
      known.push(...events)
      for (const one of folded) {
        const decider = used.get(one.name)?.decider
        if (decider) enter({ ...one, decider, seen: known.length })
      }
    },
    foldedOf: (caseId) =>
      [...(byCase.get(caseId) ?? [])].flatMap((name) => {
        const entry = used.get(name)
        return entry ? [catchUp(entry)] : []
      }),
    keep() {
      for (const [name, entry] of used) {
        const { state, version, unsaved } = catchUp(entry)
        memory.states.delete(name)
        memory.states.set(name, { state, version, unsaved })
        if (!memory.isRehearsal && memory.states.size > mostRemembered)
          memory.states.delete(memory.states.keys().next().value as string)
      }
    },
  }
}

const nameIn = (decider: string, { caseId, subject }: { caseId: string; subject: string }) =>
  `${decider} ${caseId} ${subject}`
