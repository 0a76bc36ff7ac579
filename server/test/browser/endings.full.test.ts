import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk } from './desk.ts'

const browserPath = await findBrowser()

describe('ending a case in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk(browserPath as string)
    const { admin, caseId } = desk.world
    const add = (path: string, body: object) => admin('POST', `/cases/${caseId}${path}`, { body })
    for (const description of ['Tinnitus', 'Left knee'])
      await add('/issues', { issueType: 'serviceConnection', description })
    await add('/docket', { docket: 'directReview' })
    await desk.world.member('sue', ['caseSupport'])
    await add('/mail', { mailType: 'withdrawal' })
  })
  after(() => desk?.close())

  it('a withdrawal asks what it means, shows what would end, and the case is reopened, all by keyboard', async () => {
    const { admin, caseId, password } = desk.world
    const as = { username: 'sue', password }
    await desk.at(
      `/cases/${caseId}`,
      async (page) => {
        const withdrawal = page.getByRole('listitem').filter({ hasText: 'Withdrawal of appeal' })
        const complete = withdrawal.getByRole('button', { name: 'Complete…' })
        await complete.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'OK' }).press('Enter')
        await dialog.getByRole('alert').getByText('What does it change?').waitFor()
        await dialog.getByRole('radio', { name: 'Some issues only' }).press('Space')
        await dialog.getByRole('checkbox', { name: 'Tinnitus' }).waitFor()
        await dialog.getByRole('radio', { name: 'The whole case' }).press('Space')
        await dialog.getByRole('button', { name: 'OK' }).press('Enter')
        const ends = dialog.getByRole('status')
        await ends.getByText('The case (Withdrawn)').waitFor()
        assert.match((await ends.textContent()) ?? '', /Tinnitus.*withdrawn.*Ready for distribution/)
        await isAccessible(page)
        // Something else would end by now: it is looked at again.
        const more = { issueType: 'serviceConnection', description: 'Migraine' }
        await admin('POST', `/cases/${caseId}/issues`, { body: more })
        await dialog.getByRole('button', { name: 'End all of this' }).press('Enter')
        await dialog.getByText('Something has changed since.').waitFor()
        await dialog.getByRole('button', { name: 'OK' }).press('Enter')
        await ends.getByText('Migraine').waitFor()
        await dialog.getByRole('button', { name: 'End all of this' }).press('Enter')
        await dialog.waitFor({ state: 'hidden' })

        await page.getByRole('button', { name: 'Reopen…' }).press('Enter')
        await isAccessible(page)
        await dialog.getByRole('button', { name: 'Reopen' }).press('Enter')
        await dialog.getByText('Say why the case is reopened.').waitFor()
        await dialog.getByLabel('Why').fill('It was about another appeal.')
        await dialog.getByRole('button', { name: 'Reopen' }).press('Enter')
        await dialog.waitFor({ state: 'hidden' })
        await complete.waitFor()
        await page.getByRole('button', { name: 'Reopen…' }).waitFor({ state: 'detached' })
      },
      { as },
    )
    const { json } = await admin('GET', `/cases/${caseId}/issues`)
    const listed = (json as { issues: { description?: string }[] }).issues.map(
      ({ description }) => description,
    )
    assert.deepEqual(listed.slice(-3), ['Tinnitus', 'Left knee', 'Migraine'])
  })

  it('a signature shows whose task it ends, and dispatch with open mail says so where it was asked', async () => {
    const { admin, password, caseId: used } = desk.world
    const { appeals } = (await admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    const caseId = appeals.find(({ id }) => id !== used)?.id ?? assert.fail()
    const { workProductId } = await submitSmallDraft(desk.world, caseId)
    const on = `/cases/${caseId}`
    const openTasks = async () =>
      ((await admin('GET', `${on}/tasks?open=true`)).json as { tasks: { id: string; type: string }[] }).tasks
    const review = (await openTasks()).find(({ type }) => type === 'review')
    await admin('POST', `${on}/tasks`, { body: { parentId: review?.id, type: 'supportAction' } })
    await desk.at(
      `${on}/write/${workProductId}`,
      async (page) => {
        const setting = Promise.withResolvers<void>()
        await page.route('**/preview/file', (route) => setting.promise.then(() => route.continue()))
        await page.getByRole('button', { name: 'Sign…' }).press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('checkbox').check()
        const sign = dialog.getByRole('button', { name: 'Sign', exact: true })
        await sign.press('Enter')
        // What signing waits for is said as long as it does.
        const waits = dialog.getByRole('alert').getByText('The pages are still being set')
        await waits.waitFor()
        setting.resolve()
        await waits.waitFor({ state: 'detached' })
        await sign.press('Enter')
        await dialog.getByRole('status').getByText('Support action').waitFor()
        await isAccessible(page)
        await dialog.getByRole('button', { name: 'Sign, and end all of this' }).press('Enter')
        await dialog.waitFor({ state: 'hidden' })
      },
      { as: { username: 'judith', password } },
    )
    await until(async () => (await openTasks()).some(({ type }) => type === 'dispatch') || undefined)
    const { deliveries } = (await admin('GET', `${on}/deliveries`)).json as { deliveries: { id: string }[] }
    for (const { id } of deliveries)
      await admin('PUT', `${on}/deliveries/${id}/receipt`, {
        body: { channel: 'mail', sentAt: new Date().toISOString() },
      })
    await desk.world.member('dan', ['dispatch'])
    await desk.at(
      on,
      async (page) => {
        const dispatch = page.getByRole('listitem').filter({ hasText: 'Dispatch' })
        await dispatch.getByRole('button', { name: 'Complete…' }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('radio', { name: 'Everything is sent' }).check()
        await dialog.getByLabel('Note').fill('By courier, at noon.')
        const { status } = await admin('POST', `${on}/mail`, { body: { mailType: 'changeOfAddress' } })
        assert.equal(status, 201)
        await dialog.getByRole('button', { name: 'OK' }).click()
        const refusal = '“Change of address” is still open: complete it first'
        await dialog.getByRole('alert').getByText(refusal).waitFor()
        const isKept = async () => {
          await dialog.getByRole('radio', { name: 'Everything is sent', checked: true }).waitFor()
          assert.equal(await dialog.getByLabel('Note').inputValue(), 'By courier, at noon.')
        }
        await isKept()
        await page.reload()
        await dialog.getByText(refusal).waitFor()
        await isKept()
        await isAccessible(page)
      },
      { as: { username: 'dan', password } },
    )
  })
})
