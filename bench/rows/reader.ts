import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { buildWorkspace } from '@portico/workspace/build'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { freshDatabase } from '../../server/test/database.ts'
import { findBrowser, openBrowser } from '../../tools/browser.ts'
import { type Comparison, elapsedMs, interleaved, median, scaled } from '../measure.ts'
import { startPlainViewer } from '../plain-viewer.ts'
import { credentials, startReaders, startService } from '../processes.ts'
import { fileCase, phrase, type ReadingCase, writeFile } from '../reading-case.ts'
import { tempFolder } from '../temp-folder.ts'

const rounds = 7
const patienceMs = 60_000
const some = sized({ pages: 2500, documentCount: 25 })
const many = sized({ pages: 30_000, documentCount: 2600 })
const otherReaders = scaled(20)
/** The peer reads so many pages; what it would take up to the one with the phrase is reckoned up. */
const pagesSearched = scaled(200)
const letterWidth = 612
const turnsInARow = scaled(5)
/** How long somebody looks at a page at least, and how fast they type. */
const lookMs = 300
const keyMs = 60
const plain = 'pdf.js alone on the same file'
const neverSlower = { atMost: 1 }
/** What a page writes to its console, with the time. */
const seen = 'first page seen at '

/** The reader in a browser, beside pdf.js alone on the same file; also while others read the same case. */
export const reader = () =>
  inBrowser('reader', async ({ browser, service, deskOf }) => {
    const found = [...bundles(), await firstScreen(browser, service.url)]
    await using desk = await deskOf(some)
    found.push(...(await measured(desk, pagesOf(some))), ...(await heapOf(desk, pagesOf(some))))
    await using _ = await startReaders(service.url, desk.of.id, otherReaders)
    found.push(...(await measured(desk, `${pagesOf(some)}, ${otherReaders} other readers`)))
    return found
  })

/** The same at the size of the largest cases. */
export const largeReader = () =>
  inBrowser('large-reader', async ({ deskOf }) => {
    await using desk = await deskOf(many)
    return [...(await measured(desk, pagesOf(many))), ...(await heapOf(desk, pagesOf(many)))]
  })

/** A trial too has documents to go on to, and pages to turn. */
function sized({ pages, documentCount }: { pages: number; documentCount: number }) {
  return { pages: Math.max(20, scaled(pages)), documentCount: Math.max(4, scaled(documentCount)) }
}

const pagesOf = ({ pages }: typeof some) => `${pages.toLocaleString('en')} pages`

async function inBrowser(
  row: string,
  measure: (tools: {
    browser: Browser
    service: Awaited<ReturnType<typeof startService>>
    deskOf(size: typeof some): Promise<DeskOf & AsyncDisposable>
  }) => Promise<Comparison[]>,
): Promise<Comparison[]> {
  const browserPath = await findBrowser()
  if (!browserPath) {
    console.error(`${row}: no Chromium was found, so nothing is measured`)
    return []
  }
  await buildWorkspace()
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const service = stack.use(await startService(folder.path, db.url))
  const browser = await openBrowser(browserPath)
  stack.defer(() => browser.close())
  return await measure({
    browser,
    service,
    async deskOf(size) {
      const path = join(folder.path, `${size.pages}.pdf`)
      const phrasePage = await writeFile(path, size.pages)
      const of = await fileCase(service, path, { ...size, phrasePage })
      const viewer = await startPlainViewer(path)
      return {
        browser,
        url: service.url,
        plainUrl: viewer.url,
        of,
        [Symbol.asyncDispose]: () => viewer[Symbol.asyncDispose](),
      }
    },
  })
}

type DeskOf = { browser: Browser; url: string; plainUrl: string; of: ReadingCase }

