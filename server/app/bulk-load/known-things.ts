import type { Queryable } from '../../store/db.ts'

/** What rows refer to by an external ID. */
export type ThingKind = 'case' | 'document' | 'annotation' | 'party' | 'issue' | 'event' | 'task' | 'session'
export type ThingName = { kind: ThingKind; source: string; externalId: string }

/** An existing thing; `causationId` names the import and row it came from, if any. */
export type KnownThing = { id: string; caseId: string; causationId: string | null }

export function nameKey({ kind, source, externalId }: ThingName): string {
  return `${kind}\0${source}\0${externalId}`
}

/** Those that exist, by key. */
export async function findThings(
  db: Queryable,
  names: readonly ThingName[],
): Promise<Map<string, KnownThing>> {
  const [cases, others] = [
    names.filter(({ kind }) => kind === 'case'),
    names.filter(({ kind }) => kind !== 'case'),
  ]
  type Found = ThingName & KnownThing
  const found = await Promise.all([
    cases.length > 0
      ? db.rows<Found>(
          `select 'case' as kind, a.source, a.external_id as "externalId", a.case_id as id, a.case_id as "caseId",
             e.causation_id as "causationId"
           from unnest($1::text[], $2::text[]) as n (source, external_id)
           join aliases a on a.source = n.source and a.external_id = n.external_id
           join events e on e.case_id = a.case_id and e.sequence = 1`,
          [cases.map(({ source }) => source), cases.map(({ externalId }) => externalId)],
        )
      : [],
    others.length > 0
      ? db.rows<Found>(
          `select x.kind, x.source, x.external_id as "externalId", x.id, x.case_id as "caseId",
             x.causation_id as "causationId"
           from unnest($1::text[], $2::text[], $3::text[]) as n (kind, source, external_id)
           join external_ids x on x.kind = n.kind and x.source = n.source and x.external_id = n.external_id`,
          [
            others.map(({ kind }) => kind),
            others.map(({ source }) => source),
            others.map(({ externalId }) => externalId),
          ],
        )
      : [],
  ])
  return new Map(found.flat().map((thing) => [nameKey(thing), thing]))
}

/** The lines of those whose rows failed in this import, by key. */
export async function findFailed(
  db: Queryable,
  importId: string,
  names: readonly ThingName[],
): Promise<Map<string, { line: number; error: string }>> {
  if (names.length === 0) return new Map()
  const rows = await db.rows<ThingName & { line: number; error: string }>(
    `select distinct on (e.type, e.source, e.external_id)
       e.type as kind, e.source, e.external_id as "externalId", e.line, e.error
     from unnest($2::text[], $3::text[], $4::text[]) as n (kind, source, external_id)
     join import_errors e on e.import_id = $1 and e.type = n.kind and e.source = n.source
       and e.external_id = n.external_id
     order by e.type, e.source, e.external_id, e.line`,
    [
      importId,
      names.map(({ kind }) => kind),
      names.map(({ source }) => source),
      names.map(({ externalId }) => externalId),
    ],
  )
  return new Map(rows.map((row) => [nameKey(row), row]))
}
