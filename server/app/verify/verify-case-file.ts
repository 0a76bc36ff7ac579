import type { Manifest } from '../../files/zip-case.ts'
import type { Followed } from './follow-events.ts'
import { type Report, verifyListed, type ZipParts } from './zip-parts.ts'

export function asCaseManifest(value: unknown): Manifest | undefined {
  const manifest = value as Partial<Manifest> | null
  const isOurs = manifest?.format === 'portico-case-file' && manifest.version === 2
  return isOurs && Array.isArray(manifest.documents) && manifest.case && manifest.events
    ? (manifest as Manifest)
    : undefined
}

/** Every file against the manifest, and the documents against what the events say was filed. */
export function verifyCaseFile(manifest: Manifest, parts: ZipParts, fault: Report) {
  const { documents, annotations, events } = manifest
  const listed = [
    ...documents.flatMap((document) => [document, ...(document.original ? [document.original] : [])]),
    annotations,
    events,
  ]
  verifyListed(listed, parts, fault)
  verifyDocuments(manifest, parts.events, fault)
}

function verifyDocuments({ documents }: Manifest, { filed, isErased }: Followed, fault: Report) {
  for (const { file, id, content, startPage, endPage, original } of documents) {
    const said = filed.get(id)
    if (!said) {
      if (!isErased) fault(file, 'no event says that it was filed')
      continue
    }
    if (said.status !== 'current') fault(file, `by the events it is ${said.status}`)
    const isSame =
      content.sha256 === said.content.sha256 &&
      content.firstPage === said.content.firstPage &&
      content.pageCount === said.content.pageCount &&
      startPage === said.startPage &&
      endPage === said.endPage
    if (!isSame) fault(file, 'the events name other pages')
    if (original && original.sha256 !== said.original?.sha256)
      fault(original.file, 'the events name another original')
  }
  const packed = new Set(documents.map(({ id }) => id))
  for (const [id, { status }] of filed)
    if (status === 'current' && !packed.has(id)) fault('manifest.json', `the document ${id} is missing`)
}
