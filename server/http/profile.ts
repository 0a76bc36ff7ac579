import type { FastifyInstance } from 'fastify'
import type { Profiles } from '../app/profile/profiles.ts'
import type { TryProfile } from '../app/profile/try-profile.ts'
import type { Permissions } from '../auth/can.ts'
import { refuseUnlessAllowed } from './access.ts'
import type { Caller } from './authentication.ts'
import { serve } from './route.ts'

const bodyLimit = 8 * 1024 ** 2

export function serveProfile(
  app: FastifyInstance,
  {
    profiles,
    tryProfile,
    permissions,
  }: { profiles: Profiles; tryProfile: TryProfile; permissions: Permissions },
) {
  const authorize = (caller: Caller) => refuseUnlessAllowed({ permissions }, caller, ['changeProfile'])

  serve(app, 'getProfile', () => profiles.current())

  serve(
    app,
    'saveProfile',
    async ({ body, caller, call }) => {
      authorize(caller)
      const { actor, expectedVersion, idempotency } = call()
      return profiles.save({ ...body, actor, expectedVersion, idempotency, source: 'api' })
    },
    { bodyLimit },
  )

  serve(
    app,
    'tryProfile',
    async ({ body, caller }) => {
      authorize(caller)
      return tryProfile(body.profile)
    },
    { bodyLimit },
  )

  serve(app, 'listProfileVersions', async ({ query, caller }) => {
    authorize(caller)
    const limit = query.limit ?? 50
    const found = await profiles.versions({ before: query.after, limit: limit + 1 })
    const versions = found.slice(0, limit)
    return { versions, ...(found.length > limit ? { next: String(versions.at(-1)?.number) } : {}) }
  })

  serve(app, 'getProfileVersion', async ({ params, caller }) => {
    authorize(caller)
    return profiles.version(params.number)
  })

  serve(app, 'getProfileChanges', async ({ params, query, caller }) => {
    authorize(caller)
    return profiles.changes(params.number, query.from)
  })

  serve(app, 'restoreProfile', async ({ params, body, caller, call }) => {
    authorize(caller)
    const { actor, expectedVersion, idempotency } = call()
    const { profile } = await profiles.version(params.number)
    const restored = { profile, restoredFrom: params.number, source: 'restore' as const }
    return profiles.save({ ...restored, why: body.why, actor, expectedVersion, idempotency })
  })
}
