import type { FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Identity } from '../auth/identity.ts'
import { bearerOf } from './authentication.ts'
import { type BrowserSessionOptions, browserSession } from './browser-session.ts'
import { HttpRefusal } from './errors.ts'
import { isFromThisMachine } from './from-this-machine.ts'
import type { Handlers } from './route.ts'

export function authHandlers(
  identity: Identity,
  { profiles }: Pick<Portico, 'profiles'>,
  options: BrowserSessionOptions & { isSandbox: boolean },
) {
  const session = browserSession(options)

  const offeredTo = (request: FastifyRequest) =>
    options.isSandbox && isFromThisMachine(request) ? identity.sandboxPeople : undefined

  /** Elsewhere they are not even refused: there is nothing. */
  const sandboxPeople = (request: FastifyRequest, code: string) => {
    const people = offeredTo(request)
    if (!people) throw new HttpRefusal(404, 'There is nothing at this path.')
    if (people.isCode(code)) return people
    throw new HttpRefusal(
      403,
      'The code is missing or wrong: open the address of the workspace that the start of the service prints, with #code= at its end.',
    )
  }
  const labelsOf = (names: readonly string[], words: readonly { name: string; label: string }[]) =>
    names.map((name) => words.find((word) => word.name === name)?.label ?? name)

  return {
    signIn: ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return identity.signIn({ ...body, address: request.ip })
    },

    refresh: ({ body, reply }) => {
      reply.header('cache-control', 'no-store')
      return identity.refresh(body.refreshToken)
    },

    signOut: ({ caller }) => identity.signOut(caller),

    startBrowserSession: async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      session.refuseOtherOrigins(request)
      return session.begin(
        request,
        reply,
        await identity.signIn({ ...body, address: request.ip, isBrowser: true }),
      )
    },

    refreshBrowserSession: async ({ request, reply }) => {
      reply.header('cache-control', 'no-store')
      session.refuseOtherOrigins(request)
      const refreshToken = session.read(request)
      // A first visit is no error, which a browser would log.
      if (refreshToken === undefined) return void reply.code(204)
      return session.begin(request, reply, await identity.refresh(refreshToken, { isBrowser: true }))
    },

    endBrowserSession: async ({ request, reply }) => {
      session.refuseOtherOrigins(request)
      await identity.endBrowserSession({ refreshToken: session.read(request), token: bearerOf(request) })
      session.clear(request, reply)
    },

    changePassword: ({ body, caller, request }) =>
      identity.changePassword(caller, { ...body, address: request.ip }),

    listSandboxPeople: async ({ query, request, reply }) => {
      reply.header('cache-control', 'no-store')
      // A page that has no code yet asks what it is to say, which is no error that a browser would log.
      if (query.code === '') return offeredTo(request) ? { people: [] } : void reply.code(204)
      const { roles, teams } = profiles.inForce()
      const people = await sandboxPeople(request, query.code).list()
      return {
        people: people.map((person) => ({
          ...person,
          roles: labelsOf(person.roles, roles),
          teams: labelsOf(person.teams, teams),
        })),
      }
    },

    signInSandboxPerson: async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const people = sandboxPeople(request, body.code)
      session.refuseOtherOrigins(request)
      if (request.headers.origin === undefined)
        throw new HttpRefusal(403, 'The request must say its Origin, as browsers do.')
      return session.begin(request, reply, await people.signIn(body.memberId))
    },

    acceptInvitation: ({ body }) => identity.acceptInvitation(body),

    jwks: ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return identity.jwks()
    },

    openIdConfiguration: async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return identity.openIdConfiguration()
    },
  } satisfies Partial<Handlers>
}
