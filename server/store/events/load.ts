import type { Actor } from '@portico/contract/envelope'
import type { EventType } from '@portico/contract/events'
import type { Reads, Recorded } from '../../core/kernel/decider.ts'
import type { Queryable } from '../db.ts'

export type SnapshotKey = { caseId: string; decider: string; subject: string; stateVersion: number }

export type Loaded<State> = { snapshot: State | undefined; tail: Recorded[] }

/**
 * What happened of the events that a decider reads: behind the version that is known already, or else behind the last
 * snapshot, which then comes too.
 */
export async function loadState<State>(
  tx: Queryable,
  key: SnapshotKey,
  reads: Reads,
  knownVersion: number | undefined,
): Promise<Loaded<State>> {
  const values = [key.caseId, key.decider, key.subject, key.stateVersion, knownVersion ?? null]
  const [row] =
    'subject' in reads
      ? await tx.rows<LoadedRow<State>>(loadBySubject, [...values, reads.subject])
      : await tx.rows<LoadedRow<State>>(loadByTypes, [...values, reads.types])
  return fromLoaded(row)
}

function fromLoaded<State>(row: LoadedRow<State> | undefined): Loaded<State> {
  const tail = (row?.tail ?? []).map(({ onBehalfOf, ...event }) => ({
    ...event,
    at: new Date(event.at).toISOString(),
    ...(onBehalfOf ? { onBehalfOf } : {}),
  })) as Recorded[]
  return { snapshot: row?.state ?? undefined, tail }
}

const recorded = `json_build_object('type', e.type, 'subject', e.subject, 'at', e.at, 'actor', e.actor,
  'onBehalfOf', e.on_behalf_of, 'data', e.data)`

const loadStatement = (isRead: string) =>
  `select s.state, array(
     select ${recorded} from events e
     where e.case_id = $1 and ${isRead} and e.sequence > coalesce($5, s.sequence, 0) order by e.sequence
   ) as tail
   from (select) as one left join snapshots s on $5::int is null
     and s.case_id = $1 and s.decider = $2 and s.subject = $3 and s.state_version = $4`

const loadBySubject = loadStatement(`e.subject = $6`)

const loadByTypes = loadStatement(`e.type = any($6)`)

type LoadedRow<State> = { state: State | null; tail: (Recorded & { onBehalfOf: Actor | null })[] }

/**
 * The same of many at once, which a decider reads in the same way: for each, what it is read by is its subject, unless
 * there are types.
 */
export async function loadStates(
  tx: Queryable,
  { decider, stateVersion }: Pick<SnapshotKey, 'decider' | 'stateVersion'>,
  asked: readonly { caseId: string; subject: string; knownVersion: number | undefined }[],
  types?: readonly EventType[],
): Promise<Loaded<unknown>[]> {
  if (asked.length === 0) return []
  const values = [
    decider,
    stateVersion,
    asked.map(({ caseId }) => caseId),
    asked.map(({ subject }) => subject),
    asked.map(({ knownVersion }) => knownVersion ?? null),
  ]
  const rows = types
    ? await tx.rows<LoadedRow<unknown>>(loadManyByTypes, [...values, types])
    : await tx.rows<LoadedRow<unknown>>(loadManyBySubject, values)
  return rows.map(fromLoaded)
}

const loadManyStatement = (isRead: string) =>
  `select s.state, array(
     select ${recorded} from events e
     where e.case_id = k.case_id and ${isRead} and e.sequence > coalesce(k.known, s.sequence, 0) order by e.sequence
   ) as tail
   from unnest($3::text[], $4::text[], $5::int[]) with ordinality as k (case_id, subject, known, place)
   left join snapshots s on k.known is null
     and s.case_id = k.case_id and s.decider = $1 and s.subject = k.subject and s.state_version = $2
   order by k.place`

const loadManyBySubject = loadManyStatement(`e.subject = k.subject`)

const loadManyByTypes = loadManyStatement(`e.type = any($6)`)

/** The state comes as JSON. */
export async function saveSnapshot(tx: Queryable, key: SnapshotKey, sequence: number, state: string) {
  await tx.rows(
    `insert into snapshots (case_id, decider, subject, state_version, sequence, state)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (case_id, decider, subject)
     do update set state_version = excluded.state_version, sequence = excluded.sequence, state = excluded.state`,
    [key.caseId, key.decider, key.subject, key.stateVersion, sequence, state],
  )
}
