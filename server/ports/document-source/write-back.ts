import type { PorticoEvent } from '@portico/contract/events'
import type { documentSource } from '@portico/contract/ports/document-source'
import type { InputOf } from '@portico/contract/ports/kit'
import { curator } from '../../app/file/case-documents.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { type Cancelled, cancelled, type PortParts } from '../delivery/bindings/serve-port.ts'
import { caseRefOf } from './case-ref.ts'

type Made = Extract<PorticoEvent, { type: 'document.filed' | 'document.revised' }>

/** A document that was made here, as it is handed to a source; unless it was taken out of the file since. */
export async function writeBackInput(
  parts: PortParts<'caseDocuments' | 'cases'>,
  caseId: string,
  event: Pick<Made, 'type' | 'data'>,
): Promise<InputOf<typeof documentSource, 'writeBack'> | Cancelled> {
  const { documentId, madeAs, content, original = content } = event.data
  if (madeAs === undefined) return cancelled('The document was not made here.')
  const found = await parts.portico.caseDocuments.facts(caseId, documentId, curator).catch(orMissing)
  if (found?.status !== 'current') return cancelled('The document is no longer in the file.')
  // A revision has new bytes under the labels that the document has anyway.
  const { name, receiptDate } = 'name' in event.data ? event.data : found
  const { sha256, bytes, mediaType } = original
  return {
    case: await caseRefOf(parts, caseId),
    documentId,
    version: 'version' in event.data ? event.data.version : 1,
    kind: madeAs,
    name,
    receiptDate,
    file: { name: fileNameOf(name, mediaType), mediaType, size: bytes, sha256 },
  }
}

function orMissing(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'notFound') return undefined
  throw error
}

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'text/plain': 'txt',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** Safe on every system. */
function fileNameOf(name: string, mediaType: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
    .slice(0, 100)
  return `${safe || 'document'}.${endings[mediaType] ?? 'bin'}`
}
