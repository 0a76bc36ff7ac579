import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findBrowser, noBrowser, openBrowser, patienceMs } from '../../../tools/browser.ts'
import { buildSdk } from '../../../tools/build-sdk.ts'
import { startWorld, type World } from '../world.ts'

type Sdk = typeof import('../../../sdk/index.ts')

const browserPath = await findBrowser()

describe('the SDK in a browser, on a page of another origin', {
  skip: browserPath ? false : noBrowser,
}, () => {
  let folder: string
  let files: Server
  let origin: string
  let world: World
  let browser: Browser
  let page: Page

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-browser-'))
    await buildSdk(folder)
    files = await serveFolder(folder)
    origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    world = await startWorld({ PORTICO_ALLOWED_ORIGINS: origin })
    browser = await openBrowser(browserPath as string)
    page = await browser.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.goto(`${origin}/`)
  })
  after(async () => {
    await browser?.close()
    await world?.close()
    files?.closeAllConnections()
    files?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const access = () => {
    const { baseUrl, username, password } = world
    return { baseUrl, username, password }
  }

  it('signs in, lists, searches and streams', async () => {
    const found = await page.evaluate(async ({ baseUrl, username, password }) => {
      const { PorticoClient, signIn } = (await import('/index.js' as string)) as Sdk
      const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
      const client = new PorticoClient({ baseUrl, token: idToken, refreshToken })
      const appeals = await client.appeals.list()
      const [appeal] = appeals
      const documents = await client.documents.list(appeal?.id ?? '')
      const { hits } = await client.search(appeal?.id ?? '', 'veteran')
      const range = { start: 0, end: 4 }
      const content = await client.documents.content(appeal?.id ?? '', documents[0]?.id ?? '', { range })
      const { etag, range: served } = content
      return {
        appeals: appeals.length,
        documents: documents.length,
        hits: hits.length,
        start: await new Response(content.stream).text(),
        hasEtag: etag !== undefined,
        served,
      }
    }, access())
    const { served, ...rest } = found
    assert.ok(rest.appeals >= 2 && rest.documents >= 2 && rest.hits >= 1)
    assert.equal(rest.start, '%PDF-')
    assert.ok(rest.hasEtag, 'the page may read the ETag')
    assert.equal(served?.end, 4, 'the page may read Content-Range')
  })

  it('tags, and sees the event come by on its open stream', async () => {
    const seen = await page.evaluate(async ({ baseUrl, username, password }) => {
      const { PorticoClient, signIn } = (await import('/index.js' as string)) as Sdk
      const { idToken } = await signIn({ baseUrl, username, password })
      const client = new PorticoClient({ baseUrl, token: idToken })
      const [appeal] = await client.appeals.list()
      const id = appeal?.id ?? ''
      const [document] = await client.documents.list(id)
      const { version } = await client.cases.get(id)
      const text = 'from a page / 100%'
      for await (const event of client.cases.watch(id)) {
        if (event.sequence === version) await client.documents.addTag(id, document?.id ?? '', text)
        if (event.type === 'document.tagged' && event.data?.text === text) {
          await client.documents.removeTag(id, document?.id ?? '', text)
          return { sequence: event.sequence - version, by: event.actor.name }
        }
      }
      return undefined
    }, access())
    assert.deepEqual(seen, { sequence: 1, by: world.username })
  })

  it('opens a case with a file, files an upload, and reads the bytes by their signed URL', async () => {
    const found = await page.evaluate(async ({ baseUrl, username, password }) => {
      const { PorticoClient, signIn } = (await import('/index.js' as string)) as Sdk
      const { idToken } = await signIn({ baseUrl, username, password })
      const client = new PorticoClient({ baseUrl, token: idToken })
      const { case: opened, documents } = await client.cases.open(
        { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' },
        new File(['The knee gave way.'], 'letter.txt'),
      )
      const bytes = new Blob(['It holds.\f'.padEnd(5_000_000)])
      const offsets: number[] = []
      const upload = await client.uploads.send(bytes, { onProgress: ({ offset }) => offsets.push(offset) })
      const document = { name: 'Large', uploadId: upload.id }
      const filed = await client.documents.add(opened.id, document)
      const revised = await client.documents.revise(
        opened.id,
        documents[0]?.id ?? '',
        new Blob(['It holds.']),
      )
      const { files } = await client.cases.scopedAccess(opened.id)
      const start = await fetch(files[0]?.url ?? '', { headers: { range: 'bytes=0-4' } })
      return {
        names: documents.map(({ name }) => name),
        offsets,
        filed: [filed.startPage, filed.original?.bytes],
        version: revised.version,
        start: await start.text(),
      }
    }, access())
    assert.deepEqual(found, {
      names: ['letter'],
      offsets: [0, 4 * 1024 ** 2, 5_000_000],
      filed: [2, 5_000_000],
      version: 2,
      start: '%PDF-',
    })
  })

  it('refreshes an expired token once, and then signs out', async () => {
    const told = await page.evaluate(async ({ baseUrl, username, password }) => {
      const { PorticoClient, signIn } = (await import('/index.js' as string)) as Sdk
      const { refreshToken } = await signIn({ baseUrl, username, password })
      let refreshes = 0
      const onTokens = () => {
        refreshes += 1
      }
      const client = new PorticoClient({ baseUrl, token: 'expired', refreshToken, onTokens })
      await Promise.all([client.appeals.list(), client.appeals.list(), client.events.list().page()])
      await client.signOut()
      const code = await client.appeals.list().then(
        () => 'still signed in',
        (error) => error.code,
      )
      return { refreshes, code }
    }, access())
    assert.deepEqual(told, { refreshes: 1, code: 'unauthenticated' })
  })

  it('gives errors with their code, sentence and request', async () => {
    const told = await page.evaluate(async ({ baseUrl, username, password }) => {
      const { PorticoClient, PorticoError, signIn } = (await import('/index.js' as string)) as Sdk
      const { idToken } = await signIn({ baseUrl, username, password })
      const client = new PorticoClient({ baseUrl, token: idToken })
      const failures = await Promise.allSettled([
        client.appeals.get('case_unknown'),
        client.appeals.list({ signal: AbortSignal.abort() }),
        new PorticoClient({ baseUrl: 'http://127.0.0.1:1', token: 't', retries: 0 }).appeals.list(),
      ])
      return failures.map((failure) => {
        if (failure.status === 'fulfilled' || !(failure.reason instanceof PorticoError)) return undefined
        const { code, status, requestId } = failure.reason
        return [code, status, requestId !== undefined]
      })
    }, access())
    assert.deepEqual(told, [
      ['notFound', 404, true],
      ['aborted', undefined, false],
      ['network', undefined, false],
    ])
  })

  it('is kept out on a page whose origin is not allowed', async () => {
    const other = await browser.newPage()
    await other.goto(`${origin.replace('127.0.0.1', 'localhost')}/`)
    const code = await other.evaluate(async ({ baseUrl, username, password }) => {
      const { signIn } = (await import('/index.js' as string)) as Sdk
      return signIn({ baseUrl, username, password }).then(
        () => 'signed in',
        (error) => error.code,
      )
    }, access())
    assert.equal(code, 'network')
    await other.close()
  })
})

describe('the SDK on a page of the service, by cookie', {
  skip: browserPath ? false : noBrowser,
}, () => {
  let folder: string
  let world: World
  let browser: Browser
  let tabs: Page[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-browser-'))
    await buildSdk(folder)
    world = await startWorld()
    browser = await openBrowser(browserPath as string)
    const context = await browser.newContext({ bypassCSP: true })
    await context.route('**/test-page/**', async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/test-page'.length)
      if (path === '/')
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' })
      const body = await readFile(join(folder, normalize(path)))
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) await open(tab)
  })
  after(async () => {
    await browser?.close()
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Loads the page, as a reload does: nothing is left but the cookie. */
  async function open(tab: Page) {
    tab.setDefaultTimeout(patienceMs)
    await tab.goto(`${world.baseUrl}/test-page/`)
    await tab.evaluate(async () => {
      const { PorticoClient } = (await import('/test-page/index.js' as string)) as Sdk
      const states: string[] = []
      const onSession = (state: string) => states.push(state)
      const client = new PorticoClient({ baseUrl: location.origin, session: 'cookie', onSession })
      Object.assign(window, { client, states })
    })
  }
  type Held = { client: InstanceType<Sdk['PorticoClient']>; states: string[] }
  const who = (tab: Page) =>
    tab.evaluate(() =>
      (window as unknown as Held).client.me.get().then(
        ({ username }) => username,
        (error) => error.code as string,
      ),
    )

  it('signs in all tabs at once, outlives a reload of both, and signs them out', async () => {
    const [one, other] = tabs as [Page, Page]
    assert.equal(await who(one), 'unauthenticated')
    const { username, password } = world
    await one.evaluate((given) => (window as unknown as Held).client.signIn(given), { username, password })
    await other.waitForFunction(() => (window as unknown as Held).states.includes('signedIn'))
    assert.deepEqual([await who(one), await who(other)], [username, username])
    assert.equal(await one.evaluate(() => document.cookie), '')

    await Promise.all(tabs.map(open))
    assert.deepEqual(await Promise.all(tabs.map(who)), [username, username])
    await Promise.all(tabs.map(open))
    assert.deepEqual(await Promise.all(tabs.map(who)), [username, username])

    await other.evaluate(() => (window as unknown as Held).client.signOut())
    await one.waitForFunction(() => (window as unknown as Held).states.includes('signedOut'))
    assert.equal(await who(one), 'unauthenticated')
    await open(one)
    assert.equal(await who(one), 'unauthenticated')
  })
})

/** The built package as static files, and an empty page. */
async function serveFolder(folder: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname)
    if (path === '/')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>')
    try {
      const text = await readFile(join(folder, path))
      response.setHeader('content-type', 'text/javascript').end(text)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}