async function measured({ browser, url, plainUrl, of }: DeskOf, size: string): Promise<Comparison[]> {
  await using ours = await signedIn(browser, url)
  await using peer = await opened(browser)
  const read = `${url}/workspace/cases/${of.id}/read`
  const line = (what: string, { ours, peer }: { ours: number; peer: number }): Comparison => ({
    what: `${what}, ${size}`,
    unit: 'ms',
    ours,
    peer,
    peerName: plain,
    aim: neverSlower,
  })

  await opensAt(ours.page, read)
  const width = (await ours.page.evaluate(`document.querySelector('.pages canvas').width`)) as number
  const plainAt = `${plainUrl}?scale=${width / letterWidth}`

  const first = await interleaved(rounds, {
    ours: () => toFirstPage(ours.page, `${read}/pages/1`),
    peer: () => toFirstPage(peer.page, plainAt),
  })
  await peer.page.goto(plainAt)
  await peer.page.locator('canvas').waitFor()

  const at = { ours: 1, peer: 1 }
  /** Several in a row: what has just come to the front draws late. */
  const turns = (who: keyof typeof at, page: Page, lookMs: number) => async () => {
    await page.bringToFront()
    const times: number[] = []
    for (let turned = 0; turned <= turnsInARow; turned++) {
      await sleep(lookMs)
      times.push(await pressed(page, 'n', ++at[who]))
    }
    return median(times.slice(1))
  }
  const turnsWith = (lookMs: number) =>
    interleaved(rounds, {
      ours: turns('ours', ours.page, lookMs),
      peer: turns('peer', peer.page, lookMs),
    })
  const turn = await turnsWith(lookMs)
  const flip = await turnsWith(0)

  const each = Math.floor(of.pages / of.documentCount)
  const firstOf = (document: number) => 1 + document * each
  let [ourDocument, peerDocument] = [0, 0]
  const inDocument = Math.ceil(at.ours / each)
  const next = await interleaved(rounds, {
    ours: async () => {
      await ours.page.bringToFront()
      await sleep(lookMs)
      return pressed(ours.page, 'j', firstOf(inDocument + ourDocument++))
    },
    peer: async () => {
      await peer.page.bringToFront()
      await sleep(lookMs)
      return showIn(peer.page, firstOf(inDocument + peerDocument++))
    },
  })

  const far = (round: number) => 1 + ((round * 7919) % of.pages)
  let [ourJump, peerJump] = [1, 1]
  const jump = await interleaved(rounds, {
    ours: async () => goTo(ours.page, far(ourJump++)),
    peer: async () => showIn(peer.page, far(peerJump++)),
  })

  const search = await interleaved(3, {
    ours: async () => {
      await ours.page.bringToFront()
      await opensAt(ours.page, read)
      await ours.page.keyboard.press('/')
      await ours.page.keyboard.type(`"${phrase}"`)
      return elapsedMs(async () => {
        await ours.page.keyboard.press('Enter')
        await ours.page.locator(`[data-page="${of.phrasePage}"] [data-hit]`).first().waitFor()
        await ours.page.locator(`[data-page="${of.phrasePage}"] canvas`).waitFor()
      })
    },
    peer: async () => {
      await peer.page.bringToFront()
      await peer.page.goto(plainAt)
      await peer.page.locator('canvas').waitFor()
      const ms = await elapsedMs(() => peer.page.evaluate(`find('${phrase}', ${pagesSearched})`))
      return (ms * of.phrasePage) / pagesSearched
    },
  })

  return [
    line('first page', first),
    line('page turn', turn),
    line('page turn, one right after another', flip),
    line('next document', next),
    line('jump to a far page', jump),
    line('search to highlight', search),
    {
      what: `a keystroke in the filter of ${of.documentCount} documents, ${size}`,
      unit: 'ms',
      ours: await filterMs(ours.page, read),
      peer: 50,
      peerName: 'limit',
      aim: neverSlower,
    },
  ]
}

const manyPages = scaled(1000)
const fewPages = scaled(50)

/** Page after page, as somebody reads: what is kept of pages that were left behind. */
async function heapOf({ browser, url, plainUrl, of }: DeskOf, size: string): Promise<Comparison[]> {
  await using ours = await signedIn(browser, url)
  await opensAt(ours.page, `${url}/workspace/cases/${of.id}/read`)
  let turned = 1
  const upTo = async (pages: number) => {
    while (turned < pages) await pressed(ours.page, 'n', ++turned)
    return heapBytes(ours.page)
  }
  const early = await upTo(fewPages)
  const late = await upTo(manyPages)

  await using peer = await opened(browser)
  await peer.page.goto(plainUrl)
  await peer.page.locator('canvas').waitFor()
  for (let number = 2; number <= manyPages; number++) await showIn(peer.page, number)
  const plainLate = await heapBytes(peer.page)
  return [
    {
      what: `heap after ${manyPages} pages, ${size}`,
      unit: 'MB',
      ours: late / 1e6,
      peer: plainLate / 1e6,
      peerName: plain,
    },
    {
      what: 'the same',
      unit: 'MB',
      ours: late / 1e6,
      peer: early / 1e6,
      peerName: `after ${fewPages} pages`,
      aim: { atMost: 1.5 },
    },
  ]
}

/**
 * Somebody follows a link into a new tab, in a browser that has been here before: from the beginning of the navigation to
 * the frame that shows the page, by the clock of the page itself. The tab is closed before the other side begins.
 */
async function toFirstPage(beside: Page, address: string): Promise<number> {
  const page = await beside.context().newPage()
  try {
    await page.addInitScript(`if (location.protocol !== 'about:') {
      const look = () => {
        const shown = document.querySelector('canvas')?.getBoundingClientRect()
        if (shown?.width > 100) setTimeout(() => console.debug('${seen}' + performance.now()))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }`)
    // Told by the page: whoever looks into it while it loads takes its time.
    const told = page.waitForEvent('console', (message) => message.text().startsWith(seen))
    await page.goto(address, { waitUntil: 'commit' })
    return Number((await told).text().slice(seen.length))
  } finally {
    await page.close()
    await sleep(lookMs)
  }
}

