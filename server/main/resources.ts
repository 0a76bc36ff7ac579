import type { Logger } from 'pino'
import { openAccessLog } from '../app/custody/access-log.ts'
import type { Settings } from '../config.ts'
import { openDiskSpace } from '../files/disk-space.ts'
import { openSpeech } from '../files/speech/speech.ts'
import { describe } from '../http/errors.ts'
import { openCaseIndexes } from '../search/memory/case-indexes.ts'
import { ballastIn, keepBallast } from '../store/ballast.ts'
import type { FileWorkers } from './file-workers.ts'
import type { Storage } from './storage.ts'

/** What a process holds until it ends: the database, disk, indexes in memory, threads. What they lose is logged. */
export async function openResources(
  settings: Settings,
  { storage, fileWorkers, log }: { storage: Storage; fileWorkers: FileWorkers; log: Logger },
) {
  const { db, cluster } = storage
  const folder = settings.dataFolder
  const accessLog = openAccessLog(db, {
    onLoss: (count) => log.error({ count }, 'views and searches could not be written to the access log'),
  })
  const indexes = openCaseIndexes({
    db,
    mostBytes: settings.searchMemoryBytes,
    onFailure: (error) => log.warn(describe(error), 'an index of a case could not be made'),
  })
  const disk = await openDiskSpace({
    folders: cluster ? [folder, cluster] : [folder],
    reserveBytes: settings.diskReserveBytes,
    keepBallast: cluster ? () => keepBallast(ballastIn(cluster)) : undefined,
    onChange: (facts) =>
      log.warn(facts, facts.isShort ? 'the disk is short of space' : 'the disk has space again'),
  })
  const speech = openSpeech(settings.speech, folder)
  return {
    db,
    accessLog,
    indexes,
    disk,
    speech,
    async close() {
      disk.close()
      await speech.close()
      await accessLog.close()
      await indexes.close()
      await fileWorkers.close()
      await storage.close()
    },
  }
}
