import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createFollowCitations, type FollowCitations } from './app/anchors/follow-citations.ts'
import { createReanchor } from './app/anchors/reanchor.ts'
import { type BulkLoad, openBulkLoad } from './app/bulk-load/bulk-load.ts'
import { createImporterFor } from './app/bulk-load/importer.ts'
import { openAccessLog } from './app/custody/access-log.ts'
import { claimBlobs } from './app/custody/claimed-blobs.ts'
import { createFinishPurges, type FinishPurges } from './app/custody/finish-purges.ts'
import { createForgetPurged, type ForgetPurged, keepForgetting } from './app/custody/forget-purged.ts'
import { type BlobErrors, watchBlobs } from './app/custody/lost-files.ts'
import { storageFigures } from './app/custody/storage-figures.ts'
import type { SealDecision } from './app/decisions/seal-decision.ts'
import type { SealingKeys } from './app/decisions/sealing-keys.ts'
import { createSightOfActor } from './app/engine/sight-of-actor.ts'
import { createComparePages } from './app/intake/compare-pages.ts'
import { createSettleDuplicates } from './app/intake/settle-duplicates.ts'
import { createSpreadParty } from './app/parties/spread-party.ts'
import { openPortico, type Portico } from './app/portico.ts'
import { createApplyProfile } from './app/profile/apply-profile.ts'
import type { Sandbox } from './app/sandbox/sandbox.ts'
import type { Made, Synthesise } from './app/sandbox/synthesise.ts'
import { createReadTexts, type ReadTexts } from './app/texts/read-texts.ts'
import { createRecogniseTexts } from './app/texts/recognise-texts.ts'
import { openSearch } from './app/texts/search.ts'
import { verifyFiles } from './app/verify/verify-files.ts'
import { createBeginWork } from './app/work/begin-work.ts'
import { createDeactivateMember } from './app/work/deactivate-member.ts'
import { createFireTimers, type FireTimers } from './app/work/fire-timers.ts'
import { openPermissions } from './auth/can.ts'
import { IssuerUnavailable } from './auth/external-issuer.ts'
import type { Identity } from './auth/identity.ts'
import { openSecret } from './auth/secret.ts'
import type { Settings } from './config.ts'
import { BlobStoreUnavailable, type Blobs, openBlobs } from './files/blobs.ts'
import { openTypesetting } from './files/decision/typesetting.ts'
import { openDerivedFiles } from './files/derived.ts'
import { openDiskSpace, type Room } from './files/disk-space.ts'
import { openRecogniser } from './files/ocr/recogniser.ts'
import { openPdfWorkers, type PdfWorkers } from './files/pdf/pdf-workers.ts'
import { openUploads } from './files/uploads.ts'
import { describe } from './http/errors.ts'
import { allJobs } from './jobs/all.ts'
import { workFor } from './jobs/effects.ts'
import { readFigures } from './jobs/figures.ts'
import type { JobParts } from './jobs/job-parts.ts'
import { runImport } from './jobs/run-import.ts'
import { synthesise as synthesiseJob } from './jobs/synthesise.ts'
import type { Workers } from './jobs/workers.ts'
import { later, laterMethods } from './later.ts'
import { listen } from './listen.ts'
import { openIdentityOf } from './open-identity.ts'
import { allProjections } from './projections/all.ts'
import { openCaseIndexes } from './search/memory/case-indexes.ts'
import { openStorage, type Storage } from './storage.ts'
import { ballastIn, keepBallast } from './store/ballast.ts'
import { type Database, isConnectionLoss } from './store/db.ts'
import { keepServedUrl } from './store/deployment.ts'
import { asStartFailure, StartFailure } from './store/start-failure.ts'

const derivedBytes = 4 * 1024 ** 3
/** A process that only reads sees words that another has saved so late at most; a command sees them at once. */
const profileLookMs = 1000
const syntheticNotice = 'Synthetic data: nobody and nothing in this file is real.'

/** What new text of a case changes: which pages repeat others, and where annotations stand. */
type UseTexts = (caseId: string, signal?: AbortSignal) => Promise<void>

