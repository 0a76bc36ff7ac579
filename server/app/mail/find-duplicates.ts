import type { MailDuplicate } from '@portico/contract/mail'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import type { Blobs } from '../../files/blobs.ts'
import { type ComparedPage, comparedPage, fewestWords, likeness } from '../../files/dedupe/likeness.ts'
import { signatureOf } from '../../files/dedupe/min-hash.ts'
import { indexPages } from '../../files/dedupe/page-index.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { UnreadablePdf } from '../../files/pdf/unreadable.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { StoredPiece } from '../../store/mail-pieces.ts'
import { nearestPages, readSignatures } from '../intake/compare-pages.ts'
import { keepCompared } from '../intake/compared-pages.ts'

type Stored = Pick<StoredPiece<DocumentBytes>, 'files'>
export type FindDuplicates = (piece: Stored, caseIds: readonly string[]) => Promise<MailDuplicate[]>

/** Of a long file these pages are compared. */
const mostPages = 100
const mostCompared = 20
const mostKept = 50

/**
 * Which documents of cases a piece repeats: by its bytes, else by the text of its pages, if at least half of those that say
 * enough are in one document.
 */
export function createFindDuplicates({
  db,
  blobs,
  pdf,
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
}): FindDuplicates {
  const kept = new Map<string, ComparedPage[]>()

  async function pagesOf({ content, unreadable }: DocumentBytes): Promise<ComparedPage[]> {
    if (unreadable !== undefined) return []
    const known = kept.get(content.sha256)
    if (known) return known
    const pages: ComparedPage[] = []
    await using file = await blobs.localFile(content.sha256)
    const range = { firstPage: content.firstPage, pageCount: Math.min(content.pageCount, mostPages) }
    try {
      for await (const batch of pdf.text(file.path, range))
        for (const { text } of batch) pages.push(comparedPage(text))
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error
    }
    if (kept.size >= mostKept) kept.clear()
    kept.set(content.sha256, pages)
    return pages
  }

  return async ({ files }, caseIds) => {
    const received = files.flatMap(({ about, kept }) => (kept ? [{ partId: about.partId, ...kept }] : []))
    const same = await documentsWith(
      db,
      caseIds,
      received.map(({ sha256 }) => sha256),
    )
    const found: MailDuplicate[] = []
    for (const caseId of caseIds) {
      for (const { partId, sha256, document } of received) {
        const exact = same.find((one) => one.caseId === caseId && one.sha256 === sha256)
        if (exact) {
          const { documentId, name, pages } = exact
          found.push({ caseId, documentId, name, partId, kind: 'exact', similarity: 1, pages })
        } else if (document) {
          const pages = (await pagesOf(document)).filter(({ words }) => words >= fewestWords)
          found.push(...(await nearIn(db, caseId, partId, pages)))
        }
      }
    }
    return found
  }
}

async function nearIn(
  db: Database,
  caseId: string,
  partId: string,
  own: readonly ComparedPage[],
): Promise<MailDuplicate[]> {
  if (own.length === 0) return []
  const { documents, pages } = await readSignatures(db, caseId)
  if (pages.length === 0) return []
  const index = indexPages(pages)
  const comparedPages = keepCompared(db, caseId)
  const repeated = new Map<string, number[]>()
  for (const page of own) {
    const signed = { page: 0, documentId: '', hash: page.hash, signature: signatureOf(page.shingles) }
    const near = nearestPages(signed, index.candidates(signed), undefined).slice(0, mostCompared)
    const texts = await comparedPages(near.map((other) => other.page))
    const best = new Map<string, number>()
    for (const { page: of, documentId } of near) {
      const there = texts.get(of)
      const alike = there && likeness(page, there)
      if (alike) best.set(documentId, Math.max(alike.similarity, best.get(documentId) ?? 0))
    }
    for (const [documentId, similarity] of best)
      repeated.set(documentId, [...(repeated.get(documentId) ?? []), similarity])
  }
  const names = await namesOf(
    db,
    caseId,
    documents.map(({ documentId }) => documentId).filter((id) => repeated.has(id)),
  )
  return [...repeated].flatMap(([documentId, similarities]) => {
    if (similarities.length * 2 < own.length) return []
    const similarity = Math.min(...similarities)
    const name = names.get(documentId) ?? documentId
    return [
      { caseId, documentId, name, partId, kind: 'near' as const, similarity, pages: similarities.length },
    ]
  })
}

type SameBytes = { caseId: string; documentId: string; name: string; sha256: string; pages: number }

function documentsWith(db: Queryable, caseIds: readonly string[], hashes: readonly string[]) {
  return db.rows<SameBytes>(
    `select case_id as "caseId", document_id as "documentId", name, end_page - start_page + 1 as pages,
       coalesce(original->>'sha256', content->>'sha256') as sha256
     from documents where case_id = any($1) and status <> 'removed'
       and coalesce(original->>'sha256', content->>'sha256') = any($2)
     order by case_id, start_page`,
    [caseIds, hashes],
  )
}

async function namesOf(db: Queryable, caseId: string, documentIds: readonly string[]) {
  const rows = await db.rows<{ id: string; name: string }>(
    `select document_id as id, name from documents where case_id = $1 and document_id = any($2)`,
    [caseId, documentIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** One sentence for whoever has to decide. */
export function duplicateSentence(duplicates: readonly MailDuplicate[]): string {
  const named = duplicates
    .slice(0, 5)
    .map(({ name, kind, similarity }) =>
      kind === 'exact' ? `“${name}”` : `“${name}” (${Math.round(similarity * 100)} % of its words)`,
    )
  const more = duplicates.length > 5 ? ' and others' : ''
  return `The case has this already, as ${named.join(', ')}${more}: file it anyway, or drop it as a duplicate.`
}
