import { pino } from 'pino'
import { createFinishPurges } from '../app/custody/finish-purges.ts'
import { createForgetPurged } from '../app/custody/forget-purged.ts'
import { verifyFiles } from '../app/verify/verify-files.ts'
import { createDeactivateMember } from '../app/work/deactivate-member.ts'
import { openSecret } from '../auth/secret.ts'
import type { Settings } from '../config.ts'
import { readyReportingRole } from '../store/reporting-role.ts'
import { asStartFailure } from '../store/start-failure.ts'
import { openApplication } from './application.ts'
import { openBoundary, openPorts } from './boundary.ts'
import { wireBulkLoad } from './bulk-load.ts'
import { type FileWorkers, openFileWorkers } from './file-workers.ts'
import { openIdentityOf } from './identity.ts'
import { wirePapers } from './papers.ts'
import { openResources } from './resources.ts'
import { wireSandbox } from './sandbox.ts'
import { openKeys, sealingWith } from './sealing.ts'
import { openStorage, type Storage } from './storage.ts'
import { openStoredFiles } from './stored-files.ts'
import { wireTexts } from './texts.ts'

const syntheticNotice = 'Synthetic data: nobody and nothing in this file is real.'

/** Everything but HTTP and the background: what a command on the command line needs. */
export async function openParts(
  settings: Settings,
  clock = () => new Date(),
  opening: Promise<Storage> = openStorage(settings, { mayCreate: true }),
  fileWorkers: FileWorkers = openFileWorkers(settings),
) {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: false }))
  const storage = await opening
  const resources = await openResources(settings, { storage, fileWorkers, log })
  const { db, disk, indexes, speech, close } = resources
  const { pdf, typesetting } = fileWorkers
  try {
    const [reportingFault, boundary, { profiles, identity, secret, publicUrl }] = await Promise.all([
      readyReportingRole(db, settings.reportingPassword),
      openBoundary(settings),
      openIdentityOf(settings, storage, clock, (why) =>
        log.warn({ why }, 'the default profile of this version is not in force'),
      ),
    ])
    if (reportingFault !== undefined) log.warn({ why: reportingFault }, 'reporting tools cannot read by SQL')
    boundary.checkWords(profiles.inForce())
    const files = await openStoredFiles(settings, { db, disk, clock })
    const { blobs, blobErrors, keepFault, derived } = files
    const notice = settings.mode === 'sandbox' ? syntheticNotice : undefined
    const sealingKeys = await openKeys(settings, { db, clock, secret, publicUrl })
    const pageUrl = (caseId: string, page: number) =>
      `${publicUrl}/workspace/cases/${encodeURIComponent(caseId)}/pages/${page}`
    const sealBy = sealingWith({ db, blobs, typesetting, keys: sealingKeys, pageUrl, notice })
    const { portico, notifying, reachable, nudge } = openApplication(settings, {
      ...resources,
      ...files,
      ...{ clock, pdf, typesetting, boundary, profiles, secret, publicUrl, notice, sealingKeys, pageUrl },
    })
    const { execute } = portico
    const texts = wireTexts({
      ...{ db, blobs, pdf, execute, clock },
      mode: settings.mode,
      recognition: settings.recognition,
      onDuplicate: settings.duplicates.near,
    })
    const { workFor, broughtWorkFor } = boundary
    return {
      settings,
      log,
      clock,
      databaseUrl: storage.url,
      db,
      blobs,
      blobErrors,
      verifyFiles: (options: Parameters<typeof verifyFiles>[1]) =>
        verifyFiles({ db, blobs, keepFault }, options),
      pdf,
      identity,
      portico,
      boundary,
      notifying,
      ports: openPorts({ db, boundary, portico, blobs, clock, mac: openSecret(secret).mac, publicUrl }),
      deactivateMember: createDeactivateMember({
        ...{ db, execute, clock },
        deactivate: identity.members.deactivate,
      }),
      ...texts,
      ...wireSandbox(settings, {
        ...{ db, clock, log, blobs, derived, identity, portico, sealBy, workFor, nudge },
        readTexts: texts.readTexts,
      }),
      bulkLoad: wireBulkLoad({
        ...{ db, blobs, pdf, clock, portico, nudge },
        workFor: broughtWorkFor,
        scratchPath: derived.scratchPath,
      }),
      finishPurges: createFinishPurges({ db, blobs, clock }),
      forgetPurged: createForgetPurged({ db, clock, indexes, derived, copies: blobs.copies }),
      ...wirePapers({
        ...{ db, blobs, typesetting, speech, clock, notice, portico },
        sendsEmail: reachable.channels.includes('email'),
      }),
      sealingKeys,
      sealDecision: sealBy(portico, clock),
      close,
    }
  } catch (error) {
    await close()
    throw asStartFailure(error)
  }
}

export type Parts = Awaited<ReturnType<typeof openParts>>
