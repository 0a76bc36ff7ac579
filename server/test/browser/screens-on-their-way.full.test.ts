import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type axe from 'axe-core'
import type { Request } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { heldSession } from '../recorded-session.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { colours, everything, faults } from './axe.ts'
import { type Desk, openDesk } from './desk.ts'
import { addressOf, screens } from './screens.ts'

const browserPath = await findBrowser()

/** Who reads, and in which words: without it there is no screen yet. */
const isOfTheFrame = (path: string) => /^\/(auth|me|profile|preferences)\b/.test(path)

/** What is kept from a screen, and what it shows meanwhile on one of them. */
const held: Record<string, { isHeld: (request: Request) => boolean; shows: { path: string; part: string } }> =
  {
    'nothing that it asked for has come': {
      isHeld: (request) =>
        request.resourceType() === 'fetch' && !isOfTheFrame(new URL(request.url()).pathname),
      shows: { path: 'cases', part: '[aria-busy=true], [role=status]' },
    },
    'what draws charts and pages has not come': {
      isHeld: (request) => /\/(vega|pdf)[^/]*\.m?js$/.test(request.url()),
      shows: { path: 'reports/ageInStep', part: '.chart[data-state=drawing] > [role=status]' },
    },
  }

/** What has not come yet has no name that a heading could say. */
const whileItComes: axe.RunOptions = {
  ...everything,
  rules: { ...everything.rules, 'page-has-heading-one': { enabled: false } },
}

describe('every screen while a part of it is on its way', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let parts: Record<string, string>
  before(async () => {
    desk = await openDesk(browserPath as string)
    const { caseId } = desk.world
    const { workProductId } = await submitSmallDraft(desk.world)
    parts = { caseId, sessionId: await heldSession(desk.world, caseId), workProductId }
  })
  after(() => desk?.close())

  for (const [what, { isHeld, shows }] of Object.entries(held))
    it(`has no fault that axe finds, when ${what}`, async () => {
      const { username, password, baseUrl } = desk.world
      const found: Record<string, string[]> = {}
      let count = 0
      await desk.at(
        '/alerts/settings',
        async (page) => {
          await page.route('**/*', (route) => {
            if (!isHeld(route.request())) return route.continue()
            count += 1
          })
          for (const path of [...Object.keys(screens), 'reports/ageInStep']) {
            await page.goto(`${baseUrl}/workspace/${addressOf(path, parts)}`)
            await page.locator('nav, h1, h2').first().waitFor()
            if (path === shows.path) await page.locator(shows.part).first().waitFor()
            await page.emulateMedia({ colorScheme: 'light' })
            const light = await faults(page, whileItComes)
            await page.emulateMedia({ colorScheme: 'dark' })
            found[path] = [...light, ...(await faults(page, colours))]
          }
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        },
        { as: { username, password } },
      )
      assert.ok(count > 0)
      assert.deepEqual(
        Object.entries(found).filter(([, some]) => some.length > 0),
        [],
      )
    })
})
