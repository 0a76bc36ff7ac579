import type { Content } from '@portico/contract/documents'
import type { Blobs } from '../../files/blobs.ts'
import type { RecognisedPage } from '../../files/ocr/recognised-page.ts'
import type { Recogniser } from '../../files/ocr/recogniser.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import { indexPages } from '../../search/index-pages.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'

type Waiting = { page: number; document_id: string; start_page: number; content: Content }

export type RecogniseTexts = (caseId: string, signal?: AbortSignal) => Promise<{ pages: number }>

/** Long enough to amortise starting the recogniser, short enough to let other cases have their turn. */
const pagesPerRun = 20
/** A busy or crashed machine does not make a page unreadable; repeated failure does. */
const mostTries = 3

/**
 * Runs OCR on the scanned pages of a case, in page order. Each page is stored by itself, so an interruption loses at
 * most one; after some pages the rest is queued behind the other cases.
 */
export function createRecogniseTexts({
  db,
  blobs,
  recogniser,
}: {
  db: Database
  blobs: Blobs
  recogniser: Recogniser
}): RecogniseTexts {
  return async (caseId, signal) => {
    await giveUpSpent(db, caseId)
    let pages = 0
    for (; pages < pagesPerRun; pages++) {
      signal?.throwIfAborted()
      const waiting = await nextPage(db, caseId)
      if (!waiting) return { pages }
      await recognise(waiting)
    }
    await askForRecognition(db, [caseId])
    return { pages }

    async function recognise(waiting: Waiting) {
      const { page, content, start_page } = waiting
      await using file = await blobs.localFile(content.sha256)
      const tries = await countTry(db, caseId, page)
      try {
        const found = await recogniser.recognise(file.path, content.firstPage + page - start_page, { signal })
        await db.transaction((tx) => put(tx, caseId, waiting, found))
      } catch (error) {
        if (signal?.aborted) await uncountTry(db, caseId, page)
        if (!(error instanceof UnreadablePdf)) throw error
        if (error.reason !== 'tooSlow' || tries >= mostTries) await giveUp(db, caseId, page, error.reason)
      }
    }
  }
}

/** Queues every case with pages waiting, or one case: they may have arrived while OCR was off. */
export async function resumeRecognition(db: Queryable, caseId?: string): Promise<void> {
  const cases = await db.rows<{ case_id: string }>(
    `select distinct case_id from pages_to_recognise r join documents d using (case_id)
     where r.page between d.start_page and d.end_page and d.status <> 'removed'
       and ($1::text is null or case_id = $1)`,
    [caseId ?? null],
  )
  await askForRecognition(
    db,
    cases.map(({ case_id }) => case_id),
  )
}

export async function pagesToRecognise(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ count: number }>(`select count(*) as count from pages_to_recognise`)
  return row?.count ?? 0
}

export function askForRecognition(tx: Queryable, caseIds: readonly string[]): Promise<void> {
  return addJobs(
    tx,
    caseIds.map((caseId) => ({ name: 'recogniseTexts', key: caseId, payload: { caseId } })),
  )
}

/** Only current documents; pages that failed before come last. */
async function nextPage(db: Queryable, caseId: string): Promise<Waiting | undefined> {
  const [waiting] = await db.rows<Waiting>(
    `select r.page, d.document_id, d.start_page, d.content
     from pages_to_recognise r join documents d
       on d.case_id = r.case_id and r.page between d.start_page and d.end_page and d.status <> 'removed'
     where r.case_id = $1 and r.tries < $2 order by r.tries, r.page limit 1`,
    [caseId, mostTries],
  )
  return waiting
}

async function countTry(db: Queryable, caseId: string, page: number): Promise<number> {
  const [row] = await db.rows<{ tries: number }>(
    `update pages_to_recognise set tries = tries + 1 where case_id = $1 and page = $2 returning tries`,
    [caseId, page],
  )
  return row?.tries ?? 0
}

/** A requested interruption does not count against the page. */
async function uncountTry(db: Queryable, caseId: string, page: number) {
  await db.rows(`update pages_to_recognise set tries = tries - 1 where case_id = $1 and page = $2`, [
    caseId,
    page,
  ])
}

/** A stamp may be the only text layer of a scan: it is kept if OCR finds less. */
async function put(tx: Queryable, caseId: string, { page }: Waiting, found: RecognisedPage) {
  const [before] = await tx.rows<{ text: string }>(
    `select text from page_texts where case_id = $1 and page = $2`,
    [caseId, page],
  )
  if (lettersIn(found.text) > lettersIn(before?.text ?? '')) {
    const pages = [{ page, ...found, source: 'ocr' as const }]
    await indexPages(tx, { caseId, pages })
  }
  await tx.rows(`delete from pages_to_recognise where case_id = $1 and page = $2`, [caseId, page])
}

/** Pages on which the recogniser or the process crashed every time. */
async function giveUpSpent(db: Queryable, caseId: string) {
  await db.rows(
    `with spent as (delete from pages_to_recognise where case_id = $1 and tries >= $2 returning page)
     insert into unreadable_pages (case_id, page, reason) select $1, page, 'damaged' from spent
     on conflict do nothing`,
    [caseId, mostTries],
  )
}

async function giveUp(db: Queryable, caseId: string, page: number, reason: string) {
  await db.rows(
    `with spent as (delete from pages_to_recognise where case_id = $1 and page = $2)
     insert into unreadable_pages (case_id, page, reason) values ($1, $2, $3) on conflict do nothing`,
    [caseId, page, reason],
  )
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
