import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import type { Http } from '../world.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()
/** Nothing here takes longer; a wait that does not end says so before the run does. */
const patienceMs = 60_000

describe('a decision is reviewed and signed in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let caseId: string
  let drafter: Http
  let judge: Http
  let path: string
  let on: (place: string) => string

  before(async () => {
    desk = await openDesk(browserPath as string)
    const submitted = await submitSmallDraft(desk.world)
    ;({ caseId, drafter, judge } = submitted)
    path = `/cases/${caseId}/write/${submitted.workProductId}`
    on = (place) => `/cases/${caseId}/work-products/${submitted.workProductId}${place}`
  })
  after(() => desk?.close())

  const as = (username: string) => ({ as: { username, password: desk.world.password } })
  const dialog = (page: Page) => page.getByRole('dialog')

  it('signing waits for the pages, and says which part has changed since they were read', async () => {
    const { issues } = (await judge('GET', `/cases/${caseId}/issues`)).json as { issues: { id: string }[] }
    const decide = async (disposition: string) => {
      const place = `/cases/${caseId}/issues/${issues[0]?.id}/decision`
      const decided = await judge('PUT', place, { body: { disposition } })
      assert.equal(decided.status, 200, decided.text)
    }
    await desk.at(
      path,
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        const set: (() => void)[] = []
        let isSetting = true
        await page.route('**/preview/file', async (route) => {
          if (isSetting) await new Promise<void>((resolve) => set.push(resolve))
          await route.continue()
        })
        await page.getByRole('article', { name: 'Text' }).waitFor()
        await page.keyboard.press('s')
        const sign = dialog(page).getByRole('button', { name: 'Sign', exact: true })
        const alert = dialog(page).getByRole('alert')
        await dialog(page).getByRole('checkbox').press('Space')
        await sign.press('Enter')
        await alert.getByText('The pages are still being set: read them before you sign.').waitFor()
        assert.equal(await sign.getAttribute('aria-disabled'), 'true')
        isSetting = false
        for (const go of set.splice(0)) go()
        await dialog(page).getByRole('img', { name: 'Page 1', exact: true }).waitFor()
        assert.equal(await sign.getAttribute('aria-disabled'), 'false')

        await decide('denied')
        await sign.press('Enter')
        await alert
          .getByText(/^This has changed since you looked: the dispositions\b.* Read the decision again/)
          .waitFor()
        await dialog(page).getByText('Denied', { exact: true }).first().waitFor()

        // Also where only the service can see it, because it happens while the signature is on its way.
        await dialog(page).getByRole('img', { name: 'Page 1', exact: true }).waitFor()
        await dialog(page).getByRole('checkbox', { checked: false }).press('Space')
        let isOnItsWay = true
        await page.route('**/sign', async (route) => {
          if (isOnItsWay) await decide('allowed')
          isOnItsWay = false
          await route.continue()
        })
        await sign.press('Enter')
        await dialog(page).getByText('Denied', { exact: true }).waitFor({ state: 'detached' })
        await alert.getByText(/^This has changed since you looked: the dispositions/).waitFor()
        assert.equal(await dialog(page).getByRole('checkbox').isChecked(), false)
      },
      as('judith'),
    )
  })

  it('from a submitted draft to a released decision, by two people who see each other', async () => {
    await desk.at(
      path,
      async (drafting) => {
        drafting.setDefaultTimeout(patienceMs)
        await drafting.getByText('In review', { exact: true }).waitFor()
        assert.equal(await drafting.getByRole('button', { name: 'Sign…' }).count(), 0)
        await desk.at(
          '/',
          async (page) => {
            page.setDefaultTimeout(patienceMs)
            // From work to the draft by one key.
            await page.getByRole('link', { name: 'Review draft' }).waitFor()
            await page.keyboard.press('w')
            const text = page.getByRole('article', { name: 'Text' })
            await text.waitFor()
            await isAccessible(page)
            await picture(page, 'write')

            // A comment on the first paragraph is kept while it is typed, and heard by the drafter.
            await page.keyboard.press('j')
            await page.keyboard.press('c')
            const field = page.getByRole('textbox', { name: /^Comment on paragraph 1/ })
            await field.fill('Please quote the examiner.')
            await page.reload()
            assert.equal(await field.inputValue(), 'Please quote the examiner.')
            await field.press('Control+Enter')
            const thread = page.getByRole('group', { name: /^Comment by/ })
            await thread.getByText('Please quote the examiner.').waitFor()
            const heard = drafting.getByRole('group', { name: /^Comment by/ })
            await heard.getByRole('button', { name: 'Reply' }).press('Enter')
            await drafting.getByLabel(/^Your reply to/).fill('It is on page 2.')
            await drafting.keyboard.press('Control+Enter')
            await thread.getByText('It is on page 2.').waitFor()
            await picture(page, 'write-comments')

            // Returned with a reason, which outlives a reload.
            await page.keyboard.press('x')
            await page.getByLabel('Reason 1').fill('Quote the examiner.')
            await page.reload()
            assert.equal(await page.getByLabel('Reason 1').inputValue(), 'Quote the examiner.')
            await isAccessible(page)
            await dialog(page).getByRole('button', { name: 'Return', exact: true }).press('Enter')
            await page.getByText('Draft', { exact: true }).waitFor()
            await drafting.getByText('Quote the examiner.', { exact: true }).waitFor()

            const read = (await drafter('GET', on(''))).json as { workProduct: { content: Content } }
            const { content } = read.workProduct
            for (const { content: blocks } of content.issues)
              blocks[0]!.content.unshift({ type: 'text', text: 'The examiner agrees. ' })
            const saved = await drafter('PUT', on(''), { body: { baseVersion: 1, content } })
            assert.equal(saved.status, 200, saved.text)
            await drafting.getByText('version 2', { exact: true }).waitFor()
            await drafting.keyboard.press('s')
            await page.getByText('In review', { exact: true }).waitFor()

            // The comment says on which words it was written; the versions are compared.
            await thread.getByText(/^Written on words that have changed: “Granted\. \[p 2\]”$/).waitFor()
            await thread.getByRole('button', { name: 'Resolve' }).press('Enter')
            await thread.getByRole('button', { name: 'Reopen' }).waitFor()
            await page.keyboard.press('3')
            await page.getByRole('button', { name: 'Compare', exact: true }).first().press('Enter')
            const compared = page.getByRole('article', { name: 'Version 1 compared with version 2' })
            await compared.locator('ins', { hasText: 'The examiner agrees.' }).first().waitFor()
            await isAccessible(page)
            await picture(page, 'write-compare')
            await compared.getByRole('button', { name: 'Back to the text' }).press('Enter')

            await page.keyboard.press('p')
            await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
            await picture(page, 'write-pdf')

            // Asked once: the warnings are read first.
            await page.keyboard.press('s')
            const signing = page.getByRole('dialog', { name: 'Sign the decision' })
            await signing.getByText('You sign as').waitFor()
            await signing.getByRole('img', { name: 'Page 1', exact: true }).waitFor()
            await isAccessible(page)
            await picture(page, 'write-sign')
            const sign = signing.getByRole('button', { name: 'Sign', exact: true })
            await sign.press('Enter')
            await signing.getByText('Say that you have read the warnings.').waitFor()
            await signing.getByRole('checkbox').press('Space')
            // Whatever of the screen is renewed first: here the checks come after the signed decision.
            const signedFirst = Promise.withResolvers<void>()
            await page.route('**/sign', async (route) => {
              await page.route('**/blockers', async (held) => {
                await signedFirst.promise
                await held.continue()
              })
              await route.continue()
            })
            await sign.press('Enter')
            await signing.waitFor({ state: 'detached' })
            signedFirst.resolve()

            for (const one of [page, drafting]) {
              const steps = one.getByRole('list', { name: 'From signature to delivery' })
              await steps.locator('[data-step=done]', { hasText: 'Verified' }).waitFor()
              await steps.locator('[data-step=done]', { hasText: 'Released' }).waitFor()
              await steps.locator('.delivery', { hasText: 'To be sent' }).first().waitFor()
            }
            await isAccessible(page)
            await picture(page, 'write-released')
            const { json } = await desk.world.admin('GET', `/cases/${desk.world.caseId}/deliveries`)
            const [first] = (json as { deliveries: { id: string }[] }).deliveries
            await desk.world.admin('PUT', `/cases/${desk.world.caseId}/deliveries/${first?.id}/receipt`, {
              body: { channel: 'mail', sentAt: new Date().toISOString() },
            })
            for (const one of [page, drafting])
              await one.locator('.delivery', { hasText: 'by mail' }).waitFor()

            await page.getByRole('button', { name: 'Recall…' }).press('Enter')
            await page.getByLabel('Reason', { exact: true }).fill('A page was missed.')
            await dialog(page).getByRole('button', { name: 'Recall', exact: true }).press('Enter')
            await page.getByText('Recalled', { exact: true }).first().waitFor()
            await drafting.getByText('A page was missed.').first().waitFor()
            await page.setViewportSize(atFourHundredPercent)
            await reflows(page)
          },
          as('judith'),
        )
      },
      as('dora'),
    )
  })
})

type Content = { issues: { content: { content: unknown[] }[] }[] }
