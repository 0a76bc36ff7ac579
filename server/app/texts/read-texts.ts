import type { Content } from '@portico/contract/documents'
import type { Blobs } from '../../files/blobs.ts'
import type { PageText } from '../../files/pdf/page-text.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import { indexPages } from '../../search/index-pages.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { askForRecognition, resumeRecognition } from './recognise-texts.ts'
import { shareTexts } from './share-texts.ts'

type Unread = {
  document_id: string
  start_page: number
  content: Content
  unreadable: string | null
  /** Pages never change, so their text is read only once, for whichever document. */
  pages_read: number
}

/** `left`: what should have been read promptly but is still unread; small documents before large ones. */
export type ReadTexts = (
  caseId: string,
  signal?: AbortSignal,
  options?: { promptly?: boolean },
) => Promise<{ pages: number; left?: 'small' | 'large' }>

/** Documents up to this many pages are read promptly. */
export const smallPages = 200
/** Small enough to be searchable soon, while PDFium reads larger batches. */
const pagesPerCommit = 50

/**
 * Makes the documents of a case searchable, some pages at a time. Resumes after an interruption; idempotent. Pages
 * without a text layer are queued for OCR. `promptly` reads the newest small documents, for a few seconds, ahead of
 * everything else.
 */
export function createReadTexts({
  db,
  blobs,
  pdf,
  recognition,
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  recognition: 'on' | 'off'
}): ReadTexts {
  return async (caseId, signal, { promptly = false } = {}) => {
    await shareTexts(db, caseId, signal)
    let pages = 0
    const unread = await unreadDocuments(db, caseId)
    const order = promptly ? unread.filter(isSmall).reverse() : unread
    for (const run of promptly ? order.map((document): Run => [document]) : runsOf(order)) {
      signal?.throwIfAborted()
      pages += run.length === 1 ? await readAlone(run[0]) : await readTogether(run)
      if (promptly && pages >= smallPages) break
    }
    // Including documents that were out of the file for a while.
    if (recognition === 'on') await resumeRecognition(db, caseId)
    if (!promptly) return { pages }
    const rest = await unreadDocuments(db, caseId)
    if (pages > 0 && rest.some(isSmall)) return { pages, left: 'small' }
    return rest.length > 0 ? { pages, left: 'large' } : { pages }

    /** It may have been read meanwhile. */
    async function readAlone({ document_id }: Unread): Promise<number> {
      const [document] = await unreadDocuments(db, caseId, document_id)
      return document ? read(document) : 0
    }

    async function readTogether(run: Run): Promise<number> {
      const [{ content }] = run
      const pageCount = run.reduce((sum, { content }) => sum + content.pageCount, 0)
      let pages = 0
      await using file = await blobs.localFile(content.sha256)
      const range = { firstPage: content.firstPage, pageCount }
      try {
        const texts = pdf.text(file.path, range, { signal, isBackground: true })
        for await (const { document_id, batch } of byDocument(run, texts)) {
          const [document] = await unreadDocuments(db, caseId, document_id)
          if (document && isUntouched(document)) pages += await keepTexts(document, [batch])
        }
      } catch (error) {
        if (!(error instanceof UnreadablePdf)) throw error
        // Whose fault it is shows when each is read by itself.
        for (const document of run) pages += await readAlone(document)
      }
      return pages
    }

    async function read(document: Unread): Promise<number> {
      const { content, pages_read: before } = document
      const rest = { firstPage: content.firstPage + before, pageCount: content.pageCount - before }
      if (document.unreadable !== null || rest.pageCount <= 0) return keepTexts(document, [])
      await using file = await blobs.localFile(content.sha256)
      return keepTexts(document, pdf.text(file.path, rest, { signal, isBackground: !promptly }))
    }

    async function keepTexts(
      document: Unread,
      batches: AsyncIterable<PageText[]> | Iterable<PageText[]>,
    ): Promise<number> {
      const { start_page: startPage, content, pages_read: before } = document
      let pagesRead = before
      await db.transaction(async (tx) => {
        await forgetOlderVersions(tx, caseId, document)
        await keep(tx, caseId, document, pagesRead, document.unreadable)
      })
      try {
        for await (const batch of batches) {
          for (const some of inSomes(batch)) {
            const placed = some.map((page) => ({ ...page, page: page.page - content.firstPage + startPage }))
            pagesRead += some.length
            await db.transaction((tx) => put(tx, caseId, document, placed, pagesRead))
          }
        }
      } catch (error) {
        if (!(error instanceof UnreadablePdf)) throw error
        await keep(db, caseId, document, pagesRead, error.reason)
      }
      return pagesRead - before
    }
  }

  async function put(tx: Queryable, caseId: string, document: Unread, pages: PageText[], pagesRead: number) {
    await indexPages(tx, { caseId, pages })
    const pictures = pages.filter(({ needsRecognition }) => needsRecognition)
    await noteForRecognition(
      tx,
      caseId,
      pictures.map(({ page }) => page),
    )
    await noteUnreadable(tx, caseId, pages)
    await keep(tx, caseId, document, pagesRead, null)
    if (pictures.length > 0 && recognition === 'on') {
      await askForRecognition(tx, [caseId])
    }
  }
}

