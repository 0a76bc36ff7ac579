import type { Actor } from '@portico/contract/envelope'
import type { EventType, PorticoEvent } from '@portico/contract/events'
import type { DirectoryRecord, Party, PartyConflict, Representation } from '@portico/contract/parties'
import { withoutUndefined } from '../core/kernel/without-undefined.ts'
import { differences } from '../core/party/canonical.ts'
import { isInForce } from '../core/party/representation.ts'
import type { RecordedParty } from '../core/party/state.ts'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const parties: Projection = {
  name: 'parties',
  tables: ['parties'],
  types: ['party.recorded', 'party.representationChanged', 'party.merged', 'party.removed'],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'partyId' as party_id, (array_agg(at order by sequence))[1] as first_at,
        (array_agg(at order by sequence desc))[1] as last_at,
        (array_agg(data order by sequence desc) filter (where type = 'party.recorded'))[1] as record,
        (array_agg(data order by sequence desc) filter (where type = 'party.representationChanged'))[1] as representing,
        (array_agg(jsonb_build_object('type', type, 'into', data->'into') order by sequence desc)
          filter (where type <> 'party.representationChanged'))[1] as standing
      from batch group by 1, 2
    ),
    folded as (
      select case_id, party_id, first_at, last_at, record,
        case standing->>'type' when 'party.merged' then 'merged' when 'party.removed' then 'removed'
          when 'party.recorded' then 'current' end as status,
        standing->>'into' as merged_into,
        (representing->'representation') - 'memberIds' as representation,
        representing->>'stamp' as representation_stamp
      from told
    ),
    changed as (
      update parties p set
        status = coalesce(f.status, p.status),
        merged_into = coalesce(f.merged_into, p.merged_into),
        representation = coalesce(f.representation, p.representation),
        representation_stamp = coalesce(f.representation_stamp, p.representation_stamp),
        updated_at = f.last_at
      from folded f where f.record is null and p.case_id = f.case_id and p.party_id = f.party_id
    )
    insert into parties as p (case_id, party_id, role, person, organization, contact, aliases, status, merged_into,
      identity_stamp, contact_stamp, directory, reconciled, conflicts, representation, representation_stamp,
      recorded_at, updated_at)
    select case_id, party_id, record->>'role', record->'person', record->>'organization', record->'contact',
      coalesce(record->'aliases', case when record ? 'alias' then jsonb_build_array(record->'alias') else '[]' end),
      status, merged_into, record->'stamps'->>'identity', record->'stamps'->>'contact',
      record->'directory', record->'reconciled', record->'conflicts', representation, representation_stamp, first_at, last_at
    from folded where record is not null
    on conflict (case_id, party_id) do update set
      role = excluded.role, person = excluded.person, organization = excluded.organization,
      contact = excluded.contact, aliases = excluded.aliases, status = excluded.status,
      merged_into = excluded.merged_into, identity_stamp = excluded.identity_stamp,
      contact_stamp = excluded.contact_stamp, directory = excluded.directory,
      reconciled = excluded.reconciled, conflicts = excluded.conflicts,
      representation = coalesce(excluded.representation, p.representation),
      representation_stamp = coalesce(excluded.representation_stamp, p.representation_stamp),
      updated_at = excluded.updated_at`,
}

type PartyRow = {
  case_id: string
  party_id: string
  role: string
  person: Party['person'] | null
  organization: string | null
  contact: Party['contact'] | null
  aliases: Party['aliases']
  status: 'current' | 'removed' | 'merged'
  merged_into: string | null
  identity_stamp: string | null
  contact_stamp: string | null
  directory: DirectoryRecord | null
  reconciled: { identity?: string; contact?: string } | null
  conflicts: PartyConflict[] | null
  representation: Representation | null
  representation_stamp: string | null
  recorded_at: Date
  updated_at: Date
}

/** In the order they were recorded. `today` says which representations are in force. */
export async function listParties(db: Queryable, caseId: string, today: string): Promise<Party[]> {
  const rows = await db.rows<PartyRow>(
    `select * from parties where case_id = $1 and status = 'current' order by recorded_at, party_id`,
    [caseId],
  )
  return rows.map((row) => asParty(row, today))
}

/** The same of many cases at once. */
export async function listPartiesOf(
  db: Queryable,
  caseIds: readonly string[],
  today: string,
): Promise<Map<string, Party[]>> {
  const rows = await db.rows<PartyRow>(
    `select * from parties where case_id = any($1) and status = 'current' order by recorded_at, party_id`,
    [caseIds],
  )
  const parties = Map.groupBy(rows, ({ case_id }) => case_id)
  return new Map([...parties].map(([caseId, those]) => [caseId, those.map((row) => asParty(row, today))]))
}

/** What other systems call the people of some cases; an organization may be in many places at once. */
export const identifiersOf = (
  db: Queryable,
  caseIds: readonly string[],
): Promise<{ partyId: string; source: string; externalId: string }[]> =>
  db.rows(
    `select party_id as "partyId", alias->>'source' as source, alias->>'externalId' as "externalId"
     from parties, jsonb_array_elements(aliases) as alias
     where case_id = any($1) and status = 'current' and person is not null order by party_id`,
    [caseIds],
  )

/** One that was merged is still found, and says into which. */
export async function findParty(
  db: Queryable,
  caseId: string,
  partyId: string,
  today: string,
): Promise<Party | undefined> {
  const [row] = await db.rows<PartyRow>(
    `select * from parties where case_id = $1 and party_id = $2 and status <> 'removed'`,
    [caseId, partyId],
  )
  return row && asParty(row, today)
}

function asParty(row: PartyRow, today: string): Party {
  const { representation, merged_into: mergedInto, directory, conflicts } = row
  const known = whoAndWhere(row)
  return {
    id: row.party_id,
    role: row.role,
    ...known,
    ...(directory ? { directory: { ...directory, differs: differences(known, directory) } } : {}),
    ...(conflicts ? { conflicts } : {}),
    ...(representation
      ? { representation: { ...representation, isInForce: isInForce(representation, today) } }
      : {}),
    ...(mergedInto === null ? {} : { mergedInto }),
    recordedAt: row.recorded_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function whoAndWhere({ person, organization, contact, aliases }: PartyRow) {
  const known = { person: person ?? undefined, organization: organization ?? undefined }
  return { ...withoutUndefined({ ...known, contact: contact ?? undefined }), aliases }
}

/** A part of a party's record: the newest of it holds on every case. */
export type PartyPart = 'identity' | 'contact' | 'representation'

export type PartyThere = RecordedParty & {
  caseId: string
  partyId: string
  representation?: Representation
  mergedInto?: string
}

const columns = {
  identity: { stamp: 'identity_stamp', content: '(person, organization, aliases, conflicts)' },
  contact: { stamp: 'contact_stamp', content: '(contact, conflicts)' },
  representation: { stamp: 'representation_stamp', content: '(representation)' },
} as const

const level = `coalesce((select w.sensitivity from case_work w where w.case_id = p.case_id), 0)`

/**
 * Where a part of the party was told last, of cases up to a sensitivity but for some. Who they are is taken from the most sensitive
 * of the last few: the others may be without what only that one knows.
 */
export async function newestOf(
  db: Queryable,
  partyId: string,
  part: PartyPart,
  { sensitivity, barred }: { sensitivity: number; barred: readonly string[] },
): Promise<PartyThere | undefined> {
  const { stamp } = columns[part]
  const [row] = await db.rows<PartyRow>(
    `select * from (
       select p.*, ${level} as level from parties p
       where p.party_id = $1 and p.status = 'current' and p.${stamp} is not null and ${level} <= $2::int
         and p.case_id <> all($3::text[])
       order by p.party_id, p.${stamp} desc nulls last, p.case_id limit ${part === 'identity' ? 20 : 1}
     ) as last order by level desc, ${stamp} desc, case_id limit 1`,
    [partyId, sensitivity, barred],
  )
  return row && asThere(row)
}

const wholeRecord: readonly EventType[] = ['party.recorded']
const eventsOf: Record<PartyPart | 'merger', { types: readonly EventType[]; stamp: string }> = {
  identity: { types: wholeRecord, stamp: `data->'stamps'->>'identity'` },
  contact: { types: wholeRecord, stamp: `data->'stamps'->>'contact'` },
  representation: { types: ['party.representationChanged'], stamp: `data->>'stamp'` },
  merger: { types: ['party.merged'], stamp: `data->>'into'` },
}

export type Change = {
  actor: Actor
  at: Date
  /** The party was new on the case. */
  isFirst: boolean
  /** The record as they left it: a directory may have changed it since. */
  record?: RecordedParty
}

/** Who made the change that a part has on a case, if it was made there and did not come from another. */
export async function changeOf(
  db: Queryable,
  { caseId, partyId }: Pick<PartyThere, 'caseId' | 'partyId'>,
  part: PartyPart | 'merger',
  stamp: string,
): Promise<Change | undefined> {
  const { types, stamp: told } = eventsOf[part]
  const [row] = await db.rows<Omit<Change, 'record'> & { came: boolean; data: RecordedData }>(
    `select actor, at, data, data ? 'origin' as came, not exists (
       select from events b where b.case_id = $1 and b.subject = $2 and b.sequence < e.sequence) as "isFirst"
     from events e
     where case_id = $1 and subject = $2 and type = any($3) and ${told} = $4 order by sequence limit 1`,
    [caseId, partyId, types, stamp],
  )
  if (!row || row.came) return undefined
  const { actor, at, isFirst } = row
  return { actor, at, isFirst, ...(types === wholeRecord ? { record: recordIn(row.data) } : {}) }
}

type RecordedData = (PorticoEvent & { type: 'party.recorded' })['data'] & object

function recordIn({ role, person, organization, contact, aliases, alias, stamps, ...told }: RecordedData) {
  const { directory, reconciled, conflicts } = told
  return {
    role,
    ...withoutUndefined({ person, organization, contact, directory, reconciled, conflicts }),
    aliases: aliases ?? (alias ? [alias] : []),
    stamps: stamps ?? {},
  }
}

export async function partyOf(
  db: Queryable,
  caseId: string,
  partyId: string,
): Promise<PartyThere | undefined> {
  const [row] = await db.rows<PartyRow>(
    `select * from parties where case_id = $1 and party_id = $2 and status <> 'removed'`,
    [caseId, partyId],
  )
  return row && asThere(row)
}

/** Which of these are parties of the case. */
export async function thoseOnCase(
  db: Queryable,
  caseId: string,
  partyIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ party_id: string }>(
    `select party_id from parties where case_id = $1 and party_id = any($2) and status <> 'removed'`,
    [caseId, partyIds],
  )
  return new Set(rows.map(({ party_id }) => party_id))
}

/** Whether the party is a party of the case, or ever was. */
export async function isOnCase(db: Queryable, caseId: string, partyId: string): Promise<boolean> {
  const [row] = await db.rows(`select 1 from parties where case_id = $1 and party_id = $2`, [caseId, partyId])
  return row !== undefined
}

export type Page = { after: string; limit: number; sensitivity: number }

/**
 * Cases where a part of the party is not newer than in that one, and not the same, in pages: of those that are at
 * least as sensitive.
 */
export async function casesBehind(
  db: Queryable,
  { partyId, caseId }: PartyThere,
  part: PartyPart,
  { after, limit, sensitivity }: Page,
): Promise<string[]> {
  const { stamp, content } = columns[part]
  const rows = await db.rows<{ case_id: string }>(
    `with newest as (select * from parties where case_id = $2 and party_id = $1)
     select p.case_id from parties p
     where p.party_id = $1 and p.status = 'current' and p.case_id > $3
       and p.case_id <> $2 and coalesce(p.${stamp}, '') <= (select ${stamp} from newest)
       and not exists (select from newest where ${content} is not distinct from ${of('p', content)})
       and ${level} >= $5::int
     order by p.case_id limit $4`,
    [partyId, caseId, after, limit, sensitivity],
  )
  return rows.map(({ case_id }) => case_id)
}

const of = (table: string, content: string) => content.replaceAll(/\w+/g, (column) => `${table}.${column}`)

/** Cases that have the party, in pages: of those that are at least as sensitive. */
export async function casesOf(
  db: Queryable,
  partyId: string,
  { after, limit, sensitivity }: Page,
): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(
    `select p.case_id from parties p where p.party_id = $1 and p.status = 'current' and p.case_id > $2
       and ${level} >= $4::int
     order by p.case_id limit $3`,
    [partyId, after, limit, sensitivity],
  )
  return rows.map(({ case_id }) => case_id)
}

function asThere(row: PartyRow): PartyThere {
  const stamps = {
    identity: row.identity_stamp ?? undefined,
    contact: row.contact_stamp ?? undefined,
    representation: row.representation_stamp ?? undefined,
  }
  const more = {
    representation: row.representation ?? undefined,
    mergedInto: row.merged_into ?? undefined,
    directory: row.directory ?? undefined,
    reconciled: row.reconciled ?? undefined,
    conflicts: row.conflicts ?? undefined,
  }
  return {
    caseId: row.case_id,
    partyId: row.party_id,
    role: row.role,
    ...whoAndWhere(row),
    ...withoutUndefined(more),
    stamps: withoutUndefined(stamps),
  }
}
