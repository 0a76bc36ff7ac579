import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { type Desk, isAccessible, openDesk } from './desk.ts'

const browserPath = await findBrowser()

describe('the screen of a draft in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let path: string
  let api: string

  before(async () => {
    desk = await openDesk(browserPath as string)
    const { caseId, workProductId, drafter } = await submitSmallDraft(desk.world)
    path = `/cases/${caseId}/write/${workProductId}`
    api = `**/cases/${caseId}/work-products/${workProductId}`
    const added = await drafter('POST', `/cases/${caseId}/issues`, {
      body: { issueType: 'serviceConnection', description: 'For a back condition' },
    })
    assert.equal(added.status, 201, added.text)
  })
  after(() => desk?.close())

  const as = (username: string) => ({ as: { username, password: desk.world.password } })

  it('shows what stands in the way at its place, leads there, and says what a citation rests on', async () => {
    await desk.at(
      path,
      async (page) => {
        const sentence = /“For a back condition”, is not decided\./
        await page.getByRole('button', { name: sentence }).press('Enter')
        const place = page.locator('.beside', { hasText: 'For a back condition' })
        // Where the issue stands it is not named again.
        await place
          .locator('[data-finding=issueUndecided]', { hasText: 'This issue is not decided.' })
          .waitFor()
        await page.locator('.beside:focus', { hasText: 'For a back condition' }).waitFor()
        await isAccessible(page)

        const chip = page.locator('[data-cite]').first()
        await chip.focus()
        const card = page.getByRole('tooltip')
        await card.getByText('p 2', { exact: true }).waitFor()
        // It stays with a chip in focus when the text scrolls, as it does to bring that into view.
        const text = page.getByRole('article', { name: 'Text' })
        const top = (await card.boundingBox())?.y ?? 0
        await text.evaluate((article) => article.scrollBy(0, article.scrollTop > 0 ? -20 : 20))
        await page.waitForFunction((was) => {
          const now = document.querySelector('[role=tooltip]')?.getBoundingClientRect().top
          return now !== undefined && Math.abs(Math.abs(now - was) - 20) < 1
        }, top)
        await page.keyboard.press('Escape')
        await page.getByRole('tooltip').waitFor({ state: 'detached' })

        // What is refused is said in the dialog, and nothing can be signed.
        await page.keyboard.press('s')
        const dialog = page.getByRole('dialog', { name: 'Sign the decision' })
        await dialog.getByRole('button', { name: 'Sign', exact: true }).press('Enter')
        await dialog
          .getByRole('alert')
          .filter({ hasText: /^Signing waits for/ })
          .waitFor()
        assert.equal(await dialog.getByRole('checkbox').count(), 0)
        await dialog.getByText(sentence).waitFor()
        assert.equal(
          await dialog.getByRole('button', { name: 'Sign', exact: true }).getAttribute('aria-disabled'),
          'true',
        )
        await page.keyboard.press('Escape')

        await chip.press('Enter')
        await page.waitForURL(/\/read\/pages\/2$/)
        await page.locator('[data-page="2"] canvas').first().waitFor()
        await page.goBack()
        await page.getByRole('article', { name: 'Text' }).waitFor()

        // A phone shows the text and what stands beside it in turns.
        await page.setViewportSize({ width: 390, height: 844 })
        await page.getByRole('tab', { name: /^Checks/ }).press('Enter')
        await page.getByRole('article', { name: 'Text' }).waitFor({ state: 'hidden' })
        await isAccessible(page)
        await page.getByRole('button', { name: sentence }).press('Enter')
        await page.getByRole('article', { name: 'Text' }).waitFor()
      },
      as('judith'),
    )
  })

  it('says who holds the review, and asks whoever acts in their place for the reason', async () => {
    await desk.world.member('jules', ['adjudicator'])
    await desk.at(
      path,
      async (page) => {
        await page.getByText('judith holds the review: only they sign and return this draft.').waitFor()
        assert.equal(await page.getByRole('button', { name: /^Sign|^Return/ }).count(), 0)
      },
      as('jules'),
    )
    const { username } = desk.world
    await desk.at(
      path,
      async (page) => {
        await page.getByRole('button', { name: 'Sign in their place…' }).waitFor()
        await page.keyboard.press('x')
        const dialog = page.getByRole('dialog', { name: 'Return to the drafter' })
        await dialog.getByLabel('Reason 1').fill('Decide the back.')
        await dialog.getByRole('button', { name: 'Return', exact: true }).press('Enter')
        await dialog.getByText('Say why you act in their place.').waitFor()
        await dialog.getByLabel('Why you act in their place').fill('She is on leave.')
        await isAccessible(page)
        await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
        await page.keyboard.press('s')
        await page.getByRole('dialog').getByLabel('Why you act in their place').waitFor()
      },
      as(username),
    )
  })

  it('sends a comment whose answer was lost once more without saying it twice, also after a reload', async () => {
    await desk.at(
      path,
      async (page) => {
        await page.getByRole('article', { name: 'Text' }).waitFor()
        await page.keyboard.press('j')
        await page.keyboard.press('c')
        const field = page.getByRole('textbox', { name: /^Comment on paragraph 1/ })
        await field.fill('Said once.')
        await page.route(`${api}/comments`, async (route) => {
          if (route.request().method() !== 'POST') return route.continue()
          await route.fetch()
          await route.abort()
        })
        await field.press('Control+Enter')
        await page.locator('.comment-form [role=alert]:not(:empty)').waitFor()
        await page.unroute(`${api}/comments`)
        await page.reload()
        assert.equal(await field.inputValue(), 'Said once.')
        await field.press('Control+Enter')
        await field.waitFor({ state: 'detached' })
      },
      as('judith'),
    )
    const { json } = await desk.world.admin('GET', `${api.replace('**', '')}/comments`)
    const { comments } = json as { comments: { text: string }[] }
    assert.equal(comments.filter(({ text }) => text === 'Said once.').length, 1)
  })

  it('has a state for each thing that may go wrong, with a way on', async () => {
    await desk.world.member('mia', ['mailClerk'])
    await desk.at(
      path,
      async (page) => {
        await page.getByRole('alert').waitFor()
        await page.getByRole('link', { name: 'Back to the case' }).waitFor()
        assert.equal(await page.getByRole('article').count(), 0)
      },
      as('mia'),
    )
    await desk.at(
      path,
      async (page) => {
        await page.getByRole('article', { name: 'Text' }).waitFor()
        await page.goto(`${desk.world.baseUrl}/workspace${path}x`)
        await page.getByRole('link', { name: 'Back to the case' }).waitFor()

        let answer: 'wait' | 'fail' | 'go' = 'wait'
        const waiting: (() => void)[] = []
        await page.route(api, async (route) => {
          if (answer === 'wait') await new Promise<void>((resolve) => waiting.push(resolve))
          if (answer === 'fail') return route.fulfill({ status: 500, json: { error: 'Broken.' } })
          return route.continue()
        })
        await page.goto(`${desk.world.baseUrl}/workspace${path}`)
        await page.getByRole('status', { name: 'Loading' }).first().waitFor()
        answer = 'fail'
        for (const go of waiting.splice(0)) go()
        const again = page.getByRole('button', { name: 'Try again' })
        await again.waitFor()
        answer = 'go'
        await again.press('Enter')
        await page.getByRole('article', { name: 'Text' }).waitFor()

        // What was read stays when the service cannot be reached, and says since when.
        await page.route('**/blockers', (route) => route.abort())
        await page.route('**/preview', (route) => route.abort())
        const { caseId, admin } = desk.world
        const added = await admin('POST', `/cases/${caseId}/issues`, {
          body: { issueType: 'serviceConnection', description: 'For a scar' },
        })
        assert.equal(added.status, 201, added.text)
        await page.locator('.stale').first().waitFor()
        await page.getByRole('article', { name: 'Text' }).waitFor()
      },
      as('judith'),
    )
  })
})
