import { writeFile } from 'node:fs/promises'
import type { Blobs } from './blobs.ts'
import type { DerivedFiles, ServedFile } from './derived.ts'
import type { PdfWorkers } from './pdf/pdf-workers.ts'
import { UnreadablePdf } from './pdf/unreadable.ts'

/** `untold`: nobody can tell what is in it, so that it is no file to show. */
export type SafePdf = { type: 'asReceived' } | { type: 'defused'; file: ServedFile } | { type: 'untold' }

/** PDFs without scripts, launched programs and files inside: the bytes received where they have none. */
export type SafePdfs = {
  find(sha256: string, signal?: AbortSignal): Promise<SafePdf>
}

/** To be raised whenever more is found, or is taken out otherwise. */
const defusalVersion = 1
const remembered = 10_000
const untoldMark = '?'

export function openSafePdfs({
  blobs,
  derived,
  pdf,
}: {
  blobs: Blobs
  derived: DerivedFiles
  pdf: PdfWorkers
}): SafePdfs {
  const known = new Map<string, SafePdf>()

  async function find(sha256: string, signal?: AbortSignal): Promise<SafePdf> {
    const found = known.get(sha256)
    if (found) return found
    // A file of no bytes says that there is nothing to take out: the finding outlives this process.
    const file = await derived.of(sha256).file(`defused ${defusalVersion} ${sha256}`, produce, signal)
    const safe = safePdf(file)
    if (safe.type === 'defused') return safe
    if (known.size >= remembered) known.clear()
    known.set(sha256, safe)
    return safe

    async function produce(output: string, aborted: AbortSignal) {
      await using local = await blobs.localFile(sha256)
      try {
        if ((await pdf.defuse(local.path, output, { signal: aborted })) === 'harmless')
          await writeFile(output, '')
      } catch (error) {
        if (!(error instanceof UnreadablePdf)) throw error
        await writeFile(output, untoldMark)
      }
    }
  }

  return { find }
}

function safePdf(file: ServedFile): SafePdf {
  if (file.bytes === 0) return { type: 'asReceived' }
  return file.bytes === untoldMark.length ? { type: 'untold' } : { type: 'defused', file }
}
