import { setImmediate } from 'node:timers/promises'
import type { DuplicateRun } from '@portico/contract/documents'
import { chooseMatch, type Match, runsOf } from '../../files/dedupe/duplicate-runs.ts'
import { comparedPage, fewestWords, likeness } from '../../files/dedupe/likeness.ts'
import { packSignature, signatureOf, unpackSignature } from '../../files/dedupe/min-hash.ts'
import { indexPages, type SignedPage } from '../../files/dedupe/page-index.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { keepCompared, readTexts } from './compared-pages.ts'
import type { FoundDuplicates, SettleDuplicates } from './settle-duplicates.ts'

export type ComparePages = (caseId: string, signal?: AbortSignal) => Promise<{ pages: number }>

const pagesAtOnce = 200

/**
 * Finds pages that repeat earlier pages of another document. Only pages with new text are compared, with all others.
 * Idempotent.
 */
export function createComparePages({
  db,
  recognition,
  onDuplicates,
}: {
  db: Database
  /** If off, scanned pages are not waited for. */
  recognition: 'on' | 'off'
  /** Called with each changed result, once all readable pages of the document are read. */
  onDuplicates: SettleDuplicates
}): ComparePages {
  return async (caseId, signal) => {
    const pages = await signNewPages(db, caseId, signal)
    for (const found of await untold(db, caseId, recognition)) {
      await onDuplicates({ caseId, ...found })
      await keepTold(db, caseId, found)
    }
    return { pages }
  }
}

async function signNewPages(db: Database, caseId: string, signal: AbortSignal | undefined): Promise<number> {
  const before = await comparedRevision(db, caseId)
  const revision = await newestRevision(db, caseId)
  const changed = await newPages(db, caseId, revision)
  for (let at = 0; at < changed.length; at += pagesAtOnce) {
    signal?.throwIfAborted()
    const signed: SignatureRow[] = []
    for (const { page, text } of await readTexts(db, caseId, changed.slice(at, at + pagesAtOnce))) {
      const { words, hash, shingles } = comparedPage(text)
      const signature = words < fewestWords ? null : packSignature(signatureOf(shingles)).toString('base64')
      signed.push({ page, words, hash, signature })
      if (signed.length % 20 === 0) await setImmediate()
    }
    await keepSignatures(db, caseId, signed)
  }
  const found = changed.length > 0 ? await compare(db, caseId, new Set(changed), signal) : []
  const isKept = await db.transaction(async (tx) => {
    if (!(await keepRevision(tx, caseId, before, revision))) return false
    await keepFound(tx, caseId, found)
    return true
  })
  // Lost a race with another comparison, which saw other pages.
  return isKept ? changed.length : signNewPages(db, caseId, signal)
}

