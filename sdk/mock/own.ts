import type { PageRun, Place } from '../generated/types.ts'
import type { Handlers, World } from './world.ts'

/** What you keep for yourself. A visit of the mock never ends. */
export function ownHandlers(world: World): Handlers {
  let preferences: Record<string, unknown> = {}
  const seen = new Map<string, PageRun[]>()
  const places = new Map<string, Map<string, Place>>()

  return {
    getPreferences: () => preferences,
    setPreferences({ body }) {
      preferences = body.preferences
      return preferences
    },
    changePreferences({ body }) {
      const changed = Object.entries({ ...preferences, ...body.preferences })
      preferences = Object.fromEntries(changed.filter(([, value]) => value !== null))
      return preferences
    },
    visitCase({ caseId }) {
      world.opening(caseId)
      return { since: null, version: null }
    },
    listPresent: () => [],
    bePresent: () => [],
    leaveCase: () => undefined,
    listSeenPages: ({ caseId }) => seen.get(caseId) ?? [],
    addSeenPages({ caseId, body }) {
      world.opening(caseId)
      seen.set(caseId, [...(seen.get(caseId) ?? []), ...body.runs])
    },
    getCoverage: () => ({ pages: 0, documents: 0, readers: [] }),
    listPlaces: ({ caseId }) => [...(places.get(caseId)?.values() ?? [])].reverse(),
    keepPlace({ caseId, documentId, body }) {
      world.opening(caseId)
      const kept = places.get(caseId) ?? new Map<string, Place>()
      kept.delete(documentId)
      kept.set(documentId, {
        documentId,
        ...(body as Omit<Place, 'documentId' | 'at'>),
        at: world.clock().toISOString(),
      })
      places.set(caseId, kept)
    },
  }
}
