import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { ChangeMember, NewInvitation, NewPassword } from './types.ts'

export type DirectoryOptions = QueryOf<'listDirectory'> & CallOptions

export function meOver({ call }: Calls) {
  return {
    /**
     * Your roles, teams and clearance, and what they allow.
     *
     * @example
     * ```ts
     * const { username, roles, actions } = await client.me.get()
     * console.log(username, roles, actions.includes('signDecisions'))
     * ```
     */
    get: (options?: CallOptions) => call('getMe', {}, options),

    /**
     * Change your password. All your other sessions end.
     *
     * @example
     * ```ts
     * const change = { currentPassword: 'a long-lived secret', password: 'correct horse battery staple' }
     * await client.me.changePassword(change)
     * ```
     */
    changePassword: (change: NewPassword, options?: WriteOptions) =>
      call('changePassword', { body: change }, options),

    /**
     * What a client has remembered for you.
     *
     * @example
     * ```ts
     * console.log(await client.me.preferences())
     * ```
     */
    preferences: (options?: CallOptions) => call('getPreferences', {}, options),

    /**
     * Replace your preferences: any JSON object of at most 64 KB.
     *
     * @example
     * ```ts
     * await client.me.setPreferences({ theme: 'dark', density: 'comfortable' })
     * ```
     */
    setPreferences: (preferences: Record<string, unknown>, options?: WriteOptions) =>
      call('setPreferences', { body: { preferences } }, options),

    /**
     * Set some of your preferences and keep the others; null removes one.
     *
     * @example
     * ```ts
     * console.log(await client.me.changePreferences({ theme: 'light', density: null }))
     * ```
     */
    changePreferences: (changes: Record<string, unknown>, options?: WriteOptions) =>
      call('changePreferences', { body: { preferences: changes } }, options),
  }
}

/** The signed-in member. */
export type MeCalls = ReturnType<typeof meOver>

export function directoryOver({ list }: Calls) {
  return {
    /**
     * List the people who work here, by username.
     *
     * @example
     * ```ts
     * for await (const { displayName, username } of client.directory.list({ role: 'adjudicator' })) {
     *   console.log(displayName, username)
     * }
     * ```
     */
    list: (options?: DirectoryOptions) => list('listDirectory', {}, options),
  }
}

/** The people to whom work or access can be given. */
export type Directory = ReturnType<typeof directoryOver>

