import { randomBytes } from 'node:crypto'
import type { Portico } from '../app/portico.ts'
import { arrangementOf, caseFile } from '../core/file/case-file.ts'
import { document } from '../core/file/document.ts'
import { newId } from '../core/kernel/ids.ts'
import { memberOf } from '../core/kernel/layered.ts'
import type { Caller } from './authentication.ts'
import type { Handlers } from './route.ts'
import { isNotModified, sendJson } from './sending.ts'

export function documentHandlers(portico: Portico) {
  const { execute } = portico

  return {
    arrangeDocuments: async ({ params, body, caller, call }) => {
      const command = { type: 'arrangeDocuments' as const, caseId: params.id, documentIds: body.documentIds }
      // Read before: the answer is kept for repeats in the transaction that arranges. Documents never go.
      const documents = new Map(
        (await portico.documents(params.id, caller)).map((document) => [document.id, document]),
      )
      return portico.execute(caseFile, call(), command, ({ state }) => ({
        documents: arrangementOf(state).map((id, position) => ({ ...documents.get(id), position })),
      }))
    },

    listDocuments: async ({ params, caller, access: { version }, request, reply }) => {
      if (isNotModified(request, reply, `"${version}-${caller.id}-${caller.audience}"`)) return reply
      return sendJson(reply, await portico.documentList(params.id, caller, version))
    },

    getDocument: async ({ params, caller, access }) => ({
      document: await portico.document(params.id, params.docId, caller),
      permissions: portico.permissions.actionsOn(caller, access.facts),
    }),

    getContent: async ({ params, caller, sendFile }) => {
      const { content, name } = await portico.documentFacts(params.id, params.docId, caller)
      const file = await portico.documentFile(content)
      return sendFile({ ...file, mediaType: 'application/pdf', name: `${name}.pdf` })
    },

    addTag: ({ params, body, caller, call }) => {
      const text = body.text.trim()
      const visibility = body.visibility ?? ownVisibility(caller)
      const command = { ...seenTarget(params, caller), type: 'tag' as const, text, visibility }
      return execute(document, call(), command, ({ state }) => {
        const { by, at } = memberOf(state.tags, text) as { by: string; at: string }
        return { tag: { text, createdBy: by, createdAt: at } }
      })
    },

    removeTag: ({ params, caller, call }) => {
      const command = { ...seenTarget(params, caller), type: 'untag' as const, text: params.text }
      return execute(document, call(), command, () => null)
    },

    createAnnotation: async ({ params, body, caller, now, call }) => {
      const annotationId = newId('ann', now, randomBytes(10))
      const teams = body.visibility === 'team' ? { teams: [...caller.teams] } : {}
      const { visibility = ownVisibility(caller), ...marked } = body
      const marks = { ...marked, visibility, ...teams }
      const command = { ...seenTarget(params, caller), type: 'annotate' as const, annotationId, ...marks }
      const shown = visibility === 'staff' ? {} : { visibility }
      return execute(document, call(), command, () => ({
        annotation: {
          id: annotationId,
          ...marked,
          ...shown,
          createdBy: caller.username,
          createdAt: now.toISOString(),
        },
      }))
    },

    editAnnotation: async ({ params, body, caller, call }) => {
      const annotationId = params.annId
      const command = {
        ...seenTarget(params, caller),
        type: 'editAnnotation' as const,
        annotationId,
        ...body,
      }
      await execute(document, call(), command, () => null)
      const { annotations } = await portico.document(params.id, params.docId, caller)
      return { annotation: annotations.find(({ id }) => id === annotationId) }
    },

    removeAnnotation: async ({ params, caller, call, may }) => {
      const command = {
        ...seenTarget(params, caller),
        type: 'removeAnnotation' as const,
        annotationId: params.annId,
        mayRemoveOthers: may('removeAnyAnnotation'),
      }
      return execute(document, call(), command, () => null)
    },

    setReadState: ({ params, body, caller, call }) => {
      const command = { ...seenTarget(params, caller), type: 'setRead' as const, read: body.read }
      return execute(document, call(), command, ({ state }) => {
        const { read, at } = state.readMarks[caller.id] as { read: boolean; at: string }
        return { readState: { read, at } }
      })
    },
  } satisfies Partial<Handlers>
}

/** Words that say nothing of who sees them stay among those who say them. */
function ownVisibility({ audience }: Caller) {
  return audience === 'party' ? ('case' as const) : ('staff' as const)
}

export function target({ id, docId }: { id: string; docId: string }) {
  return { caseId: id, documentId: docId }
}

function seenTarget(params: { id: string; docId: string }, { curates }: Caller) {
  return { ...target(params), mustBeCurrent: !curates }
}
