import type { DecisionDocument } from '../core/decision/facts.ts'
import type { Queryable } from '../store/db.ts'

type DocumentPlace = Pick<DecisionDocument, 'documentId' | 'version' | 'name' | 'startPage'>

export type Evidence = {
  /** The documents that came since drafting began, or that nobody has read: a signer is warned of no other. */
  warnedOf: DecisionDocument[]
  /** Those of the file among some documents. */
  placesOf(documentIds: ReadonlySet<string>): DocumentPlace[]
  /** Every document with who has read it, as the canonical JSON of the entries of a package. */
  manifest(): string
}

/**
 * Every document in the file as it stands, in page order, and who has read it. A mark that was made on an older version
 * is of that version: nobody has read a newer one by it. A case has thousands of documents, so an entry is never taken
 * apart: the table keeps it as text, but for its readers; and what is small travels in few long texts.
 */
export async function readEvidence(db: Queryable, caseId: string, draftedAt: string): Promise<Evidence> {
  const [documents, marks, filings] = await Promise.all([
    readDocuments(db, caseId),
    readMarks(db, caseId),
    readFilings(db, caseId, draftedAt),
  ])
  const draftedMs = Date.parse(draftedAt)
  const filedMs = (documentId: string) => filings.get(documentId) ?? Number.NEGATIVE_INFINITY
  const readersOf = (documentId: string): readonly Mark[] => {
    const made = marks.get(documentId)
    if (!made) return []
    const filed = filings.get(documentId)
    const ofThis = filed === undefined ? made : made.filter(({ atMs }) => atMs >= filed)
    return ofThis.length > 1 ? ofThis.toSorted((one, another) => one.atMs - another.atMs) : ofThis
  }
  return {
    warnedOf: documents.flatMap((row) => {
      const { documentId } = row
      const readBy = readersOf(documentId)
      const filed = filedMs(documentId)
      return readBy.length > 0 && filed <= draftedMs ? [] : [{ ...placeOf(row), filedMs: filed, readBy }]
    }),
    placesOf: (documentIds) => documents.filter(({ documentId }) => documentIds.has(documentId)).map(placeOf),
    manifest() {
      const entries = documents.map(
        ({ documentId, head, tail }) => head + readersOf(documentId).map(readerOf).join(',') + tail,
      )
      return `[${entries.join(',')}]`
    },
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

const dayMs = 86_400_000
let lastDay = { number: Number.NaN, text: '' }

/** As `toISOString` writes it, in a fraction of the time: marks that follow one another are mostly of one day. */
function isoOf(ms: number): string {
  const number = Math.floor(ms / dayMs)
  if (number !== lastDay.number) lastDay = { number, text: new Date(ms).toISOString().slice(0, 11) }
  const rest = ms - number * dayMs
  const seconds = Math.floor(rest / 1000)
  const clock = `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return `${lastDay.text}${clock}.${String(rest % 1000).padStart(3, '0')}Z`
}

const twoDigits = (number: number) => (number < 10 ? `0${Math.floor(number)}` : String(Math.floor(number)))

function readDocuments(db: Queryable, caseId: string): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(
    `select document_id as "documentId", manifest_head as head, manifest_tail as tail
     from documents where case_id = $1 and status = 'current' order by start_page`,
    [caseId],
  )
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

/** By document, in the order of the members. */
async function readMarks(db: Queryable, caseId: string): Promise<Map<string, Mark[]>> {
  const rows = await db.rows<{ id: string; name: string; marks: string }>(
    `select r.member_id as id, coalesce(m.username, r.member_id) as name,
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
  return byDocument
}

/** When the current versions came, as far as that is later than the first mark or the draft: earlier ones decide nothing. */
async function readFilings(db: Queryable, caseId: string, draftedAt: string): Promise<Map<string, number>> {
  const [row] = await db.rows<{ filings: string | null }>(
    `select string_agg(d.document_id || ' ' || ${milliseconds('v.filed_at')}, ',') as filings
     from document_versions v join documents d using (case_id, document_id, version)
     where case_id = $1 and d.status = 'current' and v.filed_at > least($2::timestamptz,
       (select min(r.at) from read_marks r where r.case_id = $1 and r.read))`,
    [caseId, draftedAt],
  )
  return new Map(row?.filings ? timesIn(row.filings) : [])
}

function* timesIn(text: string): Generator<[documentId: string, ms: number]> {
  for (const one of text.split(',')) {
    const space = one.indexOf(' ')
    yield [one.slice(0, space), Number(one.slice(space + 1))]
  }
}
