import { hashData } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { faultsOfProfile } from '../../profile/check-profile.ts'
import { completed } from '../../profile/completed.ts'
import { readProfile } from '../../profile/read-profile.ts'
import type { Database } from '../../store/db.ts'
import { lastFileSha256, newestProfileNumber } from '../../store/profile-versions.ts'
import { StartFailure } from '../../store/start-failure.ts'
import { systemActor } from '../engine/system-actor.ts'
import type { Profiles } from './profiles.ts'

/**
 * At a start: takes over what the files say where they have changed since they were last taken over, so that what was
 * saved after that stays. Without files, the default is in force until another is saved.
 */
export async function provisionProfile(options: {
  db: Database
  profiles: Profiles
  /** A JSON file, or a folder of them. */
  path: string | undefined
  /** A newer default that current work stands in the way of: the older stays. */
  onKept: (why: string) => void
}): Promise<void> {
  const { db, profiles, path, onKept } = options
  const save = (order: { profile: unknown; why: string; source: 'default' | 'file'; fileSha256?: string }) =>
    profiles.save({ ...order, actor: systemActor })

  const isNew = (await newestProfileNumber(db)) === 0
  if (path === undefined) {
    const current = isNew ? undefined : await profiles.current()
    if (current && current.version.source !== 'default') return
    const profile = completed({})
    // As at most starts; checking it again would be a third of one.
    if (current?.version.sha256 === hashData(profile).toString('hex')) return
    await save({ profile, why: 'The default profile.', source: 'default' }).catch((error) => {
      if (isNew || !(error instanceof Refusal)) throw error
      onKept(error.message)
    })
    return
  }
  try {
    const sections = await readProfile(path)
    const fileSha256 = hashData(sections).toString('hex')
    if (fileSha256 === (await lastFileSha256(db))) return
    const profile = completed(sections)
    const faults = faultsOfProfile(profile)
    if (faults.length > 0)
      throw new Refusal('invalid', ['', ...faults.map(({ what }) => `  ${what}`)].join('\n'))
    await save({ profile, why: `Provisioned from ${path}.`, source: 'file', fileSha256 })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartFailure(`PORTICO_PROFILE cannot be used: ${error.message}`)
  }
}
