import { keepForgetting } from '../app/custody/forget-purged.ts'
import { createSightOfActor } from '../app/engine/sight-of-actor.ts'
import { createSpreadParty } from '../app/parties/spread-party.ts'
import { createApplyProfile } from '../app/profile/apply-profile.ts'
import { keepEndingOverlong } from '../app/reports/end-overlong.ts'
import type { Made } from '../app/sandbox/synthesis-order.ts'
import { createRecogniseTexts } from '../app/texts/recognise-texts.ts'
import { createBeginWork } from '../app/work/begin-work.ts'
import { createFireTimers, type FireTimers } from '../app/work/fire-timers.ts'
import { openRecogniser } from '../files/ocr/recogniser.ts'
import { describe } from '../http/errors.ts'
import { allJobs } from '../jobs/all.ts'
import type { JobParts } from '../jobs/job-parts.ts'
import { casesInTheMaking } from '../jobs/synthesise.ts'
import type { Workers } from '../jobs/workers.ts'
import type { Parts } from './parts.ts'

export type Background = { workers: Workers; fireTimers: FireTimers; stop(): Promise<void> }

/** The workers of every lane, with what the jobs are done with. */
export async function startBackground(
  parts: Parts,
  { onSynthesised }: { onSynthesised: (made: Made) => void },
): Promise<Background> {
  const { settings, log, clock, portico, identity, db } = parts
  const { execute } = portico
  const recogniser = openRecogniser()
  const jobs = allJobs.filter(({ lane }) => lane !== 'ocr' || settings.recognition === 'on')
  const jobParts: JobParts = {
    ...portico,
    ...parts,
    inbox: parts.ports.inbox,
    maintainIdentity: identity.maintain,
    recogniseTexts: createRecogniseTexts({ db, blobs: parts.blobs, recogniser }),
    applyProfile: createApplyProfile({ db, profiles: portico.profiles, execute, clock }),
    spreadParty: createSpreadParty({
      db,
      execute,
      clock,
      sightOf: createSightOfActor(identity.members, portico.permissions),
    }),
    beginWork: createBeginWork({ db, execute, clock }),
    fireTimers: createFireTimers({ db, execute, clock, held: () => casesInTheMaking(db) }),
    onSynthesised,
    warn: (facts, what) => log.warn(facts, what),
    async resumeAll() {
      for (const job of jobs) await job.resume(db, jobParts)
    },
  }
  await jobParts.resumeAll()
  const { startWorkers } = await import('../jobs/workers.ts')
  const workers = await startWorkers({
    url: parts.databaseUrl,
    db,
    jobs,
    parts: jobParts,
    isShortOfSpace: portico.disk.isShort,
    onFailure: (name, error) => log.error({ job: name, ...describe(error) }, 'job failed'),
  })
  const sending = await parts.boundary.start(parts.ports, log)
  const telling = parts.notifying.start((error) =>
    log.warn(describe(error), 'notifications could not be prepared'),
  )
  const forgetting = keepForgetting(parts.forgetPurged, (error) =>
    log.warn(describe(error), 'what is left of purged cases could not be looked for'),
  )
  const ending = keepEndingOverlong(db, {
    password: settings.reportingPassword,
    onFailure: (error) => log.warn(describe(error), 'sessions of reporting tools could not be looked at'),
    onRestored: () => log.warn('the role of reporting tools had changed itself, and was put back'),
  })
  return {
    workers,
    fireTimers: jobParts.fireTimers,
    async stop() {
      await Promise.all([workers.stop(), sending?.stop(), telling.stop()])
      await Promise.all([forgetting.stop(), ending.stop()])
      await recogniser.close()
    },
  }
}
