import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { declaredIn } from '@portico/contract/audience'
import { eventData, eventTypes } from '@portico/contract/events'
import { openApi } from '@portico/contract/openapi'
import { portNames, ports } from '@portico/contract/ports/all'
import type { PortDeclaration } from '@portico/contract/ports/kit'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import Fastify, { type FastifyContextConfig, type FastifyInstance, type FastifyRequest } from 'fastify'
import { type ApiDocument, commonErrors, operationsOf, type Schema } from './pages/api-document.ts'
import { eventSlugOf } from './pages/book.ts'
import { exampleOf } from './pages/examples.ts'
import { referenceOf } from './pages/reference.ts'
import { servePages } from './pages.ts'

const api = JSON.parse(JSON.stringify(openApi())) as ApiDocument

const effect = { name: 'sealDecision', lane: 'prompt', does: 'Seals it', on: ['workProduct.signed'] }
const isCommon = (status: number) => commonErrors(api).includes(status)

describe('the pages', () => {
  const app: FastifyInstance = Fastify()
  const isPublicAt = new Map<string, FastifyContextConfig['isPublic']>()
  const pages = new Map<string, string>()
  const tags = new Set((Object.values(routes) as Route[]).map(({ tag }) => tag.toLowerCase()))
  const schemas = portNames.map((name) => `/docs/ports/${name}.schema.json`)
  const events = ['events', ...new Set(eventTypes.map(eventSlugOf))]
  const reference = [
    '/docs',
    ...[...events, 'errors', 'ports', ...tags, ...portNames.map((name) => `ports/${name}`)].map(
      (name) => `/docs/${name}`,
    ),
  ]

  before(async () => {
    app.addHook('onRoute', ({ url, config }) => {
      isPublicAt.set(url, config?.isPublic)
    })
    servePages(app, { sampleUsername: 'grace', effects: [effect] })
    for (const path of reference) pages.set(path, (await app.inject(path)).body)
  })
  after(() => app.close())

  const pageOf = (tag: string) => pages.get(`/docs/${tag.toLowerCase()}`) ?? ''

  it('every page and what it loads needs no token, and nothing else beside them', async () => {
    const patterns = ['/docs', '/docs/:page', '/docs/ports/:page']
    const loaded = ['/docs.css', '/docs.js', '/pages.css']
    assert.deepEqual(
      [...isPublicAt.keys()].sort(),
      [...patterns, ...loaded, '/', '/join', '/openapi.json'].sort(),
    )
    for (const [path, isPublic] of isPublicAt) assert.ok(isPublic, path)
    for (const path of [...reference, ...schemas, ...loaded]) {
      assert.equal((await app.inject(path)).statusCode, 200, path)
    }
    const [, isPublicPage] = [...isPublicAt].find(([path]) => path === '/docs/:page') ?? []
    assert.ok(typeof isPublicPage === 'function')
    const isPublic = (url: string) => isPublicPage({ url } as FastifyRequest)
    for (const path of [...reference, ...schemas, '/docs/errors?from=here']) assert.ok(isPublic(path), path)
    for (const path of ['/docs/nothing', '/docs/ports/nothing', '/docs/ports/output.json']) {
      assert.ok(!isPublic(path), path)
      assert.equal((await app.inject(path)).statusCode, 404, path)
    }
  })

  it('the reference has a page for each port: its calls, events, facts, capabilities and schemas', async () => {
    const validate = new Ajv2020({ strict: false })
    for (const port of ports as readonly PortDeclaration[]) {
      const page = pages.get(`/docs/ports/${port.name}`) ?? ''
      for (const [call, { does, input }] of Object.entries(port.calls)) {
        const article = articleOf(page, `call-${call}`)
        assert.ok(withoutMarkup(article).includes(does.replaceAll('`', '')), call)
        for (const field of Object.keys(input.properties))
          assert.ok(article.includes(`<code>${field}</code>`), field)
      }
      for (const fact of Object.keys(port.tells)) assert.ok(articleOf(page, `fact-${fact}`), fact)
      for (const word of [...Object.keys(port.hears), ...Object.keys(port.supports)])
        assert.ok(page.includes(`<code>${word}</code>`), word)
      const schema = (await app.inject(`/docs/ports/${port.name}.schema.json`)).json()
      assert.ok(validate.validateSchema(schema), port.name)
      assert.deepEqual(Object.keys(schema['x-port'].calls), Object.keys(port.calls))
    }
  })

  it('the reference shows every operation of the route table on the page of its resource', () => {
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const article = articleOf(pageOf(route.tag), name)
      assert.ok(article.includes(`>${route.method}</span>`), name)
      assert.ok(article.replaceAll('<wbr>', '').includes(`>${escaped(route.path)}</code>`), name)
      assert.ok(withoutMarkup(article).includes(route.summary.replaceAll('`', '')), name)
      for (const field of Object.keys({ ...route.params?.properties, ...route.query?.properties })) {
        assert.ok(article.includes(`<li><code>${field}</code>`), `${name} ${field}`)
      }
      for (const status of Object.keys(route.answers)) {
        assert.ok(article.includes(`<span class="status">${status}</span>`), `${name} ${status}`)
      }
      for (const status of route.errors) {
        assert.ok(withoutMarkup(article).includes(String(status)) || isCommon(status), `${name} ${status}`)
      }
      assert.equal(article.includes('no token needed'), route.public === true, name)
      assert.match(article, /<figcaption>curl<\/figcaption><pre><code>curl /)
    }
  })

  it('the index leads to every operation and every schema, under the anchors that the one page had', () => {
    const index = pages.get('/docs') ?? ''
    for (const [name, { tag }] of Object.entries(routes)) {
      const link = `<li id="${name}"><a href="/docs/${tag.toLowerCase()}#${name}">`
      assert.ok(index.includes(link), name)
    }
    for (const name of Object.keys(api.components.schemas)) {
      assert.match(index, new RegExp(`<li id="schema-${name}"><a href="/docs/[a-z-]+#schema-${name}">`))
    }
    for (const id of ['authentication', 'conventions', 'errors', 'events', 'schemas', 'tag-work']) {
      assert.ok(index.includes(` id="${id}"`), id)
    }
  })

  it('every link within the reference leads to one place', () => {
    const ids = new Map<string, string[]>()
    for (const [path, page] of pages) {
      const own = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] as string)
      assert.equal(new Set(own).size, own.length, `no id comes twice on ${path}`)
      ids.set(path, own)
    }
    let followed = 0
    for (const [path, page] of pages) {
      for (const [, target = '', anchor] of page.matchAll(/ href="((?:\/docs)?[^"#.?]*)(?:#([^"]+))?"/g)) {
        if (!/^(\/docs.*)?$/.test(target)) continue
        const known = ids.get(target || path)
        assert.ok(known, `${path} leads to ${target}`)
        assert.ok(anchor === undefined || known.includes(anchor), `${path} leads to ${target}#${anchor}`)
        followed += 1
      }
    }
    assert.ok(followed > 1000, `${followed} links`)
  })

  it('each page of the reference is small', () => {
    for (const [path, page] of pages) assert.ok(page.length < 300_000, `${path}: ${page.length}`)
  })

  it('every event has its audience and payload on the page of its subject, and is listed with its resource', () => {
    const overview = pages.get('/docs/events') ?? ''
    for (const type of eventTypes) {
      const events = pages.get(`/docs/${eventSlugOf(type)}`) ?? ''
      assert.ok(overview.includes(`><code>${type}</code></a>`), type)
      const [, name = ''] =
        new RegExp(`id="schema-(\\w+)-title"><a [^>]+><code>${type}</code>`).exec(events) ?? []
      const article = articleOf(events, `schema-${name}`)
      assert.ok(article.includes(`For ${declaredIn(eventData[type])?.all}`), type)
      for (const field of Object.keys(eventData[type].properties)) {
        assert.ok(article.includes(`<li><code>${field}</code>`), `${type} ${field}`)
      }
    }
    assert.ok(pageOf('Decisions').includes('<code>workProduct.signed</code>'))
    assert.ok(!pageOf('Parties').includes('<code>workProduct.signed</code>'))
    assert.ok(overview.includes('<code>sealDecision</code>') && overview.includes('Seals it.'))
  })

  it('samples have the address at which the page was asked for, or the one that is set', async () => {
    const asked = async (host: string, server = app) =>
      (await server.inject({ url: '/docs/documents', headers: { host } })).body
    assert.ok(
      (await asked('portico.example:8443')).includes('curl &quot;http://portico.example:8443/appeals'),
    )
    assert.ok((await asked('second.example')).includes('curl &quot;http://second.example/appeals'))
    const hostile = await asked('a"$(reboot)<b>')
    assert.ok(hostile.includes('curl &quot;http://localhost/appeals') && !hostile.includes('reboot'))
    const set = Fastify()
    servePages(set, { publicUrl: 'https://appeals.example' })
    assert.ok((await asked('inside:8080', set)).includes('curl &quot;https://appeals.example/appeals'))
    await set.close()
    for (const page of pages.values()) assert.doesNotMatch(page, /\$BASE_URL|[\u{E000}-\u{F8FF}]/u)
    assert.ok(pageOf('Sign-in').includes('{&quot;username&quot;:&quot;grace&quot;'))
    assert.ok(pages.get('/docs')?.includes('\\&quot;username\\&quot;:\\&quot;grace\\&quot;'))
  })

  it('no page loads anything from elsewhere or holds script or style of its own', async () => {
    for (const path of ['/pages.css', '/docs.css']) {
      assert.doesNotMatch((await app.inject(path)).body, /url\(|@import|https?:/, path)
    }
    for (const page of pages.values()) {
      assert.doesNotMatch(page, /(src|href|action|srcset|data)=["']?(https?:)?\/\//)
      assert.doesNotMatch(page, /<(style|img|iframe|object|embed)\b|\sstyle=|\son\w+=/)
      assert.doesNotMatch(page, /<script(?![^>]* src="\/docs\.js\?[0-9a-f]+")/)
    }
  })

  it('each page has a policy of its own, which wins over the one for answers', async () => {
    const strict = Fastify()
    strict.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', "default-src 'none'")
    })
    servePages(strict)
    const policy = async (path: string) => (await strict.inject(path)).headers['content-security-policy']
    const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    assert.equal(
      await policy('/docs/work'),
      `default-src 'none'; style-src 'self'; script-src 'self'; ${closed}`,
    )
    assert.equal(await policy('/openapi.json'), "default-src 'none'")
    await strict.close()
  })

  it('the address that invitations once had leads to the page of the workspace', async () => {
    const { statusCode, headers } = await app.inject('/join')
    assert.equal(statusCode, 308)
    assert.equal(headers.location, '/workspace/join')
  })

  it('what a page loads is kept for ever under an address that its content gives', async () => {
    for (const [page, type] of [
      ['/pages.css', 'text/css; charset=utf-8'],
      ['/docs.css', 'text/css; charset=utf-8'],
      ['/docs.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const { body, headers } = await app.inject(page)
      const hash = createHash('sha256').update(body).digest('hex')
      const [, version = ''] =
        new RegExp(`"${page.replace('.', '\\.')}\\?([0-9a-f]+)"`).exec(pages.get('/docs') ?? '') ?? []
      assert.equal(version.length, 12)
      assert.ok(hash.startsWith(version))
      assert.equal(headers['content-type'], type)
      assert.match(String(headers['cache-control']), /immutable/)
    }
  })

  it('a browser at the root is led to the workspace', async () => {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    assert.equal(statusCode, 302)
    assert.equal(headers.location, '/workspace/')
  })
})

describe('the reference', () => {
  it('every example is what its schema allows', () => {
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } })
    formats.default(ajv)
    ajv.addSchema({ $id: 'api', components: api.components })
    const contents = operationsOf(api).flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        part && 'content' in part
          ? [[operationId, part.content?.['application/json']?.schema ?? {}] as const]
          : [],
      ),
    )
    const named = Object.keys(api.components.schemas).map(
      (name) => [name, { $ref: `#/components/schemas/${name}` }] as const,
    )
    for (const [name, schema] of [...named, ...contents]) {
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
    const reference = referenceOf(poisoned, {
      assets: { stylesheets: ['/pages.css'] },
      effects: [{ name: hostile, lane: hostile, does: hostile, on: [hostile], at: hostile }],
      username: hostile,
    })
    assert.ok(reference.paths.length > 10)
    for (const path of reference.paths) {
      const page = reference.page(path) ?? ''
      assert.ok(page.includes(escaped('<script>alert(1)</script>')), path)
      assert.doesNotMatch(page, /<script|<img|<b>/, path)
      assert.doesNotMatch(page, /="[^"]*<|='/, path)
    }
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
