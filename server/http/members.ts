import { actionNames } from '@portico/contract/actions'
import { PortError } from '@portico/contract/ports/kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import type { Portico } from '../app/portico.ts'
import { refuseAccountBeyond } from '../auth/authority.ts'
import type { Permissions } from '../auth/can.ts'
import type { Identity } from '../auth/identity.ts'
import type { Invitation } from '../auth/invitations.ts'
import type { Changer } from '../auth/member-changes.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

export type MemberOptions = {
  identity: Identity
  deactivateMember: (memberId: string, by: Changer) => Promise<unknown>
  publicUrl?: string | undefined
  isSandbox: boolean
  ports: Pick<PortsDesk, 'sendLink'>
}

export function memberHandlers(portico: Portico, options: MemberOptions) {
  const { identity, deactivateMember, publicUrl, isSandbox } = options
  const { sendLink } = options.ports
  const { members, invitations } = identity
  const changerOf = (caller: Caller) => changedBy(caller, portico.permissions)
  const found = async (memberId: string) => {
    const member = await members.get(memberId)
    if (!member) throw new Refusal('notFound', 'There is no such member.')
    return member
  }
  const linkOf = (token: string, request: FastifyRequest) =>
    `${publicUrl ?? `${request.protocol}://${request.host}`}/workspace/join#${token}`
  const invited = (
    member: Member,
    { token, expiresAt }: Invitation,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    reply.header('cache-control', 'no-store')
    return {
      link: linkOf(token, request),
      expiresAt: expiresAt.toISOString(),
      member: asMember(member),
    }
  }

  return {
    getMe: async ({ caller, may }) => {
      const { id, username, displayName, kind, roles, teams, clearance } = caller
      const actions = actionNames.filter(may)
      const audience = caller.audience === 'administration' ? 'deliberation' : caller.audience
      return {
        me: { id, username, displayName, kind, roles, teams, clearance, actions, audience, isSandbox },
      }
    },

    listDirectory: async ({ query }) => {
      const { after, limit = 50, usernames, ...filter } = query
      const listed = await members.directory({
        ...filter,
        usernames: usernames?.split(',').map((name) => name.trim()),
        ...(after === undefined ? {} : { after }),
        limit: limit + 1,
      })
      const people = listed.slice(0, limit).map(({ id, username, displayName, kind, roles, teams }) => ({
        id,
        username,
        displayName,
        kind,
        roles,
        teams,
      }))
      return { people, ...nextOf(listed, limit) }
    },

    listMembers: async ({ query }) => {
      const { after, limit = 50 } = query
      const listed = await members.list({ ...(after === undefined ? {} : { after }), limit: limit + 1 })
      return { members: listed.slice(0, limit).map(asMember), ...nextOf(listed, limit) }
    },

    getMember: async ({ params }) => ({ member: asMember(await found(params.id)) }),

    changeMember: async ({ params, body, caller }) => ({
      member: asMember(await members.change(params.id, body, changerOf(caller))),
    }),

    deactivateMember: async ({ params, caller }) => {
      const by = changerOf(caller)
      // Before their tasks are moved, and again once they are.
      refuseAccountBeyond(by.authority, await found(params.id))
      await deactivateMember(params.id, by)
    },

    reactivateMember: async ({ params, caller }) => {
      await members.reactivate(params.id, changerOf(caller))
      return { member: asMember(await found(params.id)) }
    },

    listMemberChanges: async ({ params, query }) => {
      await found(params.id)
      const { after = 0, limit = 100 } = query
      const listed = await members.changes({ memberId: params.id, after, limit: limit + 1 })
      const changes = listed.slice(0, limit).map((one) => ({ ...one, at: one.at.toISOString() }))
      return { changes, ...(listed.length > limit ? { next: `${changes.at(-1)?.position}` } : {}) }
    },

    inviteAgain: async ({ params, caller, request, reply }) => {
      const member = await found(params.id)
      const refuse = ({ hasCome, email }: { hasCome: boolean; email: string | null }) => {
        if (hasCome && (!sendLink || email === null)) throw noWayToThem(member, email)
      }
      const by = changerOf(caller)
      const link = await invitations.inviteAgain(member.username, by, refuse)
      if (!link.hasCome) return invited(member, link, request, reply)
      const { displayName, email = '' } = member
      const { token, expiresAt } = link
      try {
        await sendLink?.({ id: member.id, displayName, email }, linkOf(token, request), expiresAt)
      } catch (error) {
        await invitations.withdraw(link.id, by)
        if (!(error instanceof PortError)) throw error
        throw new HttpRefusal(
          503,
          `The link could not be sent to ${email}: ${error.message} Try again: that link does not work any more.`,
        )
      }
      return { sentTo: email, expiresAt: expiresAt.toISOString(), member: asMember(member) }
    },

    listTeams: async () => {
      const { teams } = portico.profiles.inForce()
      const inTeams = await Promise.all(
        teams.map(({ name }) => members.directory({ team: name, limit: 10_000 })),
      )
      return {
        teams: teams.map(({ name, label }, index) => ({
          name,
          label,
          members: (inTeams[index] ?? []).map(({ id, username, displayName }) => ({
            id,
            username,
            displayName,
          })),
        })),
      }
    },

    listInvitations: async () => {
      const open = await invitations.open()
      return {
        invitations: open.map(({ email, createdAt, expiresAt, ...one }) => ({
          ...one,
          ...(email === null ? {} : { email }),
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      }
    },

    inviteMember: async ({ body, caller, request, reply }) => {
      const { ofNewMembers } = portico.profiles.inForce().sensitivity
      const clearance = body.clearance ?? Math.min(ofNewMembers, caller.clearance)
      const { member, ...link } = await invitations.invite({ ...body, clearance, by: changerOf(caller) })
      return invited(member, link, request, reply)
    },

    withdrawInvitation: ({ params, caller }) => invitations.withdraw(params.id, changerOf(caller)),
  } satisfies Partial<Handlers>
}

export const changedBy = (caller: Caller, { authorityOf }: Pick<Permissions, 'authorityOf'>): Changer => {
  const { id, username, kind } = caller
  return { id, name: username, kind, authority: authorityOf(caller) }
}

/** Whoever holds the link of an account that is used can become its owner: nobody but the owner may have it. */
function noWayToThem({ username }: Member, email: string | null): Refusal {
  const missing =
    email === null ? 'the account has no email address' : 'no binding of the notifications port sends email'
  return new Refusal(
    'stateForbids',
    `${username} has an account in use, so a new link goes to them alone, and ${missing}: have the operator run \`portico invite --again ${username}\` and hand it over in person.`,
  )
}

const nextOf = (listed: readonly Member[], limit: number) =>
  listed.length > limit ? { next: listed[limit - 1]?.id } : {}

function asMember({ active, createdAt, email, ...member }: Member) {
  return {
    ...member,
    ...(email === undefined ? {} : { email }),
    isActive: active,
    createdAt: createdAt.toISOString(),
  }
}
