import type { SealDecision } from '../app/decisions/seal-decision.ts'
import type { SealingKeys } from '../app/decisions/sealing-keys.ts'
import type { WorkFor } from '../app/engine/commit.ts'
import type { Execute } from '../app/engine/execute.ts'
import { later, laterSubject } from '../app/later.ts'
import { openSecret } from '../auth/secret.ts'
import type { Settings } from '../config.ts'
import type { Blobs } from '../files/blobs.ts'
import type { Typesetting } from '../files/decision/typesetting.ts'
import { sealDecision as sealJob } from '../jobs/seal-decision.ts'
import type { Database } from '../store/db.ts'
import { StartFailure } from '../store/start-failure.ts'

/** The keys that seal decisions. An administrator's own is read here, so that a bad one stops the start. */
export async function openKeys(
  settings: Settings,
  { db, clock, secret, publicUrl }: { db: Database; clock: () => Date; secret: string; publicUrl: string },
): Promise<SealingKeys> {
  const given = await givenSealingKey(settings, clock())
  return laterSubject(async () => {
    const { openSealingKeys } = await import('../app/decisions/sealing-keys.ts')
    const organisation = new URL(publicUrl).host
    const yearsOfPast = settings.mode === 'sandbox' ? 5 : 0
    return openSealingKeys({ db, secret: openSecret(secret), clock, organisation, given, yearsOfPast })
  })
}

export type SealBy = (desk: { execute: Execute }, clock: () => Date) => SealDecision

/** Seals the decisions that a desk signs, by its clock. */
export const sealingWith =
  (parts: {
    db: Database
    blobs: Blobs
    typesetting: Typesetting
    keys: SealingKeys
    pageUrl: (caseId: string, page: number) => string
    notice: string | undefined
  }): SealBy =>
  ({ execute }, clock) =>
    later(async () => {
      const { createSealDecision } = await import('../app/decisions/seal-decision.ts')
      return createSealDecision({ ...parts, execute, clock })
    })

/** For whoever seals by a clock of their own, before the job would. */
export function workBesideSealing(workFor: WorkFor): WorkFor {
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
