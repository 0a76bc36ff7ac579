import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import { beginAnew, type ImportRecord, lockImport, setImportStatus } from './import-record.ts'

/** Where the run of an import begins and ends in its record. */
export function openImportRuns({ db, clock }: { db: Database; clock: () => Date }) {
  return {
    begin(importId: string): Promise<ImportRecord | undefined> {
      return db.transaction(async (tx) => {
        const record = await lockImport(tx, importId)
        if (record?.status !== 'waiting' && record?.status !== 'running') return undefined
        if (record.status === 'waiting') await setImportStatus(tx, importId, 'running')
        if (!record.dryRun || record.bytesRead === 0) return record
        await beginAnew(tx, importId)
        return { ...record, bytesRead: 0, linesRead: 0 }
      })
    },

    finish(importId: string) {
      return db.transaction(async (tx) => {
        const record = await lockImport(tx, importId)
        if (record?.status === 'running' && record.bytesRead === record.bytes)
          await setImportStatus(tx, importId, 'done', { finishedAt: clock() })
      })
    },

    fail(importId: string, error: unknown) {
      return db.transaction(async (tx) => {
        const record = await lockImport(tx, importId)
        if (record?.status !== 'running') return
        const fault = `It stopped after line ${record.linesRead} because of an internal error: resume it to try again.`
        const sentence = error instanceof Refusal ? error.message : fault
        await setImportStatus(tx, importId, 'failed', { finishedAt: clock(), error: sentence })
      })
    },
  }
}
