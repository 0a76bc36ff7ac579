import { caseFile } from '../../core/case-file.ts'
import { document } from '../../core/document.ts'
import { issues } from '../../core/issue.ts'
import type { Reads, Recorded } from '../../core/kernel.ts'
import { party } from '../../core/party.ts'
import { partyTypes } from '../../core/party-state.ts'
import type { Queryable } from '../../store/db.ts'
import { type ChainedEvent, loadTails } from '../../store/events.ts'
import type { KnownThing } from './known-things.ts'
import type { RowWork, Tried } from './row-work.ts'

type Remembered = { state: unknown; version: number }
type StateKey = { decider: string; caseId: string; subject: string }

/** States between batches. A dry run writes no events to read again, so it keeps all it has come to. */
export type StateMemory = { isRehearsal: boolean; states: Map<string, Remembered> }

/** States of this batch: each as of the last event that it reads. */
export type BatchStates = {
  of(work: RowWork): unknown
  follow(caseId: string, events: readonly ChainedEvent[]): void
  /** Once the batch is written. */
  keep(versionOf: (caseId: string) => number): void
}

const mostRemembered = 200
const keyOf = ({ decider, caseId, subject }: StateKey) => `${decider} ${caseId} ${subject}`

/** Loads what the rows' deciders read of cases that are there, behind what is remembered of them. */
export async function loadStates(
  tx: Queryable,
  memory: StateMemory,
  rows: readonly { tried: Tried; parent: KnownThing }[],
): Promise<BatchStates> {
  const wanted = {
    caseFile: new Map<string, StateKey>(),
    parties: new Map<string, StateKey>(),
    issues: new Map<string, StateKey>(),
    document: new Map<string, StateKey>(),
  }
  for (const { tried, parent } of rows) {
    const { caseId, id: subject } = parent
    switch (tried.row.type) {
      case 'document':
        want('caseFile', { decider: caseFile.name, caseId, subject: caseId })
        break
      case 'party':
        want('parties', { decider: party.name, caseId, subject: caseId })
        break
      case 'issue':
        want('issues', { decider: issues.name, caseId, subject: caseId })
        break
      case 'tag':
      case 'annotation':
        want('document', { decider: document.name, caseId, subject })
        break
    }
  }
  const tails = new Map<string, Recorded[]>()
  await Promise.all([
    load(wanted.caseFile, caseFileTypes),
    load(wanted.parties, partyTypes),
    load(wanted.issues, issueTypes),
    load(wanted.document),
  ])
  const inBatch = new Map<string, ChainedEvent[]>()
  const used = new Map<string, { work: RowWork; state: unknown; seen: number }>()

  function want(group: keyof typeof wanted, key: StateKey) {
    const name = keyOf(key)
    if (!(memory.isRehearsal && memory.states.has(name))) wanted[group].set(name, key)
  }

  async function load(keys: Map<string, StateKey>, types?: Parameters<typeof loadTails>[2]) {
    const asked = [...keys].map(([name, key]) => ({ ...key, after: memory.states.get(name)?.version ?? 0 }))
    const found = await loadTails(tx, asked, types)
    for (const [index, name] of [...keys.keys()].entries()) tails.set(name, found[index] ?? [])
  }

  function begin(work: RowWork, name: string) {
    let state = memory.states.get(name)?.state ?? work.initial
    for (const event of tails.get(name) ?? []) state = work.evolve(state, event)
    const entry = { work, state, seen: 0 }
    used.set(name, entry)
    return entry
  }

  function catchUp(entry: { work: RowWork; state: unknown; seen: number }) {
    const { work } = entry
    const events = inBatch.get(work.caseId) ?? []
    for (const event of events.slice(entry.seen)) {
      const isRead = work.types ? work.types.includes(event.type) : event.subject === work.subject
      if (isRead) entry.state = work.evolve(entry.state, event)
    }
    entry.seen = events.length
    return entry.state
  }

  return {
    of(work) {
      const name = keyOf(work)
      return catchUp(used.get(name) ?? begin(work, name))
    },
    follow(caseId, events) {
      const known = inBatch.get(caseId)
      if (known) known.push(...events)
      else inBatch.set(caseId, [...events])
    },
    keep(versionOf) {
      for (const [name, entry] of used) {
        const state = catchUp(entry)
        memory.states.delete(name)
        memory.states.set(name, { state, version: versionOf(entry.work.caseId) })
        if (!memory.isRehearsal && memory.states.size > mostRemembered)
          memory.states.delete(memory.states.keys().next().value as string)
      }
    },
  }
}

const typesOf = (reads: Reads) => ('types' in reads ? reads.types : [])
const caseFileTypes = typesOf(caseFile.reads({ type: 'arrangeDocuments', caseId: '', documentIds: [] }))
const issueTypes = typesOf(issues.reads({ type: 'addIssue', caseId: '', issueId: '', issueType: '' }))
