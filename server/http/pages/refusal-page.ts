import type { FastifyReply, FastifyRequest } from 'fastify'
import { assets } from './assets.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

/** Asks for a page, as one does who types an address; a program does not. */
export function isFromBrowser({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)
}

/** The refusal of the API in words for a person, with where to go from here. */
export function sendRefusalPage(reply: FastifyReply, sentence: string): FastifyReply {
  const { statusCode } = reply
  const title = statusCode === 404 ? 'Not found' : 'Sign-in required'
  const body = html`<header class="top">
<p class="brand"><a href="/docs">Portico</a> <span>API</span></p>
</header>
<main class="card">
<p class="code">${statusCode}</p>
<h1>${title}</h1>
<p>${sentence}</p>
<p>This address belongs to the API, which programs call with a token. To see what it offers:</p>
<ul>
<li><a href="/docs">Read the API reference</a></li>
<li><a href="/docs#authentication">See how to sign in</a></li>
</ul>
</main>`
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(layout({ title: `${title} – Portico`, assets: { stylesheets: [assets.pages.address] }, body }))
}
