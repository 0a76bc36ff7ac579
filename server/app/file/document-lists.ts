import type { EventType } from '@portico/contract/events'
import type { Reader } from '../../core/file/reader.ts'
import {
  asSummary,
  documents,
  findDocument,
  listDocuments,
  readMarks,
  tags,
} from '../../projections/documents.ts'
import type { Database } from '../../store/db.ts'
import { changesSince } from '../../store/events/history.ts'
import { onRestore } from '../../store/put-back.ts'

/** The document list of a case as JSON, for a reader and a version of the case. */
export type DocumentList = (caseId: string, reader: ListReader, version: number) => Promise<Buffer>

type ListReader = Pick<Reader, 'id' | 'audience' | 'concealed'>

/** `ends` has the offset where the JSON of each document ends, in order. */
type List = { version: number; bytes: Buffer; ids: readonly string[]; ends: readonly number[] }

const mostBytes = 64 * 1024 * 1024
const mostChanged = 8
const opening = Buffer.from('{"documents":[')

/** Events that change one document without affecting the others or the order. */
const changesOne: readonly EventType[] = [...tags.types, ...readMarks.types]

/**
 * Caches the list per case version and reader: whatever changes it is an event of the case, so the version invalidates
 * it in every process. If only tags or read marks have changed, only the documents concerned are read again and spliced
 * in.
 */
export function openDocumentLists(db: Database): DocumentList {
  const lists = new Map<string, List>()
  let held = 0
  onRestore(() => {
    lists.clear()
    held = 0
  })

  const drop = (key: string) => {
    held -= lists.get(key)?.bytes.length ?? 0
    lists.delete(key)
  }
  const keep = (key: string, list: List) => {
    drop(key)
    lists.set(key, list)
    held += list.bytes.length
    for (const oldest of lists.keys()) {
      if (held <= mostBytes) break
      drop(oldest)
    }
    return list.bytes
  }

  return async (caseId, reader, version) => {
    const key = [caseId, reader.id, reader.audience, ...(reader.concealed ?? [])].join(' ')
    const known = lists.get(key)
    if (known && known.version >= version) return keep(key, known)
    const patched = known && (await patch(db, caseId, reader, known))
    return keep(key, patched ?? (await make(db, caseId, reader, version)))
  }
}

async function make(
  db: Database,
  caseId: string,
  { id, audience, concealed }: ListReader,
  version: number,
): Promise<List> {
  const found = await listDocuments(db, caseId, id, audience, concealed)
  const parts = found.map((facts) => JSON.stringify(asSummary(facts)))
  let end = opening.length - 1
  const ends = parts.map((part) => {
    end += 1 + Buffer.byteLength(part)
    return end
  })
  const bytes = Buffer.from(`${opening}${parts.join(',')}]}`)
  return { version, bytes, ids: found.map((document) => document.id), ends }
}

/** Undefined if the list must be rebuilt. */
async function patch(
  db: Database,
  caseId: string,
  { id, audience, concealed }: ListReader,
  known: List,
): Promise<List | undefined> {
  const changes = await changesSince(db, caseId, known.version)
  if (!changes || changes.some(({ type }) => documents.types.includes(type))) return undefined
  const changed = changes.filter(({ type }) => changesOne.includes(type)).map(({ subject }) => subject)
  const indexes = [...new Set(changed)].map((documentId) => known.ids.indexOf(documentId))
  const shown = indexes.filter((index) => index >= 0).sort((a, b) => a - b)
  if (shown.length > mostChanged) return undefined
  const found = await Promise.all(
    shown.map((index) => findDocument(db, caseId, known.ids[index] as string, id, audience, concealed)),
  )
  const ends = [...known.ends]
  const pieces: Buffer[] = []
  let copied = 0
  for (const [place, index] of shown.entries()) {
    const facts = found[place]
    // Removed or reordered since: the rest of the list has changed too.
    if (facts?.position !== index) return undefined
    const part = Buffer.from(JSON.stringify(asSummary(facts)))
    const start = index === 0 ? opening.length : (known.ends[index - 1] as number) + 1
    const end = known.ends[index] as number
    pieces.push(known.bytes.subarray(copied, start), part)
    copied = end
    const grown = part.length - (end - start)
    for (let later = index; later < ends.length; later++) ends[later] = (ends[later] as number) + grown
  }
  const bytes = Buffer.concat([...pieces, known.bytes.subarray(copied)])
  return { ...known, version: changes.at(-1)?.sequence ?? known.version, bytes, ends }
}
