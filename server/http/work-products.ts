import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { newId } from '../core/kernel/ids.ts'
import { authorize } from './access.ts'
import type { Caller } from './authentication.ts'
import { serve } from './route.ts'
import { accessOf } from './trace.ts'

const mostDraftBytes = 4 * 1024 * 1024

export function serveWorkProducts(app: FastifyInstance, portico: Portico) {
  const { workProducts } = portico

  serve(app, 'listWorkProducts', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return { workProducts: await workProducts.list(params.id) }
  })

  serve(
    app,
    'draftWorkProduct',
    async ({ params, body, caller, now, call }) => {
      await authorize(portico, caller, 'draft', params.id)
      const workProductId = newId('product', now, randomBytes(10))
      return workProducts.draft(call(), { caseId: params.id, workProductId }, body)
    },
    { bodyLimit: mostDraftBytes },
  )

  serve(app, 'getWorkProduct', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    const workProduct = await workProducts.find(target(params))
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return { workProduct }
  })

  serve(
    app,
    'saveWorkProduct',
    async ({ params, body, caller, call }) => {
      const { facts } = await authorize(portico, caller, 'draft', params.id)
      const mayEditInReview = portico.permissions.can(caller, 'reviewDrafts', { case: facts })
      return workProducts.save(call(), target(params), { ...body, mayEditInReview })
    },
    { bodyLimit: mostDraftBytes },
  )

  serve(app, 'listWorkProductVersions', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    const limit = query.limit ?? 100
    const found = await workProducts.versions(target(params), { after: query.after, limit: limit + 1 })
    const versions = found.slice(0, limit)
    return { versions, ...(found.length > limit ? { next: String(versions.at(-1)?.version) } : {}) }
  })

  serve(app, 'getWorkProductVersion', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    const version = await workProducts.version(target(params), params.version)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return { version }
  })

  serve(app, 'listComments', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return { comments: await workProducts.comments(target(params)) }
  })

  serve(app, 'addComment', async ({ params, body, caller, now, call }) => {
    await authorize(portico, caller, 'commentOnDrafts', params.id)
    const commentId = newId('comment', now, randomBytes(10))
    return { comment: await workProducts.comment(call(), { ...target(params), commentId }, body) }
  })

  serve(app, 'setCommentResolved', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'commentOnDrafts', params.id)
    const { commentId } = params
    await workProducts.change(call(), { ...target(params), type: 'setResolved', commentId, ...body })
  })

  serve(app, 'submitWorkProduct', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'draft', params.id)
    return workProducts.change(call(), { ...target(params), type: 'submit', ...body })
  })

  serve(app, 'returnWorkProduct', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'reviewDrafts', params.id)
    return workProducts.giveBack(call(), target(params), body)
  })

  serve(app, 'discardWorkProduct', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'draft', params.id)
    return workProducts.change(call(), { ...target(params), type: 'discard', ...body })
  })

  serve(app, 'getBlockers', async (input) => {
    const { params, caller, now } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return workProducts.blockers(target(params), signatureOf(caller, now))
  })

  serve(app, 'previewWorkProduct', async (input) => {
    const { params, caller, now } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    const preview = await workProducts.preview(target(params), signatureOf(caller, now))
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'workProduct' }))
    return preview
  })

  serve(app, 'signWorkProduct', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'signDecisions', params.id)
    return workProducts.sign(call(), target(params), { ...body, name: caller.displayName })
  })

  serve(app, 'releaseWorkProduct', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'releaseDecisions', params.id)
    return workProducts.change(call(), { ...target(params), type: 'release' })
  })

  serve(app, 'recallWorkProduct', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'recallDecisions', params.id)
    return workProducts.change(call(), { ...target(params), type: 'recall', ...body })
  })
}

function signatureOf(caller: Caller, now: Date) {
  const by = { id: caller.id, name: caller.username, kind: 'person' as const }
  return { by, name: caller.displayName, at: now.toISOString() }
}

function target({ id, productId }: { id: string; productId: string }) {
  return { caseId: id, workProductId: productId }
}