function isSmall({ content }: Unread): boolean {
  return content.pageCount <= smallPages
}

function isUntouched({ pages_read, unreadable }: Unread): boolean {
  return pages_read === 0 && unreadable === null
}

type Run = [Unread, ...Unread[]]

/** Small documents that follow each other in one file: opening a large file takes longer than reading them. */
function* runsOf(documents: readonly Unread[]): Generator<Run> {
  let run: Run | undefined
  for (const document of documents) {
    if (run && follows(run.at(-1)!, document)) run.push(document)
    else {
      if (run) yield run
      run = [document]
    }
  }
  if (run) yield run
}

function follows(before: Unread, document: Unread): boolean {
  const { sha256, firstPage, pageCount } = before.content
  return (
    [before, document].every((one) => isSmall(one) && isUntouched(one)) &&
    sha256 === document.content.sha256 &&
    firstPage + pageCount === document.content.firstPage
  )
}

/** The pages of each document of a run, once they are all there. */
async function* byDocument(run: Run, texts: AsyncIterable<PageText[]>) {
  const waiting = [...run]
  let batch: PageText[] = []
  for await (const pages of texts) {
    for (const page of pages) {
      batch.push(page)
      if (batch.length !== waiting[0]?.content.pageCount) continue
      yield { document_id: waiting.shift()!.document_id, batch }
      batch = []
    }
  }
}

function* inSomes(pages: readonly PageText[]): Generator<PageText[]> {
  for (let at = 0; at < pages.length; at += pagesPerCommit) yield pages.slice(at, at + pagesPerCommit)
}

/** The stored text may be of an older version, or of pages that now belong to another document. */
async function unreadDocuments(db: Queryable, caseId: string, documentId?: string): Promise<Unread[]> {
  return db.rows<Unread>(
    `select d.document_id, d.start_page, d.content, d.unreadable, (
       select count(*)::int from page_words w
       where w.case_id = $1 and w.page between d.start_page and d.end_page) as pages_read
     from documents d left join document_texts t using (case_id, document_id)
     where d.case_id = $1 and d.status <> 'removed' and ($2::text is null or d.document_id = $2) and (
       t.start_page is distinct from d.start_page
       or t.pages <> d.end_page - d.start_page + 1
       or (t.unreadable is null and t.pages_read < t.pages))
     order by d.start_page`,
    [caseId, documentId ?? null],
  )
}

/** Pages of older versions are not searched. */
async function forgetOlderVersions(tx: Queryable, caseId: string, { document_id, start_page }: Unread) {
  await tx.rows(
    `delete from page_tokens t using document_versions v, page_texts p
     where v.case_id = $1 and v.document_id = $2 and v.start_page <> $3
       and p.case_id = $1 and p.page between v.start_page and v.end_page and t.id = p.id`,
    [caseId, document_id, start_page],
  )
}

async function noteForRecognition(tx: Queryable, caseId: string, pages: number[]) {
  await tx.rows(
    `insert into pages_to_recognise (case_id, page) select $1, unnest($2::int[]) on conflict do nothing`,
    [caseId, pages],
  )
}

async function noteUnreadable(tx: Queryable, caseId: string, pages: readonly PageText[]) {
  const bad = pages.filter(({ unreadable }) => unreadable !== undefined)
  await tx.rows(
    `insert into unreadable_pages (case_id, page, reason) select $1, * from unnest($2::int[], $3::text[])
     on conflict (case_id, page) do update set reason = excluded.reason`,
    [caseId, bad.map(({ page }) => page), bad.map(({ unreadable }) => unreadable)],
  )
}

async function keep(
  db: Queryable,
  caseId: string,
  { document_id, start_page, content }: Unread,
  pagesRead: number,
  unreadable: string | null,
) {
  await db.rows(
    `insert into document_texts (case_id, document_id, start_page, sha256, pages_read, pages, unreadable)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (case_id, document_id) do update set
       start_page = excluded.start_page, sha256 = excluded.sha256, pages_read = excluded.pages_read,
       pages = excluded.pages, unreadable = excluded.unreadable`,
    [caseId, document_id, start_page, content.sha256, pagesRead, content.pageCount, unreadable],
  )
}
