import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser, noBrowser, openBrowser } from '../../../tools/browser.ts'
import { startWorld, type World } from '../world.ts'

const schemes = ['light', 'dark'] as const
const password = 'a long enough password'

const browserPath = await findBrowser()

describe('the pages in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let world: World
  let browser: Browser

  before(async () => {
    world = await startWorld()
    browser = await openBrowser(browserPath as string)
  })
  after(async () => {
    await browser?.close()
    await world?.close()
  })

  /** Opens a page, hands it over, and expects that it asked for nothing elsewhere and broke no policy. */
  async function onPage(
    path: string,
    options: BrowserContextOptions,
    use: (page: Page, requests: { url: string; headers: Record<string, string> }[]) => Promise<void>,
  ) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    try {
      const page = await context.newPage()
      const requests: { url: string; headers: Record<string, string> }[] = []
      const broken: string[] = []
      page.on('request', (request) => requests.push({ url: request.url(), headers: request.headers() }))
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) broken.push(message.text())
      })
      page.on('pageerror', (error) => broken.push(error.message))
      await page.goto(world.baseUrl + path)
      await use(page, requests)
      assert.deepEqual(broken, [])
      for (const { url } of requests) assert.ok(url.startsWith(world.baseUrl), url)
    } finally {
      await context.close()
    }
  }

  async function invited(username: string): Promise<string> {
    const email = `${username}@example.test`
    const { token } = await world.service.identity.invite({ email, username, roles: [] })
    return token
  }

  it('the reference has no fault that axe finds, and its colours are told apart in the dark too', async () => {
    await onPage('/docs', { colorScheme: 'light' }, async (page) => {
      const twice =
        '[...document.querySelectorAll("[id]")].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) < at)'
      assert.deepEqual(await page.evaluate(twice), [])
      await shorten(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await faults(page), [])
      }
    })
  })

  for (const colorScheme of schemes) {
    it(`the invitation page has no fault that axe finds in any of its states, in ${colorScheme}`, async () => {
      const token = await invited(`axe.${colorScheme}`)
      await onPage('/join', { colorScheme }, async (page) => {
        await page.getByRole('heading', { name: 'The link is not complete' }).waitFor()
        assert.deepEqual(await faults(page), [])
      })
      await onPage(`/join#${token}`, { colorScheme }, async (page) => {
        assert.deepEqual(await faults(page), [])
        await page.getByRole('button').click()
        await page.getByRole('alert').getByText('at least 12 characters').waitFor()
        assert.deepEqual(await faults(page), [])
        await fill(page, password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
        assert.deepEqual(await faults(page), [])
      })
    })
  }

  it('the reference is read without script, and fits a screen of 320 pixels', async () => {
    const narrow = { javaScriptEnabled: false, viewport: { width: 320, height: 800 } }
    await onPage('/docs', narrow, async (page) => {
      assert.ok(await page.getByRole('heading', { name: 'Portico API reference', level: 1 }).isVisible())
      assert.ok(await page.locator('#addTag').getByText('favorable evidence').first().isVisible())
    })
    for (const path of ['/docs', '/join']) {
      await onPage(path, { viewport: narrow.viewport }, async (page) => {
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
        const rules = { 'color-contrast': { enabled: false } }
        if (path === '/docs') await shorten(page)
        assert.deepEqual(await faults(page, rules), [], path)
      })
    }
  })

  it('the first tab skips to the content, and a link of the contents leads to its operation', async () => {
    await onPage('/docs', {}, async (page) => {
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), 'Skip to the content')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate('document.activeElement.id'), 'main')
      await page.getByRole('navigation').getByRole('link', { name: 'Add a tag' }).press('Enter')
      await page.locator('#addTag:target').waitFor()
      const top = (await page.locator('#addTag').boundingBox())?.y ?? -1
      assert.ok(top >= 0 && top < 100, `the operation is at ${top}`)
    })
  })

  it('an invited person sets a password by keyboard alone, and signs in with it', async () => {
    const token = await invited('keyboard')
    await onPage(`/join#${token}`, {}, async (page, requests) => {
      await page.getByLabel('New password').focus()
      assert.equal(page.url(), `${world.baseUrl}/join`)
      await page.keyboard.type(password)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      assert.equal(await page.getByLabel('New password').getAttribute('type'), 'text')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
      assert.equal(await focused(page), 'Your password is set')
      assert.ok(await page.getByText('Your username is keyboard.').isVisible())
      assert.equal(await page.locator('#password').inputValue(), '')
      const told = requests.flatMap(({ url, headers }) => [url, headers.referer ?? ''])
      assert.ok(!told.some((text) => text.includes(token)), 'the token is in no address')
    })
    const { status } = await world.anonymous('POST', '/auth/token', {
      body: { username: 'keyboard', password },
    })
    assert.equal(status, 200)
  })

  it('what is wrong is said before anything is sent, and the field in question has the focus', async () => {
    await onPage('/join#whatever', {}, async (page, requests) => {
      const first = page.getByLabel('New password')
      await first.fill('eleven char')
      await page.keyboard.press('Enter')
      assert.equal(await alert(page), 'The password needs at least 12 characters.')
      assert.equal(await first.getAttribute('aria-invalid'), 'true')
      assert.equal(await page.evaluate('document.activeElement.id'), 'password')
      await first.fill('twelve chars')
      await page.keyboard.press('Enter')
      assert.equal(await alert(page), 'The two passwords are not the same.')
      assert.equal(await page.evaluate('document.activeElement.id'), 'repeated')
      assert.ok(!requests.some(({ url }) => url.endsWith('/auth/invitation')))
    })
  })

  it('the shortest password that the page accepts is one that the service accepts', async () => {
    const token = await invited('shortest')
    await onPage(`/join#${token}`, {}, async (page) => {
      await fill(page, 'twelve chars')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    })
  })

  it('a used link is refused with the sentence of the service; a fresh link in the same tab works', async () => {
    const [used, fresh] = [await invited('used'), await invited('fresh')]
    await world.service.identity.acceptInvitation({ token: used, password })
    await onPage(`/join#${used}`, {}, async (page) => {
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByRole('alert').getByText('unknown, used or expired').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), 'problem')
      await page.goto(`${world.baseUrl}/join#${fresh}`)
      await page.waitForURL(`${world.baseUrl}/join`)
      assert.equal(await alert(page), '')
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByText('Your username is fresh.').waitFor()
    })
  })

  it('while the answer is awaited it says so, and a second click sends nothing', async () => {
    const token = await invited('patient')
    await onPage(`/join#${token}`, {}, async (page) => {
      const held = Promise.withResolvers<void>()
      let sent = 0
      await page.route('**/auth/invitation', async (route) => {
        sent += 1
        await held.promise
        await route.continue()
      })
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByRole('status').getByText('Setting the password').waitFor()
      assert.equal(await page.getByRole('button').getAttribute('aria-disabled'), 'true')
      await page.getByLabel('New password').press('Enter')
      held.resolve()
      await page.getByText('Your username is patient.').waitFor()
      assert.equal(sent, 1)
    })
  })

  it('when no answer comes it says what is known, and trying again works', async () => {
    const token = await invited('cut')
    await onPage(`/join#${token}`, {}, async (page) => {
      await page.route('**/auth/invitation', (route) => route.abort(), { times: 1 })
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByRole('alert').getByText('No answer came').waitFor()
      await page.getByRole('button').click()
      await page.getByText('Your username is cut.').waitFor()
    })
  })

  it('without script the invitation page says what it needs', async () => {
    await onPage('/join#token', { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator('noscript p').isVisible())
      assert.equal(await page.getByRole('button').count(), 0)
    })
  })
})