/** Everything but HTTP and the background: what a command on the command line needs. */
export type Parts = {
  settings: Settings
  log: Logger
  clock: () => Date
  databaseUrl: string
  db: Database
  blobs: Blobs
  blobErrors: BlobErrors
  verifyFiles: (options: Parameters<typeof verifyFiles>[1]) => ReturnType<typeof verifyFiles>
  pdf: PdfWorkers
  identity: Identity
  portico: Portico
  deactivateMember: ReturnType<typeof createDeactivateMember>
  readPages: ReadTexts
  /** Reads all of a case, and uses what was read. */
  readTexts: ReadTexts
  useTexts: UseTexts
  followTexts: (caseId: string) => Promise<void>
  followCitations: FollowCitations
  synthesise: Synthesise
  sandbox: Sandbox
  bulkLoad: BulkLoad
  finishPurges: FinishPurges
  forgetPurged: ForgetPurged
  sealingKeys: SealingKeys
  sealDecision: SealDecision
  close(): Promise<void>
}

export async function openParts(
  settings: Settings,
  clock = () => new Date(),
  opening: Promise<Storage> = openStorage(settings, { mayCreate: true }),
): Promise<Parts> {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: false }))
  const folder = settings.dataFolder
  const storage = await opening
  const { db, cluster } = storage
  const pdf = openPdfWorkers({ mostPages: settings.mostPages })
  const typesetting = openTypesetting()
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
  const close = async () => {
    disk.close()
    await accessLog.close()
    await indexes.close()
    await pdf.close()
    await typesetting.close()
    await storage.close()
  }
  try {
    const { profiles, identity, secret, publicUrl } = await openIdentityOf(settings, storage, clock, (why) =>
      log.warn({ why }, 'the default profile of this version is not in force'),
    )
    for (const inside of [settings.blobBucket ? 'blob-cache' : 'blobs', 'derived', 'uploads'])
      await makePrivate(join(folder, inside))
    const store = claimBlobs({ db, blobs: await openBlobStore(settings, clock, disk), clock })
    const { blobs, errors: blobErrors, keep: keepFault } = watchBlobs({ db, blobs: store, clock })
    const derived = await openDerivedFiles(join(folder, 'derived'), {
      maxBytes: derivedBytes,
      clock,
      room: disk,
    })
    const uploads = await openUploads(join(folder, 'uploads'), clock(), {
      mostBytes: settings.mostUploadsBytes,
      room: disk,
    })
    disk.onShort(() => uploads.giveRoom(clock()))
    disk.onShort(() => derived.giveRoom())
    disk.onShort(async () => blobs.copies?.giveRoom())
    const notice = settings.mode === 'sandbox' ? syntheticNotice : undefined
    const given = await givenSealingKey(settings, clock())
    const sealingKeys: SealingKeys = laterMethods(['current'], async () => {
      const { openSealingKeys } = await import('./app/decisions/sealing-keys.ts')
      const organisation = new URL(publicUrl).host
      return openSealingKeys({ db, secret: openSecret(secret), clock, organisation, given })
    })
    const portico = openPortico({
      db,
      clock,
      profiles,
      permissions: openPermissions({
        mode: settings.mode,
        roles: () => profiles.inForce().roles,
        acceptsWhenClosed: () => profiles.inForce().closedCases.accepts,
      }),
      workFor,
      accessLog,
      search: openSearch({ db, indexes }),
      blobs,
      pdf,
      uploads,
      disk,
      secret: openSecret(secret),
      scratchPath: derived.scratchPath,
      onDuplicate: settings.duplicates.exact,
      recognition: settings.recognition,
      exports: laterMethods(['checkFiles', 'documentFile', 'exportCase'], async () => {
        const { createExportCase } = await import('./app/file/export-case.ts')
        return createExportCase({ db, blobs, derived, pdf, clock, ...(notice ? { notice } : {}) })
      }),
      decisionFiles: laterMethods(['decisionFile', 'decisionZip'], async () => {
        const { openDecisionFiles } = await import('./app/decisions/decision-files.ts')
        return openDecisionFiles({ db, blobs, derived, pdf, keys: sealingKeys, clock, notice })
      }),
    })
    const { recognition } = settings
    const readPages = createReadTexts({ db, blobs, pdf, recognition })
    const onDuplicates = createSettleDuplicates({
      execute: portico.execute,
      clock,
      onDuplicate: settings.duplicates.near,
    })
    const comparePages = createComparePages({ db, recognition, onDuplicates })
    const reanchor = createReanchor({ db, execute: portico.execute, clock, recognition })
    const followCitations = createFollowCitations({ db, execute: portico.execute, clock, recognition })
    const followTexts = async (caseId: string) => {
      await reanchor(caseId)
      await followCitations(caseId)
    }
    const useTexts: UseTexts = async (caseId, signal) => {
      await comparePages(caseId, signal)
      await followTexts(caseId)
    }
    const readTexts: ReadTexts = async (caseId, signal, options) => {
      const read = await readPages(caseId, signal, options)
      await useTexts(caseId, signal)
      return read
    }
    const synthesise: Synthesise = later(async () => {
      const { createSynthesise } = await import('./app/sandbox/synthesise.ts')
      return createSynthesise({ db, blobs, derived, portico, readTexts, clock })
    })
    const sandbox: Sandbox = laterMethods(['prepare', 'make'], async () => {
      const { openSandbox } = await import('./app/sandbox/sandbox.ts')
      return openSandbox({
        db,
        synthesise,
        enqueue: (order) => synthesiseJob.enqueue(db, order),
        seed: settings.synthetic.seed,
        sizes: settings.synthetic.pages,
      })
    })
    const bulkLoad = openBulkLoad({
      db,
      blobs,
      clock,
      run: later(async () => {
        const { createRunImport } = await import('./app/bulk-load/run-import.ts')
        return createRunImport({
          db,
          blobs,
          pdf,
          projections: allProjections,
          workFor,
          profileFor: profiles.inForceFor,
          importerFor: createImporterFor(portico.permissions),
          clock,
          scratchPath: derived.scratchPath,
          afterCommit: portico.live.nudge,
        })
      }),
      enqueue: (tx, importId) => runImport.enqueue(tx, { importId }),
    })
    return {
      settings,
      log,
      clock,
      databaseUrl: storage.url,
      db,
      blobs,
      blobErrors,
      verifyFiles: (options) => verifyFiles({ db, blobs, keepFault }, options),
      pdf,
      identity,
      portico,
      deactivateMember: createDeactivateMember({
        db,
        execute: portico.execute,
        clock,
        deactivate: identity.members.deactivate,
      }),
      readPages,
      readTexts,
      useTexts,
      followTexts,
      followCitations,
      synthesise,
      sandbox,
      bulkLoad,
      finishPurges: createFinishPurges({ db, blobs, clock }),
      forgetPurged: createForgetPurged({ db, clock, indexes, derived, copies: blobs.copies }),
      sealingKeys,
      sealDecision: later(async () => {
        const { createSealDecision } = await import('./app/decisions/seal-decision.ts')
        return createSealDecision({
          db,
          execute: portico.execute,
          blobs,
          typesetting,
          keys: sealingKeys,
          clock,
          pageUrl: (caseId, page) =>
            `${publicUrl}/workspace/cases/${encodeURIComponent(caseId)}/pages/${page}`,
          notice,
        })
      }),
      close,
    }
  } catch (error) {
    await close()
    throw asStartFailure(error)
  }
}

