import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './pages/html.ts'
import { layout } from './pages/layout.ts'

/** Asks for a page, as one does who types an address; a program does not. */
export function isFromBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)
}

/** The refusal of the API in words for a person, with where to go from here. */
export function sendRefusalPage(reply: FastifyReply, sentence: string): FastifyReply {
  const title = reply.statusCode === 404 ? 'Nothing here' : 'Sign-in needed'
  const body = html`<header class="top">
<p class="brand"><span class="name">Portico</span> <span>${title}</span></p>
</header>
<main class="card">
<h1>${title}</h1>
<p>${sentence}</p>
<p>This address belongs to the API, which programs ask with a token. What it offers, and how to sign in, is told in
the <a href="/docs">API reference</a>.</p>
</main>`
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(layout({ title: `${title} – Portico`, assets: { stylesheets: [] }, body }))
}
