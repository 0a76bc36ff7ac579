import { createFollowCitations } from '../app/anchors/follow-citations.ts'
import { createReanchor } from '../app/anchors/reanchor.ts'
import type { Execute } from '../app/engine/execute.ts'
import { createComparePages } from '../app/intake/compare-pages.ts'
import { createSettleDuplicates, type FoundAt } from '../app/intake/settle-duplicates.ts'
import { lastEvent } from '../app/sandbox/last-event.ts'
import { createReadTexts, type ReadTexts } from '../app/texts/read-texts.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import type { Database } from '../store/db.ts'

export function wireTexts({
  db,
  blobs,
  pdf,
  execute,
  clock,
  mode,
  recognition,
  onDuplicate,
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  execute: Execute
  clock: () => Date
  mode: Settings['mode']
  recognition: Settings['recognition']
  onDuplicate: Settings['duplicates']['near']
}) {
  const readPages = createReadTexts({ db, blobs, pdf, recognition })
  const foundAt: FoundAt = async (caseId) => {
    if (mode !== 'sandbox') return { at: clock() }
    // The past of a synthetic case is written while its file is read: what is found in the file belongs to that past.
    const { at, version } = await lastEvent(db, caseId)
    return { at, expectedVersion: version }
  }
  const onDuplicates = createSettleDuplicates({ execute, foundAt, onDuplicate })
  const comparePages = createComparePages({ db, recognition, onDuplicates })
  const reanchor = createReanchor({ db, execute, clock, recognition })
  const followCitations = createFollowCitations({ db, execute, clock, recognition })
  const followTexts = async (caseId: string) => {
    await reanchor(caseId)
    await followCitations(caseId)
  }
  /** What new text of a case changes: which pages repeat others, and where annotations and citations stand. */
  const useTexts = async (caseId: string, signal?: AbortSignal) => {
    await comparePages(caseId, signal)
    await followTexts(caseId)
  }
  const readTexts: ReadTexts = async (caseId, signal, options) => {
    const read = await readPages(caseId, signal, options)
    await useTexts(caseId, signal)
    return read
  }
  return { readPages, readTexts, useTexts, followTexts, followCitations }
}
