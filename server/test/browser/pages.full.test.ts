import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routes } from '@portico/contract/table'
import { buildWorkspace } from '@portico/workspace/build'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findBrowser, noBrowser, openBrowser, patienceMs } from '../../../tools/browser.ts'
import { startWorld, type World } from '../world.ts'
import { colours, faults, tags } from './axe.ts'

const schemes = ['light', 'dark'] as const
const password = 'a long enough password'

const browserPath = await findBrowser()

describe('the pages in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let world: World
  let browser: Browser

  before(async () => {
    await buildWorkspace()
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
    context.setDefaultTimeout(patienceMs)
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

  it('no page of the reference has a fault that axe finds; its colours are told apart in the dark too', async () => {
    for (const path of [
      '/docs',
      '/docs/errors',
      '/docs/events',
      '/docs/party-events',
      '/docs/decisions',
      '/docs/ports',
      '/docs/ports/output',
    ]) {
      await onPage(path, { colorScheme: 'light' }, async (page) => {
        await shorten(page)
        assert.deepEqual(await faults(page), [], path)
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await faults(page, colours), [], path)
      })
    }
  })

  it('nor has it while it is filtered, or a sample is copied', async () => {
    await onPage('/docs/sign-in', { permissions: ['clipboard-write', 'clipboard-read'] }, async (page) => {
      await shorten(page)
      await page.getByLabel('Filter operations').fill('tag')
      await page.getByRole('button', { name: 'Copy' }).first().click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.deepEqual(await faults(page), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await faults(page, colours), [])
      await page.getByLabel('Filter operations').fill('no such thing')
      await page.getByText('No operation matches').waitFor()
      assert.deepEqual(await faults(page), [])
    })
  })

  it('operations of every resource are filtered by keyboard alone', async () => {
    await onPage('/docs/imports', {}, async (page) => {
      const links = page.getByRole('navigation').getByRole('link')
      const before = await links.count()
      await page.keyboard.press('/')
      await page.keyboard.type('add tag')
      await page.getByRole('status').getByText('1 operation', { exact: true }).waitFor()
      await page.keyboard.press('ArrowDown')
      assert.match(await focused(page), /Add a tag/)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Escape')
      assert.equal(await page.getByLabel('Filter operations').inputValue(), '')
      assert.equal(await links.count(), before)
      await page.keyboard.type('/appeals/{id}/documents/{docId}/tags post')
      await page.getByRole('status').getByText('1 operation', { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${world.baseUrl}/docs/documents#addTag`)
    })
  })

  it('a copied sample has the address of the page in it, and runs', async () => {
    await onPage('/docs/service', { permissions: ['clipboard-write', 'clipboard-read'] }, async (page) => {
      await page.locator('#health').getByRole('button', { name: 'Copy' }).first().click()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.equal(copied, `curl "${world.baseUrl}/healthz"`)
    })
  })

  it('a link to the reference when it was one page leads to what it meant', async () => {
    await onPage('/docs#addTag', {}, async (page) => {
      await page.waitForURL(`${world.baseUrl}/docs/documents#addTag`)
      await page.goto(`${world.baseUrl}/docs#schema-Task`)
      await page.waitForURL(`${world.baseUrl}/docs/work#schema-Task`)
      await page.goto(`${world.baseUrl}/docs#conventions`)
      assert.ok(await page.locator('#conventions:target').isVisible())
    })
  })

  it('a person who meets a refusal sees where to go on, in light and dark', async () => {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 700 } })
      context.setDefaultTimeout(patienceMs)
      const page = await context.newPage()
      await page.goto(`${world.baseUrl}/appeals`)
      assert.ok(await page.getByRole('heading', { name: 'Sign-in required' }).isVisible())
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
      assert.notEqual(
        await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth'),
        'none',
      )
      assert.deepEqual(await faults(page), [])
      await page.getByRole('link', { name: 'API reference' }).click()
      await page.waitForURL(`${world.baseUrl}/docs`)
      await context.close()
    }
  })

  it('the invitation page has no fault that axe finds in any of its states, in light and dark', async () => {
    for (const colorScheme of schemes) {
      const token = await invited(`axe.${colorScheme}`)
      const options = colorScheme === 'dark' ? colours : undefined
      await onPage('/workspace/join', { colorScheme }, async (page) => {
        await page.getByRole('heading', { name: 'The link is not complete' }).waitFor()
        assert.deepEqual(await faults(page, options), [])
      })
      await onPage(`/workspace/join#${token}`, { colorScheme }, async (page) => {
        await page.getByRole('button').waitFor()
        assert.deepEqual(await faults(page, options), [])
        await page.getByRole('button').click()
        await page.getByRole('alert').getByText('at least 12 characters').waitFor()
        assert.deepEqual(await faults(page, options), [])
        await fill(page, password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
        assert.deepEqual(await faults(page, options), [])
      })
    }
  })

  it('the reference is read without script, and fits a screen of 320 pixels', async () => {
    const viewport = { width: 320, height: 800 }
    await onPage('/docs', { javaScriptEnabled: false, viewport }, async (page) => {
      assert.ok(await page.getByRole('heading', { name: 'Portico API reference', level: 1 }).isVisible())
      assert.equal(await page.locator('.index a').count(), Object.keys(routes).length)
      assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
      await page.getByRole('button', { name: 'Contents' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Documents' }).click()
      assert.ok(await page.locator('#addTag').getByText('favorable evidence').first().isVisible())
    })
    for (const path of ['/docs', '/docs/work', '/workspace/join']) {
      await onPage(path, { viewport }, async (page) => {
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
        if (path !== '/workspace/join') await shorten(page)
        if (path === '/docs') await page.getByRole('button', { name: 'Contents' }).click()
        assert.deepEqual(
          await faults(page, { runOnly: tags, rules: { 'color-contrast': { enabled: false } } }),
          [],
          path,
        )
      })
    }
  })

  it('what is folded on a screen is printed', async () => {
    await onPage('/docs/profile', {}, async (page) => {
      const folded = page.locator('details .fields').first()
      assert.ok(!(await folded.isVisible()))
      await page.emulateMedia({ media: 'print' })
      assert.ok(((await folded.boundingBox())?.height ?? 0) > 0)
      assert.ok(!(await page.getByRole('navigation').isVisible()))
    })
  })

  it('the first tab skips to the content, and a link of the contents leads to its operation', async () => {
    await onPage('/docs/documents', {}, async (page) => {
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
      assert.equal(page.url(), `${world.baseUrl}/workspace/join`)
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
      assert.equal(await page.getByLabel('New password').count(), 0)
      const told = requests.flatMap(({ url, headers }) => [url, headers.referer ?? ''])
      assert.ok(!told.some((text) => text.includes(token)), 'the token is in no address')
    })
    const { status } = await world.anonymous('POST', '/auth/token', {
      body: { username: 'keyboard', password },
    })
    assert.equal(status, 200)
  })

  it('what is wrong is said before anything is sent, and the field in question has the focus', async () => {
    await onPage('/workspace/join#whatever', {}, async (page, requests) => {
      const first = page.getByLabel('New password')
      await first.fill('eleven char')
      await page.keyboard.press('Enter')
      assert.equal(await alert(page), 'The password needs at least 12 characters.')
      assert.equal(await first.getAttribute('aria-invalid'), 'true')
      await hasFocus(first)
      await first.fill('twelve chars')
      await page.keyboard.press('Enter')
      assert.equal(await alert(page), 'The two passwords are not the same.')
      await hasFocus(page.getByLabel('The same password again'))
      assert.ok(!requests.some(({ url }) => url.endsWith('/auth/invitation')))
    })
  })

  it('the shortest password that the page accepts is one that the service accepts', async () => {
    const token = await invited('shortest')
    await onPage(`/workspace/join#${token}`, {}, async (page) => {
      await fill(page, 'twelve chars')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    })
  })

  it('a used link is refused with the sentence of the service; a fresh link in the same tab works', async () => {
    const [used, fresh] = [await invited('used'), await invited('fresh')]
    await world.service.identity.acceptInvitation({ token: used, password })
    await onPage(`/workspace/join#${used}`, {}, async (page) => {
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByRole('alert').getByText('unknown, used or expired').waitFor()
      await hasFocus(page.getByRole('alert'))
      await page.goto(`${world.baseUrl}/workspace/join#${fresh}`)
      await page.waitForURL(`${world.baseUrl}/workspace/join`)
      assert.equal(await alert(page), '')
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByText('Your username is fresh.').waitFor()
    })
  })

  it('while the answer is awaited it says so, and a second click sends nothing', async () => {
    const token = await invited('patient')
    await onPage(`/workspace/join#${token}`, {}, async (page) => {
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
    await onPage(`/workspace/join#${token}`, {}, async (page) => {
      await page.route('**/auth/invitation', (route) => route.abort(), { times: 1 })
      await fill(page, password)
      await page.getByRole('button').click()
      await page.getByRole('alert').getByText('No answer came').waitFor()
      await page.getByRole('button').click()
      await page.getByText('Your username is cut.').waitFor()
    })
  })

  it('without script the invitation page says what it needs', async () => {
    await onPage('/workspace/join#token', { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator('noscript p').isVisible())
      assert.equal(await page.getByRole('button').count(), 0)
    })
  })
})

/** A page is made of a few kinds of parts, of which it has many: of each kind some stay, and of lists their beginning. */
async function shorten(page: Page) {
  await page.evaluate(`{
    for (const kind of ['operation', 'event', 'schema']) {
      for (const article of [...document.querySelectorAll('article.' + kind)].slice(2)) article.remove()
    }
    for (const list of document.querySelectorAll('main ul, main tbody, nav ul')) {
      for (const item of [...list.children].slice(4)) item.remove()
    }
    for (const link of document.querySelectorAll('main a[href^="#"]')) {
      if (!document.getElementById(link.hash.slice(1))) link.removeAttribute('href')
    }
  }`)
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

const hasFocus = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

const alert = (page: Page) => page.locator('[role=alert]').textContent()

async function fill(page: Page, text: string) {
  await page.getByLabel('New password').fill(text)
  await page.getByLabel('The same password again').fill(text)
}
