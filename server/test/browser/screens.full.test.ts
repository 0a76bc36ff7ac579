import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { heldSession } from '../recorded-session.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { type Desk, isAccessible, openDesk } from './desk.ts'
import { keepsWordsApart } from './reflow.ts'
import { addressOf, screens } from './screens.ts'

const browserPath = await findBrowser()
const router = readFileSync(join(import.meta.dirname, '../../../workspace/frame/router.tsx'), 'utf8')

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
          await page.goto(`${baseUrl}/workspace/${addressOf(path, { caseId, sessionId, workProductId })}`)
          await page.getByRole('heading', { name: heading }).first().waitFor()
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await keepsWordsApart(page)
          await isAccessible(page)
        }
      },
      { as: { username, password } },
    )
  })
})
