import type { EventType } from '@portico/contract/events'
import type { DecisionDocument } from '../core/decision/facts.ts'
import { isoOf } from '../core/time/iso-text.ts'
import type { Queryable } from '../store/db.ts'
import { lastOf } from '../store/events/history.ts'
import { documents, documentVersions, readMarks } from './documents.ts'

type DocumentPlace = Pick<DecisionDocument, 'documentId' | 'version' | 'name' | 'startPage'>

export type Evidence = {
  /** The documents that came since drafting began, or that nobody has read: a signer is warned of no other. */
  warnedOf: DecisionDocument[]
  /** Those of the file among some documents. */
  placesOf(documentIds: ReadonlySet<string>): DocumentPlace[]
  /** Every document with who has read it, as the canonical JSON of the entries of a package. */
  manifest: string
}

export type ReadEvidence = (db: Queryable, caseId: string, draftedAt: string) => Promise<Evidence>

/** What changes the tables that it is read from. */
const changing: readonly EventType[] = [documents, documentVersions, readMarks].flatMap(({ types }) => types)
const mostDocuments = 20_000

/**
 * Reads the evidence of cases, and remembers it until an event changes it: a signer looks at what is found before they
 * sign, and while they sign the case is locked. In a transaction that holds the case, or sees one moment of it.
 */
export function createReadEvidence(): ReadEvidence {
  const known = new Map<string, { sequence: number; file: FileAsRead }>()
  let documentCount = 0

  const forget = (caseId: string) => {
    documentCount -= known.get(caseId)?.file.documents.length ?? 0
    known.delete(caseId)
  }

  return async (db, caseId, draftedAt) => {
    const before = known.get(caseId)
    const [last, names] = await Promise.all([
      lastOf(db, caseId, changing),
      before && readNames(db, [...before.file.names.keys()]),
    ])
    const sequence = last?.sequence ?? 0
    const isCurrent = before?.sequence === sequence && isSame(before.file.names, names)
    const file = isCurrent ? before.file : await readFile(db, caseId)
    forget(caseId)
    known.set(caseId, { sequence, file })
    documentCount += file.documents.length
    for (const oldest of known.keys()) if (documentCount > mostDocuments) forget(oldest)
    return evidenceOf(file, draftedAt)
  }
}

/**
 * Every document in the file as it stands, in page order, and who has read it. A mark that was made on an older version
 * is of that version: nobody has read a newer one by it. A case has thousands of documents, so an entry is never taken
 * apart: the table keeps it as text, but for its readers; and what is small travels in few long texts.
 */
type FileAsRead = {
  documents: DocumentRow[]
  /** The marks that are of its current version, in order. */
  readers: Map<string, Mark[]>
  /** When the current version of each document came. */
  filings: Map<string, number>
  /** Of whoever has read something, by their id. */
  names: Map<string, string>
  manifest: string
}

async function readFile(db: Queryable, caseId: string): Promise<FileAsRead> {
  const [documents, { marks, names }, filings] = await Promise.all([
    readDocuments(db, caseId),
    readAllMarks(db, caseId),
    readFilings(db, caseId),
  ])
  const readers = new Map(
    [...marks].map(([documentId, made]) => {
      const filed = filings.get(documentId) ?? Number.NEGATIVE_INFINITY
      const ofThis = made.filter(({ atMs }) => atMs >= filed)
      return [documentId, ofThis.toSorted((one, another) => one.atMs - another.atMs)]
    }),
  )
  const entries = documents.map(
    ({ documentId, head, tail }) => head + (readers.get(documentId) ?? []).map(readerOf).join(',') + tail,
  )
  return { documents, readers, filings, names, manifest: `[${entries.join(',')}]` }
}

function evidenceOf(file: FileAsRead, draftedAt: string): Evidence {
  const { documents, readers, filings, manifest } = file
  const draftedMs = Date.parse(draftedAt)
  return {
    warnedOf: documents.flatMap((row) => {
      const { documentId } = row
      const readBy = readers.get(documentId) ?? []
      const filedMs = filings.get(documentId) ?? Number.NEGATIVE_INFINITY
      return readBy.length > 0 && filedMs <= draftedMs ? [] : [{ ...placeOf(row), filedMs, readBy }]
    }),
    placesOf: (documentIds) => documents.filter(({ documentId }) => documentIds.has(documentId)).map(placeOf),
    manifest,
  }
}

type DocumentRow = { documentId: string; head: string; tail: string }

function placeOf({ head, tail }: DocumentRow): DocumentPlace {
  const { documentId, version, name, startPage } = JSON.parse(head + tail) as DocumentPlace
  return { documentId, version, name, startPage }
}

/** `by` ends its entry: members in the order of their names, as `canonicalJson` writes them. */
type Mark = { atMs: number; by: string }

const readerOf = ({ atMs, by }: Mark) => `{"at":"${isoOf(atMs)}"${by}`

function readDocuments(db: Queryable, caseId: string): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(
    `select document_id as "documentId", manifest_head as head, manifest_tail as tail
     from documents where case_id = $1 and status = 'current' order by start_page`,
    [caseId],
  )
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

const nameOf = `coalesce(m.username, r.member_id)`

async function readNames(db: Queryable, memberIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    `select r.member_id as id, ${nameOf} as name
     from unnest($1::text[]) as r (member_id) left join members m on m.id = r.member_id`,
    [memberIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function isSame(names: Map<string, string>, others: Map<string, string> | undefined): boolean {
  return [...names].every(([id, name]) => others?.get(id) === name)
}

/** By document, in the order of the members. */
async function readAllMarks(
  db: Queryable,
  caseId: string,
): Promise<{ marks: Map<string, Mark[]>; names: Map<string, string> }> {
  const rows = await db.rows<{ id: string; name: string; marks: string }>(
    `select r.member_id as id, ${nameOf} as name,
       string_agg(r.document_id || ' ' || ${milliseconds('r.at')}, ',') as marks
     from read_marks r left join members m on m.id = r.member_id
     where r.case_id = $1 and r.read group by r.member_id, m.username order by r.member_id`,
    [caseId],
  )
  const byDocument = new Map<string, Mark[]>()
  for (const { id, name, marks } of rows) {
    const by = `,"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`
    for (const [documentId, atMs] of timesIn(marks)) {
      const others = byDocument.get(documentId)
      if (others) others.push({ atMs, by })
      else byDocument.set(documentId, [{ atMs, by }])
    }
  }
  return { marks: byDocument, names: new Map(rows.map(({ id, name }) => [id, name])) }
}

async function readFilings(db: Queryable, caseId: string): Promise<Map<string, number>> {
  const [row] = await db.rows<{ filings: string | null }>(
    `select string_agg(d.document_id || ' ' || ${milliseconds('v.filed_at')}, ',') as filings
     from document_versions v join documents d using (case_id, document_id, version)
     where case_id = $1 and d.status = 'current'`,
    [caseId],
  )
  return new Map(row?.filings ? timesIn(row.filings) : [])
}

function* timesIn(text: string): Generator<[documentId: string, ms: number]> {
  for (const one of text.split(',')) {
    const space = one.indexOf(' ')
    yield [one.slice(0, space), Number(one.slice(space + 1))]
  }
}
