import { pino } from 'pino'
import { openBulkLoad } from '../app/bulk-load/bulk-load.ts'
import { createImporterFor } from '../app/bulk-load/importer.ts'
import { openAccessLog } from '../app/custody/access-log.ts'
import { createFinishPurges } from '../app/custody/finish-purges.ts'
import { createForgetPurged } from '../app/custody/forget-purged.ts'
import type { SealDecision } from '../app/decisions/seal-decision.ts'
import type { SealingKeys } from '../app/decisions/sealing-keys.ts'
import type { WorkFor } from '../app/engine/commit.ts'
import { later, laterSubject } from '../app/later.ts'
import type { ComposeOwed } from '../app/letters/compose-owed.ts'
import { openPortico, type Portico } from '../app/portico.ts'
import { sandboxActors } from '../app/sandbox/actors.ts'
import type { Liven } from '../app/sandbox/liven.ts'
import type { BringMail } from '../app/sandbox/mailbox.ts'
import { sandboxPeople } from '../app/sandbox/people.ts'
import type { Sandbox } from '../app/sandbox/sandbox.ts'
import type { Synthesise } from '../app/sandbox/synthesis-order.ts'
import { createCaptions } from '../app/sessions/transcripts/captions.ts'
import type { Transcribing } from '../app/sessions/transcripts/make-transcript.ts'
import { openSearch } from '../app/texts/search.ts'
import { verifyFiles } from '../app/verify/verify-files.ts'
import { createDeactivateMember } from '../app/work/deactivate-member.ts'
import { openPermissions } from '../auth/can.ts'
import { openSecret } from '../auth/secret.ts'
import type { Settings } from '../config.ts'
import { openDiskSpace } from '../files/disk-space.ts'
import { openSpeech } from '../files/speech/speech.ts'
import { describe } from '../http/errors.ts'
import { runImport } from '../jobs/run-import.ts'
import { sealDecision as sealJob } from '../jobs/seal-decision.ts'
import { synthesise as synthesiseJob } from '../jobs/synthesise.ts'
import { allProjections } from '../projections/all.ts'
import { openCaseIndexes } from '../search/memory/case-indexes.ts'
import { ballastIn, keepBallast } from '../store/ballast.ts'
import { prepareReportingRole } from '../store/reporting-role.ts'
import { asStartFailure, StartFailure } from '../store/start-failure.ts'
import { openBoundary, openPorts } from './boundary.ts'
import { type FileWorkers, openFileWorkers } from './file-workers.ts'
import { openIdentityOf } from './identity.ts'
import { channelsOf, openNotifying, reachableBy } from './notifying.ts'
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
  const folder = settings.dataFolder
  const storage = await opening
  const { db, cluster } = storage
  const { pdf, typesetting } = fileWorkers
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
  const close = async () => {
    disk.close()
    await speech.close()
    await accessLog.close()
    await indexes.close()
    await fileWorkers.close()
    await storage.close()
  }
  try {
    const [reportingFault, boundary, { profiles, identity, secret, publicUrl }] = await Promise.all([
      prepareReportingRole(db, settings.reportingPassword),
      openBoundary(settings),
      openIdentityOf(settings, storage, clock, (why) =>
        log.warn({ why }, 'the default profile of this version is not in force'),
      ),
    ])
    if (reportingFault !== undefined) log.warn({ why: reportingFault }, 'reporting tools cannot read by SQL')
    boundary.checkWords(profiles.inForce())
    const { blobs, blobErrors, keepFault, derived, uploads } = await openStoredFiles(settings, {
      db,
      disk,
      clock,
    })
    const notice = settings.mode === 'sandbox' ? syntheticNotice : undefined
    const given = await givenSealingKey(settings, clock())
    const sealingKeys: SealingKeys = laterSubject(async () => {
      const { openSealingKeys } = await import('../app/decisions/sealing-keys.ts')
      const organisation = new URL(publicUrl).host
      const yearsOfPast = settings.mode === 'sandbox' ? 5 : 0
      return openSealingKeys({ db, secret: openSecret(secret), clock, organisation, given, yearsOfPast })
    })
    const channelBindings = channelsOf(boundary.bindings)
    const reachable = reachableBy(channelBindings)
    const notifying = openNotifying({
      db,
      clock,
      portico: () => portico,
      bindings: channelBindings,
      publicUrl,
    })
    const nudge: typeof boundary.nudge = (events) => {
      boundary.nudge(events)
      notifying.nudge(events)
    }
    const captions = createCaptions({
      speech,
      say: (handle, caption) => portico.rooms.caption(handle, caption),
      scratchPath: derived.scratchPath,
      clock,
    })
    const pageUrl = (caseId: string, page: number) =>
      `${publicUrl}/workspace/cases/${encodeURIComponent(caseId)}/pages/${page}`
    const boundTo = (port: string) =>
      boundary.bindings.all.filter(({ served }) => served.port.name === port).map(({ name }) => name)
    const portico: Portico = openPortico({
      db,
      clock,
      profiles,
      permissions: openPermissions({
        mode: settings.mode,
        roles: () => profiles.inForce().roles,
        acceptsWhenClosed: () => profiles.inForce().closedCases.accepts,
      }),
      workFor: boundary.workFor,
      afterCommit: nudge,
      workspaceUrl: notifying.workspaceUrl,
      reachable,
      typesetting,
      notice,
      accessLog,
      search: openSearch({ db, indexes }),
      blobs,
      pdf,
      uploads,
      disk,
      secret: openSecret(secret),
      scratchPath: derived.scratchPath,
      onDuplicate: settings.duplicates.exact,
      boundSources: boundTo('document-source'),
      deliveredBy: boundTo('output'),
      editors: boundTo('authoring'),
      pageUrl,
      mostFileBytes: settings.mostUploadBytes,
      recognition: settings.recognition,
      reportLimitMs: settings.reportSeconds * 1000,
      iceServers: settings.iceServers,
      onSound: (chunk) => captions.hear(chunk),
      files: laterSubject(async () => {
        const { openCaseFiles } = await import('../app/file/export-case.ts')
        return openCaseFiles({ db, blobs, derived, pdf, clock, ...(notice ? { notice } : {}) })
      }),
      decisionFiles: laterSubject(async () => {
        const { openDecisionFiles } = await import('../app/decisions/decision-files.ts')
        return openDecisionFiles({ db, blobs, derived, pdf, keys: sealingKeys, clock, notice })
      }),
    })
    const { recognition } = settings
    const texts = wireTexts({
      db,
      blobs,
      pdf,
      execute: portico.execute,
      clock,
      mode: settings.mode,
      recognition,
      onDuplicate: settings.duplicates.near,
    })
    const people =
      settings.mode === 'sandbox' && settings.synthetic.isAtWork ? identity.sandboxPeople : undefined
    const actors = people && (() => sandboxActors(people.list))
    const sealingParts = {
      db,
      blobs,
      typesetting,
      keys: sealingKeys,
      pageUrl,
      notice,
    }
    const liven: Liven | undefined =
      actors &&
      later(async () => {
        const [{ createLiven }, { openPastDesk }, { createSealDecision }] = await Promise.all([
          import('../app/sandbox/liven.ts'),
          import('../app/sandbox/past-desk.ts'),
          import('../app/decisions/seal-decision.ts'),
        ])
        const { permissions } = portico
        const afterCommit = (events: Parameters<typeof boundary.nudge>[0]) => {
          portico.live.nudge()
          nudge(events)
        }
        const desk = {
          db,
          profiles,
          permissions,
          recognition,
          afterCommit,
          workFor: workBesideSealing(boundary.workFor),
        }
        return createLiven({
          db,
          openDesk: (past) => openPastDesk(desk, past),
          sealBy: ({ execute }, past) => createSealDecision({ ...sealingParts, execute, clock: past }),
          people: actors,
          onRefused: (caseId, why) =>
            log.warn({ caseId, why }, 'a synthetic case was not worked up to its stage'),
          clock,
        })
      })
    const bringMail: BringMail | undefined =
      actors &&
      later(async () => {
        const { createBringMail } = await import('../app/sandbox/mailbox.ts')
        return createBringMail({
          portico,
          people: actors,
          scratchPath: derived.scratchPath,
          clock,
          onRefused: (caseId, why) => log.warn({ caseId, why }, 'a synthetic case has not all of its mail'),
        })
      })
    const synthesise: Synthesise = later(async () => {
      const { createSynthesise } = await import('../app/sandbox/synthesise.ts')
      return createSynthesise({
        db,
        blobs,
        derived,
        portico,
        readTexts: texts.readTexts,
        clock,
        people: actors,
      })
    })
    const sandbox: Sandbox = laterSubject(async () => {
      const { openSandbox } = await import('../app/sandbox/sandbox.ts')
      return openSandbox({
        db,
        synthesise,
        enqueue: (order) => synthesiseJob.enqueue(db, order),
        ensureWork:
          people &&
          (async () => {
            await people.ensure(sandboxPeople)
            const { ensureDashboards } = await import('../app/sandbox/dashboards.ts')
            await ensureDashboards(db, clock)
          }),
        seed: settings.synthetic.seed,
        sizes: settings.synthetic.pages,
      })
    })
    const bulkLoad = openBulkLoad({
      db,
      blobs,
      clock,
      run: later(async () => {
        const { createRunImport } = await import('../app/bulk-load/run-import.ts')
        return createRunImport({
          db,
          blobs,
          pdf,
          projections: allProjections,
          workFor: boundary.broughtWorkFor,
          profileFor: profiles.inForceFor,
          importerFor: createImporterFor(portico.permissions),
          clock,
          scratchPath: derived.scratchPath,
          afterCommit() {
            portico.live.nudge()
            nudge()
          },
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
      verifyFiles: (options: Parameters<typeof verifyFiles>[1]) =>
        verifyFiles({ db, blobs, keepFault }, options),
      pdf,
      identity,
      portico,
      boundary,
      notifying,
      ports: openPorts({
        db,
        boundary,
        portico,
        blobs,
        clock,
        mac: openSecret(secret).mac,
        publicUrl,
      }),
      deactivateMember: createDeactivateMember({
        db,
        execute: portico.execute,
        clock,
        deactivate: identity.members.deactivate,
      }),
      ...texts,
      synthesise,
      liven,
      bringMail,
      sandbox,
      bulkLoad,
      finishPurges: createFinishPurges({ db, blobs, clock }),
      forgetPurged: createForgetPurged({ db, clock, indexes, derived, copies: blobs.copies }),
      composeLetter: later(async (): Promise<ComposeOwed> => {
        const { createComposeOwed } = await import('../app/letters/compose-owed.ts')
        const { execute } = portico
        const profileFor = profiles.inForceFor
        const sendsEmail = reachable.channels.includes('email')
        const parts = { db, execute, blobs, typesetting, profileFor, clock, notice, sendsEmail }
        return createComposeOwed(parts)
      }),
      transcribing: laterSubject(async (): Promise<Transcribing> => {
        const { createTranscribing } = await import('../app/sessions/transcripts/make-transcript.ts')
        const { execute } = portico
        const profileFor = profiles.inForceFor
        return createTranscribing({ db, execute, blobs, speech, typesetting, profileFor, clock, notice })
      }),
      sealingKeys,
      sealDecision: later(async (): Promise<SealDecision> => {
        const { createSealDecision } = await import('../app/decisions/seal-decision.ts')
        return createSealDecision({ ...sealingParts, execute: portico.execute, clock })
      }),
      close,
    }
  } catch (error) {
    await close()
    throw asStartFailure(error)
  }
}

export type Parts = Awaited<ReturnType<typeof openParts>>

/** The sandbox seals by its own clock, before the job would. */
function workBesideSealing(workFor: WorkFor): WorkFor {
  return (events) => {
    const work = workFor(events)
    return { ...work, jobs: work.jobs.filter(({ name }) => name !== sealJob.name) }
  }
}

async function givenSealingKey({ sealingKey }: Settings, now: Date) {
  if (!sealingKey) return undefined
  const { BadSealingKey, readSealingKey } = await import('../files/decision/sealing-key.ts')
  return readSealingKey(sealingKey, now).catch((error) => {
    if (error instanceof BadSealingKey) throw new StartFailure(`PORTICO_SEAL_CERTIFICATE: ${error.message}`)
    throw error
  })
}
