import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PorticoClient, signIn } from '@portico/sdk'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { until } from '../until.ts'
import { type Desk, openDesk } from './desk.ts'

const browserPath = await findBrowser()
/** Nothing here takes longer; a wait that does not end says so before the run does. */
const patienceMs = 60_000

describe('what others do, and what cannot be reached, while somebody works', {
  skip: browserPath ? false : noBrowser,
}, () => {
  let desk: Desk
  let client: PorticoClient
  let caseId: string
  let workProductId: string

  before(async () => {
    desk = await openDesk(browserPath as string)
    const { baseUrl, username, password } = desk.world
    const { idToken } = await signIn({ baseUrl, username, password })
    client = new PorticoClient({ baseUrl, token: idToken })
    await desk.world.member('jules', ['adjudicator'])
    ;({ caseId, workProductId } = await submitSmallDraft(desk.world))
  })
  after(() => desk?.close())

  const at = (username: string, path: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      path,
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await use(page)
      },
      { as: { username, password: desk.world.password } },
    )
  const writing = () => `/cases/${caseId}/write/${workProductId}`
  const dialog = (page: Page) => page.getByRole('dialog')

  it('a part that cannot be fetched takes no screen with it', () =>
    desk.at('/cases', async (page) => {
      page.setDefaultTimeout(patienceMs)
      const gone = /\/assets\/(overlays|pdf-part)[^/]*\.js$/
      await page.route(gone, (route) => route.abort())
      await desk.signIn(page, { username: 'judith', password: desk.world.password })
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor()
      await page.keyboard.press('?')
      const told = page.locator('.toast', { hasText: 'This did not work' })
      await told.getByRole('button', { name: 'Try again' }).waitFor()
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor()
      await page.unroute(gone)
      await told.getByRole('button', { name: 'Try again' }).press('Enter')
      await told.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor()
      await until(async () => {
        await page.keyboard.press('?')
        return (await dialog(page).count()) > 0
      })

      await page.route(gone, (route) => route.abort())
      await page.goto(`${desk.world.baseUrl}/workspace${writing()}`)
      await page.getByRole('article', { name: 'Text' }).waitFor()
      await page.keyboard.press('s')
      await dialog(page).getByRole('heading', { name: 'This did not work' }).waitFor()
      await dialog(page).getByText('You sign as').waitFor()
      await page.getByRole('article', { name: 'Text', includeHidden: true }).waitFor()
    }))

  it('a comment gives the focus back to what it is about', () =>
    at('judith', writing(), async (page) => {
      await page.getByRole('article', { name: 'Text' }).waitFor()
      for (const leave of ['Escape', 'Control+Enter']) {
        await page.keyboard.press('j')
        await page.keyboard.press('k')
        await page.keyboard.press('c')
        const field = page.getByRole('textbox', { name: /^Comment on paragraph 1/ })
        await field.fill('Quote the examiner.')
        await field.press(leave)
        await field.waitFor({ state: 'detached' })
        await page.locator('[data-block]:focus').waitFor()
      }
    }))

  it('a screen that cannot be renewed says so once', () =>
    at('judith', writing(), async (page) => {
      await page.getByRole('article', { name: 'Text' }).waitFor()
      await page.getByText('Read before signing').waitFor()
      await page.route(/\/work-products\//, (route) => route.abort())
      await client.workProducts.comment(caseId, workProductId, { text: 'Quote the examiner.' })
      const stale = page.locator('.screen > .stale')
      await stale.nth(1).waitFor({ state: 'attached' })
      assert.equal(await stale.filter({ visible: true }).count(), 1)
    }))

  it('whoever no longer holds the review reads who does', () =>
    at('judith', writing(), async (page) => {
      await page.getByRole('article', { name: 'Text' }).waitFor()
      await page.keyboard.press('x')
      await page.getByLabel('Reason 1').fill('Quote the examiner.')
      const review = (await client.tasks.list(caseId, { open: true })).find(({ type }) => type === 'review')
      const handOn = (person: string) =>
        client.tasks.assign(caseId, review?.id ?? '', { assignee: { person }, why: 'She is on leave.' })
      await handOn('jules')
      await page.locator('.standing', { hasText: 'with jules' }).waitFor()
      await dialog(page).getByRole('button', { name: 'Return', exact: true }).press('Enter')
      await dialog(page).getByText('jules holds the review: only they sign and return this draft.').waitFor()
      await handOn('judith')
    }))

  it('a dialog stays open when a colleague was faster, and says what stands', () =>
    at('judith', writing(), async (page) => {
      await page.getByRole('article', { name: 'Text' }).waitFor()
      await page.keyboard.press('x')
      const reason = page.getByLabel('Reason 1')
      await reason.fill('Quote the examiner.')
      const { shown } = await client.workProducts.blockers(caseId, workProductId)
      const sign = { shown, override: 'She is on leave.' }
      const { hash: ends } = await client.cases.endings(caseId, {
        signWorkProduct: { workProductId, version: 1, override: sign.override },
      })
      await client.workProducts.sign(caseId, workProductId, 1, { ...sign, ends })
      await page.getByText('Released', { exact: true }).first().waitFor({ state: 'attached' })
      assert.equal(await reason.inputValue(), 'Quote the examiner.')
      await dialog(page).getByRole('button', { name: 'Return', exact: true }).press('Enter')
      await dialog(page).getByText('it can no longer be changed').waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Recall…' }).press('Enter')
      const why = page.getByLabel('Reason', { exact: true })
      await why.fill('A page was missed.')
      const recall = await client.cases.endings(caseId, { recallWorkProduct: { workProductId } })
      await client.workProducts.recall(caseId, workProductId, 'The wrong date.', { ends: recall.hash })
      await page.getByText('The wrong date.').first().waitFor({ state: 'attached' })
      await dialog(page).getByRole('button', { name: 'Recall', exact: true }).press('Enter')
      await dialog(page).getByText('Someone else was faster').waitFor()
      assert.equal(await why.inputValue(), 'A page was missed.')
    }))
})