/** From the key to the frame that shows the page, by the clock of the page itself: the same for both. */
async function pressed(page: Page, key: string, number: number): Promise<number> {
  await page.evaluate(`void (window.pressed = new Promise((done) => addEventListener('keydown', () => {
    const at = performance.now()
    const look = () => {
      const shown = document.querySelector('.pages [data-page="${number}"] canvas, body > canvas[data-page="${number}"]')
      if (!shown || shown.getBoundingClientRect().top > innerHeight / 2) return requestAnimationFrame(look)
      done(performance.now() - at)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true })))`)
  await page.keyboard.press(key)
  // A page that never comes ends the run instead of holding it up.
  const ms = await Promise.race([
    page.evaluate('window.pressed'),
    sleep(patienceMs, undefined, { ref: false }),
  ])
  if (typeof ms !== 'number') throw new Error(`page ${number} was not drawn at ${page.url()}`)
  return ms
}

/** As somebody types. */
async function goTo(page: Page, number: number): Promise<number> {
  await page.bringToFront()
  await page.keyboard.press('g')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(String(number), { delay: keyMs })
  await sleep(keyMs)
  return pressed(page, 'Enter', number)
}

async function showIn(page: Page, number: number): Promise<number> {
  await page.bringToFront()
  await page.evaluate(`void (window.typed = ${number})`)
  return pressed(page, 'Enter', number)
}

async function filterMs(page: Page, read: string): Promise<number> {
  await page.bringToFront()
  await opensAt(page, read)
  await page.keyboard.press('f')
  const times: number[] = []
  for (const letter of 'exam') {
    await page.evaluate(`void (window.pressed = new Promise((done) => addEventListener('keydown', () => {
      const at = performance.now()
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - at)))
    }, { once: true, capture: true })))`)
    await page.keyboard.press(letter)
    times.push((await page.evaluate('window.pressed')) as number)
  }
  return median(times)
}

/** The first page with all that stands around it, looked at for a moment. */
async function opensAt(page: Page, read: string) {
  await page.goto(`${read}/pages/1`)
  await page.locator('.pages [data-page="1"] canvas').waitFor()
  await page.getByRole('option').first().waitFor()
  await sleep(1000)
}

async function heapBytes(page: Page): Promise<number> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('HeapProfiler.collectGarbage')
  const { usedSize } = await protocol.send('Runtime.getHeapUsage')
  await protocol.detach()
  return usedSize
}

async function opened(browser: Browser) {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

async function signedIn(browser: Browser, url: string) {
  const tab = await opened(browser)
  await tab.page.goto(`${url}/workspace/`)
  await enter(tab.page)
  return tab
}

async function enter(page: Page) {
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password').fill(credentials.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function firstScreen(browser: Browser, url: string): Promise<Comparison> {
  const times: number[] = []
  for (let round = 0; round <= scaled(rounds); round++) {
    await using tab = await opened(browser)
    await tab.page.goto(`${url}/workspace/`)
    await tab.page.getByLabel('Username').waitFor()
    times.push(await elapsedMs(() => enter(tab.page)))
  }
  return {
    what: 'first screen after sign-in',
    unit: 'ms',
    ours: median(times.slice(1)),
    peer: 1000,
    peerName: 'one second',
    aim: neverSlower,
  }
}

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** What a browser fetches for the shell, and besides it for the reader, as it travels. */
function bundles(): Comparison[] {
  const dist = join(import.meta.dirname, '../../workspace/dist')
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const filesOf = (name: string, known = new Set<string>()): Set<string> => {
    const { file, imports = [], css = [] } = chunks[name] ?? { file: '' }
    if (known.has(file)) return known
    for (const one of [file, ...css]) known.add(one)
    for (const other of imports) filesOf(other, known)
    return known
  }
  const kilobytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) /
    1000
  const named = readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/workspace\/(assets\/[^"]+)/g)
  const shell = new Set([...named].map(([, file = '']) => file))
  const own = [...filesOf('reading/reader.tsx')].filter((file) => !shell.has(file))
  return [
    {
      what: 'the shell, gzipped',
      unit: 'kB',
      ours: kilobytes(shell),
      peer: 120,
      peerName: 'limit',
      aim: neverSlower,
    },
    {
      what: 'the reader besides the shell, gzipped',
      unit: 'kB',
      ours: kilobytes(own),
      peer: 120,
      peerName: 'the shell’s limit',
    },
  ]
}
