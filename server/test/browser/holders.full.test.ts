import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PorticoEvent } from '@portico/contract/events'
import type { TaskList } from '@portico/contract/tasks'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'

const browserPath = await findBrowser()
/** Nothing here takes longer; a wait that does not end says so before the run does. */
const patienceMs = 60_000

/** Judith reviews what Dora wrote; Jules is her colleague. */
describe('the reader of a case that somebody holds', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let caseId: string

  before(async () => {
    desk = await openDesk(browserPath as string)
    await desk.world.member('jules', ['adjudicator'])
    ;({ caseId } = await submitSmallDraft(desk.world))
  })
  after(() => desk?.close())

  const on = (path: string) => `/cases/${caseId}${path}`
  const reading = (username: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      on('/read/pages/2'),
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await page.locator('[data-page="2"] canvas').first().waitFor()
        await page.keyboard.press('i')
        await page.getByRole('heading', { name: 'For tinnitus' }).waitFor()
        await use(page)
      },
      { as: { username, password: desk.world.password } },
    )
  /** The issues have to be there before the keys, and two keys in a row are missed by a busy machine. */
  const citeForFirst = async (page: Page, then: () => Promise<void>) => {
    await until(async () => {
      await page.keyboard.press('e')
      await page.keyboard.press('1')
      return then().then(
        () => true,
        () => false,
      )
    })
  }
  const deciding = (page: Page, number = 1) =>
    page.getByRole('button', { name: new RegExp(`^Decide issue ${number}:`), includeHidden: true })
  const handOn = async (to: string) => {
    const { tasks } = (await desk.world.admin('GET', on('/tasks?open=true'))).json as TaskList
    const review = tasks.find(({ type }) => type === 'review')
    const reply = await desk.world.admin('PUT', on(`/tasks/${review?.id}/assignee`), {
      body: { assignee: { person: to }, why: 'She is on leave.' },
    })
    assert.ok(reply.status < 300, reply.text)
  }
  const overrides = async () => {
    const { json } = await desk.world.admin('GET', on('/events?types=issue.overrideUsed'))
    return (json as { events: PorticoEvent[] }).events.map(({ data }) => {
      const { action, why } = data as { action: string; why: string }
      return [action, why]
    })
  }
  const heldByJudith =
    'This case is with judith. Only those who write or review its decision decide its issues and cite evidence.'

  it('offers nothing to a colleague, says who holds it, and follows the task while it is open', async () => {
    await reading('judith', async (hers) => {
      await deciding(hers).click()
      const dialog = hers.getByRole('dialog', { name: 'Decide issue 1' })
      await dialog.getByLabel('Note').fill('Not yet sent.')
      await reading('jules', async (page) => {
        await page.locator('.holding', { hasText: heldByJudith }).waitFor()
        assert.equal(await deciding(page).count(), 0)
        assert.equal(await page.locator('.issue kbd').count(), 0)
        await page.keyboard.press('d')
        await page.locator('.messages, [role=status]', { hasText: heldByJudith }).nth(1).waitFor()
        assert.equal(await page.getByRole('dialog').count(), 0)
        await isAccessible(page)
        await picture(page, 'reader-held')

        await handOn('jules')
        await deciding(page).first().waitFor()
        await page.locator('.holding:not(:empty)').waitFor({ state: 'detached' })
        await page.locator('.issue kbd').first().waitFor()
        await picture(page, 'reader-holding')
        await citeForFirst(page, () =>
          page.getByText('cited for issue 1', { exact: true }).waitFor({ timeout: 5000 }),
        )
      })
      // What she has typed stays, and cannot be sent.
      await dialog.getByText(/^This case is with jules\. Only those/).waitFor()
      assert.ok(await dialog.getByRole('button', { name: 'Save the decision' }).isDisabled())
      assert.equal(await dialog.getByLabel('Note').inputValue(), 'Not yet sent.')
      await hers.keyboard.press('Escape')
      assert.equal(await deciding(hers).count(), 0)
      assert.equal(await hers.getByRole('button', { name: 'Remove the citation' }).count(), 0)
      await handOn('judith')
      await deciding(hers).first().waitFor()
      await hers.getByRole('button', { name: 'Remove the citation' }).waitFor()
    })
    assert.deepEqual(await overrides(), [])
  })

  it('asks whoever acts in their place for the reason, which goes with each change', async () => {
    await reading(desk.world.username, async (page) => {
      await page.locator('.holding', { hasText: 'You may decide its issues' }).waitFor()
      await page.getByRole('button', { name: 'Remove the citation' }).click()
      const removing = page.getByRole('dialog', { name: 'Remove the citation of page 2 from issue 1' })
      await removing.getByText('judith holds the task. You may act in their place, with a reason.').waitFor()
      await removing.getByText('Saved with the decision and in the case history.', { exact: true }).waitFor()
      await removing.getByRole('button', { name: 'Remove', exact: true }).click()
      await removing.getByText('Say why you act in their place.').waitFor()
      await removing.getByLabel('Why you act in their place').fill('She is on leave.')
      await page.reload()
      assert.equal(await removing.getByLabel('Why you act in their place').inputValue(), 'She is on leave.')
      await isAccessible(page)
      await picture(page, 'reader-in-their-place')
      await removing.getByRole('button', { name: 'Remove', exact: true }).click()
      await removing.waitFor({ state: 'detached' })
      await page.getByText('cited for issue 1', { exact: true }).waitFor({ state: 'detached' })

      const citing = page.getByRole('dialog', { name: 'Cite page 2 for issue 1' })
      await citeForFirst(page, () => citing.waitFor({ timeout: 5000 }))
      // The reason given last is suggested.
      assert.equal(await citing.getByLabel('Why you act in their place').inputValue(), 'She is on leave.')
      // What the service refuses is said here, and the reason stays.
      await page.route(/\/evidence$/, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fulfill({ status: 403, json: { error: 'Not now.' } })
      })
      await citing.getByRole('button', { name: 'Cite', exact: true }).click()
      await citing.getByRole('alert').getByText('Not saved: Not now.').waitFor()
      await page.unroute(/\/evidence$/)
      await citing.getByLabel('Why you act in their place').fill('He asked me to.')
      await citing.getByRole('button', { name: 'Cite', exact: true }).click()
      await page.getByText('cited for issue 1', { exact: true }).waitFor()
      await citing.waitFor({ state: 'detached' })

      await page.keyboard.press('d')
      const dialog = page.getByRole('dialog', { name: 'Decide issue 1' })
      await dialog.getByRole('radio', { name: /^Denied/ }).check()
      await dialog.getByRole('button', { name: 'Save the decision' }).click()
      await dialog.getByText('Say why you act in their place.').waitFor()
      const why = dialog.getByLabel('Why you act in their place')
      await why.fill('She is ill.')
      await dialog.getByText('Saved with the decision and in the case history.', { exact: true }).waitFor()
      // The buttons stand below the field, and not over it.
      const [field, button] = await Promise.all([
        why.boundingBox(),
        dialog.getByRole('button', { name: 'Save the decision' }).boundingBox(),
      ])
      assert.ok(field && button && field.y + field.height <= button.y)
      await isAccessible(page)
      await picture(page, 'reader-decide-in-their-place')
      await dialog.getByRole('button', { name: 'Save the decision' }).click()
      await page.getByRole('button', { name: 'Decide issue 1: Denied' }).click()
      await dialog.getByLabel('Why you act in their place').fill('She is back.')
      await dialog.getByRole('button', { name: 'Undo the decision' }).click()
      await page.getByRole('button', { name: 'Decide issue 1: Undecided' }).waitFor()
    })
    assert.deepEqual(await overrides(), [
      ['uncite', 'She is on leave.'],
      ['cite', 'He asked me to.'],
      ['decide', 'She is ill.'],
      ['undecide', 'She is back.'],
    ])
  })
})