/**
 * The reference is made of a few kinds of parts, of which it has many, and axe takes longer than linear: of operations,
 * events and schemas some of each kind stay, and of lists their beginning.
 */
async function shorten(page: Page) {
  const kept = [
    'openCase',
    'searchCase',
    'removeTag',
    'signIn',
    'saveProfile',
    'getDecisionFile',
    'listEvents',
  ]
  const schemas = ['TaskOpened', 'Task', 'Profile'].map((name) => `schema-${name}`)
  await page.evaluate(`{
    const kept = ${JSON.stringify([...kept, ...schemas])}
    for (const article of document.querySelectorAll('article')) if (!kept.includes(article.id)) article.remove()
    for (const list of document.querySelectorAll('main ul, nav ul ul')) for (const item of [...list.children].slice(5)) item.remove()
    for (const link of document.querySelectorAll('main a[href^="#"]')) {
      if (!document.getElementById(link.hash.slice(1))) link.removeAttribute('href')
    }
  }`)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, through the protocol of the browser, so that the page's own policy stays as it is. */
async function faults(page: Page, rules: axe.RuleObject = {}): Promise<string[]> {
  const options = { runOnly: tags, rules, resultTypes: ['violations'] }
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

const alert = (page: Page) => page.locator('[role=alert]').textContent()

async function fill(page: Page, text: string) {
  await page.getByLabel('New password').fill(text)
  await page.getByLabel('The same password again').fill(text)
}
