import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@portico/contract/ports/config'
import { browserSessionHeader } from '@portico/contract/route'
import { buildWorkspace } from '@portico/workspace/build'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser, patienceMs } from '../../../tools/browser.ts'
import { startWorld, type World } from '../world.ts'
import { colours, faults } from './axe.ts'

type SignIn = { username: string; password: string }

/** The workspace over a live service, in a real browser: one of each for all flows of a file. */
export type Desk = {
  world: World
  browser: Browser
  /**
   * Opens a page at a path of the workspace, signed in if somebody is named, and expects that it broke no policy and
   * threw no error.
   */
  at(
    path: string,
    use: (page: Page) => Promise<void>,
    options?: BrowserContextOptions & { as?: SignIn },
  ): Promise<void>
  /** By the form. */
  signIn(page: Page, credentials?: SignIn): Promise<void>
  close(): Promise<void>
}

/** Where pictures of the screens are kept, for whoever asks for them. */
const pictures = process.env.TEST_PICTURES

export async function openDesk(
  browserPath: string,
  env: Record<string, string> = {},
  config?: Config,
): Promise<Desk> {
  await buildWorkspace()
  const world = await startWorld({ PORTICO_ANONYMOUS_LIMIT: '5000', ...env }, config)
  const browser = await openBrowser(browserPath).catch(async (error) => {
    await world.close()
    throw error
  })
  return {
    world,
    browser,
    async at(path, use, { as, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      context.setDefaultTimeout(patienceMs)
      try {
        if (as) await startSession(context, world.baseUrl, as)
        const page = await context.newPage()
        const broken: string[] = []
        page.on('console', (message) => {
          if (/Content Security Policy/.test(message.text())) broken.push(message.text())
        })
        page.on('pageerror', (error) => broken.push(error.message))
        await page.goto(`${world.baseUrl}/workspace${path}`)
        await use(page)
        assert.deepEqual(broken, [])
      } finally {
        await context.close()
      }
    },
    async signIn(page, { username, password } = world) {
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
    },
    async close() {
      await browser.close()
      await world.close()
    },
  }
}

/** What the form of the sign-in page does, without drawing it. */
async function startSession(context: BrowserContext, baseUrl: string, { username, password }: SignIn) {
  const answer = await context.request.post(`${baseUrl}/auth/session`, {
    headers: { origin: new URL(baseUrl).origin, [browserSessionHeader]: 'cookie' },
    data: { username, password },
  })
  assert.equal(answer.status(), 200, await answer.text())
}

/** The screen as it is now has no fault that axe finds in light, and none in dark, where only colours differ. */
export async function isAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await faults(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await faults(page, colours), [], 'dark')
}

/** Pictures of a screen, light and dark, for the README and for whoever looks. */
export async function picture(page: Page, name: string) {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
  }
}
