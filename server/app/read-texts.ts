import type { Content } from '@portico/contract/events'
import type { Blobs } from '../files/blobs.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../files/pdf/unreadable.ts'
import { indexPages } from '../search/index-pages.ts'
import type { Database, Queryable } from '../store/db.ts'

type Unread = { document_id: string; start_page: number; content: Content }

export type ReadTexts = (caseId: string, signal?: AbortSignal) => Promise<{ pages: number }>

/**
 * Makes the text of a case's documents searchable, page batch by page batch. It goes on where it was interrupted at
 * the granularity of a document, and reading one twice changes nothing.
 */
export function createReadTexts({
  db,
  blobs,
  pdf,
  patienceMs = [30_000, 60_000, 120_000],
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  /** What each try at some pages may take: that a busy machine is slow does not make a document unreadable. */
  patienceMs?: readonly number[]
}): ReadTexts {
  return async (caseId, signal) => {
    let pages = 0
    for (const document of await unreadDocuments(db, caseId)) {
      signal?.throwIfAborted()
      pages += await read(document)
    }
    return { pages }

    async function read(document: Unread): Promise<number> {
      const { document_id: documentId, start_page: startPage, content } = document
      await using file = await blobs.localFile(content.sha256)
      let pagesRead = 0
      for (let tries = 0; pagesRead < content.pageCount; ) {
        const rest = { firstPage: content.firstPage + pagesRead, pageCount: content.pageCount - pagesRead }
        const options = { timeoutMs: patienceMs[tries], ...(signal ? { signal } : {}) }
        try {
          for await (const batch of pdf.text(file.path, rest, options)) {
            const read = pagesRead + batch.length
            const placed = batch.map(({ page, text }) => ({
              page: page - content.firstPage + startPage,
              text,
            }))
            await db.transaction(async (tx) => {
              await indexPages(tx, { caseId, documentId, pages: placed })
              await keep(tx, caseId, document, { pagesRead: read })
            })
            pagesRead = read
          }
        } catch (error) {
          if (!(error instanceof UnreadablePdf)) throw error
          tries += 1
          if (error.reason === 'tooSlow' && tries < patienceMs.length) continue
          await keep(db, caseId, document, { pagesRead, unreadable: error.reason })
          break
        }
      }
      return pagesRead
    }
  }
}

async function unreadDocuments(db: Queryable, caseId: string): Promise<Unread[]> {
  return db.rows<Unread>(
    `select d.document_id, d.start_page, d.content from documents d
     left join document_texts t using (case_id, document_id)
     where d.case_id = $1 and (
       t.start_page is distinct from d.start_page or (t.unreadable is null and t.pages_read < t.pages))
     order by d.start_page`,
    [caseId],
  )
}

async function keep(
  db: Queryable,
  caseId: string,
  { document_id, start_page, content }: Unread,
  { pagesRead, unreadable }: { pagesRead: number; unreadable?: string },
) {
  await db.rows(
    `insert into document_texts (case_id, document_id, start_page, sha256, pages_read, pages, unreadable)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (case_id, document_id) do update set
       start_page = excluded.start_page, sha256 = excluded.sha256, pages_read = excluded.pages_read, pages = excluded.pages,
       unreadable = excluded.unreadable`,
    [caseId, document_id, start_page, content.sha256, pagesRead, content.pageCount, unreadable ?? null],
  )
}
