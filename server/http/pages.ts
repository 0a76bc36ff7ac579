import { eventTypes } from '@portico/contract/events'
import { type PortName, portNames } from '@portico/contract/ports/config'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from './errors.ts'
import type { ApiDocument } from './pages/api-document.ts'
import { assets } from './pages/assets.ts'
import { baseUrlMark, eventSlugOf, slugOf } from './pages/book.ts'
import type { Effect } from './pages/event-types.ts'
import { html } from './pages/html.ts'
import { once } from './pages/once.ts'
import { isFromBrowser } from './pages/refusal-page.ts'

const config = { isPublic: true }
const nothingHere = 'There is nothing at this path.'
const minutes = 'public, max-age=300'
const forever = 'public, max-age=31536000, immutable'

/** A page loads nothing but what it names, from here; it submits no form and sits in no frame. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
    const [{ openApi }, { withCodeSamples }] = await Promise.all([
      import('@portico/contract/openapi'),
      import('./pages/code-samples.ts'),
    ])
    return JSON.stringify(withCodeSamples(JSON.parse(JSON.stringify(openApi())) as ApiDocument))
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
  const pages = new Set(referencePaths())
  const schemas = new Map(portNames.map((name) => [`/docs/ports/${name}.schema.json`, name]))

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
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const page = made.get(path) ?? (await reference()).page(path) ?? ''
    made.set(path, page)
    return reply
      .headers({ 'cache-control': minutes, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(baseUrlMark, html`${publicUrl ?? addressOf(request)}`.markup))
  }
  const sendSchema = async (reply: FastifyReply, port: PortName) => {
    const { schemaOf } = await import('@portico/contract/ports/json-schema')
    return reply
      .header('cache-control', minutes)
      .type('application/schema+json; charset=utf-8')
      .send(JSON.stringify(schemaOf(port)))
  }
  const isPublic = (request: FastifyRequest) => pages.has(pathOf(request)) || schemas.has(pathOf(request))
  // By patterns: with a route for each page, a start would make a third more routes.
  for (const pattern of ['/docs', '/docs/:page', '/docs/ports/:page']) {
    app.get(pattern, { config: { isPublic } }, async (request, reply) => {
      const path = pathOf(request)
      const port = schemas.get(path)
      if (port) return sendSchema(reply, port)
      if (!pages.has(path)) throw new HttpRefusal(404, nothingHere)
      return sendPage(request, reply, path)
    })
  }
  // A browser takes the token behind the # along, and no server sees it.
  app.get('/join', { config }, async (_request, reply) => reply.redirect('/workspace/join', 308))
  app.get('/', { config: { isPublic: isFromBrowser } }, async (request, reply) => {
    if (!isFromBrowser(request)) throw new HttpRefusal(404, nothingHere)
    return reply.redirect('/workspace/')
  })
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** Known before the document is made, so that any other path stays one that needs a token. */
function referencePaths(): string[] {
  const tags = new Set((Object.values(routes) as Route[]).map(({ tag }) => slugOf(tag)))
  const ports = ['ports', ...portNames.map((name) => `ports/${name}`)]
  const events = ['events', ...new Set(eventTypes.map(eventSlugOf))]
  return ['/docs', ...['errors', ...events, ...tags, ...ports].map((page) => `/docs/${page}`)]
}

/** Where the page was asked for. What a `Host` may hold beyond a name and a port has no place in a sample. */
function addressOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}
