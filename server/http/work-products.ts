import { randomBytes } from 'node:crypto'
import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { type Named, namedBy } from '../core/endings.ts'
import { newId } from '../core/kernel/ids.ts'
import type { Caller } from './authentication.ts'
import { leftSignal } from './connections.ts'
import type { Handlers } from './route.ts'

export function workProductHandlers({ workProducts, writing, proposals, draftFile, permissions }: Portico) {
  return {
    listWorkProducts: async ({ params }) => ({ workProducts: await workProducts.list(params.id) }),

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

    listTextChanges: ({ params, query }) =>
      writing.changes(target(params), { after: query.after, limit: query.limit ?? 200 }),

    keepVersion: ({ params, call, may }) =>
      writing.keep(target(params), { request: call(), mayEditInReview: may('reviewDrafts') }),

    listProposals: ({ params, query }) =>
      proposals.list(target(params), { ...query, limit: query.limit ?? 100 }),

    propose: async ({ params, body, now, call }) => {
      const proposalId = newId('proposal', now, randomBytes(10))
      return { proposal: await proposals.propose({ ...target(params), proposalId }, call(), body) }
    },

    acceptProposals: ({ params, body, call, may }) =>
      proposals.accept(
        target(params),
        { request: call(), mayEditInReview: may('reviewDrafts') },
        body.proposals,
      ),

    rejectProposals: ({ params, body, call, may }) =>
      proposals.reject(target(params), { request: call(), mayEditInReview: may('reviewDrafts') }, body),

    withdrawProposals: ({ params, body, call }) => proposals.withdraw(target(params), call(), body.proposals),

    listWorkProductVersions: async ({ params, query }) => {
      const limit = query.limit ?? 100
      const found = await workProducts.versions(target(params), { after: query.after, limit: limit + 1 })
      const versions = found.slice(0, limit)
      return { versions, ...(found.length > limit ? { next: String(versions.at(-1)?.version) } : {}) }
    },

    getWorkProductVersion: async ({ params }) => ({
      version: await workProducts.version(target(params), params.version),
    }),

    listComments: async ({ params }) => ({ comments: await workProducts.comments(target(params)) }),

    addComment: async ({ params, body, now, call }) => {
      const commentId = newId('comment', now, randomBytes(10))
      return { comment: await workProducts.comment(call(), { ...target(params), commentId }, body) }
    },

    setCommentResolved: async ({ params, body, call }) => {
      const { commentId } = params
      await workProducts.change(call(), { ...target(params), type: 'setResolved', commentId, ...body })
    },

    submitWorkProduct: ({ params, body: { ends, ...given }, call }) =>
      workProducts.end(ending(call(), ends, namedBy.submitWorkProduct()), target(params), {
        type: 'submit',
        ...given,
      }),

    returnWorkProduct: ({ params, body, call }) => workProducts.giveBack(call(), target(params), body),

    discardWorkProduct: ({ params, body: { ends, why }, call }) =>
      workProducts.end(ending(call(), ends, namedBy.discardWorkProduct(target(params))), target(params), {
        type: 'discard',
        why,
      }),

    getBlockers: ({ params, caller, now }) => workProducts.blockers(target(params), signatureOf(caller, now)),

    previewWorkProduct: ({ params, caller, now }) =>
      workProducts.preview(target(params), signatureOf(caller, now)),

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

    releaseWorkProduct: ({ params, call }) =>
      workProducts.change(call(), { ...target(params), type: 'release' }),

    recallWorkProduct: ({ params, body: { ends, why }, call }) =>
      workProducts.change(ending(call(), ends, namedBy.recallWorkProduct()), {
        ...target(params),
        type: 'recall',
        why,
      }),
  } satisfies Partial<Handlers>
}

function signatureOf(caller: Caller, now: Date) {
  const by = { id: caller.id, name: caller.username, kind: caller.kind }
  return { by, name: caller.displayName, at: now.toISOString() }
}

const ending = (request: Request, ends: string | undefined, named: Named): Request => ({
  ...request,
  confirm: endsOnly(ends, named),
})

function target({ id, productId }: { id: string; productId: string }) {
  return { caseId: id, workProductId: productId }
}
