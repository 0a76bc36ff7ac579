import type { Queryable } from '../../store/db.ts'
import type { Segment } from './segment.ts'
import { openSegmentThread, type Text } from './segment-thread.ts'

const pagesPerStatement = 250

/** The pages of a case that are newer than a revision, read in parts and made a segment in another thread. */
export async function loadSegment(
  db: Queryable,
  caseId: string,
  since: number,
  signal: AbortSignal,
): Promise<Segment> {
  const thread = openSegmentThread()
  const readFrom = (after: number) =>
    db.rows<Text>(
      `select page, text from page_texts
       where case_id = $1 and revision > $2 and page > $3
       order by page limit $4`,
      [caseId, since, after, pagesPerStatement],
    )
  try {
    for (let pages = await readFrom(-1); ; ) {
      signal.throwIfAborted()
      const last = pages.length < pagesPerStatement ? undefined : pages.at(-1)
      const [next] = await Promise.all([last ? readFrom(last.page) : [], thread.add(pages)])
      if (!last) return await thread.finish()
      pages = next
    }
  } finally {
    await thread.end()
  }
}

/** The pages that are newer than a revision, where they are few. */
export async function fewNewPages(db: Queryable, caseId: string, since: number, most: number) {
  const pages = await db.rows<Text & { revision: number }>(
    `select page, text, revision from page_texts
     where case_id = $1 and revision > $2
     order by revision limit $3`,
    [caseId, since, most + 1],
  )
  return pages.length > most ? undefined : pages.sort((one, another) => one.page - another.page)
}

/** How many bytes of text a case has. */
export async function textBytes(db: Queryable, caseId: string): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>(
    `select coalesce(sum(octet_length(text)), 0) as bytes from page_texts where case_id = $1`,
    [caseId],
  )
  return row?.bytes ?? 0
}
