import { constants, existsSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { openAccessLog } from './app/access-log.ts'
import { createApplyProfile } from './app/apply-profile.ts'
import { createBeginWork } from './app/begin-work.ts'
import { type BulkLoad, openBulkLoad } from './app/bulk-load/bulk-load.ts'
import { createImporterFor } from './app/bulk-load/importer.ts'
import { createRunImport } from './app/bulk-load/run-import.ts'
import { claimBlobs } from './app/claimed-blobs.ts'
import { createComparePages } from './app/compare-pages.ts'
import { createDeactivateMember } from './app/deactivate-member.ts'
import { openDecisionFiles } from './app/decision-files.ts'
import { createExportCase } from './app/export-case.ts'
import { createFinishPurges, type FinishPurges } from './app/finish-purges.ts'
import { createFireTimers, type FireTimers } from './app/fire-timers.ts'
import { createFollowCitations, type FollowCitations } from './app/follow-citations.ts'
import { createForgetPurged, type ForgetPurged, keepForgetting } from './app/forget-purged.ts'
import { openPortico, type Portico } from './app/portico.ts'
import { openProfiles } from './app/profiles.ts'
import { provisionProfile } from './app/provision-profile.ts'
import { createReadTexts, type ReadTexts } from './app/read-texts.ts'
import { createReanchor } from './app/reanchor.ts'
import { createRecogniseTexts } from './app/recognise-texts.ts'
import { openSandbox, type Sandbox } from './app/sandbox.ts'
import { createSealDecision, type SealDecision } from './app/seal-decision.ts'
import { openSealingKeys, type SealingKeys } from './app/sealing-keys.ts'
import { openSearch } from './app/search.ts'
import { createSettleDuplicates } from './app/settle-duplicates.ts'
import { createSpreadParty } from './app/spread-party.ts'
import { createSynthesise, type Made, type Synthesise } from './app/synthesise.ts'
import { openPermissions } from './auth/can.ts'
import { IssuerUnavailable } from './auth/external-issuer.ts'
import { type Identity, openIdentity } from './auth/identity.ts'
import { openSecret, secretInFolder } from './auth/secret.ts'
import type { Settings } from './config.ts'
import { BlobStoreUnavailable, type Blobs, openBlobs } from './files/blobs.ts'
import { openS3Blobs } from './files/blobs-s3.ts'
import { BadSealingKey, readSealingKey } from './files/decision/sealing-key.ts'
import { openTypesetting } from './files/decision/typesetting.ts'
import { openDerivedFiles } from './files/derived.ts'
import { openDiskSpace, type Room } from './files/disk-space.ts'
import { openRecogniser } from './files/ocr/recogniser.ts'
import { openPdfWorkers, type PdfWorkers } from './files/pdf/pdf-workers.ts'
import { openUploads } from './files/uploads.ts'
import { describe } from './http/errors.ts'
import { openHttp } from './http/server.ts'
import { allJobs } from './jobs/all.ts'
import { workFor } from './jobs/effects.ts'
import { readFigures } from './jobs/figures.ts'
import type { JobParts } from './jobs/job-parts.ts'
import { runImport } from './jobs/run-import.ts'
import { synthesise as synthesiseJob } from './jobs/synthesise.ts'
import { startWorkers, type Workers } from './jobs/workers.ts'
import { listen } from './listen.ts'
import { allProjections } from './projections/all.ts'
import { openCaseIndexes } from './search/memory/case-indexes.ts'
import { ballastIn, keepBallast } from './store/ballast.ts'
import { type Database, isConnectionLoss, openDatabase } from './store/db.ts'
import { claimDeployment, keepServedUrl } from './store/deployment.ts'
import { startEmbedded } from './store/embedded.ts'
import { migrate } from './store/migrate.ts'
import { StartFailure } from './store/start-failure.ts'

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

export async function openParts(settings: Settings, clock = () => new Date()): Promise<Parts> {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: false }))
  const folder = settings.dataFolder
  await refuseUnwritable(folder)
  const storage = await openStorage(settings)
  const { db, cluster } = storage
  const pdf = openPdfWorkers()
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
    await db.close()
    await storage.stop()
  }
  try {
    await migrate(db)
    const deployment = await claimDeployment(db, {
      synthetic: settings.mode === 'sandbox',
      baseUrl: settings.baseUrl,
    })
    refuseOtherMode(settings, deployment.synthetic)
    const profiles = await openProfiles({ db, clock })
    await provisionProfile({
      db,
      profiles,
      path: settings.profilePath,
      onKept: (why) => log.warn({ why }, 'the default profile of this version is not in force'),
    })
    const publicUrl = settings.isBaseUrlSet ? settings.baseUrl : deployment.baseUrl
    for (const inside of [settings.blobBucket ? 'blob-cache' : 'blobs', 'derived', 'uploads'])
      await mkdir(join(folder, inside), { recursive: true, mode: 0o700 })
    const blobs = claimBlobs({ db, blobs: await openBlobStore(settings, clock, disk), clock })
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
    const secret = settings.secret ?? (await secretInFolder(folder))
    const identity = openIdentity({
      db,
      clock,
      words: profiles.inForce,
      issuer: publicUrl,
      secret,
      ...(settings.externalIssuer ? { external: settings.externalIssuer } : {}),
    })
    await identity.prepare()
    const notice = settings.mode === 'sandbox' ? syntheticNotice : undefined
    const sealingKeys = openSealingKeys({
      db,
      secret: openSecret(secret),
      clock,
      organisation: new URL(publicUrl).host,
      given: await givenSealingKey(settings, clock()),
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
      exports: createExportCase({ db, blobs, derived, pdf, ...(notice ? { notice } : {}) }),
      decisionFiles: openDecisionFiles({ db, blobs, derived, pdf, keys: sealingKeys, clock, notice }),
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
    const synthesise = createSynthesise({ db, blobs, derived, portico, readTexts, clock })
    const sandbox = openSandbox({
      db,
      synthesise,
      enqueue: (order) => synthesiseJob.enqueue(db, order),
      seed: settings.synthetic.seed,
      sizes: settings.synthetic.pages,
    })
    const bulkLoad = openBulkLoad({
      db,
      blobs,
      clock,
      run: createRunImport({
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
      sealDecision: createSealDecision({
        db,
        execute: portico.execute,
        blobs,
        typesetting,
        keys: sealingKeys,
        clock,
        pageUrl: (caseId, page) => `${publicUrl}/workspace/cases/${encodeURIComponent(caseId)}/pages/${page}`,
        notice,
      }),
      close,
    }
  } catch (error) {
    await close()
    throw error
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
  onSynthesised: (made: Made) => void = () => {},
): Promise<Service> {
  const { settings, log, clock, portico, identity, db, bulkLoad } = parts
  const app = await openHttp({
    portico,
    bulkLoad,
    identity,
    clock,
    log,
    limits: settings.limits,
    allowedOrigins: settings.allowedOrigins,
    proxyCount: settings.proxyCount,
    mostUploadBytes: settings.mostUploadBytes,
    publicUrl: settings.isBaseUrlSet ? settings.baseUrl : undefined,
    isUnavailable: (error) =>
      isConnectionLoss(error) || error instanceof IssuerUnavailable || error instanceof BlobStoreUnavailable,
    metrics: settings.metricsToken
      ? { token: settings.metricsToken, readFigures: () => readFigures({ db, live: portico.live }) }
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
    spreadParty: createSpreadParty({ db, execute: portico.execute, clock }),
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
    await jobParts.resumeAll()
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
    throw error
  }
}

async function openStorage({ databaseUrl, dataFolder }: Settings) {
  if (databaseUrl) {
    const db = openDatabase({ url: databaseUrl })
    await db.rows(`select 1`).catch(async (error) => {
      await db.close()
      throw new StartFailure(`The database at DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
    })
    return { db, url: databaseUrl, cluster: undefined, stop: async () => {} }
  }
  const server = await startEmbedded(join(dataFolder, 'database'))
  const { url, cluster, ensure, stop } = server
  return { db: openDatabase({ url, recover: ensure }), url, cluster, stop }
}

async function givenSealingKey({ sealingKey }: Settings, now: Date) {
  if (!sealingKey) return undefined
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
  return openS3Blobs({ ...blobBucket, cacheFolder, clock, room }).catch((error) => {
    if (error instanceof BlobStoreUnavailable) throw new StartFailure(`PORTICO_BLOBS: ${error.message}`)
    throw error
  })
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as {
    code?: string
    message?: string
    errors?: { message: string }[]
  }
  return message || errors?.[0]?.message || code || 'no answer'
}

async function refuseUnwritable(folder: string) {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new StartFailure(
      `The data folder ${folder} cannot be written (${code}): set PORTICO_DATA to one that can.`,
    )
  }
}

/** Node's own recursive mkdir never returns on a file system that refuses every folder, such as /proc. */
async function makeFolder(folder: string) {
  const make = () =>
    mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    const parent = dirname(folder)
    if (error.code !== 'ENOENT' || existsSync(parent)) throw error
    await makeFolder(parent)
    await make()
  })
}

function refuseOtherMode({ mode }: Settings, isSynthetic: boolean) {
  if (mode === 'sandbox' && !isSynthetic) {
    throw new StartFailure('This database was not made for synthetic data, so a sandbox may not run on it.')
  }
  if (mode === 'deployment' && isSynthetic) {
    throw new StartFailure('This database holds synthetic data, so a deployment may not run on it.')
  }
}