export type Service = Parts & {
  app: FastifyInstance
  workers: Workers
  fireTimers: FireTimers
  url: string
}

/** Serves until closed: requests that have begun are finished, then the background, then the database. */
export async function openService(
  parts: Parts,
  {
    onSynthesised = () => {},
    beforeBackground = async () => {},
  }: {
    onSynthesised?: (made: Made) => void
    /** Done once requests are answered, and before background work begins. */
    beforeBackground?: (url: string) => Promise<unknown>
  } = {},
): Promise<Service> {
  const { settings, log, clock, portico, identity, db, bulkLoad } = parts
  const { openHttp } = await import('./http/server.ts')
  const app = await openHttp({
    portico,
    bulkLoad,
    identity,
    deactivateMember: parts.deactivateMember,
    clock,
    log,
    limits: settings.limits,
    allowedOrigins: settings.allowedOrigins,
    proxyCount: settings.proxyCount,
    graceMs: settings.graceSeconds * 1000,
    mostUploadBytes: settings.mostUploadBytes,
    publicUrl: settings.isBaseUrlSet ? settings.baseUrl : undefined,
    isUnavailable: (error) =>
      isConnectionLoss(error) || error instanceof IssuerUnavailable || error instanceof BlobStoreUnavailable,
    metrics: settings.metricsToken
      ? { token: settings.metricsToken, readFigures: () => figuresOf(parts) }
      : undefined,
  })
  app.addHook('preClose', async () => portico.live.close())
  const looking = setInterval(() => void portico.profiles.inForceFor(db).catch(() => {}), profileLookMs)
  const recogniser = openRecogniser()
  const recogniseTexts = createRecogniseTexts({ db, blobs: parts.blobs, recogniser })
  const jobs = allJobs.filter(({ lane }) => lane !== 'ocr' || settings.recognition === 'on')
  const jobParts: JobParts = {
    ...parts,
    maintainIdentity: identity.maintain,
    recogniseTexts,
    applyProfile: createApplyProfile({ db, profiles: portico.profiles, execute: portico.execute, clock }),
    spreadParty: createSpreadParty({
      db,
      execute: portico.execute,
      clock,
      sightOf: createSightOfActor(identity.members, portico.permissions),
    }),
    beginWork: createBeginWork({ db, execute: portico.execute, clock }),
    fireTimers: createFireTimers({ db, execute: portico.execute, clock }),
    onSynthesised,
    warn: (facts, what) => log.warn(facts, what),
    async resumeAll() {
      for (const job of jobs) await job.resume(db, jobParts)
    },
  }
  try {
    const url = `http://localhost:${await listen(app, settings)}`
    await keepServedUrl(db, settings.isBaseUrlSet ? settings.baseUrl : url)
    await beforeBackground(url)
    await jobParts.resumeAll()
    const { startWorkers } = await import('./jobs/workers.ts')
    const workers = await startWorkers({
      url: parts.databaseUrl,
      db,
      jobs,
      parts: jobParts,
      isShortOfSpace: portico.disk.isShort,
      onFailure: (name, error) => log.error({ job: name, ...describe(error) }, 'job failed'),
    })
    const forgetting = keepForgetting(parts.forgetPurged, (error) =>
      log.warn(describe(error), 'what is left of purged cases could not be looked for'),
    )
    return {
      ...parts,
      app,
      workers,
      fireTimers: jobParts.fireTimers,
      url,
      async close() {
        clearInterval(looking)
        await app.close()
        await workers.stop()
        await forgetting.stop()
        await recogniser.close()
        await parts.close()
      },
    }
  } catch (error) {
    clearInterval(looking)
    await app.close()
    throw asStartFailure(error)
  }
}

