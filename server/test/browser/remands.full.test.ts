import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PorticoClient, type Remand, signIn } from '@portico/sdk'
import type { Locator, Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, keepsWordsApart, reflows } from './reflow.ts'

const browserPath = await findBrowser()
const patienceMs = 60_000
const wide = { width: 1280, height: 800 }
const instruction = 'Obtain an opinion on the hearing loss.'

describe('a remand in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let client: PorticoClient
  let caseId: string
  let issueId: string

  /** A case that waits for what another has sent back. */
  before(async () => {
    desk = await openDesk(browserPath as string)
    const { baseUrl, username, password, caseId: source } = desk.world
    const { idToken } = await signIn({ baseUrl, username, password })
    client = new PorticoClient({ baseUrl, token: idToken })
    const words = { issueType: 'serviceConnection', description: 'Hearing loss' }
    const issue = await client.issues.add(source, words)
    const link = { kind: 'remand' as const, issueIds: [issue.id], why: instruction }
    const { hash: ends } = await client.cases.endings(source, { linkCase: link })
    const linked = await client.cases.link(source, { ...link, ends })
    caseId = linked.case.id
    issueId = (await client.issues.list(caseId)).issues[0]?.id ?? ''
    await client.documents.add(caseId, { name: 'Opinion' }, await file('It began in service.'))
  })
  after(() => desk?.close())

  const file = async (text: string) => new Blob([new Uint8Array(await testPdf([text]))])
  const remands = (): Promise<Remand[]> => client.remands.list(caseId)
  const at = (path: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      path,
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await use(page)
      },
      { as: { username: desk.world.username, password: desk.world.password } },
    )

  /** Looks at a part of the screen as all of them do who use it. */
  async function look(page: Page, part: Locator, name: string) {
    await keepsWordsApart(page)
    await isAccessible(page)
    await part.evaluate((one) => one.scrollIntoView({ block: 'start' }))
    await picture(page, name)
    await page.setViewportSize({ width: 390, height: 844 })
    const tab = page.getByRole('tab', { name: /^Checks/ })
    if ((await tab.count()) > 0) await tab.press('Enter')
    await part.evaluate((one) => one.scrollIntoView({ block: 'start' }))
    await picture(page, `${name}-narrow`)
    await page.setViewportSize(atFourHundredPercent)
    await reflows(page)
    await page.setViewportSize(wide)
  }
  const focused = (page: Page) => page.locator(':focus')

  it('is seen on its case, taken back, and judged instruction by instruction, all by keyboard', () =>
    at(`/cases/${caseId}`, async (page) => {
      const section = page.getByRole('region', { name: /^Sent back for more work/ })
      await section.getByText(instruction).waitFor()
      await section.getByText('Sent back', { exact: true }).waitFor()
      await section.getByText(/^Sent to Agency of original jurisdiction on /).waitFor()
      for (const [label, days] of [
        ['Word of a remand', 30],
        ['Work after a remand', 125],
      ]) {
        const deadline = section.locator('.fact', { hasText: `${label}` })
        await deadline.getByText(`${days} days from the remand on `).waitFor()
      }
      await look(page, section, 'remand-away')

      await section.getByRole('button', { name: 'Record acknowledgement' }).press('Enter')
      await section.getByText('Acknowledged', { exact: true }).waitFor()
      await section.locator('button:focus', { hasText: 'Record return…' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Record the return' })
      await dialog.getByRole('button', { name: 'Record return' }).press('Enter')
      await dialog.getByText('Choose what came back, or say why').waitFor()
      await look(page, dialog, 'remand-return')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await focused(page).textContent(), 'Record return…')
      await page.keyboard.press('Enter')
      await dialog.getByLabel('Opinion', { exact: true }).press('Space')
      await dialog.getByRole('button', { name: 'Record return' }).press('Enter')
      await section.getByText('Returned', { exact: true }).waitFor()
      const [{ returned } = {}] = await remands()
      assert.equal(returned?.documentIds.length, 1)

      // A page that is not there is refused, and what was typed stays.
      const pageField = section.getByLabel('Page that answers it')
      await pageField.fill('x')
      await pageField.press('Enter')
      await section.getByText('Enter the number of a page.').waitFor()
      await pageField.fill('99999')
      await pageField.press('Enter')
      await section.getByRole('alert').filter({ hasText: '99999' }).waitFor()
      assert.equal(await pageField.inputValue(), '99999')
      await pageField.fill('1')
      await pageField.press('Enter')
      await section.getByRole('link', { name: 'p 1' }).waitFor()
      // The event of the answer may be here before the answer to the request is.
      await until(async () => (await pageField.inputValue()) === '')
      await section.getByRole('button', { name: 'Remove: p 1' }).press('Enter')
      await section.getByText('No evidence cited yet').waitFor()
      await section.locator('.checklist input:focus').waitFor()
      await page.keyboard.type('2')
      await page.keyboard.press('Enter')
      await section.getByRole('link', { name: 'p 2' }).waitFor()

      await section.getByRole('button', { name: 'Mark not satisfied…' }).press('Enter')
      const missing = section.getByLabel('What is missing')
      await missing.press('Enter')
      await section.getByText('Say what is missing.').waitFor()
      await page.keyboard.type('No opinion came.')
      await isAccessible(page)
      await page.keyboard.press('Enter')
      await missing.waitFor({ state: 'detached' })
      await section.getByText('No opinion came.').waitFor()
      assert.equal(await focused(page).textContent(), 'Mark not satisfied…')
      await look(page, section, 'remand-returned')
    }))

  it('has its checklist beside the new decision, where each instruction is answered and judged', async () => {
    const paragraph = { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Granted.' }] }
    const content = { opening: [], issues: [{ issueId, content: [paragraph] }], closing: [] }
    const { id } = await client.workProducts.draft(caseId, { title: 'Decision', content })
    await at(`/cases/${caseId}/write/${id}`, async (page) => {
      const section = page.getByRole('region', { name: 'Sent back for more work' })
      await section.getByText(instruction).waitFor()
      await section.getByRole('link', { name: 'p 2' }).waitFor()
      await look(page, section, 'remand-beside-decision')
      await section.getByRole('button', { name: 'Mark satisfied' }).press('Enter')
      await section.locator('.badge.good', { hasText: 'Satisfied' }).waitFor()
      assert.equal(await section.getByText('No opinion came.').count(), 0)
      await isAccessible(page)
      await section.getByRole('link', { name: 'p 2' }).press('Enter')
      await page.waitForURL(/\/read\/pages\/2$/)
      await page.locator('[data-page="2"] canvas').first().waitFor()
    })
  })

  it('may be of a court, by its mandate', () =>
    at(`/cases/${caseId}`, async (page) => {
      const open = page.getByRole('button', { name: 'Record court remand…' })
      await open.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Record a court remand' })
      await dialog.getByText('File the mandate first').waitFor()
      await look(page, dialog, 'remand-no-mandate')
      await page.keyboard.press('Escape')
      const mandate = { name: 'Mandate', documentType: 'courtMandate' }
      await client.documents.add(caseId, mandate, await file('It is ordered.'))
      await page.reload()
      await open.press('Enter')
      await dialog.getByRole('option', { name: 'Mandate' }).waitFor({ state: 'attached' })
      await dialog.getByLabel('Court', { exact: true }).fill('Court of Appeals for Veterans Claims')
      await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter')
      await dialog.getByText('Choose the mandate and the issues').waitFor()
      await dialog.getByLabel('Mandate', { exact: true }).selectOption('Mandate')
      await dialog.getByLabel('Date of the mandate').fill('2026-10-05')
      await dialog.getByLabel('Hearing loss').press('Space')
      await dialog
        .getByLabel('What the court has ordered, one per line')
        .fill('Discuss the lay statements.\n\nObtain the personnel file.')
      await dialog.getByLabel('What the court has decided, as a sentence').fill('The denial is vacated.')
      await look(page, dialog, 'remand-court')
      await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      const section = page.getByRole('region', { name: /^Sent back for more work/ })
      const entry = section.locator('.entry', { hasText: 'By a court' })
      await entry.getByText(/^Court of Appeals for Veterans Claims, mandate of 5 Oct 2026/).waitFor()
      const orders = entry.getByRole('list', { name: 'Instructions' }).locator('> li > p:first-child')
      assert.deepEqual(await orders.allInnerTexts(), [
        'Discuss the lay statements.',
        'Obtain the personnel file.',
      ])
      await look(page, section, 'remand-of-court')
      const [remand] = await remands()
      assert.deepEqual([remand?.kind, remand?.mandate?.mandateOn], ['court', '2026-10-05'])

      await entry.getByText('30 days from the mandate of the court on October 5, 2026').waitFor()
      await entry.getByRole('button', { name: 'Correct the date of the mandate…' }).press('Enter')
      const correct = page.getByRole('dialog', { name: 'Correct the date of the mandate' })
      const send = correct.getByRole('button', { name: 'Correct', exact: true })
      await send.press('Enter')
      await correct.getByText('Enter another date than the one that stands.').waitFor()
      await correct.getByLabel('Date of the mandate').fill('2999-10-05')
      await send.press('Enter')
      await correct.getByText('Say why it is corrected.').waitFor()
      await correct.getByLabel('Why it is corrected').fill('The judgment was read for the mandate.')
      await send.press('Enter')
      const alert = correct.getByRole('alert').filter({ hasText: 'The date of the mandate must not be' })
      await alert.waitFor()
      assert.equal(await correct.getByLabel('Date of the mandate').inputValue(), '2999-10-05')
      await look(page, correct, 'remand-correct-mandate')
      await page.keyboard.press('Escape')
      await correct.waitFor({ state: 'detached' })
      assert.equal(await focused(page).textContent(), 'Correct the date of the mandate…')
      await page.keyboard.press('Enter')
      await correct.getByLabel('Date of the mandate').fill('2026-10-06')
      await send.press('Enter')
      await correct.waitFor({ state: 'detached' })
      await entry.getByText(/, mandate of 6 Oct 2026/).waitFor()
      await entry.getByText('30 days from the mandate of the court on October 6, 2026').waitFor()
    }))
})