/** The documents that have new pages, those further back whose pages may repeat them, and those that did so far. */
async function compare(
  db: Database,
  caseId: string,
  changed: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const { documents, pages } = await readSignatures(db, caseId)
  const index = indexPages(pages)
  const comparedPages = keepCompared(db, caseId)
  const affected = new Set(
    documents
      .filter(({ startPage, endPage }) => hasAny(changed, startPage, endPage))
      .map(({ documentId }) => documentId),
  )
  for (const page of pages) {
    if (!changed.has(page.page)) continue
    if (affected.size === documents.length) break
    for (const other of index.candidates(page)) if (other.page > page.page) affected.add(other.documentId)
  }
  for (const { documentId, duplicates } of await foundBefore(db, caseId)) {
    const isOfChanged = duplicates.some(({ startPage, endPage, ofStartPage }) =>
      hasAny(changed, ofStartPage, ofStartPage + endPage - startPage),
    )
    if (isOfChanged) affected.add(documentId)
  }
  const byDocument = Map.groupBy(pages, ({ documentId }) => documentId)
  const results = []
  for (const documentId of affected) {
    signal?.throwIfAborted()
    const duplicates = await duplicatesOf(byDocument.get(documentId) ?? [])
    results.push({ documentId, duplicates })
  }
  return results

  async function duplicatesOf(own: readonly SignedPage[]): Promise<DuplicateRun[]> {
    const matches: Match[] = []
    for (const page of own) {
      signal?.throwIfAborted()
      const before = matches.at(-1)
      const earlier = index.candidates(page).filter((other) => other.page < page.page)
      const same = earlier.filter(({ hash }) => hash === page.hash)
      const options: Match[] = same.map(({ page: of }) => ({
        page: page.page,
        of,
        kind: 'exact',
        similarity: 1,
      }))
      const match = chooseMatch(
        options.length > 0 ? options : await nearMatches(page, earlier, before),
        before,
      )
      if (match) matches.push(match)
      await setImmediate()
    }
    return runsOf(matches)
  }

  async function nearMatches(
    page: SignedPage,
    others: readonly SignedPage[],
    before: Match | undefined,
  ): Promise<Match[]> {
    const likely = nearestPages(page, others, before?.page === page.page - 1 ? before.of + 1 : undefined)
    if (likely.length === 0) return []
    const compared = await comparedPages([page.page, ...likely.map((other) => other.page)])
    const own = compared.get(page.page)
    const matches: Match[] = []
    for (const { page: of } of likely) {
      const there = compared.get(of)
      const alike = own && there ? likeness(own, there) : undefined
      if (alike) matches.push({ page: page.page, of, ...alike })
      if (matches.length === enoughAlike) break
    }
    return matches
  }
}

/** Well below what likeness asks for, since signatures only estimate it. */
const leastAgreement = 0.45
/** A file may have thousands of sheets of one form: those whose signatures agree the most are looked at, and of them so many. */
const mostCompared = 400
const enoughAlike = 20

/** Those that agree the most first; before all, the one that would go on with a run. */
export function nearestPages(
  page: SignedPage,
  others: readonly SignedPage[],
  following: number | undefined,
): SignedPage[] {
  const byAgreement: SignedPage[][] = Array.from({ length: page.signature.length + 2 }, () => [])
  for (const other of others) {
    const agreed = agreement(page, other)
    if (agreed < leastAgreement * page.signature.length) continue
    byAgreement[other.page === following ? page.signature.length + 1 : agreed]!.push(other)
  }
  return byAgreement.reverse().flat().slice(0, mostCompared)
}

function agreement({ signature: a }: SignedPage, { signature: b }: SignedPage): number {
  let same = 0
  for (let at = 0; at < a.length; at++) if (a[at] === b[at]) same += 1
  return same
}

function hasAny(pages: ReadonlySet<number>, start: number, end: number): boolean {
  for (let page = start; page <= end; page++) if (pages.has(page)) return true
  return false
}

type Found = { documentId: string; duplicates: DuplicateRun[] }
type SignatureRow = { page: number; words: number; hash: string; signature: string | null }

async function newestRevision(db: Queryable, caseId: string): Promise<number> {
  const [row] = await db.rows<{ revision: number }>(`select revision from case_texts where case_id = $1`, [
    caseId,
  ])
  return row?.revision ?? 0
}

async function comparedRevision(db: Queryable, caseId: string): Promise<number> {
  const [row] = await db.rows<{ revision: number }>(
    `select revision from page_comparisons where case_id = $1`,
    [caseId],
  )
  return row?.revision ?? -1
}

async function newPages(db: Queryable, caseId: string, revision: number): Promise<number[]> {
  const rows = await db.rows<{ page: number }>(
    `select page from page_texts
     where case_id = $1 and revision <= $2
       and revision > coalesce((select revision from page_comparisons where case_id = $1), -1)
     order by page`,
    [caseId, revision],
  )
  return rows.map(({ page }) => page)
}

