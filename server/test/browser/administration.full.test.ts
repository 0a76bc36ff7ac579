import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()
/** Nothing here takes longer; a wait that does not end says so before the run does. */
const patienceMs = 60_000

type Profile = {
  version: { number: number }
  profile: { letters: { name: string; label: string; body: string; subject: string }[] }
}

describe('administration and alerts in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let docketNumber: string
  const pair = createECDH('prime256v1')
  pair.generateKeys()

  before(async () => {
    const push = {
      adapter: 'web-push',
      channels: ['push'],
      contact: 'mailto:ops@example.org',
      publicKey: pair.getPublicKey('base64url'),
      privateKey: { env: 'PUSH_KEY' },
    }
    const env = { PUSH_KEY: pair.getPrivateKey('base64url') }
    desk = await openDesk(browserPath as string, env, { ports: { notifications: { push } } })
    const { admin, caseId } = desk.world
    const { json } = await admin('GET', `/cases/${caseId}`)
    docketNumber = (json as { case: { docketNumber: string } }).case.docketNumber
  })
  after(() => desk?.close())

  const inForce = async () => (await desk.world.admin('GET', '/profile')).json as Profile
  /** Another administrator saves, from somewhere else. */
  async function saveElsewhere(name: string, changes: object) {
    const { version, profile } = await inForce()
    const letters = profile.letters.map((one) => (one.name === name ? { ...one, ...changes } : one))
    const reply = await desk.world.admin('PUT', '/profile', {
      body: { profile: { ...profile, letters }, why: 'Worded anew.' },
      headers: { 'if-match': `"${version.number}"` },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  const as = () => ({ as: { username: desk.world.username, password: desk.world.password } })
  const row = (page: Page, id: string) => page.locator(`[data-id="${id}"]`)

  it('a letter is tried on a real case as its very PDF, a refused field is shown in its line, and two who save lose nothing', async () => {
    await desk.at(
      '/admin/letters?entry=general',
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        const body = page.getByLabel('Text', { exact: true })
        await body.waitFor()
        await page.getByRole('heading', { name: 'Try it on a case' }).waitFor()
        await page.getByRole('combobox', { name: 'Case', exact: true }).fill(docketNumber)
        await page.getByRole('option', { name: docketNumber }).waitFor()
        await page.keyboard.press('Enter')
        // The letter has a reason, which whoever sends it would write.
        await page
          .getByRole('alert')
          .getByText(/reason, which has no value on this case/)
          .waitFor()
        await page.getByLabel('Reason').fill('Please send us the records.')
        await page.getByRole('img', { name: 'The letter as it would be sent, page 1' }).waitFor()
        await page
          .getByRole('row', { name: /^reason/ })
          .getByText('Please send us the records.')
          .waitFor()
        await isAccessible(page)
        await picture(page, 'admin-letter')

        const text = await body.inputValue()
        await body.fill(text.replace('recipient.address', 'recipient.adress'))
        const place = page.getByRole('button', { name: /^Line 4 \{\{ recipient\.adress/ })
        await place.waitFor()
        await isAccessible(page)
        await place.press('Enter')
        const selected = `(() => { const { value, selectionStart: a, selectionEnd: b } = document.activeElement; return value.slice(a, b) })()`
        assert.equal(await page.evaluate(selected), 'recipient.adress')
        await page.keyboard.press('Control+s')
        const dialog = page.getByRole('dialog', { name: 'Review and save' })
        await dialog.getByText('It cannot be saved. The faults stand where they are').waitFor()
        assert.ok(await dialog.getByRole('button', { name: 'Put in force' }).isDisabled())
        await dialog.getByRole('button', { name: 'Show' }).press('Enter')
        await body.fill(text.replace('We write about', 'We write to you about'))
        await page.getByLabel('Subject', { exact: true }).fill('About {{ case.docketNumber }}')

        // Others save: another letter, and the same text.
        await saveElsewhere('untimely', { label: 'Too late' })
        await page
          .getByRole('status')
          .getByText(/has saved meanwhile: Letters · Too late · name/)
          .waitFor()
        await row(page, 'untimely').getByText('Too late').waitFor()
        await saveElsewhere('general', { body: text.replace('We write about', 'This is about') })
        const clash = page.getByRole('region', { name: 'You and somebody else changed the same' })
        await clash.getByText('This is about').waitFor()
        await clash.getByText('We write to you about').waitFor()
        await isAccessible(page)
        await picture(page, 'admin-clash')
        assert.ok(await page.getByRole('button', { name: 'Review and save…' }).isDisabled())
        await clash.getByRole('button', { name: 'Take theirs' }).press('Enter')
        await body.waitFor()
        assert.match(await body.inputValue(), /This is about/)
        await page.keyboard.press('Control+s')
        await dialog.getByText('No open task and no case moves.').waitFor()
        await isAccessible(page)
        await dialog.getByLabel('Why').fill('Shorter.')
        await page.keyboard.press('Enter')
        await page.getByText(/^Version \d+ is in force\.$/).waitFor()
        const { profile } = await inForce()
        const saved = Object.fromEntries(profile.letters.map((one) => [one.name, one]))
        assert.equal(saved.general?.subject, 'About {{ case.docketNumber }}')
        assert.match(saved.general?.body ?? '', /This is about/)
        assert.equal(saved.untimely?.label, 'Too late')

        await page.getByRole('link', { name: 'Versions' }).press('Enter')
        await page.getByRole('button', { name: /Shorter\./ }).waitFor()
        await page.getByRole('row', { name: /^Letters · General · subject/ }).waitFor()
        await isAccessible(page)
        await page.setViewportSize(atFourHundredPercent)
        for (const path of ['versions', 'letters?entry=general', 'letters?entry=-letterhead']) {
          await page.goto(`${desk.world.baseUrl}/workspace/admin/${path}`)
          await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
          await page.getByRole('region').first().waitFor()
          await reflows(page)
        }
      },
      as(),
    )
  })

  it('a changed route is replayed over past mail; a notification is worded; what may not be used is not there', async () => {
    const { admin, caseId, member, password } = desk.world
    const routed = await admin('POST', `/cases/${caseId}/mail`, { body: { mailType: 'docketSwitch' } })
    assert.equal(routed.status, 201, routed.text)
    await desk.at(
      '/admin/mail?entry=docketSwitch',
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await page.getByLabel('Team of route 1').selectOption('privacy')
        await page.getByRole('button', { name: 'Replay', exact: true }).press('Enter')
        await page.getByText('1 piece looked at, 1 would have gone elsewhere.').waitFor()
        await page
          .getByRole('row', { name: /^Docket switch/ })
          .getByText('Privacy')
          .waitFor()
        await isAccessible(page)
        await picture(page, 'admin-mail')
        await page.getByRole('button', { name: 'Add a route' }).press('Enter')
        await page.getByText('The table has changed since. Replay it again.').waitFor()

        await page.getByRole('link', { name: 'Notifications' }).press('Enter')
        await page.getByLabel('Keep quiet at night').waitFor()
        await page.getByLabel('Time zone').fill('Mars/Base')
        await page
          .getByText(/ust be a time zone such as/)
          .first()
          .waitFor()
        await isAccessible(page)
        await row(page, 'taskAssigned').getByRole('link').press('Enter')
        await page.getByLabel('Push').press('Space')
        // Tried on the case that a letter was tried on: nothing of the kind has happened there, but a task was opened.
        await page.getByRole('combobox', { name: 'Case', exact: true }).fill(docketNumber)
        await page.getByRole('option', { name: docketNumber }).waitFor()
        await page.keyboard.press('Enter')
        await page
          .getByRole('alert')
          .getByText(/no task\.assigned/)
          .waitFor()
        await page.getByLabel('When', { exact: true }).selectOption('task.opened')
        const messages = page.getByRole('region', { name: 'The messages as they would be sent' })
        await messages.getByRole('row', { name: new RegExp(`^case.docketNumber ${docketNumber}`) }).waitFor()
        await page.getByLabel('Claimants', { exact: true }).press('Space')
        await messages
          .getByRole('listitem')
          .getByText(/Email · not sent: No binding/)
          .waitFor()
        await isAccessible(page)
        await picture(page, 'admin-notification')
        await page.setViewportSize(atFourHundredPercent)
        await reflows(page)
        // What was typed is there after a reload.
        await page.reload()
        await page.getByText('5 changes not saved').waitFor()
        await page.getByRole('button', { name: 'Discard' }).click()
        await page.getByText('Nothing to save').waitFor()
      },
      as(),
    )
    await member('clerk', ['mailClerk'])
    await desk.at(
      '/admin',
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        await page.getByRole('heading', { name: 'Administration is not part of your role' }).waitFor()
        const navigation = page.getByRole('navigation', { name: 'Workspace' })
        assert.equal(await navigation.getByRole('link', { name: 'Admin' }).count(), 0)
        await isAccessible(page)
        await page.goto(`${desk.world.baseUrl}/workspace/reports`)
        await page.getByRole('heading', { level: 1, name: 'No report is for your role' }).waitFor()
      },
      { as: { username: 'clerk', password } },
    )
  })

  it('alerts have an inbox; how one is told is one’s own, by push too, and two browsers do not undo each other', async () => {
    const { admin, baseUrl, caseId, member, password } = desk.world
    const judith = await member('judith', ['adjudicator'])
    const as = { username: 'judith', password }
    await aTaskFor('judith')
    await desk.at(
      '/alerts',
      async (page) => {
        page.setDefaultTimeout(patienceMs)
        const alert = page.getByRole('link', { name: new RegExp(docketNumber) })
        await alert.first().waitFor()
        await isAccessible(page)
        await picture(page, 'alerts')
        const unread = await page.locator('.inbox .unread').count()
        assert.ok(unread > 0)
        await page.keyboard.press('m')
        await page.getByText(`${unread - 1} unread`, { exact: true }).waitFor()
        await page.keyboard.press('m')
        await page.getByText(`${unread} unread`, { exact: true }).waitFor()
        await page.keyboard.press('u')
        await page.waitForURL(/unread=true/)
        await page.keyboard.press('u')
        await page.waitForURL((url) => !url.search.includes('unread'))
        // While what was marked last comes back from the service, there may be nothing to mark for a moment.
        await until(async () => {
          await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
          return page.getByText('All are marked as read.').isVisible()
        }, 500)
        // One that came in this very moment is rightly unread.
        await judith('PUT', '/alerts/read', { body: {} })
        await page.getByRole('button', { name: 'Unread', exact: true }).press('Enter')
        await page.waitForURL(/unread=true/)
        await page.getByRole('heading', { name: 'Nothing unread' }).waitFor()
        await page.getByLabel('Kind').selectOption('Deadline approaching')
        await page.getByRole('heading', { name: 'No alert of this kind' }).waitFor()
        await page.getByRole('button', { name: 'Show all' }).press('Enter')
        await alert.first().waitFor()

        await page.getByRole('link', { name: 'Notification settings…' }).press('Enter')
        await page
          .getByRole('row', { name: /^Death notice/ })
          .getByText('always')
          .first()
          .waitFor()
        await isAccessible(page)
        await picture(page, 'alert-settings')
        await page.getByLabel('Task assigned to me by Workspace').press('Space')
        await page.getByLabel('Time zone').fill('America/Denver')
        await page.getByText('Not saved yet').waitFor()
        // Meanwhile another browser of hers saves.
        const elsewhere = await judith('PUT', '/subscriptions', {
          body: { timeZone: 'Asia/Tokyo', quietHours: null },
          headers: { 'if-match': '"0"' },
        })
        assert.equal(elsewhere.status, 200, elsewhere.text)
        await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
        const clash = page.getByRole('region', { name: 'You have saved other settings elsewhere meanwhile' })
        await clash.getByText('Asia/Tokyo').waitFor()
        await isAccessible(page)
        await clash.getByRole('button', { name: 'Keep this' }).press('Enter')
        await page.getByRole('status').getByText('Both are together here').waitFor()
        await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
        await page.getByText('Saved.', { exact: true }).waitFor()
        const kept = async () =>
          ((await judith('GET', '/subscriptions')).json as { subscriptions: Record<string, unknown> })
            .subscriptions
        assert.deepEqual(await kept(), {
          timeZone: 'America/Denver',
          quietHours: null,
          optOuts: [{ notification: 'taskAssigned', channels: ['inApp'] }],
        })
        await page.setViewportSize(atFourHundredPercent)
        await reflows(page)
        await page.setViewportSize({ width: 1280, height: 800 })

        // There is no push service here: the browser's part of it is played, and the worker is the real one.
        await page.context().grantPermissions(['notifications'], { origin: baseUrl })
        await page.evaluate(fakePushManager)
        await page.getByRole('button', { name: 'Tell me in this browser' }).press('Enter')
        await page.getByText('This browser is told.').waitFor()
        const { pushSubscriptions } = (await kept()) as { pushSubscriptions: { endpoint: string }[] }
        assert.deepEqual(
          pushSubscriptions.map(({ endpoint }) => endpoint),
          ['https://push.example.org/send/1'],
        )
        const worker = page.context().serviceWorkers()[0] as Worker
        await worker.evaluate(keepWhatIsShown)
        await delivered(await page.context().newCDPSession(page), page, baseUrl, {
          title: `Drafting: ${docketNumber}`,
          body: 'You have been given the task.',
          url: `https://elsewhere.example/workspace/cases/${caseId}`,
          tag: 'notice_1',
        })
        const [shown] = await worker.evaluate<Shown[]>('self.shown')
        assert.deepEqual(
          [shown?.title, shown?.body, shown?.tag],
          [`Drafting: ${docketNumber}`, 'You have been given the task.', 'notice_1'],
        )
        await page.getByRole('button', { name: 'Stop telling me in this browser' }).press('Enter')
        await page.getByRole('button', { name: 'Tell me in this browser' }).waitFor()
        assert.equal((await kept()).pushSubscriptions, undefined)
        // Whoever clicks on it comes to what it is about, at this address and no other.
        await worker.evaluate(clickOn(shown?.data.url))
        await page.waitForURL(`${baseUrl}/workspace/cases/${caseId}`)
      },
      { as },
    )

    async function aTaskFor(person: string) {
      const open = async () =>
        (
          (await admin('GET', `/cases/${caseId}/tasks?open=true`)).json as {
            tasks: { id: string; type: string }[]
          }
        ).tasks
      await admin('POST', `/cases/${caseId}/issues`, {
        body: { issueType: 'serviceConnection', description: 'Service connection for a left knee' },
      })
      await admin('POST', `/cases/${caseId}/docket`, { body: { docket: 'directReview' } })
      const distribution = (await open()).find(({ type }) => type === 'distribution')
      const reply = await admin('POST', `/cases/${caseId}/tasks/${distribution?.id}/complete`, {
        body: { outcome: 'distributed', assignee: { person } },
      })
      assert.equal(reply.status, 200, reply.text)
    }
  })
})

/** What a browser with a push service would answer. */
const fakePushManager = `(() => {
  let subscription = null
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const endpoint = 'https://push.example.org/send/1'
    subscription = {
      endpoint,
      options: { applicationServerKey: applicationServerKey.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'B' + 'x'.repeat(86), auth: 'y'.repeat(22) } }),
      unsubscribe: async () => { subscription = null; return true },
    }
    return subscription
  }
})()`

type Shown = { title: string; body: string; tag: string; data: { url: string } }

/** A browser without windows shows none: the worker is asked what it wanted to show. */
const keepWhatIsShown = `self.shown = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options })`

/** What a click on it does. Only a person's click may bring a page to the front, so that is left out. */
const clickOn = (url: string | undefined) => `
  WindowClient.prototype.focus = async function () { return this }
  self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { close() {}, data: { url: ${JSON.stringify(url)} } },
  }))`

/** As from the push service, through the protocol of the browser; done when the worker has told its pages. */
async function delivered(session: CDPSession, page: Page, origin: string, message: object) {
  const registered = new Promise<string>((found) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) found(one.registrationId)
    }),
  )
  // Not waited for yet, and not for ever later.
  await page.evaluate(`void (window.told = new Promise((done) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => done(data.type), { once: true })
    setTimeout(() => done('nothing'), 30_000)
  }))`)
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  })
  assert.equal(await page.evaluate('window.told'), 'alerted')
}
