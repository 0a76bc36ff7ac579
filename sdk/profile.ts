import { path } from './path.ts'
import type { PageOptions } from './portico.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { Profile, ProfileChanges, ProfileDetail, ProfileTrial, ProfileVersionList } from './types.ts'

export type ProfileChangesOptions = CallOptions & {
  /** The version to compare with; the one before where it is left out. */
  from?: number | undefined
}

/** The words and rules of a deployment. `ifMatch` is the version of the profile that yours was made from. */
export type Profiles = {
  /**
   * The profile in force, and its version.
   *
   * @example
   * ```ts
   * const { version, profile } = await client.profile.get()
   * console.log(version.number, profile.teams.map(({ label }) => label))
   * ```
   */
  get(options?: CallOptions): Promise<ProfileDetail>

  /**
   * What another profile would do, without putting it in force: what is wrong with it and where, which open tasks
   * and cases would move, and what stands in its way.
   *
   * @example
   * ```ts
   * const { profile } = await client.profile.get()
   * const { wouldApply, faults, tasks } = await client.profile.try({ ...profile, label: 'Board of appeals' })
   * console.log(wouldApply, faults.map(({ what }) => what), tasks.count)
   * ```
   */
  try(profile: Profile, options?: CallOptions): Promise<ProfileTrial>

  /**
   * Puts another profile in force. One that is wrong, or that current work has no place in, is `stateForbids`.
   *
   * @example
   * ```ts
   * const { version, profile } = await client.profile.get()
   * const renamed = { ...profile, label: 'Board of appeals' }
   * const saved = await client.profile.save(renamed, 'The board has a new name.', { ifMatch: version.number })
   * console.log(saved.version.number)
   * ```
   */
  save(profile: Profile, why: string, options?: WriteOptions): Promise<ProfileDetail>

  /**
   * A page of who changed the profile, when and why, newest first.
   *
   * @example
   * ```ts
   * const { versions } = await client.profile.versions({ limit: 10 })
   * for (const { number, createdBy, why } of versions) console.log(number, createdBy, why)
   * ```
   */
  versions(options?: PageOptions): Promise<ProfileVersionList>

  /**
   * The profile as it was.
   *
   * @example
   * ```ts
   * const { version, profile } = await client.profile.version(1)
   * console.log(version.createdAt, profile.label)
   * ```
   */
  version(number: number, options?: CallOptions): Promise<ProfileDetail>

  /**
   * What a version changed, against the one before or any other.
   *
   * @example
   * ```ts
   * const { changes } = await client.profile.changes(1, { from: 1 })
   * for (const { place, kind } of changes) console.log(place, kind)
   * ```
   */
  changes(number: number, options?: ProfileChangesOptions): Promise<ProfileChanges>

  /**
   * Puts an older profile in force again, as a new version.
   *
   * @example
   * ```ts
   * const { version } = await client.profile.restore(1, 'Back to how it was.')
   * console.log(version.restoredFrom)
   * ```
   */
  restore(number: number, why: string, options?: WriteOptions): Promise<ProfileDetail>
}

export function profileOver(transport: Transport): Profiles {
  return {
    get: (options) => transport.json<ProfileDetail>({ method: 'GET', path: '/profile', options }),
    try: (profile, options) =>
      transport.json<ProfileTrial>({ method: 'POST', path: '/profile/trial', body: { profile }, options }),
    save: (profile, why, options) =>
      transport.json<ProfileDetail>({ method: 'PUT', path: '/profile', body: { profile, why }, options }),
    versions: ({ after, limit, ...options } = {}) =>
      transport.json<ProfileVersionList>({
        method: 'GET',
        path: '/profile/versions',
        query: { after, limit },
        options,
      }),
    version: async (number, options) =>
      transport.json<ProfileDetail>({
        method: 'GET',
        path: path`/profile/versions/${String(number)}`,
        options,
      }),
    async changes(number, { from, ...options } = {}) {
      const at = path`/profile/versions/${String(number)}/changes`
      return transport.json<ProfileChanges>({ method: 'GET', path: at, query: { from }, options })
    },
    async restore(number, why, options) {
      const at = path`/profile/versions/${String(number)}/restore`
      return transport.json<ProfileDetail>({ method: 'POST', path: at, body: { why }, options })
    },
  }
}
