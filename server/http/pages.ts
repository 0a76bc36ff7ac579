import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '@portico/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { HttpRefusal } from './errors.ts'
import type { ApiDocument } from './pages/api-document.ts'
import { joinPage } from './pages/join.ts'
import { referencePage } from './pages/reference.ts'
import { isFromBrowser } from './refusal-page.ts'

const config = { isPublic: true }
const minutes = 'public, max-age=300'
const forever = 'public, max-age=31536000, immutable'

/** A page loads nothing but what it names, from here; it submits no form and sits in no frame. */
const policyOf = (...allowed: string[]) =>
  ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
const readingPolicy = policyOf("style-src 'self'")
const joiningPolicy = policyOf("style-src 'self'", "script-src 'self'", "connect-src 'self'")

/** What a person or a tool reads without a token: the description of the API, and the way in. */
export function servePages(app: FastifyInstance) {
  // Made when somebody first reads them: together they are half of a start.
  let description: string | undefined
  const described = () => {
    description ??= JSON.stringify(openApi())
    return description
  }
  let reference: string | undefined
  const shared = serveAsset(app, '/pages.css', 'pages.css', 'text/css')
  const stylesheets = [shared, serveAsset(app, '/docs.css', 'reference.css', 'text/css')]
  const joining = joinPage({
    stylesheets: [shared, serveAsset(app, '/join.css', 'join.css', 'text/css')],
    script: serveAsset(app, '/join.js', 'join.mjs', 'text/javascript'),
  })

  app.get('/openapi.json', { config }, async (_request, reply) =>
    reply.header('cache-control', minutes).type('application/json; charset=utf-8').send(described()),
  )
  app.get('/docs', { config }, async (_request, reply) => {
    reference ??= referencePage(JSON.parse(described()) as ApiDocument, { stylesheets })
    return reply
      .headers({ 'cache-control': minutes, 'content-security-policy': readingPolicy })
      .type('text/html; charset=utf-8')
      .send(reference)
  })
  app.get('/join', { config }, async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': joiningPolicy,
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(joining),
  )
  app.get('/', { config: { isPublic: isFromBrowser } }, async (request, reply) => {
    if (!isFromBrowser(request)) throw new HttpRefusal(404, 'There is nothing at this path.')
    return reply.redirect('/docs')
  })
}

/** Its address changes with its content, so that no page ever meets a stale one. */
function serveAsset(app: FastifyInstance, path: string, file: string, mediaType: string): string {
  const content = readFileSync(join(import.meta.dirname, 'pages', file))
  app.get(path, { config }, async (_request, reply) =>
    reply.header('cache-control', forever).type(`${mediaType}; charset=utf-8`).send(content),
  )
  return `${path}?${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
}
