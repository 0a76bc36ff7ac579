import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { ChangeMember, NewInvitation } from './types.ts'

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
  }
}

/** Who you are here. */
export type MeCalls = ReturnType<typeof meOver>

export function directoryOver({ list }: Calls) {
  return {
    /**
     * Those who may act here, by username.
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

/** Whom work or access can be given to. */
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
     * Changes roles, teams, clearance or name: all of it, or none. What is left out stays.
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
     * What was changed about a member, by whom and when.
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
     * Moves what a member has to their teams, and shuts them out from their next request on.
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
     * Lets a member in again.
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
     * A new link for a lost one or a forgotten password.
     *
     * @example
     * ```ts
     * const email = `forgetful-${Date.now()}@example.org`
     * const { member } = await client.invitations.invite({ email, roles: ['drafter'] })
     * const { link, expiresAt } = await client.members.inviteAgain(member.id)
     * console.log(link, expiresAt)
     * ```
     */
    inviteAgain: (memberId: string, options?: WriteOptions) => call('inviteAgain', { memberId }, options),
  }
}

/** Who may act here, and what they are; for administrators. */
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
     * The invitations that are open.
     *
     * @example
     * ```ts
     * for (const { username, expiresAt } of await client.invitations.list()) console.log(username, expiresAt)
     * ```
     */
    list: (options?: CallOptions) => call('listInvitations', {}, options),

    /**
     * Invites a person. The link is told once, and is for them alone.
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
     * Makes the link of an open invitation stop working.
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

/** The way in: links that set a password, once; for administrators. */
export type Invitations = ReturnType<typeof invitationsOver>
