import type { Queryable } from '../store/db.ts'

/** Where bytes are named: a version of a document, what it was received as, a sealed decision, or what an import brought. */
export type FileUse = {
  sha256: string
  file: 'content' | 'original' | 'decision' | 'manifest' | 'importedFiles'
  /** Of a case, or of none, where an import still needs it. */
  caseId: string | null
  /** The id of the document, the work product or the import. */
  subject: string
  version: number | null
}

const uses = `
  select content->>'sha256' as sha256, 'content' as file, case_id, document_id as subject, version
  from document_versions
  union all
  select original->>'sha256', 'original', case_id, document_id, version
  from document_versions where original is not null
  union all
  select e.data->>'sha256', 'decision', w.case_id, w.work_product_id, null
  from work_products w
  join events e on e.case_id = w.case_id and e.type = 'workProduct.sealed' and e.subject = w.work_product_id
  where e.data is not null
  union all
  select manifest, 'manifest', null, id, null from imports where forgotten_at is null
  union all
  select files->>'sha256', 'importedFiles', null, id, null
  from imports where forgotten_at is null and files->>'sha256' is not null`

/** The hashes of all bytes that are named, each once, in their order. */
export async function* namedHashes(db: Queryable, caseId?: string): AsyncGenerator<string[]> {
  const most = 1000
  for (let after = ''; ; ) {
    const rows = await db.rows<{ sha256: string }>(
      `select distinct sha256 from (${uses}) u
       where sha256 > $1 and ($2::text is null or case_id = $2) order by sha256 limit $3`,
      [after, caseId ?? null, most],
    )
    if (rows.length > 0) yield rows.map(({ sha256 }) => sha256)
    if (rows.length < most) return
    after = rows.at(-1)?.sha256 ?? ''
  }
}

export async function countNamedHashes(db: Queryable, caseId?: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(distinct sha256)::int as count from (${uses}) u where $1::text is null or case_id = $1`,
    [caseId ?? null],
  )
  return row?.count ?? 0
}

/** Who names these bytes. */
export async function usesOf(db: Queryable, sha256: string): Promise<FileUse[]> {
  return db.rows<FileUse>(
    `select sha256, file, case_id as "caseId", subject, version from (${uses}) u where sha256 = $1
     order by case_id, subject, version, file`,
    [sha256],
  )
}
