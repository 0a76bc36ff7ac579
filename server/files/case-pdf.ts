import { createHash } from 'node:crypto'
import type { Blobs } from './blobs.ts'
import type { DerivedFiles, ServedFile } from './derived.ts'
import type { ExportedCase } from './exported-case.ts'
import { assembleCase } from './pdf/assemble.ts'
import type { PdfWorkers } from './pdf/pdf-workers.ts'

/** To be raised whenever the same case comes out as other bytes than before. */
const assemblyVersion = 1

/** The whole case as one PDF, made once for the same content and served in ranges from then on. */
export async function casePdf(
  exported: ExportedCase,
  { blobs, derived, pdf }: { blobs: Blobs; derived: DerivedFiles; pdf: PdfWorkers },
  signal?: AbortSignal,
): Promise<ServedFile> {
  const content = createHash('sha256').update(JSON.stringify(exported)).digest('hex')
  return await derived.file(
    `case ${assemblyVersion} ${content}`,
    async (output, signal) => {
      await assembleCase(exported, output, { blobs, pdf, scratchPath: derived.scratchPath }, signal)
    },
    signal,
  )
}
