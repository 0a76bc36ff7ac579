import type { Profiles } from '../app/profile/profiles.ts'
import type { Handlers } from './route.ts'

export function profileHandlers({ profiles }: { profiles: Profiles }) {
  return {
    saveProfile: async ({ body, call }) => {
      const { actor, expectedVersion, idempotency } = call()
      return profiles.save({ ...body, actor, expectedVersion, idempotency, source: 'api' })
    },

    listProfileVersions: async ({ query }) => {
      const limit = query.limit ?? 50
      const found = await profiles.versions({ before: query.after, limit: limit + 1 })
      const versions = found.slice(0, limit)
      return { versions, ...(found.length > limit ? { next: String(versions.at(-1)?.number) } : {}) }
    },

    restoreProfile: async ({ params, body, call }) => {
      const { actor, expectedVersion, idempotency } = call()
      const { profile } = await profiles.version(params.number)
      const restored = { profile, restoredFrom: params.number, source: 'restore' as const }
      return profiles.save({ ...restored, why: body.why, actor, expectedVersion, idempotency })
    },
  } satisfies Partial<Handlers>
}
