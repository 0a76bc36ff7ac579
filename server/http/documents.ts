import { hash, randomBytes } from 'node:crypto'
import {
  type AnnotationContent,
  annotationContent,
  refuseIfOthersRemoved,
  refuseOtherReaders,
} from '../app/file/annotation-content.ts'
import type { Portico } from '../app/portico.ts'
import { arrangementOf, type CaseFileCommand, caseFile } from '../core/file/case-file.ts'
import { document } from '../core/file/document.ts'
import { newId } from '../core/kernel/ids.ts'
import { memberOf } from '../core/kernel/layered.ts'
import type { Caller } from './authentication.ts'
import type { Handlers } from './route.ts'
import { isNotModified, sendJson } from './sending.ts'

export function documentHandlers(portico: Portico) {
  const { execute } = portico
  type Tx = Parameters<typeof annotationContent>[0]
  type Change = (before: AnnotationContent, tx: Tx) => Promise<AnnotationContent>
  const replace = (
    of: ReturnType<typeof seenTarget> & { annotationId: string },
    caller: Caller,
    call: Parameters<typeof execute>[1],
    change: Change,
  ) => {
    const underLock = async (tx: Tx) => {
      const content = await change(await annotationContent(tx, of, caller.id), tx)
      return { ...of, type: 'replaceAnnotation' as const, content }
    }
    return execute(document, call, { caseId: of.caseId, underLock }, () => null)
  }
  const annotationOf = async (
    params: { id: string; docId: string },
    annotationId: string,
    caller: Caller,
  ) => {
    const { annotations } = await portico.documents.find(params.id, params.docId, caller)
    return { annotation: annotations.find(({ id }) => id === annotationId) }
  }

  const arranged = async (
    command: Extract<CaseFileCommand, { type: 'arrangeDocuments' | 'moveDocuments' }>,
    caller: Caller,
    call: () => Parameters<typeof execute>[1],
  ) => {
    // Read before: the answer is kept for repeats in the transaction that arranges. Documents never go.
    const documents = new Map(
      (await portico.documents.summaries(command.caseId, caller)).map((document) => [document.id, document]),
    )
    return portico.execute(caseFile, call(), command, ({ state }) => ({
      documents: arrangementOf(state)
        .filter((id) => !caller.concealed.includes(id))
        .map((id, position) => ({ ...documents.get(id), position })),
    }))
  }

  return {
    arrangeDocuments: ({ params, body, caller, call }) =>
      arranged(
        { type: 'arrangeDocuments', caseId: params.id, ...body, concealed: caller.concealed },
        caller,
        call,
      ),

    moveDocuments: ({ params, body, caller, call }) =>
      arranged(
        { type: 'moveDocuments', caseId: params.id, ...body, concealed: caller.concealed },
        caller,
        call,
      ),

    listDocuments: async ({ params, caller, access: { version }, request, reply }) => {
      if (isNotModified(request, reply, listTag(version, caller))) return reply
      return sendJson(reply, await portico.documents.list(params.id, caller, version))
    },

    getDocument: async ({ params, caller, access }) => ({
      document: await portico.documents.find(params.id, params.docId, caller),
      permissions: portico.permissions.actionsOn(caller, access.facts),
    }),

    getContent: async ({ params, caller, sendFile }) => {
      const { content, name } = await portico.documents.facts(params.id, params.docId, caller)
      const file = await portico.files.documentFile(content)
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

    createAnnotation: async ({ params, body, caller, now, call }) => {
      const annotationId = newId('ann', now, randomBytes(10))
      const teams = body.visibility === 'team' ? { teams: [...caller.teams] } : {}
      const { visibility = ownVisibility(caller), ...marked } = body
      const marks = { ...marked, visibility, ...teams }
      const command = { ...seenTarget(params, caller), type: 'annotate' as const, annotationId, ...marks }
      return execute(document, call(), command, ({ state }) => {
        const made = memberOf(state.annotations, annotationId)
        const seen = made?.sight.visibility
        return {
          annotation: {
            id: annotationId,
            ...marked,
            page: made?.page,
            ...(seen === 'staff' ? {} : { visibility: seen }),
            createdBy: caller.username,
            createdAt: now.toISOString(),
          },
        }
      })
    },

    editAnnotation: async ({ params, body, caller, call }) => {
      const of = { ...seenTarget(params, caller), annotationId: params.annId }
      const { visibility, ...words } = body
      if (visibility === undefined)
        await execute(document, call(), { ...of, type: 'editAnnotation', ...words }, () => null)
      else
        await replace(of, caller, call(), async (before, tx) => {
          const { comment: _, relevantDate: __, visibility: seen = 'staff', teams, ...kept } = before
          if (seen !== visibility) await refuseOtherReaders(tx, of, before)
          const readers = seen === 'team' ? teams : [...caller.teams]
          return { ...kept, ...words, visibility, ...(visibility === 'team' ? { teams: readers } : {}) }
        })
      return annotationOf(params, params.annId, caller)
    },

    moveAnnotation: async ({ params, body, caller, call }) => {
      const of = { ...seenTarget(params, caller), annotationId: params.annId }
      const { quote, ...place } = body
      if (quote === undefined)
        await execute(document, call(), { ...of, type: 'moveAnnotation', ...place }, () => null)
      else
        await replace(of, caller, call(), async ({ page: _, x: __, y: ___, rects: ____, ...kept }) => ({
          ...kept,
          ...place,
          quote,
        }))
      return annotationOf(params, params.annId, caller)
    },

    restoreAnnotation: async ({ params, caller, call }) => {
      const of = { ...seenTarget(params, caller), annotationId: params.annId }
      const underLock = async (tx: Tx) => {
        const content = await annotationContent(tx, of, caller.id)
        await refuseIfOthersRemoved(tx, of, caller.id)
        return { ...of, type: 'annotate' as const, ...content }
      }
      await execute(document, call(), { caseId: params.id, underLock }, () => null)
      return annotationOf(params, params.annId, caller)
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

/** By the reader, since what they have marked is in it, and by what of the file they see. */
function listTag(version: number, { id, audience, concealed }: Caller): string {
  const unseen = concealed.length === 0 ? '' : `-${hash('sha256', concealed.join(), 'hex').slice(0, 8)}`
  return `"${version}-${id}-${audience}${unseen}"`
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
