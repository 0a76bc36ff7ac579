import { randomBytes } from 'node:crypto'
import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { type Named, namedBy } from '../core/endings.ts'
import { newId } from '../core/kernel/ids.ts'
import { leftSignal } from './connections.ts'
import type { Handlers } from './route.ts'
import { signatureOf } from './row-arguments.ts'

export function workProductHandlers({ workProducts, writing, proposals, draftFile, permissions }: Portico) {
  return {
    draftWorkProduct: async ({ params, body, now, call }) => {
      const workProductId = newId('product', now, randomBytes(10))
      return workProducts.draft(call(), { caseId: params.id, workProductId }, body)
    },

    getWorkProduct: async ({ params, caller, access, call }) => {
      const allowed = permissions.actionsOn(caller, access.facts)
      return { workProduct: await workProducts.find(target(params), { call: call(), allowed }) }
    },

    saveWorkProduct: ({ params, body, call, may }) =>
      workProducts.save(call(), target(params), { ...body, mayEditInReview: may('reviewDrafts') }),

    changeText: async ({ params, body, call, may, authorize }) => {
      await authorize('draft')
      if (body.dispositions?.length) await authorize('decideIssues')
      return writing.changeText(
        target(params),
        { request: call(), mayEditInReview: may('reviewDrafts') },
        body,
      )
    },

    propose: async ({ params, body, now, call }) => {
      const proposalId = newId('proposal', now, randomBytes(10))
      return { proposal: await proposals.propose({ ...target(params), proposalId }, call(), body) }
    },

    listWorkProductVersions: async ({ params, query }) => {
      const limit = query.limit ?? 100
      const found = await workProducts.versions(target(params), { after: query.after, limit: limit + 1 })
      const versions = found.slice(0, limit)
      return { versions, ...(found.length > limit ? { next: String(versions.at(-1)?.version) } : {}) }
    },

    addComment: async ({ params, body, now, call }) => {
      const commentId = newId('comment', now, randomBytes(10))
      return { comment: await workProducts.comment(call(), { ...target(params), commentId }, body) }
    },

    previewWorkProductFile: async ({ params, caller, now, may, reply, sendFile }) => {
      const signature = signatureOf(caller, now)
      const name = may('signDecisions') ? signature.name : ''
      const draft = await workProducts.draftPackage(target(params), { ...signature, name })
      return sendFile(await draftFile(draft, caller.id, leftSignal(reply.raw)), { format: 'pdf' })
    },

    signWorkProduct: ({ params, body: { ends, ...given }, caller, call, may }) =>
      workProducts.sign(ending(call(), ends, namedBy.signWorkProduct()), target(params), {
        ...given,
        name: caller.displayName,
        mayOverride: may('signForOthers'),
      }),
  } satisfies Partial<Handlers>
}

const ending = (request: Request, ends: string | undefined, named: Named): Request => ({
  ...request,
  confirm: endsOnly(ends, named),
})

function target({ id, productId }: { id: string; productId: string }) {
  return { caseId: id, workProductId: productId }
}
