import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { sized } from '../size.ts'
import { type Desk, openDesk } from './desk.ts'

const browserPath = await findBrowser()

describe('leaving a screen while something is under way', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let caseId: string
  let workProductId: string
  before(async () => {
    desk = await openDesk(browserPath as string)
    ;({ caseId, workProductId } = await submitSmallDraft(desk.world))
  })
  after(() => desk?.close())

  const as = () => ({ as: { username: 'judith', password: desk.world.password } })
  const moments = sized(24)

  it('a PDF ends without an error, at whatever moment, on the screen of a draft and in the reader', async () => {
    const places = [`/cases/${caseId}/write/${workProductId}?part=pdf`, `/cases/${caseId}/read`]
    await desk.at(
      `/cases/${caseId}`,
      async (page) => {
        for (const place of places)
          for (let moment = 0; moment < moments; moment += 1) {
            // Within the page, so that what is left behind goes on.
            await page.evaluate(`history.pushState({}, '', '/workspace${place}')`)
            await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`)
            await page.waitForURL((url) => url.href.includes(place))
            await sleep(moment * 25)
            await page.goBack()
            await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
          }
      },
      as(),
    )
  })

  it('a PDF ends without an error when the thread that draws is ready only afterwards', async () => {
    await desk.at(
      `/cases/${caseId}`,
      async (page) => {
        await page.route('**/pdf.worker*', async (route) => {
          await sleep(400)
          await route.continue()
        })
        for (let moment = 0; moment < 4; moment += 1) {
          await page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}`)
          await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
          for (let visit = 0; visit < 3; visit += 1) {
            await page.evaluate(`history.pushState({}, '', '/workspace/cases/${caseId}/read')`)
            await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`)
            await sleep(moment * 60)
            await page.goBack()
            await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
          }
          await sleep(800)
        }
      },
      as(),
    )
  })

  it('what was typed into the form of a task is forgotten once it is taken, and kept if it is refused', async () => {
    await desk.at(
      `/cases/${caseId}`,
      async (page) => {
        const field = page.getByLabel('Instruction', { exact: true })
        const open = () => page.getByRole('button', { name: 'Add instruction…' }).first().click()
        const leave = async () => {
          await page.evaluate(`history.pushState({}, '', '/workspace/cases')`)
          await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`)
          await page.getByRole('heading', { name: 'Where it stands' }).waitFor({ state: 'detached' })
        }
        const comeBack = async () => {
          await page.goBack()
          await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
          await open()
        }
        for (const isTaken of [false, true]) {
          const held = Promise.withResolvers<void>()
          const sent = Promise.withResolvers<void>()
          await page.route('**/instructions', async (route) => {
            sent.resolve()
            await held.promise
            await (isTaken
              ? route.continue()
              : route.fulfill({ status: 422, json: { error: 'The task is closed.' } }))
          })
          if (!isTaken) {
            await open()
            await field.fill('Look at page 2.')
          }
          assert.equal(await field.inputValue(), 'Look at page 2.')
          const answered = page.waitForResponse((answer) => answer.url().endsWith('/instructions'))
          await page.getByRole('button', { name: 'OK' }).click()
          await sent.promise
          await leave()
          held.resolve()
          await (await answered).finished()
          await comeBack()
          await page.unroute('**/instructions')
        }
        await field.waitFor()
        assert.equal(await field.inputValue(), '')
      },
      as(),
    )
  })
})