async function keepSignatures(db: Queryable, caseId: string, signed: readonly SignatureRow[]) {
  await db.rows(
    `with signed as (
       select page, words, hash, decode(signature, 'base64') as signature
       from jsonb_to_recordset($2) as s (page int, words int, hash text, signature text)
     ), compared as (
       insert into compared_pages (case_id, pages)
       select $1, range_agg(int4range(page, page + 1)) from signed having count(*) > 0
       on conflict (case_id) do update set pages = compared_pages.pages + excluded.pages
     )
     insert into page_signatures (case_id, page, words, hash, signature)
     select $1, page, words, hash, signature from signed
     on conflict (case_id, page) do update
       set words = excluded.words, hash = excluded.hash, signature = excluded.signature`,
    [caseId, JSON.stringify(signed)],
  )
}

/** The pages of a case that say enough to be compared, and the documents that have them. */
export async function readSignatures(db: Queryable, caseId: string) {
  const documents = await db.rows<{ documentId: string; startPage: number; endPage: number }>(
    `select document_id as "documentId", start_page as "startPage", end_page as "endPage" from documents
     where case_id = $1 and status <> 'removed' order by start_page`,
    [caseId],
  )
  const rows = await db.rows<{ page: number; hash: string; signature: Buffer }>(
    `select page, hash, signature from page_signatures
     where case_id = $1 and signature is not null order by page`,
    [caseId],
  )
  let at = 0
  const pages = rows.flatMap(({ page, hash, signature }): SignedPage[] => {
    while (at < documents.length && documents[at]!.endPage < page) at += 1
    const document = documents[at]
    if (!document || document.startPage > page) return []
    return [{ page, documentId: document.documentId, hash, signature: unpackSignature(signature) }]
  })
  return { documents, pages }
}

async function foundBefore(db: Queryable, caseId: string) {
  return db.rows<Found>(
    `select document_id as "documentId", duplicates from document_duplicates where case_id = $1`,
    [caseId],
  )
}

/** Only what differs from what was found before is new to those who decide about it. */
async function keepFound(tx: Queryable, caseId: string, found: readonly Found[]) {
  await tx.rows(
    `insert into document_duplicates (case_id, document_id, duplicates, is_told)
     select $1, f."documentId", f.duplicates, false
     from jsonb_to_recordset($2) as f ("documentId" text, duplicates jsonb)
     left join document_duplicates b on b.case_id = $1 and b.document_id = f."documentId"
     where f.duplicates <> coalesce(b.duplicates, '[]')
     on conflict (case_id, document_id) do update set duplicates = excluded.duplicates, is_told = false`,
    [caseId, JSON.stringify(found)],
  )
}

/** Unless the pages were compared by another since `before`. */
async function keepRevision(
  tx: Queryable,
  caseId: string,
  before: number,
  revision: number,
): Promise<boolean> {
  const kept = await tx.rows(
    `insert into page_comparisons (case_id, revision) values ($1, $2)
     on conflict (case_id) do update set revision = excluded.revision where page_comparisons.revision = $3
     returning case_id`,
    [caseId, revision, before],
  )
  return kept.length > 0
}

async function untold(db: Queryable, caseId: string, recognition: 'on' | 'off') {
  return db.rows<Omit<FoundDuplicates, 'caseId'>>(
    `select d.document_id as "documentId", d.version, f.duplicates
     from document_duplicates f
     join documents d using (case_id, document_id)
     join document_texts t on t.case_id = $1 and t.document_id = d.document_id and t.start_page = d.start_page
     where f.case_id = $1 and not f.is_told and (t.unreadable is not null or t.pages_read >= t.pages)
       and ($2 = 'off' or not exists (
         select from pages_to_recognise r where r.case_id = $1 and r.page between d.start_page and d.end_page))
     order by d.start_page`,
    [caseId, recognition],
  )
}

/** Unless something else was found meanwhile. */
async function keepTold(
  db: Queryable,
  caseId: string,
  { documentId, duplicates }: Omit<FoundDuplicates, 'caseId'>,
) {
  await db.rows(
    `update document_duplicates set is_told = true
     where case_id = $1 and document_id = $2 and duplicates = $3::jsonb`,
    [caseId, documentId, JSON.stringify(duplicates)],
  )
}
