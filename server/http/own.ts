import type { Portico } from '../app/portico.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

/** What a member keeps for themselves. */
export function ownHandlers(portico: Portico) {
  const { places, presence, seenPages, documents, caseDocuments } = portico
  const shownOf = (caller: Caller, caseId: string) => async (documentIds: readonly string[]) => {
    const found = await caseDocuments.list(caseId, caller, { documentIds })
    return new Set(found.map(({ id }) => id))
  }
  return {
    listPlaces: async ({ caller, params }) => ({
      places: (await places.list({ memberId: caller.id, caseId: params.id })).filter(
        ({ documentId }) => !caller.concealed.includes(documentId),
      ),
    }),

    keepPlace: async ({ caller, params, body }) => {
      await documents.facts(params.id, params.docId, caller)
      await places.keep({ memberId: caller.id, caseId: params.id, documentId: params.docId }, body)
    },

    addSeenPages: async ({ caller, params, body }) => {
      const wrong = body.runs.find(({ first, last }) => first > last)
      if (wrong)
        throw new HttpRefusal(400, `runs must begin before they end: ${wrong.first} is after ${wrong.last}.`)
      await seenPages.add({ memberId: caller.id, caseId: params.id }, body.runs)
    },

    listPresent: async ({ caller, params, may }) => ({
      present: await presence.others(
        { memberId: caller.id, caseId: params.id },
        { shownOf: shownOf(caller, params.id), readsDrafts: may('readDeliberations') },
      ),
    }),

    bePresent: async ({ caller, params, body, may, authorize }) => {
      if (body.section !== undefined && body.workProductId === undefined)
        throw new HttpRefusal(400, 'section is that of a draft: name it in workProductId.')
      await authorize('readCases')
      if (body.workProductId !== undefined) await authorize('readDeliberations')
      return {
        present: await presence.here({ memberId: caller.id, caseId: params.id }, body, {
          shownOf: shownOf(caller, params.id),
          readsDrafts: may('readDeliberations'),
        }),
      }
    },
  } satisfies Partial<Handlers>
}
