import { hash } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import { canonicalJson } from '../core/kernel/chain.ts'
import { withoutUndefined } from '../core/kernel/without-undefined.ts'
import type { Queryable } from './db.ts'

export type ProfileSource = 'default' | 'file' | 'api' | 'restore'

/** The amount of work that was migrated. */
export type Moved = { tasks: number; cases: number; advances: number }

export type ProfileVersionRow = {
  number: number
  sha256: string
  source: ProfileSource
  restoredFrom: number | null
  why: string
  actor: Actor
  at: Date
  appliedAt: Date | null
  moved: Moved | null
}

export type NewProfileVersion = Pick<
  ProfileVersionRow,
  'number' | 'sha256' | 'source' | 'restoredFrom' | 'why' | 'actor' | 'at'
> & { body: unknown; moves: unknown; fileSha256: string | null }

const columns = `number, encode(sha256, 'hex') as sha256, source, restored_from as "restoredFrom", why, actor, at,
  applied_at as "appliedAt", moved`

/** 0 if there is none. */
export async function newestProfileNumber(tx: Queryable): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(
    `select coalesce(max(number), 0)::int as number from profile_versions`,
  )
  return row?.number ?? 0
}

export async function findProfileVersion(
  tx: Queryable,
  number: number,
): Promise<(ProfileVersionRow & { body: unknown }) | undefined> {
  const [row] = await tx.rows<ProfileVersionRow & { body: unknown }>(
    `select ${columns}, body from profile_versions where number = $1`,
    [number],
  )
  return row
}

/** Newest first. */
export function listProfileVersions(
  tx: Queryable,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ProfileVersionRow[]> {
  return tx.rows<ProfileVersionRow>(
    `select ${columns} from profile_versions where $1::int is null or number < $1
     order by number desc limit $2`,
    [before ?? null, limit],
  )
}

/** The hash of the profile files applied last. */
export async function lastFileSha256(tx: Queryable): Promise<string | undefined> {
  const [row] = await tx.rows<{ sha256: string }>(
    `select encode(file_sha256, 'hex') as sha256 from profile_versions
     where file_sha256 is not null order by number desc limit 1`,
  )
  return row?.sha256
}

/** Records that the files have the content of this version. */
export async function markFile(tx: Queryable, number: number, sha256: string): Promise<void> {
  await tx.rows(`update profile_versions set file_sha256 = decode($2, 'hex') where number = $1`, [
    number,
    sha256,
  ])
}

export async function insertProfileVersion(tx: Queryable, version: NewProfileVersion): Promise<void> {
  const { number, sha256, body, source, fileSha256, restoredFrom, why, actor, at, moves } = version
  await tx.rows(
    `insert into profile_versions
       (number, sha256, body, source, file_sha256, restored_from, why, actor, at, moves)
     values ($1, decode($2, 'hex'), $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10)`,
    [
      number,
      sha256,
      JSON.stringify(body),
      source,
      fileSha256,
      restoredFrom,
      why,
      actor,
      at,
      JSON.stringify(moves),
    ],
  )
}

/** The first version whose migrations are not finished. */
export async function nextToApply<Moves>(
  tx: Queryable,
): Promise<{ number: number; why: string; moves: Moves } | undefined> {
  const [row] = await tx.rows<{ number: number; why: string; moves: Moves }>(
    `select number, why, moves from profile_versions where applied_at is null order by number limit 1`,
  )
  return row
}

export async function markApplied(
  tx: Queryable,
  number: number,
  { at, ...moved }: Moved & { at: Date },
): Promise<void> {
  await tx.rows(
    `update profile_versions set applied_at = $2, moved = $3
     where number = $1 and applied_at is null`,
    [number, at, moved],
  )
}

/** Entries whose version was already in force with another text. */
export function changedBoilerplate(
  tx: Queryable,
  entries: readonly BoilerplateEntry[],
): Promise<{ name: string; version: number; newest: number }[]> {
  return tx.rows(
    `select k.name, k.version,
       (select max(version) from boilerplate_texts n where n.name = k.name)::int as newest
     from json_to_recordset($1) as e (name text, version int, sha256 text)
     join boilerplate_texts k on k.name = e.name and k.version = e.version
     where k.body_sha256 <> decode(e.sha256, 'hex')`,
    [
      JSON.stringify(
        entries.map(({ name, version, ...entry }) => ({ name, version, sha256: digestOf(entry) })),
      ),
    ],
  )
}

export async function keepBoilerplate(
  tx: Queryable,
  entries: readonly BoilerplateEntry[],
  since: number,
): Promise<void> {
  await tx.rows(
    `insert into boilerplate_texts (name, version, entry, body_sha256, since)
     select e.name, e.version, e.entry::json, decode(e.sha256, 'hex'), $2
     from json_to_recordset($1) as e (name text, version int, entry text, sha256 text)
     on conflict do nothing`,
    [
      JSON.stringify(
        entries.map((entry) => ({
          name: entry.name,
          version: entry.version,
          entry: JSON.stringify(entry),
          sha256: digestOf(entry),
        })),
      ),
      since,
    ],
  )
}

/** The hash of what an entry prints; of its text alone if it has nothing else, as before blocks and fields existed. */
function digestOf({
  body,
  blocks,
  fields,
  mayBeEmpty,
}: Pick<BoilerplateEntry, 'body' | 'blocks' | 'fields' | 'mayBeEmpty'>): string {
  const isPlain = blocks === undefined && fields === undefined && !mayBeEmpty
  return hash(
    'sha256',
    isPlain ? (body ?? '') : canonicalJson(withoutUndefined({ body, blocks, fields, mayBeEmpty })),
  )
}

export async function findBoilerplate(
  tx: Queryable,
  name: string,
  version: number,
): Promise<BoilerplateEntry | undefined> {
  const [row] = await tx.rows<{ entry: BoilerplateEntry }>(
    `select entry from boilerplate_texts where name = $1 and version = $2`,
    [name, version],
  )
  return row?.entry
}

/** The given versions, if they were ever in force. */
export async function findBoilerplateVersions(
  tx: Queryable,
  wanted: readonly { entryId: string; version: number }[],
): Promise<BoilerplateEntry[]> {
  if (wanted.length === 0) return []
  const rows = await tx.rows<{ entry: BoilerplateEntry }>(
    `select entry from boilerplate_texts
     where (name, version) in (select * from unnest($1::text[], $2::int[]))`,
    [wanted.map(({ entryId }) => entryId), wanted.map(({ version }) => version)],
  )
  return rows.map(({ entry }) => entry)
}

/** Every version of an entry that was ever in force, newest first. */
export async function listBoilerplateVersions(
  tx: Queryable,
  name: string,
): Promise<{ version: number; since: Date; entry: BoilerplateEntry }[]> {
  return tx.rows(
    `select t.version, p.at as since, t.entry from boilerplate_texts t join profile_versions p on p.number = t.since
     where t.name = $1 order by t.version desc limit 500`,
    [name],
  )
}
