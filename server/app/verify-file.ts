import { createHash } from 'node:crypto'
import type { Content, Original, PorticoEvent } from '@portico/contract/events'
import { chainStart } from '../core/chain.ts'
import { BadZip, type OpenedZip, readZip, sealHolds, type ZipEntry } from '../files/read-zip.ts'
import type { Manifest, PackedFile } from '../files/zip-case.ts'
import type { StoredEvent } from '../store/events.ts'
import { faultOf } from './verify.ts'

export type FileFault = { part: string; what: string }

export type FileVerification = {
  caseId?: string
  documents: number
  events: number
  /** The last link of the chain, to be held against that of the service. */
  head?: string
  faults: FileFault[]
}

const mostManifestBytes = 256 * 1024 ** 2
const mostLineBytes = 64 * 1024 ** 2

/**
 * Checks a package that was exported, without any database: that it is whole, every file against the manifest, the
 * chain of events, and the documents against what the events say was filed.
 */
export async function verifyFile(path: string): Promise<FileVerification> {
  const result: FileVerification = { documents: 0, events: 0, faults: [] }
  const fault = (part: string, what: string) => void result.faults.push({ part, what })
  let zip: OpenedZip | undefined
  try {
    zip = await readZip(path)
    await verifyParts(zip.entries, result, fault)
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    fault('the ZIP', error.message)
  } finally {
    zip?.close()
  }
  const seal = await sealHolds(path)
  if (seal === undefined) fault('the seal', 'the hash of the whole is missing')
  else if (!seal && result.faults.length === 0)
    fault('the ZIP', 'something was changed outside of its parts, or the hash of the whole was')
  return result
}

type Report = (part: string, what: string) => void

async function verifyParts(entries: readonly ZipEntry[], result: FileVerification, fault: Report) {
  const sizes = new Map<string, { bytes: number; sha256: string } | undefined>()
  const events = followEvents()
  let manifestText: Buffer | undefined
  for (const entry of entries) {
    try {
      const hash = createHash('sha256')
      const kept: Buffer[] = []
      let bytes = 0
      for await (const chunk of entry.read()) {
        hash.update(chunk)
        bytes += chunk.length
        if (entry.name === 'events.ndjson') events.take(chunk)
        if (entry.name !== 'manifest.json') continue
        if (bytes > mostManifestBytes) throw new BadZip('It is too long.')
        kept.push(chunk)
      }
      if (entry.name === 'manifest.json') manifestText = Buffer.concat(kept)
      sizes.set(entry.name, { bytes, sha256: hash.digest('hex') })
    } catch (error) {
      if (!(error instanceof BadZip)) throw error
      fault(entry.name, error.message)
      sizes.set(entry.name, undefined)
    }
  }
  const manifest = parseManifest(manifestText)
  if (!manifest) return fault('manifest.json', 'it is missing or cannot be read')
  result.caseId = manifest.case.id
  result.documents = manifest.documents.length
  verifyFiles(manifest, sizes, fault)
  const followed = events.end()
  result.events = followed.count
  if (followed.head) result.head = followed.head
  for (const what of followed.faults) fault('events.ndjson', what)
  if (followed.count !== manifest.events.count || followed.count !== manifest.case.version)
    fault('events.ndjson', `it has ${followed.count} events, and the case ${manifest.case.version}`)
  if (followed.caseIds.some((caseId) => caseId !== manifest.case.id))
    fault('events.ndjson', 'it has events of another case')
  verifyDocuments(manifest, followed, fault)
}

function parseManifest(text: Buffer | undefined): Manifest | undefined {
  try {
    const manifest = JSON.parse(text?.toString() ?? '') as Manifest
    const isOurs = manifest.format === 'portico-case-file' && manifest.version === 2
    return isOurs && Array.isArray(manifest.documents) && manifest.case && manifest.events
      ? manifest
      : undefined
  } catch {
    return undefined
  }
}

function verifyFiles(
  { documents, annotations, events }: Manifest,
  sizes: ReadonlyMap<string, { bytes: number; sha256: string } | undefined>,
  fault: Report,
) {
  const listed: PackedFile[] = [
    ...documents.flatMap((document) => [document, ...(document.original ? [document.original] : [])]),
    annotations,
    events,
  ]
  for (const { file, bytes, sha256 } of listed) {
    const found = sizes.get(file)
    if (!sizes.has(file)) fault(file, 'it is in the manifest and not in the package')
    else if (found && (found.bytes !== bytes || found.sha256 !== sha256))
      fault(file, 'it is not the file that the manifest lists')
  }
  const known = new Set(['manifest.json', ...listed.map(({ file }) => file)])
  for (const file of sizes.keys()) if (!known.has(file)) fault(file, 'it is not in the manifest')
}

