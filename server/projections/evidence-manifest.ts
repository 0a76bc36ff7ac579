import type { DecisionDocument } from '../core/decision/facts.ts'
import type { Queryable } from '../store/db.ts'

export type Evidence = {
  documents: DecisionDocument[]
  /** Every document with who has read it, as the canonical JSON of the entries of a package. */
  manifest(): string
}

/**
 * Every document in the file as it stands, in page order, and who has read it. A mark that was made on an older version
 * is of that version: nobody has read a newer one by it. An entry is never taken apart: the table keeps it as text, but
 * for its readers.
 */
export async function readEvidence(db: Queryable, caseId: string): Promise<Evidence> {
  const [rows, marks] = await Promise.all([readDocuments(db, caseId), readMarks(db, caseId)])
  const marksOf = Map.groupBy(marks, ({ documentId }) => documentId)
  const documents = rows.map(({ documentId, version, name, startPage, filedMs, head, tail }) => ({
    documentId,
    version,
    name,
    startPage,
    filedMs,
    readBy: (marksOf.get(documentId) ?? []).filter(({ atMs }) => atMs >= filedMs),
    head,
    tail,
  }))
  return {
    documents,
    manifest: () =>
      `[${documents.map(({ head, readBy, tail }) => head + readBy.map(readerOf).join(',') + tail).join(',')}]`,
  }
}

type DocumentRow = Omit<DecisionDocument, 'readBy'> & { head: string; tail: string }
type Mark = { documentId: string; id: string; name: string; atMs: number }

/** Members in the order of their names, as `canonicalJson` writes them. */
function readerOf({ atMs, id, name }: Mark): string {
  return `{"at":"${isoOf(atMs)}","id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`
}

const dayMs = 86_400_000
let lastDay = { number: Number.NaN, text: '' }

/** As `toISOString` writes it, in a fraction of the time: marks that follow one another are mostly of one day. */
function isoOf(ms: number): string {
  const number = Math.floor(ms / dayMs)
  if (number !== lastDay.number) lastDay = { number, text: new Date(ms).toISOString().slice(0, 11) }
  const rest = ms - number * dayMs
  const seconds = Math.floor(rest / 1000)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
  return `${lastDay.text}${clock}.${String(rest % 1000).padStart(3, '0')}Z`
}

const twoDigits = (number: number) => (number < 10 ? `0${Math.floor(number)}` : String(Math.floor(number)))

/** Numbers are read faster than moments. */
const milliseconds = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

function readDocuments(db: Queryable, caseId: string): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(
    `select d.document_id as "documentId", d.version, d.name, d.start_page as "startPage",
       d.manifest_head as head, d.manifest_tail as tail, ${milliseconds('v.filed_at')} as "filedMs"
     from documents d join document_versions v using (case_id, document_id, version)
     where d.case_id = $1 and d.status = 'current' order by d.start_page`,
    [caseId],
  )
}

function readMarks(db: Queryable, caseId: string): Promise<Mark[]> {
  return db.rows<Mark>(
    `select r.document_id as "documentId", r.member_id as id, coalesce(m.username, r.member_id) as name,
       ${milliseconds('r.at')} as "atMs"
     from read_marks r left join members m on m.id = r.member_id
     where r.case_id = $1 and r.read order by r.at, r.member_id`,
    [caseId],
  )
}
