import { setImmediate } from 'node:timers/promises'
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
export type Compared = {
  duplicates: MailDuplicate[]
  /** What was left out of the comparison, and why, each a sentence. */
  notCompared: string[]
  /** How many cases are still to be compared, where it was to take only so long. */
  casesLeft: number
}
/** With `withinMs` it ends after that time at the latest, but for one case; asked again, it goes on there. */
export type FindDuplicates = (
  piece: Stored,
  caseIds: readonly string[],
  options?: { withinMs?: number },
) => Promise<Compared>

/** Somebody waits while they are read: a few hundred a second. */
const mostPages = 2000
const mostCompared = 20
/** About 2 kB each. */
const mostPagesKept = 10_000
const pagesAtOnce = 20
/** What was found for a case counts for so long where somebody only looks: whoever files it has it compared anew. */
const rememberedMs = 10 * 60_000
const mostRemembered = 5_000

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
  let pagesKept = 0
  const remembered = new Map<string, { at: number; near: MailDuplicate[] }>()

  const isFresh = (caseId: string, partId: string, sha256: string) => {
    const known = remembered.get(`${caseId} ${partId} ${sha256}`)
    return known !== undefined && performance.now() - known.at < rememberedMs
  }

  async function nearOnce(
    caseId: string,
    partId: string,
    sha256: string,
    document: DocumentBytes,
    age: number,
  ) {
    const key = `${caseId} ${partId} ${sha256}`
    const known = remembered.get(key)
    if (known && performance.now() - known.at < age) return known.near
    const pages = (await pagesOf(document)).filter(({ words }) => words >= fewestWords)
    const near = await nearIn(db, caseId, partId, pages)
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, { at: performance.now(), near })
    return near
  }

  async function pagesOf({ content, unreadable }: DocumentBytes): Promise<ComparedPage[]> {
    if (unreadable !== undefined) return []
    const known = kept.get(content.sha256)
    if (known) return known
    const pages: ComparedPage[] = []
    await using file = await blobs.localFile(content.sha256)
    const range = { firstPage: content.firstPage, pageCount: Math.min(content.pageCount, mostPages) }
    try {
      for await (const batch of pdf.text(file.path, range))
        for (const { text } of batch) {
          pages.push(comparedPage(text))
          if (pages.length % pagesAtOnce === 0) await setImmediate()
        }
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error
    }
    pagesKept += pages.length
    if (pagesKept > mostPagesKept) {
      kept.clear()
      pagesKept = pages.length
    }
    kept.set(content.sha256, pages)
    return pages
  }

  return async ({ files }, caseIds, { withinMs } = {}) => {
    const began = performance.now()
    const isOver = () => withinMs !== undefined && performance.now() - began > withinMs
    const age = withinMs === undefined ? 0 : rememberedMs
    const received = files.flatMap(({ about: { partId, name }, kept }) =>
      kept ? [{ partId, name, ...kept }] : [],
    )
    if (received.length === 0) return { duplicates: [], notCompared: [], casesLeft: 0 }
    const same = await documentsWith(
      db,
      caseIds,
      received.map(({ sha256 }) => sha256),
    )
    const duplicates: MailDuplicate[] = []
    const notCompared = new Set<string>()
    let casesLeft = 0
    for (const caseId of caseIds) {
      const isLeft = isOver() && received.some(({ partId, sha256 }) => !isFresh(caseId, partId, sha256))
      if (isLeft) casesLeft += 1
      for (const { partId, name: called, sha256, document } of received) {
        const exact = same.find((one) => one.caseId === caseId && one.sha256 === sha256)
        if (exact) {
          const { documentId, name, pages } = exact
          duplicates.push({ caseId, documentId, name, partId, kind: 'exact', similarity: 1, pages })
        } else {
          const left = document ? leftOut(called, document) : `“${called}” was compared by its bytes alone.`
          if (left) notCompared.add(left)
          if (!document || isLeft) continue
          duplicates.push(...(await nearOnce(caseId, partId, sha256, document, age)))
        }
      }
    }
    return { duplicates, notCompared: [...notCompared, ...(await unread(db, caseIds))], casesLeft }
  }
}

export function leftOut(
  name: string,
  { content: { pageCount }, unreadable }: DocumentBytes,
): string | undefined {
  if (unreadable !== undefined) return `“${name}” was compared by its bytes alone, since it cannot be read.`
  if (pageCount <= mostPages) return undefined
  const [some, all] = [mostPages, pageCount].map((count) => count.toLocaleString('en-US'))
  return `Of “${name}” the text of the first ${some} of ${all} pages was compared.`
}

/** What a case has, and nobody can compare yet. */
async function unread(db: Queryable, caseIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ docketNumber: string; documents: number }>(
    `select c.docket_number as "docketNumber", count(*)::int as documents
     from documents d join cases c using (case_id)
     left join document_texts t on t.case_id = d.case_id and t.document_id = d.document_id
       and t.start_page = d.start_page
     where d.case_id = any($1) and d.status <> 'removed' and d.unreadable is null
       and (t.document_id is null or (t.unreadable is null and t.pages_read < t.pages))
     group by c.case_id, c.docket_number order by c.case_id`,
    [caseIds],
  )
  return rows.map(({ docketNumber, documents }) =>
    documents === 1
      ? `The text of one document of ${docketNumber} is still to be read.`
      : `The text of ${documents} documents of ${docketNumber} is still to be read.`,
  )
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
  for (const [at, page] of own.entries()) {
    if (at % pagesAtOnce === 0) await setImmediate()
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
