import { actionNames } from '@portico/contract/actions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Identity } from '../auth/identity.ts'
import type { Invitation } from '../auth/invitations.ts'
import type { Changer } from '../auth/member-changes.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import type { Handlers } from './route.ts'

export type MemberOptions = {
  identity: Identity
  deactivateMember: (memberId: string, by: Changer) => Promise<unknown>
  publicUrl?: string | undefined
  isSandbox: boolean
}

export function memberHandlers(portico: Portico, options: MemberOptions) {
  const { identity, deactivateMember, publicUrl, isSandbox } = options
  const { members, invitations } = identity
  const found = async (memberId: string) => {
    const member = await members.get(memberId)
    if (!member) throw new Refusal('notFound', 'There is no such member.')
    return member
  }
  const invited = (
    member: Member,
    { token, expiresAt }: Invitation,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    reply.header('cache-control', 'no-store')
    const base = publicUrl ?? `${request.protocol}://${request.host}`
    return {
      link: `${base}/workspace/join#${token}`,
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

    changeMember: async ({ params, body, caller }) => {
      refuseAbove(caller, body.clearance)
      return { member: asMember(await members.change(params.id, body, changerOf(caller))) }
    },

    deactivateMember: async ({ params, caller }) => {
      await found(params.id)
      await deactivateMember(params.id, changerOf(caller))
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
      return invited(
        member,
        await invitations.inviteAgain(member.username, changerOf(caller)),
        request,
        reply,
      )
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
      refuseAbove(caller, body.clearance)
      const { ofNewMembers } = portico.profiles.inForce().sensitivity
      const clearance = body.clearance ?? Math.min(ofNewMembers, caller.clearance)
      const { member, ...link } = await invitations.invite({ ...body, clearance, by: changerOf(caller) })
      return invited(member, link, request, reply)
    },

    withdrawInvitation: ({ params, caller }) => invitations.withdraw(params.id, changerOf(caller)),
  } satisfies Partial<Handlers>
}

export const changerOf = ({ id, username, kind }: Caller): Changer => ({ id, name: username, kind })

/** Whoever could give more than they have could give it to themselves by way of another. */
function refuseAbove({ clearance: own }: Caller, clearance: number | undefined) {
  if (clearance === undefined || clearance <= own) return
  throw new Refusal(
    'forbidden',
    `You are cleared up to ${own}, so you cannot clear anybody for ${clearance}.`,
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
