import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Blobs, LocalFile } from './blobs.ts'
import type { DerivedFiles, ServedFile } from './derived.ts'
import type { PdfWorkers } from './pdf/pdf-workers.ts'
import { UnreadablePdf } from './pdf/unreadable.ts'

/** `untold`: nobody can tell what is in it, so that it is no file to show. */
export type SafePdf = { type: 'asReceived' } | { type: 'defused'; file: ServedFile } | { type: 'untold' }

/** PDFs without scripts, launched programs and files inside: the bytes received where they have none. */
export type SafePdfs = {
  find(sha256: string, signal?: AbortSignal): Promise<SafePdf>
  /** For readers that need a path. Throws `UnreadablePdf` where there is no safe one. */
  localFile(sha256: string, signal?: AbortSignal): Promise<LocalFile>
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
    const file = await derived.file(`defused ${defusalVersion} ${sha256}`, produce, signal)
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

  return {
    find,
    async localFile(sha256, signal) {
      const safe = await find(sha256, signal)
      if (safe.type === 'asReceived') return await blobs.localFile(sha256)
      if (safe.type === 'untold') throw new UnreadablePdf('damaged')
      const path = derived.scratchPath()
      const dispose = () => rm(path, { force: true })
      try {
        await pipeline(await safe.file.open(), createWriteStream(path))
        return { path, [Symbol.asyncDispose]: dispose }
      } catch (error) {
        await dispose()
        throw error
      }
    },
  }
}

function safePdf(file: ServedFile): SafePdf {
  if (file.bytes === 0) return { type: 'asReceived' }
  return file.bytes === untoldMark.length ? { type: 'untold' } : { type: 'defused', file }
}
