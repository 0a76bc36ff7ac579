import type { DocumentBytes } from '../../core/file/case-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Blobs } from '../../files/blobs.ts'
import { UnsupportedFile } from '../../files/intake/unsupported.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { KeptFile } from '../../store/mail-pieces.ts'
import { keepForReading, type ReceivedFile } from '../intake/received-file.ts'

export type KeptBytes = { kept: KeptFile<DocumentBytes>; blobs: string[] }

/** Stores what was received, whatever it is. What can be read becomes a document later. */
export async function keepBytes(
  file: ReceivedFile,
  parts: { blobs: Blobs; pdf: PdfWorkers; scratchPath: () => string },
): Promise<KeptBytes> {
  const { sha256, bytes } = file
  if (bytes === 0) return asItIs('The file is empty.')
  try {
    const { bytes: document } = await keepForReading(file, parts)
    const blobs = [document.content.sha256, ...(document.original ? [document.original.sha256] : [])]
    return { kept: { sha256, bytes, document }, blobs }
  } catch (error) {
    if (error instanceof UnsupportedFile || error instanceof Refusal) return asItIs(error.message)
    throw error
  }

  async function asItIs(why: string): Promise<KeptBytes> {
    const stored = await parts.blobs.putFile(file.path)
    return { kept: { sha256: stored.sha256, bytes: stored.bytes, why }, blobs: [stored.sha256] }
  }
}