export function membersOver({ call, list }: Calls) {
  return {
    /**
     * List members, active and deactivated, by username.
     *
     * @example
     * ```ts
     * for await (const { username, roles, teams } of client.members.list()) console.log(username, roles, teams)
     * ```
     */
    list: (options?: QueryOf<'listMembers'> & CallOptions) => list('listMembers', {}, options),

    /**
     * Get a member.
     *
     * @example
     * ```ts
     * const { id } = await client.me.get()
     * console.log((await client.members.get(id)).createdAt)
     * ```
     */
    get: (memberId: string, options?: CallOptions) => call('getMember', { memberId }, options),

    /**
     * Change the roles, teams, clearance or name of a member, all or nothing. Omitted fields stay as they are.
     *
     * @example
     * ```ts
     * const { id } = await client.me.get()
     * const { teams } = await client.members.change(id, { teams: ['drafters', 'caseSupport'] })
     * console.log(teams)
     * ```
     */
    change: (memberId: string, change: ChangeMember, options?: WriteOptions) =>
      call('changeMember', { memberId, body: change }, options),

    /**
     * List the changes to a member: what, by whom and when.
     *
     * @example
     * ```ts
     * const { id } = await client.me.get()
     * for await (const { at, by, change } of client.members.changes(id)) console.log(at, by.name, change.kind)
     * ```
     */
    changes: (memberId: string, options?: QueryOf<'listMemberChanges'> & CallOptions) =>
      list('listMemberChanges', { memberId }, options),

    /**
     * Deactivate a member: their tasks go to their teams, and their next request is refused.
     *
     * @example
     * ```ts
     * const email = `leaver-${Date.now()}@example.org`
     * const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
     * await client.members.deactivate(member.id)
     * ```
     */
    deactivate: (memberId: string, options?: WriteOptions) => call('deactivateMember', { memberId }, options),

    /**
     * Reactivate a member.
     *
     * @example
     * ```ts
     * const email = `returner-${Date.now()}@example.org`
     * const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
     * await client.members.deactivate(member.id)
     * console.log((await client.members.reactivate(member.id)).isActive)
     * ```
     */
    reactivate: (memberId: string, options?: WriteOptions) => call('reactivateMember', { memberId }, options),

    /**
     * Create a new invitation link, for a lost link or a forgotten password. Once the account is in use, the link is not
     * returned: it goes to the member's email address, which is then `sentTo`.
     *
     * @example
     * ```ts
     * const email = `forgetful-${Date.now()}@example.org`
     * const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
     * const { link, sentTo, expiresAt } = await client.members.inviteAgain(member.id)
     * console.log(link ?? sentTo, expiresAt)
     * ```
     */
    inviteAgain: (memberId: string, options?: WriteOptions) => call('inviteAgain', { memberId }, options),

    /**
     * List the passkeys of a member.
     *
     * @example
     * ```ts
     * const { id } = await client.me.get()
     * for (const { name, lastUsedAt } of await client.members.passkeys(id)) console.log(name, lastUsedAt)
     * ```
     */
    passkeys: (memberId: string, options?: CallOptions) => call('listMemberPasskeys', { memberId }, options),

    /**
     * Remove a passkey of a member, such as one on a lost device. Sessions that began with it end.
     *
     * @example
     * ```ts
     * const { id } = await client.me.get()
     * const lost = (await client.members.passkeys(id)).at(-1)
     * if (lost) await client.members.removePasskey(id, lost.id)
     * ```
     */
    removePasskey: (memberId: string, passkeyId: string, options?: WriteOptions) =>
      call('removeMemberPasskey', { memberId, passkeyId }, options),
  }
}

/** Members and their roles; for administrators. */
export type Members = ReturnType<typeof membersOver>

export function teamsOver({ call }: Calls) {
  return {
    /**
     * List teams and their members.
     *
     * @example
     * ```ts
     * for (const { label, members } of await client.teams.list()) console.log(label, members.length)
     * ```
     */
    list: (options?: CallOptions) => call('listTeams', {}, options),
  }
}

/** The teams of the profile; for administrators. */
export type Teams = ReturnType<typeof teamsOver>

export function invitationsOver({ call }: Calls) {
  return {
    /**
     * List open invitations.
     *
     * @example
     * ```ts
     * for (const { username, expiresAt } of await client.invitations.list()) console.log(username, expiresAt)
     * ```
     */
    list: (options?: CallOptions) => call('listInvitations', {}, options),

    /**
     * Invite a person. The link is returned once; send it to them alone.
     *
     * @example
     * ```ts
     * const { link, member } = await client.invitations.invite({
     *   email: `ada-${Date.now()}@example.org`,
     *   roles: ['drafter'],
     *   teams: ['drafters'],
     * })
     * console.log(link, member.id)
     * ```
     */
    invite: (invitation: NewInvitation, options?: WriteOptions) =>
      call('inviteMember', { body: invitation }, options),

    /**
     * Withdraw an open invitation: its link stops working.
     *
     * @example
     * ```ts
     * const email = `mistake-${Date.now()}@example.org`
     * const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
     * const open = await client.invitations.list()
     * const mistaken = open.find(({ memberId }) => memberId === member.id)
     * if (mistaken) await client.invitations.withdraw(mistaken.id)
     * ```
     */
    withdraw: (invitationId: string, options?: WriteOptions) =>
      call('withdrawInvitation', { invitationId }, options),
  }
}

/** Invitations: one-time links for setting a password; for administrators. */
export type Invitations = ReturnType<typeof invitationsOver>
