import { portNames } from '@portico/contract/ports/config'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpRefusal } from './errors.ts'
import type { ApiDocument } from './pages/api-document.ts'
import { assets } from './pages/assets.ts'
import { baseUrlMark, slugOf } from './pages/book.ts'
import type { Effect } from './pages/event-types.ts'
import { html } from './pages/html.ts'
import { once } from './pages/once.ts'
import { isFromBrowser } from './pages/refusal-page.ts'

const config = { isPublic: true }
const minutes = 'public, max-age=300'
const forever = 'public, max-age=31536000, immutable'

/** A page loads nothing but what it names, from here; it submits no form and sits in no frame. */
const policyOf = (...allowed: string[]) =>
  ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
const readingPolicy = policyOf("style-src 'self'", "script-src 'self'")
const joiningPolicy = policyOf("style-src 'self'", "script-src 'self'", "connect-src 'self'")

export type PagesOptions = {
  /** The address people reach the service at; where it is not set, that of the request is shown. */
  publicUrl?: string | undefined
  /** The account that the samples of the reference sign in with. */
  sampleUsername?: string | undefined
  /** What the reference lists as the work that events ask for. */
  effects?: readonly Effect[]
}

/** What a person or a tool reads without a token: the description of the API, and the way in. */
export function servePages(
  app: FastifyInstance,
  { publicUrl, sampleUsername: username = 'ada', effects = [] }: PagesOptions = {},
) {
  // Loaded and made when somebody first reads them: together they are half of a start.
  const described = once(async () => {
    const { openApi } = await import('@portico/contract/openapi')
    return JSON.stringify(openApi())
  })
  const reference = once(async () => {
    const { referenceOf } = await import('./pages/reference.ts')
    return referenceOf(JSON.parse(await described()) as ApiDocument, {
      assets: {
        stylesheets: [assets.pages.address, assets.docs.address],
        script: assets.docsScript.address,
      },
      effects,
      username,
    })
  })
  const made = new Map<string, string>()
  const joining = once(async () => {
    const { joinPage } = await import('./pages/join.ts')
    return joinPage({
      stylesheets: [assets.pages.address, assets.join.address],
      script: assets.joinScript.address,
    })
  })

  for (const { path, mediaType, content } of Object.values(assets)) {
    app.get(path, { config }, async (_request, reply) =>
      reply.header('cache-control', forever).type(mediaType).send(content),
    )
  }
  app.get('/openapi.json', { config }, async (_request, reply) =>
    reply
      .header('cache-control', minutes)
      .type('application/json; charset=utf-8')
      .send(await described()),
  )
  for (const name of portNames) {
    app.get(`/docs/ports/${name}.schema.json`, { config }, async (_request, reply) => {
      const { schemaOf } = await import('@portico/contract/ports/json-schema')
      return reply
        .header('cache-control', minutes)
        .type('application/schema+json; charset=utf-8')
        .send(JSON.stringify(schemaOf(name)))
    })
  }
  for (const path of referencePaths()) {
    app.get(path, { config }, async (request, reply) => {
      const page = made.get(path) ?? (await reference()).page(path) ?? ''
      made.set(path, page)
      return reply
        .headers({ 'cache-control': minutes, 'content-security-policy': readingPolicy })
        .type('text/html; charset=utf-8')
        .send(page.replaceAll(baseUrlMark, html`${publicUrl ?? addressOf(request)}`.markup))
    })
  }
  app.get('/join', { config }, async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': joiningPolicy,
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(await joining()),
  )
  app.get('/', { config: { isPublic: isFromBrowser } }, async (request, reply) => {
    if (!isFromBrowser(request)) throw new HttpRefusal(404, 'There is nothing at this path.')
    return reply.redirect('/docs')
  })
}

/** Known before the document is made, so that any other path stays one that needs a token. */
function referencePaths(): string[] {
  const tags = new Set((Object.values(routes) as Route[]).map(({ tag }) => slugOf(tag)))
  const ports = ['ports', ...portNames.map((name) => `ports/${name}`)]
  return ['/docs', ...['errors', 'events', ...tags, ...ports].map((page) => `/docs/${page}`)]
}

/** Where the page was asked for. What a `Host` may hold beyond a name and a port has no place in a sample. */
function addressOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}
