import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import helmet from '@fastify/helmet'
import { openApi } from '@portico/contract/openapi'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import Fastify, { type FastifyInstance } from 'fastify'
import { type ApiDocument, operationsOf, type Schema } from './pages/api-document.ts'
import { exampleOf } from './pages/examples.ts'
import { referencePage } from './pages/reference.ts'
import { servePages } from './pages.ts'

const api = JSON.parse(JSON.stringify(openApi())) as ApiDocument

describe('the pages', () => {
  const app: FastifyInstance = Fastify()
  const isPublicByPath = new Map<string, boolean>()
  let reference: string
  let joining: string

  before(async () => {
    app.addHook('onRoute', ({ url, config }) => {
      isPublicByPath.set(url, config?.isPublic !== undefined)
    })
    servePages(app)
    reference = (await app.inject('/docs')).body
    joining = (await app.inject('/join')).body
  })
  after(() => app.close())

  it('every page and what it loads needs no token', () => {
    const paths = ['/', '/docs', '/docs.css', '/join', '/join.css', '/join.js', '/openapi.json', '/pages.css']
    assert.deepEqual([...isPublicByPath.keys()].sort(), paths)
    for (const [path, isPublic] of isPublicByPath) assert.ok(isPublic, path)
  })

  it('the reference shows every operation of the route table', () => {
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const article = articleOf(reference, name)
      assert.ok(article.includes(`>${route.method}</span>`), name)
      assert.ok(article.replaceAll('<wbr>', '').includes(`>${escaped(route.path)}</code>`), name)
      assert.ok(withoutMarkup(article).includes(route.summary.replaceAll('`', '')), name)
      for (const field of Object.keys({ ...route.params?.properties, ...route.query?.properties })) {
        assert.ok(article.includes(`</span>${field}</code>`), `${name} ${field}`)
      }
      for (const status of Object.keys(route.answers)) {
        assert.ok(article.includes(`<span class="status">${status}</span>`), `${name} ${status}`)
      }
      assert.equal(article.includes('no token needed'), route.public === true, name)
      assert.match(article, /<figcaption>curl<\/figcaption><pre><code>curl /)
    }
  })

  it('every link within the reference leads to one place', () => {
    const ids = [...reference.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const targets = [...reference.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    assert.equal(new Set(ids).size, ids.length, 'no id comes twice')
    assert.deepEqual(
      targets.filter((target) => !ids.includes(target)),
      [],
    )
    for (const name of Object.keys(api.components.schemas))
      assert.ok(targets.includes(`schema-${name}`), name)
  })

  it('no page loads anything from elsewhere or holds script or style of its own', async () => {
    for (const path of ['/pages.css', '/docs.css', '/join.css']) {
      assert.doesNotMatch((await app.inject(path)).body, /url\(|@import|https?:/, path)
    }
    for (const page of [reference, joining]) {
      assert.doesNotMatch(page, /(src|href|action|srcset|data)=["']?(https?:)?\/\//)
      assert.doesNotMatch(page, /<(style|img|iframe|object|embed)\b|\sstyle=|\son\w+=/)
      assert.doesNotMatch(page, /<script(?![^>]* src="\/join\.js\?[0-9a-f]+")/)
    }
    assert.doesNotMatch(reference, /<script/)
  })

  it('each page has a policy of its own, which wins over the one for answers', async () => {
    const strict = Fastify()
    await strict.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
    })
    servePages(strict)
    const policy = async (path: string) => (await strict.inject(path)).headers['content-security-policy']
    const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    assert.equal(await policy('/docs'), `default-src 'none'; style-src 'self'; ${closed}`)
    assert.equal(
      await policy('/join'),
      `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; ${closed}`,
    )
    assert.equal(await policy('/openapi.json'), "default-src 'none'")
    await strict.close()
  })

  it('the invitation page is not kept, tells no other page where it came from, and submits nothing itself', async () => {
    const { headers } = await app.inject('/join')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.doesNotMatch(joining, /<form[^>]*(action|method)=/)
    assert.doesNotMatch(joining, /<input[^>]* name=/)
    assert.equal(joining.match(/autocomplete="new-password"/g)?.length, 2)
  })

  it('what a page loads is kept for ever under an address that its content gives', async () => {
    for (const [page, type] of [
      ['/pages.css', 'text/css; charset=utf-8'],
      ['/join.css', 'text/css; charset=utf-8'],
      ['/join.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const { body, headers } = await app.inject(page)
      const hash = createHash('sha256').update(body).digest('hex')
      const [, version = ''] = new RegExp(`"${page.replace('.', '\\.')}\\?([0-9a-f]+)"`).exec(joining) ?? []
      assert.equal(version.length, 12)
      assert.ok(hash.startsWith(version))
      assert.equal(headers['content-type'], type)
      assert.match(String(headers['cache-control']), /immutable/)
    }
  })

  it('a browser at the root is led to the reference', async () => {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    assert.equal(statusCode, 302)
    assert.equal(headers.location, '/docs')
  })
})

describe('the reference', () => {
  it('every example is what its schema allows', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'api', components: api.components })
    const contents = operationsOf(api).flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        part && 'content' in part
          ? [[operationId, part.content?.['application/json']?.schema ?? {}] as const]
          : [],
      ),
    )
    const named = Object.entries(api.components.schemas)
    for (const [name, schema] of [...named, ...contents] as [string, Schema][]) {
      const validate = ajv.compile(rooted(schema))
      assert.ok(
        validate(exampleOf(api.components.schemas, schema)),
        `${name}: ${ajv.errorsText(validate.errors)}`,
      )
    }
  })

  it('text of the document is never markup', () => {
    const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)> `<b>`'
    const poisoned = poison(api, hostile)
    const page = referencePage(poisoned, { stylesheets: ['/pages.css'] })
    assert.ok(page.includes(escaped('<script>alert(1)</script>')))
    assert.doesNotMatch(page, /<script|<img|<b>/)
    assert.doesNotMatch(page, /="[^"]*<|='/)
  })
})

/** Every text that only describes, and every name, replaced. */
function poison(document: ApiDocument, text: string): ApiDocument {
  const poisoned = structuredClone(document)
  poisoned.info = { title: text, version: text, description: text }
  for (const tag of poisoned.tags) tag.description = text
  for (const methods of Object.values(poisoned.paths)) {
    for (const operation of Object.values(methods)) {
      operation.summary = text
      operation.description = text
      for (const parameter of operation.parameters ?? []) {
        parameter.name = text
        parameter.description = text
        parameter.schema = { type: text, pattern: text, default: text, examples: [text] }
      }
    }
  }
  poisoned.paths[`/${text}/{id}`] = {
    [text]: {
      operationId: text,
      tags: ['Appeals'],
      summary: text,
      responses: { 200: { description: text } },
    },
  }
  poisoned.components.schemas[text] = {
    type: 'object',
    description: text,
    properties: {
      [text]: { const: text, description: text },
      other: { $ref: `#/components/schemas/${text}` },
    },
  }
  return poisoned
}

/** The references of a part of the document lead into the whole. */
function rooted(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object
}

function articleOf(page: string, id: string): string {
  const start = page.indexOf(`<article id="${id}"`)
  assert.ok(start >= 0, `${id} is on the page`)
  return page.slice(start, page.indexOf('</article>', start))
}

const withoutMarkup = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
