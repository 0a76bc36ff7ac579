import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PorticoClient, type Remand, signIn } from '@portico/sdk'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { testPdf } from '../test-pdf.ts'
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
  let remandedId: string

  before(async () => {
    desk = await openDesk(browserPath as string)
    const { baseUrl, username, password } = desk.world
    const { idToken } = await signIn({ baseUrl, username, password })
    client = new PorticoClient({ baseUrl, token: idToken })
    await desk.world.member('jules', ['adjudicator'])
    ;({ caseId, workProductId } = await submitSmallDraft(desk.world))
    remandedId = await remanded()
  })
  after(() => desk?.close())

  /** A case that waits for what another has sent back, with the mandate of a court. */
  async function remanded() {
    const source = (await client.appeals.list()).find(({ id }) => id !== caseId)?.id ?? ''
    const words = { issueType: 'serviceConnection', description: 'Hearing loss' }
    const issue = await client.issues.add(source, words)
    const link = { kind: 'remand' as const, issueIds: [issue.id], why: 'Obtain an opinion.' }
    const { hash: ends } = await client.cases.endings(source, { linkCase: link })
    const { id } = (await client.cases.link(source, { ...link, ends })).case
    const mandate = { name: 'Mandate', documentType: 'courtMandate' }
    await client.documents.add(id, mandate, new Blob([new Uint8Array(await testPdf(['It is ordered.']))]))
    return id
  }

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
  const remand = async (kind: Remand['kind']) => {
    const found = (await client.remands.list(remandedId)).find((one) => one.kind === kind)
    assert.ok(found)
    return found
  }

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

  it('Enter takes no team while the colleagues of that name are still on their way', () =>
    at(desk.world.username, `/cases/${remandedId}`, async (page) => {
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/directory?limit=*', async (route) => {
        await isAnswered
        await route.continue()
      })
      await page.route('**/directory?text=*', async (route) => {
        await isAnswered
        await route.continue()
      })
      await page
        .getByRole('button', { name: /^(Assign|Reassign)…/ })
        .first()
        .press('Enter')
      const field = dialog(page).getByRole('combobox')
      await field.fill('te')
      await dialog(page).getByRole('option', { name: /team$/ }).first().waitFor()
      await field.press('Enter')
      assert.equal(await field.getAttribute('aria-expanded'), 'true')
      assert.equal(await field.inputValue(), 'te')
      answer()
      await dialog(page).getByRole('option', { name: 'tester' }).waitFor()
      await field.press('Enter')
      assert.notEqual(await field.inputValue(), 'te')
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

  it('a remand is reported once, and the form of its return stays when it has returned', () =>
    at(desk.world.username, `/cases/${remandedId}`, async (page) => {
      const section = page.getByRole('region', { name: /^Sent back for more work/ })
      const reported: unknown[] = []
      const { promise: isHeld, resolve: go } = Promise.withResolvers<void>()
      await page.route('**/progress', async (route) => {
        reported.push(route.request().postDataJSON())
        await isHeld
        await route.continue()
      })
      const acknowledge = section.getByRole('button', { name: 'Record acknowledgement' })
      await acknowledge.press('Enter')
      await acknowledge.press('Enter')
      go()
      await section.getByText('Acknowledged', { exact: true }).waitFor()
      assert.deepEqual(reported, [{ status: 'acknowledged' }])

      await section.getByRole('button', { name: 'Record return…' }).press('Enter')
      const why = dialog(page).getByLabel('Why, if no evidence came back')
      await why.fill('They sent nothing.')
      await client.remands.takeBack(remandedId, (await remand('board')).id, { why: 'It came by phone.' })
      await section.getByText('Returned', { exact: true }).waitFor({ state: 'attached' })
      assert.equal(await why.inputValue(), 'They sent nothing.')
      await dialog(page).getByRole('button', { name: 'Record return' }).press('Enter')
      await dialog(page).getByText('has already returned').waitFor()
      await page.keyboard.press('Escape')

      await section.getByRole('button', { name: 'Mark not satisfied…' }).press('Enter')
      await section.getByLabel('What is missing').fill('There is no opinion.')
      await page.reload()
      const missing = section.getByLabel('What is missing')
      await missing.waitFor()
      assert.equal(await missing.inputValue(), 'There is no opinion.')
      await missing.press('Enter')
      await missing.waitFor({ state: 'detached' })
      await section.getByText('There is no opinion.', { exact: true }).waitFor()
      await section.getByRole('button', { name: 'Mark not satisfied…' }).press('Enter')
      assert.equal(await missing.inputValue(), '')
    }))

  it('nobody puts the date of a mandate back that a colleague has corrected', async () => {
    const board = await remand('board')
    if (board.status !== 'returned')
      await client.remands.takeBack(remandedId, board.id, { why: 'It came by phone.' })
    const { issues } = await client.issues.list(remandedId)
    const documents = await client.documents.listAll(remandedId)
    const { id } = await client.remands.recordFromCourt(remandedId, {
      documentId: documents.find(({ name }) => name === 'Mandate')?.id ?? '',
      mandateOn: '2026-03-05',
      issueIds: [issues[0]?.id ?? ''],
      instructions: [{ text: 'Discuss the lay statements.' }],
      why: 'It is vacated.',
    })
    const correct = (mandateOn: string) =>
      client.remands.correctMandate(remandedId, id, { mandateOn, why: 'It was misread.' })
    const mandateOn = async () => (await remand('court')).mandate?.mandateOn
    await at(desk.world.username, `/cases/${remandedId}`, async (page) => {
      await page.getByRole('button', { name: 'Correct the date of the mandate…' }).press('Enter')
      const send = dialog(page).getByRole('button', { name: 'Correct', exact: true, disabled: false })
      const date = dialog(page).getByLabel('Date of the mandate')
      await dialog(page).getByLabel('Why it is corrected').fill('The judgment was read for the mandate.')
      await correct('2026-03-07')
      await page.getByText(/mandate of 7 Mar 2026/).waitFor({ state: 'attached' })
      await send.press('Enter')
      await dialog(page).getByText('Enter another date than the one that stands.').waitFor()
      assert.equal(await date.inputValue(), '2026-03-07')

      await date.fill('2026-03-09')
      await correct('2026-03-08')
      await send.press('Enter')
      await dialog(page).getByText('Someone else has corrected it to 8 Mar 2026 meanwhile').waitFor()
      assert.equal(await mandateOn(), '2026-03-08')
      await send.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      assert.equal(await mandateOn(), '2026-03-09')
    })
  })

  it('what is closed to some is never kept as closed to all', () =>
    at(desk.world.username, '/sessions?part=blackouts', async (page) => {
      await page.getByRole('heading', { name: 'Add a blackout' }).waitFor()
      await page.getByLabel('For', { exact: true }).selectOption({ label: 'Adjudicator' })
      await page.reload()
      assert.equal(await page.getByLabel('For', { exact: true }).inputValue(), 'adjudicator')
    }))
})