/** What the events say of a document. */
type Filed = {
  status: 'current' | 'held' | 'removed'
  startPage: number
  endPage: number
  content: Content
  original?: Original | undefined
}

type Followed = {
  count: number
  head: string | undefined
  faults: string[]
  caseIds: string[]
  filed: Map<string, Filed>
  /** Some payloads were erased by law, so that the events do not tell of every document. */
  isErased: boolean
}

/** Takes the lines of events as they come, follows the chain, and remembers what was filed. */
function followEvents() {
  const followed: Followed = {
    ...{ count: 0, head: undefined, faults: [], caseIds: [], isErased: false },
    filed: new Map(),
  }
  let link = { sequence: 0, hash: chainStart as Buffer }
  let rest = Buffer.alloc(0)

  function follow(line: Buffer) {
    const event = parseEvent(line)
    followed.count += 1
    if (!event) return void followed.faults.push(`line ${followed.count} is no event`)
    const what = faultOf(event, link)
    if (what) followed.faults.push(`event ${event.sequence}: ${what}`)
    link = { sequence: event.sequence, hash: Buffer.from(event.hash, 'hex') }
    followed.head = event.hash
    if (followed.caseIds.at(-1) !== event.caseId) followed.caseIds.push(event.caseId)
    // An annotation that was not for whoever exported the case tells nothing of documents.
    if (event.data === null) followed.isErased ||= event.type !== 'document.annotated'
    else evolve(followed.filed, event)
  }

  return {
    take(chunk: Buffer) {
      const known = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = known.indexOf(10); end >= 0; end = known.indexOf(10, start)) {
        follow(known.subarray(start, end))
        start = end + 1
      }
      rest = known.subarray(start)
      if (rest.length > mostLineBytes) throw new BadZip('One of its lines is too long.')
    },
    end(): Followed {
      if (rest.length > 0) followed.faults.push('its last line is cut off')
      return followed
    },
  }
}

function parseEvent(line: Buffer): StoredEvent | undefined {
  try {
    const { dataHash, ...event } = JSON.parse(line.toString())
    const isWhole = typeof dataHash === 'string' && typeof event.hash === 'string' && 'data' in event
    return isWhole ? { ...event, dataHash: Buffer.from(dataHash, 'hex') } : undefined
  } catch {
    return undefined
  }
}

function evolve(filed: Map<string, Filed>, event: PorticoEvent) {
  switch (event.type) {
    case 'document.filed':
    case 'document.revised': {
      const { documentId, startPage, endPage, content, original } = event.data
      const { status = 'current' } = filed.get(documentId) ?? {}
      filed.set(documentId, { status, startPage, endPage, content, original })
      break
    }
    case 'document.divided': {
      const document = filed.get(event.data.documentId)
      if (!document) break
      const { endPage } = event.data
      const content = { ...document.content, pageCount: endPage - document.startPage + 1 }
      filed.set(event.data.documentId, { ...document, endPage, content })
      break
    }
    case 'document.held':
    case 'document.admitted':
    case 'document.removed': {
      const document = filed.get(event.data.documentId)
      const status = { held: 'held', admitted: 'current', removed: 'removed' } as const
      const name = event.type.slice('document.'.length) as keyof typeof status
      if (document) document.status = status[name]
    }
  }
}

function verifyDocuments({ documents }: Manifest, { filed, isErased }: Followed, fault: Report) {
  for (const { file, id, content, startPage, endPage, original } of documents) {
    const said = filed.get(id)
    if (!said) {
      if (!isErased) fault(file, 'no event tells that it was filed')
      continue
    }
    if (said.status !== 'current') fault(file, `by the events it is ${said.status}`)
    const isSame =
      content.sha256 === said.content.sha256 &&
      content.firstPage === said.content.firstPage &&
      content.pageCount === said.content.pageCount &&
      startPage === said.startPage &&
      endPage === said.endPage
    if (!isSame) fault(file, 'the events tell of other pages')
    if (original && original.sha256 !== said.original?.sha256)
      fault(original.file, 'the events tell of another original')
  }
  const packed = new Set(documents.map(({ id }) => id))
  for (const [id, { status }] of filed)
    if (status === 'current' && !packed.has(id)) fault('manifest.json', `the document ${id} is missing`)
}
