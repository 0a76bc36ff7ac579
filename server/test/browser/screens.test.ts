import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { heldSession } from '../recorded-session.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { type Desk, isAccessible, openDesk } from './desk.ts'

const browserPath = await findBrowser()
const router = readFileSync(join(import.meta.dirname, '../../../workspace/frame/router.tsx'), 'utf8')

/** The paths of the router, and a heading of what is drawn there. */
const screens: Record<string, RegExp> = {
  'sign-in': /^Sign in/,
  join: /^The link is not complete$/,
  room: /^Session$/,
  welcome: /^Welcome, /,
  '/': /^My work$/,
  cases: /^Cases$/,
  mail: /^Letters$/,
  sessions: /^Calendars$/,
  'sessions/$sessionId': /^Reminders$/,
  reports: /^Dashboards$/,
  admin: /^Letterhead$/,
  alerts: /^No alerts yet$/,
  'alerts/settings': /^Notification settings$/,
  'cases/$caseId': /^Where it stands$/,
  'cases/$caseId/sessions/$sessionId/transcript': /^No transcript yet$/,
  'cases/$caseId/read': /./,
  'cases/$caseId/write/$workProductId': /./,
}
/** Parts of a screen that is there already. */
const parts = ['$id', '$part', 'documents/$documentId', 'pages/$page']

describe('every screen of the workspace in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let sessionId: string
  let workProductId: string
  before(async () => {
    desk = await openDesk(browserPath as string)
    sessionId = await heldSession(desk.world, desk.world.caseId)
    workProductId = (await submitSmallDraft(desk.world)).workProductId
  })
  after(() => desk?.close())

  it('is in this test', () => {
    const paths = [...router.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path)
    const known = [...Object.keys(screens), ...parts]
    assert.deepEqual(
      paths.filter((path) => !known.includes(path as string)),
      [],
    )
  })

  it('is drawn without an error, or a fault that axe finds in light or dark', async () => {
    const { username, password, baseUrl, caseId } = desk.world
    await desk.at(
      '/',
      async (page) => {
        for (const [path, heading] of Object.entries(screens)) {
          const address = path
            .replace('$caseId', caseId)
            .replace('$sessionId', sessionId)
            .replace('$workProductId', workProductId)
            .replace(/^\/$/, '')
          await page.goto(`${baseUrl}/workspace/${address}`)
          await page.getByRole('heading', { name: heading }).first().waitFor()
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await isAccessible(page)
        }
      },
      { as: { username, password } },
    )
  })
})