/** Also one that an earlier release made for all to see. */
async function makePrivate(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** What this process knows itself is told while the database is away, too. */
async function figuresOf({ db, portico, blobErrors }: Parts) {
  const told = await readFigures({ db, live: portico.live }).catch(() => [])
  return [...told, ...(await storageFigures({ db, disk: portico.disk, blobErrors }))]
}

async function givenSealingKey({ sealingKey }: Settings, now: Date) {
  if (!sealingKey) return undefined
  const { BadSealingKey, readSealingKey } = await import('./files/decision/sealing-key.ts')
  return readSealingKey(sealingKey, now).catch((error) => {
    if (error instanceof BadSealingKey) throw new StartFailure(`PORTICO_SEAL_CERTIFICATE: ${error.message}`)
    throw error
  })
}

async function openBlobStore(
  { blobBucket, dataFolder }: Settings,
  clock: () => Date,
  room: Room,
): Promise<Blobs> {
  if (!blobBucket) return openBlobs(join(dataFolder, 'blobs'), clock(), room)
  const cacheFolder = join(dataFolder, 'blob-cache')
  const { openS3Blobs } = await import('./files/blobs-s3.ts')
  return openS3Blobs({ ...blobBucket, cacheFolder, clock, room }).catch((error) => {
    if (error instanceof BlobStoreUnavailable) throw new StartFailure(`PORTICO_BLOBS: ${error.message}`)
    throw error
  })
}
