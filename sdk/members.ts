import { path } from './path.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  ChangeMember,
  DirectoryPage,
  Invitation,
  InvitationList,
  Invited,
  Me,
  MeDetail,
  Member,
  MemberChangePage,
  MemberDetail,
  MemberPage,
  NewInvitation,
  Team,
  TeamList,
} from './types.ts'

export type NamePageOptions = CallOptions & {
  /** The `next` of the page before. */
  after?: string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

export type DirectoryOptions = NamePageOptions & {
  /** A part of the name or username. */
  text?: string | undefined
  role?: string | undefined
  team?: string | undefined
}

export type MemberChangesOptions = CallOptions & { after?: number | undefined; limit?: number | undefined }

/** Who you are here. */
export type MeCalls = {
  /**
   * Your roles, teams and clearance, and what they allow.
   *
   * @example
   * ```ts
   * const { username, roles, actions } = await client.me.get()
   * console.log(username, roles, actions.includes('signDecisions'))
   * ```
   */
  get(options?: CallOptions): Promise<Me>
}

/** Whom work or access can be given to. */
export type Directory = {
  /**
   * A page of those who may act here, by username.
   *
   * @example
   * ```ts
   * const { people } = await client.directory.list({ role: 'adjudicator' })
   * for (const { displayName, username } of people) console.log(displayName, username)
   * ```
   */
  list(options?: DirectoryOptions): Promise<DirectoryPage>
}

/** Who may act here, and what they are; for administrators. */
export type Members = {
  /**
   * A page of everyone who may act here, or might once, by username.
   *
   * @example
   * ```ts
   * const { members, next } = await client.members.list({ limit: 20 })
   * for (const { username, roles, teams } of members) console.log(username, roles, teams)
   * console.log(next)
   * ```
   */
  list(options?: NamePageOptions): Promise<MemberPage>

  /**
   * One member.
   *
   * @example
   * ```ts
   * const { id } = await client.me.get()
   * console.log((await client.members.get(id)).createdAt)
   * ```
   */
  get(memberId: string, options?: CallOptions): Promise<Member>

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
  change(memberId: string, change: ChangeMember, options?: WriteOptions): Promise<Member>

  /**
   * A page of what was changed about a member, by whom and when.
   *
   * @example
   * ```ts
   * const { id } = await client.me.get()
   * const { changes } = await client.members.changes(id)
   * for (const { at, by, change } of changes) console.log(at, by.name, change.kind)
   * ```
   */
  changes(memberId: string, options?: MemberChangesOptions): Promise<MemberChangePage>

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
  deactivate(memberId: string, options?: WriteOptions): Promise<void>

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
  reactivate(memberId: string, options?: WriteOptions): Promise<Member>

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
  inviteAgain(memberId: string, options?: WriteOptions): Promise<Invited>
}

/** The teams of the profile; for administrators. */
export type Teams = {
  /**
   * The teams of the profile, and who is in each.
   *
   * @example
   * ```ts
   * for (const { label, members } of await client.teams.list()) console.log(label, members.length)
   * ```
   */
  list(options?: CallOptions): Promise<Team[]>
}

/** The way in: links that set a password, once; for administrators. */
export type Invitations = {
  /**
   * The invitations that are open.
   *
   * @example
   * ```ts
   * for (const { username, expiresAt } of await client.invitations.list()) console.log(username, expiresAt)
   * ```
   */
  list(options?: CallOptions): Promise<Invitation[]>

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
  invite(invitation: NewInvitation, options?: WriteOptions): Promise<Invited>

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
  withdraw(invitationId: string, options?: WriteOptions): Promise<void>
}

export function meOver(transport: Transport): MeCalls {
  return {
    get: async (options) => (await transport.json<MeDetail>({ method: 'GET', path: '/me', options })).me,
  }
}

export function directoryOver(transport: Transport): Directory {
  return {
    list: async ({ text, role, team, after, limit, ...options } = {}) => {
      const query = { text, role, team, after, limit }
      return transport.json<DirectoryPage>({ method: 'GET', path: '/directory', query, options })
    },
  }
}

export function membersOver(transport: Transport): Members {
  return {
    list: async ({ after, limit, ...options } = {}) =>
      transport.json<MemberPage>({ method: 'GET', path: '/members', query: { after, limit }, options }),
    async get(memberId, options) {
      const at = path`/members/${memberId}`
      return (await transport.json<MemberDetail>({ method: 'GET', path: at, options })).member
    },
    async change(memberId, body, options) {
      const at = path`/members/${memberId}`
      return (await transport.json<MemberDetail>({ method: 'PATCH', path: at, body, options })).member
    },
    async changes(memberId, { after, limit, ...options } = {}) {
      const at = path`/members/${memberId}/changes`
      return transport.json<MemberChangePage>({ method: 'GET', path: at, query: { after, limit }, options })
    },
    async deactivate(memberId, options) {
      await transport.nothing({ method: 'DELETE', path: path`/members/${memberId}`, options })
    },
    async reactivate(memberId, options) {
      const at = path`/members/${memberId}/reactivate`
      return (await transport.json<MemberDetail>({ method: 'POST', path: at, options })).member
    },
    inviteAgain: async (memberId, options) =>
      transport.json<Invited>({ method: 'POST', path: path`/members/${memberId}/invitation`, options }),
  }
}

export function teamsOver(transport: Transport): Teams {
  return {
    list: async (options) =>
      (await transport.json<TeamList>({ method: 'GET', path: '/teams', options })).teams,
  }
}

export function invitationsOver(transport: Transport): Invitations {
  return {
    async list(options) {
      const { invitations } = await transport.json<InvitationList>({
        method: 'GET',
        path: '/invitations',
        options,
      })
      return invitations
    },
    invite: async (body, options) =>
      transport.json<Invited>({ method: 'POST', path: '/invitations', body, options }),
    async withdraw(invitationId, options) {
      await transport.nothing({ method: 'DELETE', path: path`/invitations/${invitationId}`, options })
    },
  }
}
