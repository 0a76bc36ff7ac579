import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { PreviewNotification, Profile } from './types.ts'

export type ProfileChangesOptions = QueryOf<'getProfileChanges'> & CallOptions

export function profileOver({ call, list }: Calls) {
  return {
    /**
     * Get the profile in force and its version.
     *
     * @example
     * ```ts
     * const { version, profile } = await client.profile.get()
     * console.log(version.number, profile.teams.map(({ label }) => label))
     * ```
     */
    get: (options?: CallOptions) => call('getProfile', {}, options),

    /**
     * Try a profile without putting it in force: its faults, the open tasks and cases that would move, and what blocks
     * it.
     *
     * @example
     * ```ts
     * const { profile } = await client.profile.get()
     * const { wouldApply, faults, tasks } = await client.profile.try({ ...profile, label: 'Board of appeals' })
     * console.log(wouldApply, faults.map(({ what }) => what), tasks.count)
     * ```
     */
    try: (profile: Profile, options?: CallOptions) => call('tryProfile', { body: { profile } }, options),

    /**
     * Put another profile in force. Fails with `stateForbids` if it is invalid or has no place for current work.
     *
     * @example
     * ```ts
     * const { version, profile } = await client.profile.get()
     * const renamed = { ...profile, label: 'Board of appeals' }
     * const saved = await client.profile.save(renamed, 'The board has a new name.', { ifMatch: version.number })
     * console.log(saved.version.number)
     * ```
     */
    save: (profile: Profile, why: string, options?: WriteOptions) =>
      call('saveProfile', { body: { profile, why } }, options),

    /**
     * List the fields that letters and notifications may name.
     *
     * @example
     * ```ts
     * const { letters, byEvent } = await client.profile.fields()
     * console.log(letters, byEvent.find(({ event }) => event === 'task.assigned')?.fields)
     * ```
     */
    fields: (options?: CallOptions) => call('getTemplateFields', {}, options),

    /**
     * Try a notification on a case, such as one that is not in the profile yet: who would be told, how, in which words.
     *
     * @example
     * ```ts
     * const { profile } = await client.profile.get()
     * const draft = {
     *   on: { event: 'task.opened' },
     *   recipients: ['team' as const],
     *   channels: ['inApp' as const],
     *   subject: '{{ task.label }}: {{ case.docketNumber }}',
     *   body: `There is a new task for your team at the ${profile.label}.`,
     * }
     * const { event, messages } = await client.profile.tryNotification(caseId, { draft })
     * for (const { recipient, channel, outcome, subject } of messages) console.log(recipient.name, channel, outcome, subject)
     * console.log(event.at)
     * ```
     */
    tryNotification: (caseId: string, notification: PreviewNotification, options?: CallOptions) =>
      call('previewNotification', { caseId, body: notification }, options),

    /**
     * List the versions of the profile, newest first.
     *
     * @example
     * ```ts
     * for await (const { number, createdBy, why } of client.profile.versions()) {
     *   console.log(number, createdBy, why)
     * }
     * ```
     */
    versions: (options?: QueryOf<'listProfileVersions'> & CallOptions) =>
      list('listProfileVersions', {}, options),

    /**
     * Get a version of the profile.
     *
     * @example
     * ```ts
     * const { version, profile } = await client.profile.version(1)
     * console.log(version.createdAt, profile.label)
     * ```
     */
    version: (number: number, options?: CallOptions) => call('getProfileVersion', { number }, options),

    /**
     * Compare a version with the previous one, or with any other.
     *
     * @example
     * ```ts
     * const { changes } = await client.profile.changes(1, { from: 1 })
     * for (const { place, kind } of changes) console.log(place, kind)
     * ```
     */
    changes: (number: number, options?: ProfileChangesOptions) =>
      call('getProfileChanges', { number }, options),

    /**
     * Put an earlier profile in force again, as a new version.
     *
     * @example
     * ```ts
     * const { version } = await client.profile.restore(1, 'Back to how it was.')
     * console.log(version.restoredFrom)
     * ```
     */
    restore: (number: number, why: string, options?: WriteOptions) =>
      call('restoreProfile', { number, body: { why } }, options),
  }
}

/** The vocabulary and rules of a deployment. `ifMatch` is the version your edit is based on. */
export type Profiles = ReturnType<typeof profileOver>
