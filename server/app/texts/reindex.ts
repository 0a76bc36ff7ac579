import { indexPages, type PageText, type TextSource } from '../../search/index-pages.ts'
import { normalise } from '../../search/normalise.ts'
import { runsOf, tokensOf } from '../../search/tokenise.ts'
import type { Database, Queryable } from '../../store/db.ts'

const pagesAtOnce = 100

type StoredPage = {
  page: number
  text: string
  words: Uint8Array | null
  source: TextSource
  confidence: number | null
}

/**
 * Rebuilds the search index of one case from its stored page texts, in parts with a transaction each, so that every
 * page stays searchable.
 */
export async function reindex(
  db: Database,
  caseId: string,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<{ pages: number }> {
  const of = await countPages(db, caseId)
  const words = new Set<string>()
  let pages = 0
  for (let after = -1; ; ) {
    const last = await db.transaction(async (tx) => {
      const stored = await storedPages(tx, caseId, after)
      for (const page of stored) {
        for (const word of tokensOf(runsOf(normalise(page.text).text)).words) words.add(word)
      }
      await indexPages(tx, { caseId, pages: stored.map(asRead) })
      pages += stored.length
      return stored.at(-1)?.page
    })
    onProgress(pages, of)
    if (last === undefined) break
    after = last
  }
  await forget(db, caseId, [...words])
  return { pages }
}

async function countPages(db: Queryable, caseId: string): Promise<number> {
  const [row] = await db.rows<{ pages: number }>(
    `select count(*)::int as pages from page_texts where case_id = $1`,
    [caseId],
  )
  return row?.pages ?? 0
}

/** Locks the row of the case first, as page writers do: they wait and are not overwritten. */
async function storedPages(tx: Queryable, caseId: string, after: number): Promise<StoredPage[]> {
  await tx.rows(`select revision from case_texts where case_id = $1 for update`, [caseId])
  return tx.rows<StoredPage>(
    `select t.page, t.text, w.words, t.source, t.confidence
     from page_texts t left join page_words w using (case_id, page)
     where t.case_id = $1 and t.page > $2
     order by t.page limit $3`,
    [caseId, after, pagesAtOnce],
  )
}

function asRead({ page, text, words, source, confidence }: StoredPage): PageText {
  return { page, text, source, ...(words ? { words } : {}), ...(confidence === null ? {} : { confidence }) }
}

/** Orphaned rows, and words no longer on any page. */
async function forget(db: Database, caseId: string, words: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(
      `delete from page_tokens k where k.case_id = $1
         and not exists (select from page_texts t where t.case_id = $1 and t.id = k.id)`,
      [caseId],
    )
    await tx.rows(
      `delete from case_words k where k.case_id = $1
         and not exists (select from unnest($2::text[]) as used (word) where used.word = k.word)`,
      [caseId, words],
    )
  })
}
