import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { document } from '../core/file/document.ts'
import { newId } from '../core/kernel/ids.ts'
import { memberOf } from '../core/kernel/layered.ts'
import { authorize } from './access.ts'
import type { Caller } from './authentication.ts'
import { serve } from './route.ts'
import { sendFile } from './sending.ts'
import { accessOf } from './trace.ts'

export function serveDocuments(app: FastifyInstance, portico: Portico) {
  const { execute } = portico

  serve(app, 'getDocument', async (input) => {
    const { params, caller } = input
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    const found = await portico.document(params.id, params.docId, caller)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'document', documentId: params.docId }))
    return { document: found, permissions: portico.permissions.actionsOn(caller, facts) }
  })

  serve(app, 'getContent', async (input) => {
    const { params, caller, request, reply } = input
    await authorize(portico, caller, 'readCases', params.id)
    const { content, name } = await portico.documentFacts(params.id, params.docId, caller)
    const file = await portico.documentFile(content)
    const named = { ...file, mediaType: 'application/pdf', name: `${name}.pdf` }
    return sendFile(request, reply, named, ({ isPartial }) => {
      const what = { of: 'document' as const, documentId: params.docId, ...(isPartial ? { isPartial } : {}) }
      return portico.accessLog.record(accessOf(input, params.id, 'download', what))
    })
  })

  serve(app, 'addTag', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'tag', params.id)
    const text = body.text.trim()
    const visibility = body.visibility ?? ownVisibility(caller)
    return execute(
      document,
      call(),
      { ...seenTarget(params, caller), type: 'tag', text, visibility },
      ({ state }) => {
        const { by, at } = memberOf(state.tags, text) as { by: string; at: string }
        return { tag: { text, createdBy: by, createdAt: at } }
      },
    )
  })

  serve(app, 'removeTag', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'tag', params.id)
    await execute(
      document,
      call(),
      { ...seenTarget(params, caller), type: 'untag', text: params.text },
      () => null,
    )
  })

  serve(app, 'createAnnotation', async ({ params, body, caller, now, call }) => {
    await authorize(portico, caller, 'annotate', params.id)
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
  })

  serve(app, 'removeAnnotation', async ({ params, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    const mayRemoveOthers = portico.permissions.can(caller, 'removeAnyAnnotation', { case: facts })
    const command = {
      ...seenTarget(params, caller),
      type: 'removeAnnotation' as const,
      annotationId: params.annId,
      mayRemoveOthers,
    }
    await execute(document, call(), command, () => null)
  })

  serve(app, 'setReadState', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'markRead', params.id)
    return execute(
      document,
      call(),
      { ...seenTarget(params, caller), type: 'setRead', read: body.read },
      ({ state }) => {
        const { read, at } = state.readMarks[caller.id] as { read: boolean; at: string }
        return { readState: { read, at } }
      },
    )
  })
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
