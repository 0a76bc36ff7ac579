import { type Action, actionNames } from '@portico/contract/actions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Identity } from '../auth/identity.ts'
import type { Invitation } from '../auth/invitations.ts'
import type { Changer } from '../auth/member-changes.ts'
import type { Member } from '../auth/members.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { refuseUnlessAllowed } from './access.ts'
import type { Caller } from './authentication.ts'
import { serve } from './route.ts'

/** Those who give work or access to others need to find them. */
const picks: readonly Action[] = ['workTasks', 'distributeCases', 'grantAccess', 'administer']

export type MemberOptions = {
  identity: Identity
  deactivateMember: (memberId: string, by: Changer) => Promise<unknown>
  publicUrl?: string | undefined
}

export function serveMembers(app: FastifyInstance, portico: Portico, options: MemberOptions) {
  const { identity, deactivateMember, publicUrl } = options
  const { members, invitations } = identity
  const mayAdminister = (caller: Caller) => refuseUnlessAllowed(portico, caller, ['administer'])
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
    return { link: `${base}/join#${token}`, expiresAt: expiresAt.toISOString(), member: asMember(member) }
  }

  serve(app, 'getMe', async ({ caller }) => {
    const { id, username, displayName, roles, teams, clearance } = caller
    const actions = actionNames.filter((action) => portico.permissions.can(caller, action))
    return { me: { id, username, displayName, roles, teams, clearance, actions } }
  })

  serve(app, 'listDirectory', async ({ query, caller }) => {
    refuseUnlessAllowed(portico, caller, picks)
    const { after, limit = 50, ...filter } = query
    const listed = await members.directory({
      ...filter,
      ...(after === undefined ? {} : { after }),
      limit: limit + 1,
    })
    const people = listed
      .slice(0, limit)
      .map(({ id, username, displayName, roles, teams }) => ({ id, username, displayName, roles, teams }))
    return { people, ...nextOf(listed, limit) }
  })

  serve(app, 'listMembers', async ({ query, caller }) => {
    mayAdminister(caller)
    const { after = '', limit = 50 } = query
    const listed = await members.list({ after, limit: limit + 1 })
    return { members: listed.slice(0, limit).map(asMember), ...nextOf(listed, limit) }
  })

  serve(app, 'getMember', async ({ params, caller }) => {
    mayAdminister(caller)
    return { member: asMember(await found(params.id)) }
  })

  serve(app, 'changeMember', async ({ params, body, caller }) => {
    mayAdminister(caller)
    refuseAbove(caller, body.clearance)
    return { member: asMember(await members.change(params.id, body, changerOf(caller))) }
  })

  serve(app, 'deactivateMember', async ({ params, caller }) => {
    mayAdminister(caller)
    await found(params.id)
    await deactivateMember(params.id, changerOf(caller))
  })

  serve(app, 'reactivateMember', async ({ params, caller }) => {
    mayAdminister(caller)
    await members.reactivate(params.id, changerOf(caller))
    return { member: asMember(await found(params.id)) }
  })

  serve(app, 'listMemberChanges', async ({ params, query, caller }) => {
    mayAdminister(caller)
    await found(params.id)
    const { after = 0, limit = 100 } = query
    const listed = await members.changes({ memberId: params.id, after, limit: limit + 1 })
    const changes = listed.slice(0, limit).map((one) => ({ ...one, at: one.at.toISOString() }))
    return { changes, ...(listed.length > limit ? { next: `${changes.at(-1)?.position}` } : {}) }
  })

  serve(app, 'inviteAgain', async ({ params, caller, request, reply }) => {
    mayAdminister(caller)
    const member = await found(params.id)
    return invited(member, await invitations.inviteAgain(member.username, changerOf(caller)), request, reply)
  })

  serve(app, 'listTeams', async ({ caller }) => {
    mayAdminister(caller)
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
  })

  serve(app, 'listInvitations', async ({ caller }) => {
    mayAdminister(caller)
    const open = await invitations.open()
    return {
      invitations: open.map(({ email, createdAt, expiresAt, ...one }) => ({
        ...one,
        ...(email === null ? {} : { email }),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    }
  })

  serve(app, 'inviteMember', async ({ body, caller, request, reply }) => {
    mayAdminister(caller)
    refuseAbove(caller, body.clearance)
    const { member, ...link } = await invitations.invite({ ...body, by: changerOf(caller) })
    return invited(member, link, request, reply)
  })

  serve(app, 'withdrawInvitation', async ({ params, caller }) => {
    mayAdminister(caller)
    await invitations.withdraw(params.id, changerOf(caller))
  })
}

const changerOf = ({ id, username }: Caller): Changer => ({ id, name: username })

/** Whoever could give more than they have could give it to themselves by way of another. */
function refuseAbove({ clearance: own }: Caller, clearance: number | undefined) {
  if (clearance === undefined || clearance <= own) return
  throw new Refusal(
    'forbidden',
    `You are cleared up to ${own}, so you cannot clear anybody for ${clearance}.`,
  )
}

const nextOf = (listed: readonly Member[], limit: number) =>
  listed.length > limit ? { next: listed[limit - 1]?.username } : {}

function asMember({ active, createdAt, email, ...member }: Member) {
  return {
    ...member,
    ...(email === undefined ? {} : { email }),
    isActive: active,
    createdAt: createdAt.toISOString(),
  }
}
