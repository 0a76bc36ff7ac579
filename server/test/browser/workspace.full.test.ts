import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { PersonName } from '@portico/sdk'
import type { Page, Request } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { party } from '../../core/party/party.ts'
import { keepDashboard } from '../../store/dashboards.ts'
import { fileRecording, heldSession, transcriptThat } from '../recorded-session.ts'
import { testPdf } from '../test-pdf.ts'
import { spokenWav } from '../tone-speech.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()
const engine = join(import.meta.dirname, '../tone-engine.ts')

describe('the workspace in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let docketNumber: string
  let taskId: string

  before(async () => {
    desk = await openDesk(browserPath as string, { PORTICO_SPEECH: 'on', PORTICO_SPEECH_ENGINE: engine })
    const { admin, caseId } = desk.world
    const { json } = await admin('GET', `/cases/${caseId}`)
    docketNumber = (json as { case: { docketNumber: string } }).case.docketNumber
    await desk.world.member('judith', ['adjudicator'])
    const { members } = desk.world.service.identity
    await members.change((await members.find('judith'))?.id ?? '', { teams: ['adjudicators'] })
    taskId = await aTaskFor('judith')
    assert.ok(taskId, 'there is a task to do')
  })
  after(() => desk?.close())

  /** The case of the world goes to an adjudicator, who has to give it to a drafter. */
  async function aTaskFor(person: string): Promise<string> {
    const { admin, caseId } = desk.world
    const open = async () => {
      const { json } = await admin('GET', `/cases/${caseId}/tasks?open=true`)
      return (json as { tasks: { id: string; type: string }[] }).tasks
    }
    await admin('POST', `/cases/${caseId}/issues`, {
      body: { issueType: 'serviceConnection', description: 'Service connection for a left knee' },
    })
    await admin('POST', `/cases/${caseId}/docket`, { body: { docket: 'directReview' } })
    const distribution = (await open()).find(({ type }) => type === 'distribution')
    await admin('POST', `/cases/${caseId}/tasks/${distribution?.id}/complete`, {
      body: { outcome: 'distributed', assignee: { person } },
    })
    return (await open()).find(({ type }) => type === 'assignment')?.id ?? ''
  }

  /** A directory that nothing here is bound to has said something else of a party than the case has. */
  async function aConflict() {
    const { admin, caseId, service } = desk.world
    const identifier = { source: 'registry', externalId: 'R-1' }
    const record = {
      role: 'witness',
      person: { firstName: 'Maria', lastName: 'Lindqvist' },
      aliases: [identifier],
      contact: { emails: ['case@example.org'] },
    }
    await admin('POST', `/cases/${caseId}/parties/maria`, { body: record })
    const asOf = '2026-03-02T12:00:00.000Z'
    const contact = { emails: ['directory@example.org'] }
    const directory = { binding: 'main', asOf, heardAt: asOf, identifiers: [identifier], contact }
    const actor = {
      id: 'binding_party-identity_main',
      name: 'party-identity/main',
      kind: 'integration' as const,
    }
    const request = { at: new Date(), actor, correlationId: 'directory' }
    const command = { type: 'heedDirectory' as const, caseId, partyId: 'maria', directory }
    await service.portico.execute(party, request, command, () => null)
  }

  const asJudith = (page: Page) => desk.signIn(page, { username: 'judith', password: desk.world.password })
  /** Signed in beforehand, and seen to be. */
  const atAs = (username: string, path: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      path,
      async (page) => {
        await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
        await use(page)
      },
      { as: { username, password: desk.world.password } },
    )
  const row = (page: Page, id: string) => page.locator(`[data-id="${id}"]`)

  it('a person signs in, lands where they wanted to go, stays signed in over a reload, and signs out', async () => {
    await desk.at('/cases', async (page) => {
      await page.waitForURL(/\/workspace\/sign-in\?next=/)
      await isAccessible(page)
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      await page.reload()
      await page.getByText('#code=').waitFor()
      assert.deepEqual(logged, [], 'nor is one without the code')
      // As the start of a sandbox prints it.
      const { code } = desk.world.service.identity.sandboxPeople ?? {}
      await page.goto(`${desk.world.baseUrl}/workspace/cases#code=${code}`)
      await page.waitForURL(/\/workspace\/sign-in\?next=/)
      await page.getByLabel('Username').waitFor()
      assert.deepEqual(logged, [], 'a first visit is no error')
      await picture(page, 'sign-in')
      await desk.signIn(page)
      await page.waitForURL(`${desk.world.baseUrl}/workspace/cases`)
      await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()
      await page.getByText('synthetic data').waitFor()
      await page.getByRole('button', { name: /account of/ }).press('Enter')
      await isAccessible(page)

      // Without a connection too, and before the service can be told.
      const isEnd = (request: Request) =>
        request.method() === 'DELETE' && request.url().endsWith('/auth/session')
      const other = await page.context().newPage()
      // Who is signed in needs no sign-in page, and goes on where it would lead.
      const { promise: scripts, resolve: letGo } = Promise.withResolvers<void>()
      await other.route(/\/assets\/.*\.js$/, (route) => scripts.then(() => route.continue()))
      const opened = other.goto(`${desk.world.baseUrl}/workspace/sign-in?next=%2Fworkspace%2Fcases`)
      // What takes longer than a second says so.
      await other.getByText('Opening Portico…').waitFor()
      letGo()
      await opened
      await other.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()
      assert.ok(await other.getByText('Opening Portico…').isHidden())
      await other.unrouteAll()
      await page.context().setOffline(true)
      await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
      await page.waitForURL(/\/workspace\/sign-in/)
      await page.getByLabel('Username').waitFor()
      // What another tab had open is gone too.
      await other.waitForURL(/\/workspace\/sign-in/)
      await other.close()
      await page.route('**/auth/session', (route) =>
        isEnd(route.request()) ? route.abort() : route.continue(),
      )
      await page.context().setOffline(false)
      await page.goto(`${desk.world.baseUrl}/workspace/cases`)
      await page.getByLabel('Username').waitFor()
      await page.unrouteAll()
      const isTold = page.waitForResponse((response) => isEnd(response.request()))
      await page.reload()
      assert.equal((await isTold).status(), 204)
      await page.getByLabel('Username').waitFor()
    })
  })

  it('a wrong password is refused in words, and the fields stay', async () => {
    await desk.at('/', async (page) => {
      // A browser that says that it offers passkeys, and then does not, is nothing to complain of.
      await page.addInitScript(`
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true)
        navigator.credentials.get = () => {
          setTimeout(() => document.documentElement.setAttribute('data-asked', ''))
          return Promise.reject(new DOMException('No.', 'NotSupportedError'))
        }`)
      await page.reload()
      await page.locator('html[data-asked]').waitFor()
      await page.getByLabel('Username').fill(desk.world.username)
      assert.equal(await page.getByRole('alert').count(), 0)
      await page.getByLabel('Password').fill('not the password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('wrong').waitFor()
      assert.equal(await page.getByLabel('Username').inputValue(), desk.world.username)
      await isAccessible(page)
    })
  })

  it('a passkey is added, used, renamed and removed by keyboard alone', async () => {
    const { world } = desk
    await world.member('keyholder', ['adjudicator'])
    await desk.at('/', async (page) => {
      const browser = await page.context().newCDPSession(page)
      await browser.send('WebAuthn.enable')
      await browser.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      const command = async (name: string) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog', { name: 'Search or jump' }).waitFor()
        await page.keyboard.type(name)
        await page.getByRole('option', { name }).waitFor()
        await page.keyboard.press('Enter')
      }
      await desk.signIn(page, { username: 'keyholder', password: world.password })
      await command('Passkeys')
      const dialog = page.getByRole('dialog', { name: 'Passkeys' })
      await dialog.getByText('You have no passkey yet.').waitFor()
      await isAccessible(page)
      await dialog.getByLabel('Name of the new passkey').fill('Office laptop')
      await page.keyboard.press('Enter')
      await dialog.getByRole('status').getByText('Office laptop is added').waitFor()
      await isAccessible(page)
      await picture(page, 'passkeys')

      // An authenticator that asks nobody takes at once what the browser offers in the field.
      await page.keyboard.press('Escape')
      const isTaken = page.waitForResponse((response) => response.url().endsWith('/auth/session/passkey'))
      await command('Sign out')
      assert.equal((await isTaken).status(), 200)
      await page.getByRole('navigation', { name: 'Workspace' }).waitFor()

      await page.addInitScript(
        `PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)`,
      )
      await page.reload()
      await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
      await command('Sign out')
      await page.getByLabel('Password').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Use a passkey' }).and(page.locator(':focus')).waitFor()
      await isAccessible(page)
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Workspace' }).waitFor()

      await world.service.db.rows(
        `update sign_in_sessions set created_at = created_at - interval '11 minutes' where passkey_id is not null`,
      )
      await command('Passkeys')
      await dialog.getByLabel('Name of the new passkey').fill('Telephone')
      await page.keyboard.press('Enter')
      await dialog.getByLabel('Your password').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('not the password at all')
      await page.keyboard.press('Enter')
      await dialog.getByText('The password is wrong.').waitFor()
      await isAccessible(page)
      await dialog.getByLabel('Your password').fill(world.password)
      await page.keyboard.press('Enter')
      await dialog.getByText('This device has a passkey for your account already.').waitFor()

      await dialog.getByRole('button', { name: 'Rename Office laptop' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Old laptop')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Rename Old laptop' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Keep' }).and(page.locator(':focus')).waitFor()
      await isAccessible(page)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await dialog.getByText('You have no passkey yet.').waitFor()
      await page.keyboard.press('Escape')
      await command('Sign out')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('alert').getByText('It may have been removed').waitFor()
    })
  })

  it('the shortcuts are a key away, and single letters can be turned off', async () => {
    await desk.world.member('dictating', ['adjudicator'])
    await atAs('dictating', '/', async (page) => {
      // What closes gives the focus back.
      const before = page.getByRole('button', { name: /account of/ })
      await before.focus()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Search or jump' }).waitFor()
      await page.keyboard.press('Escape')
      await before.and(page.locator(':focus')).waitFor()
      // With a key that means something else, a letter does too.
      await page.keyboard.press('Meta+?')
      await page.keyboard.press('Control+?')
      assert.equal(await page.getByRole('dialog').count(), 0)
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await dialog.waitFor()
      // Nothing happens below a dialog.
      await page.keyboard.press('Control+k')
      await page.keyboard.press('[')
      assert.deepEqual(
        [await page.getByRole('dialog').count(), await page.locator('.side-bar.folded').count()],
        [1, 1],
      )
      await isAccessible(page)
      await dialog.getByLabel('Single-letter keys').uncheck()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await before.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('[')
      assert.equal(await page.locator('.side-bar.folded').count(), 1)
    })
  })

  it('two browsers of one person agree on how they want it; another person on one of them has their own', async () => {
    const { world } = desk
    await world.member('two.browsers', ['adjudicator'])
    const credentials = { username: 'two.browsers', password: world.password }
    const dark = (page: Page) => page.locator('html[data-theme=dark][data-density=comfortable]')
    await desk.at('/', async (first) => {
      await desk.signIn(first, credentials)
      await desk.at('/', async (second) => {
        await desk.signIn(second, credentials)
        // Offline it is kept here, and sent later.
        await first.route('**/me/preferences', (route) => route.abort())
        await first.getByRole('button', { name: /account of/ }).click()
        await first.getByRole('menuitemradio', { name: 'Dark' }).click()
        await first.getByRole('menuitemradio', { name: 'Comfortable' }).click()
        await dark(first).waitFor()
        await first.unrouteAll()
        const isSaved = first.waitForResponse(
          (response) => response.request().method() === 'PATCH' && response.ok(),
        )
        await first.reload()
        await dark(first).waitFor()
        await isSaved
        await second.evaluate(`window.dispatchEvent(new Event('focus'))`)
        await dark(second).waitFor()
        await second.getByRole('button', { name: /account of/ }).click()
        await second.getByRole('menuitem', { name: 'Sign out' }).click()
        await second.waitForURL(/sign-in/)
        await desk.signIn(second)
        await second.locator('html:not([data-theme])[data-density=compact]').waitFor()
      })
    })
  })

  it('an address that leads nowhere says so', async () => {
    await desk.at('/nothing/here', async (page) => {
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      await isAccessible(page)
    })
  })

  it('my work has the task with its reason and what I may do; filters are in the address and become a view', async () => {
    await atAs('judith', '/', async (page) => {
      await row(page, taskId).waitFor()
      await page.getByRole('complementary').getByRole('button', { name: 'Complete…' }).waitFor()
      await isAccessible(page)
      await picture(page, 'work')
      // Who is impatient, or holds the key down, is given one task.
      let taken = 0
      await page.route('**/queues/*/next', (route) => {
        taken++
        return route.fulfill({ json: { task: null } })
      })
      const answered = () => page.waitForResponse(/\/queues\/[^/]+\/next$/)
      await Promise.all([answered(), page.getByRole('button', { name: 'Get next' }).dblclick()])
      await page.getByText('No task waits for your teams.').first().waitFor()
      assert.equal(taken, 1)
      const isAnswered = answered()
      for (const _ of [1, 2, 3]) await page.keyboard.down('n')
      await page.keyboard.up('n')
      await isAnswered
      assert.equal(taken, 2)
      await page.getByRole('button', { name: 'Filter by task' }).press('Enter')
      await page.getByLabel('Drafting', { exact: true }).press('Space')
      await page.getByText('No task matches these filters.').waitFor()
      // In what is open, no key is for the list below.
      await page.keyboard.press('Enter')
      await page.keyboard.press('c')
      await page.getByLabel('Drafting', { exact: true }).and(page.locator(':focus:checked')).waitFor()
      assert.match(page.url(), /types=/)
      await isAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByLabel('Name of the view').fill('Drafts')
      await page.keyboard.press('Enter')
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: /Drafts/ })
        .waitFor()
      await page.waitForURL(/view=/)
    })
  })

  it('a case is found by name, opened by keyboard, and back leads back', async () => {
    await atAs('judith', '/cases', async (page) => {
      await row(page, desk.world.caseId).waitFor()
      await isAccessible(page)
      await picture(page, 'cases')
      await page.keyboard.press('/')
      // Digits alone are looked for as they are.
      await page.keyboard.type(docketNumber.split('-')[0] ?? '')
      await page.waitForURL(/text=\d+/)
      await page.getByText('1 case', { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`/cases/${desk.world.caseId}$`))
      await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
      await page.goBack()
      await page.getByText('1 case', { exact: true }).waitFor()
      await page.goForward()
      await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
    })
  })

  it('the list of cases is sorted and filtered by its columns, saved as a view with a count, and exported', async () => {
    await atAs('judith', '/cases', async (page) => {
      await row(page, desk.world.caseId).waitFor()
      await page.getByRole('button', { name: 'Received', exact: true }).press('Enter')
      await page.waitForURL(/sort=received/)
      await page.getByRole('button', { name: 'Filter by received' }).click()
      await page.getByLabel('To').fill('1950-01-01')
      await page.getByText('No case matches these filters.').waitFor()
      await isAccessible(page)
      await page.getByLabel('To').fill('2999-01-01')
      await row(page, desk.world.caseId).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Filter by with' }).click()
      await page.getByLabel('Me', { exact: true }).check()
      await isAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByLabel('Name of the view').fill('Mine, by date')
      await page.getByLabel('For', { exact: true }).selectOption('adjudicators')
      await page.keyboard.press('Enter')
      const view = page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: /^Mine, by date 1/ })
      await view.waitFor()
      await page.getByRole('link', { name: /^All cases/ }).click()
      await view.click()
      await page.waitForURL(/sort=received/)
      await page.getByText('1 case', { exact: true }).waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export list' }).click()
      const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
      assert.equal(lines.length, 2)
      assert.ok(lines[1]?.startsWith(docketNumber), lines[1])
    })
  })

  it('tasks of a queue are given to somebody else together; a list follows what others do', async () => {
    const { world } = desk
    await world.member('manager', ['caseSupport', 'adjudicator'])
    await atAs('manager', '/?view=all', async (page) => {
      const mine = row(page, taskId)
      await mine.getByRole('checkbox').check()
      await page
        .getByRole('button', { name: /^Assign…/ })
        .first()
        .click()
      const to = page.getByRole('combobox', { name: 'To' })
      await to.fill('judith')
      await page.getByRole('option', { name: /judith/ }).waitFor()
      // Enter takes nobody who was found for what was typed before.
      const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>()
      await page.route('**/directory?*text=manag*', (route) => answer.then(() => route.continue()))
      await to.fill('manag')
      await to.press('Enter')
      assert.equal(await to.inputValue(), 'manag')
      letAnswer()
      await page.getByRole('option', { name: /manager/ }).waitFor()
      await to.press('Enter')
      assert.equal(await to.inputValue(), 'manager')
      await page.unrouteAll()
      await page.getByRole('textbox', { name: 'Why' }).fill('On leave.')
      await isAccessible(page)
      await page.getByRole('button', { name: 'OK' }).click()
      await page.getByText('1 of 1 tasks are assigned.').waitFor()
      await page.getByRole('button', { name: 'OK' }).click()
      await page.getByRole('button', { name: 'Filter by assigned to' }).click()
      await page.getByLabel('Me', { exact: true }).check()
      await page.waitForURL(/who=person/)
      await mine.getByText('manager').waitFor()
      await isAccessible(page)
      await page.getByRole('status').getByText('live', { exact: true }).waitFor()
      await world.admin('PUT', `/cases/${world.caseId}/tasks/${taskId}/assignee`, {
        body: { assignee: { person: 'judith' }, why: 'She is back.' },
      })
      // Followed lists are looked at again every two minutes: longer than this waits.
      await mine.waitFor({ state: 'detached' })
    })
  })

  it('an alert comes by itself, is counted, read by keyboard, and leads to its page', async () => {
    const { world } = desk
    const give = (person: string) =>
      world.admin('PUT', `/cases/${world.caseId}/tasks/${taskId}/assignee`, {
        body: { assignee: { person }, why: 'For the load.' },
      })
    await atAs('manager', '/', async (page) => {
      const bell = (name: string) => page.getByRole('button', { name, exact: true })
      await bell('Alerts').waitFor()
      await page.getByRole('status').getByText('live', { exact: true }).waitFor()
      await give('manager')
      await bell('Alerts, 1 unread').waitFor()
      // The number is only seen: what has come is told, too.
      await page
        .getByRole('status')
        .getByText(/^New alert: /)
        .waitFor({ state: 'attached' })
      await give('judith')
      await give('manager')
      await bell('Alerts, 2 unread').waitFor()
      await bell('Alerts, 2 unread').press('Enter')
      const unread = page.getByRole('menuitem', { name: /^Unread/ })
      await unread.first().waitFor()
      assert.equal(await unread.count(), 2)
      await isAccessible(page)
      await page.getByRole('menuitem', { name: 'Mark all as read' }).press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await bell('Alerts, 1 unread').waitFor()
      await unread.first().press('Enter')
      await page.waitForURL(`**/workspace/cases/${world.caseId}`)
      await bell('Alerts').waitFor()
      await bell('Alerts').click()
      await page.getByRole('menuitem', { name: docketNumber }).first().waitFor()
      assert.equal(await unread.count(), 0)
    })
    await give('judith')
  })

  it('the page of a case follows what others do, and shows any day of the past unmistakably', async () => {
    const { caseId, admin } = desk.world
    await atAs('judith', `/cases/${caseId}`, async (page) => {
      const task = row(page, taskId)
      await task.getByRole('button', { name: 'Complete…' }).waitFor()
      await page.getByRole('complementary').getByText('opened the case').waitFor()
      await isAccessible(page)
      // On paper it is whole, and has nothing to press.
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByRole('button').count(), 0)
      const cut = `[...document.querySelectorAll('body, .screen, .case-main, .timeline')]
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).map(({ className }) => className)`
      assert.deepEqual(await page.evaluate(cut), [])
      await page.emulateMedia({ media: null })
      await page.setViewportSize({ width: 1920, height: 1080 })
      await picture(page, 'case')
      await admin('POST', `/cases/${caseId}/tasks/${taskId}/instructions`, {
        body: { text: 'Look at page 3.' },
      })
      await task.getByText('Look at page 3.').waitFor()
      // Who is typing is not interrupted by what others do to the task, and is told once it is sent.
      const held = `/cases/${caseId}/tasks/${taskId}`
      const tenDaysOn = new Date(Date.now() + 864_000_000).toISOString()
      await task.getByRole('button', { name: 'Put on hold…' }).press('Enter')
      const form = page.getByRole('dialog', { name: /^Put the task on hold/ })
      await form.getByLabel('Why').fill('Words of mine.')
      await admin('POST', `${held}/hold`, { body: { until: tenDaysOn, why: 'Somebody was first.' } })
      await task.getByText('Somebody was first.').waitFor()
      await form.getByLabel('Why').press('Tab')
      await form.getByRole('button', { name: 'OK' }).press('Enter')
      await form.getByRole('alert').getByText('already on hold').waitFor()
      assert.equal(await form.getByLabel('Why').inputValue(), 'Words of mine.')
      await page.keyboard.press('Escape')
      await admin('POST', `${held}/resume`, { body: {} })
      await aConflict()
      const maria = row(page, 'maria')
      await maria.getByText('Directory main, as of 2 Mar 2026').waitFor()
      await maria.getByText('Email: case@example.org here, directory@example.org in the directory').waitFor()
      await isAccessible(page)
      await page.getByLabel('As of').fill('2020-01-01')
      await page.getByText('You see this case as it was').waitFor()
      await page.getByText('The case was not open yet').waitFor()
      const today = new Date()
      const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      await page.getByLabel('As of').fill(day.map((part) => String(part).padStart(2, '0')).join('-'))
      const then = page.getByRole('region', { name: 'Parts of the case' })
      await then.getByText('Service connection for a left knee').waitFor()
      await then.getByText('in the file').waitFor()
      await isAccessible(page)
      assert.equal(await page.getByRole('button', { name: 'Complete…' }).count(), 0)
      await page.getByRole('button', { name: 'Back to today' }).click()
      await task.waitFor()
      // Whoever may see it no longer is shown nothing of it, and a way on.
      const name = (await page.locator('.case-page h1').textContent()) ?? ''
      const isKept = () => page.evaluate((name) => JSON.stringify(localStorage).includes(name), name)
      assert.deepEqual([await page.title(), await isKept()], [`${name} – Portico`, true])
      await page.route(new RegExp(`/cases/${caseId}$`), (route) =>
        route.request().resourceType() === 'fetch'
          ? route.fulfill({ status: 404, json: { error: 'There is no such case.' } })
          : route.continue(),
      )
      const correction = { externalStatus: 'moved', why: 'It was moved.' }
      await admin('PATCH', `/cases/${caseId}`, { body: correction })
      await page.getByRole('link', { name: 'Go to the cases' }).waitFor()
      await until(async () => (await page.title()) === 'Portico' && !(await isKept()))
      assert.equal(await page.getByText(name).count(), 0)
      await isAccessible(page)
    })
  })

  /** Pieces that came by mail: two letters of the claimant, one of them twice, and one that is for somebody else. */
  async function someMail() {
    const { admin, caseId } = desk.world
    const { json } = await admin('GET', `/cases/${caseId}`)
    const { firstName, lastName } = (json as { case: { veteran: PersonName } }).case.veteran
    const post = async (piece: object, text: string) => {
      const form = new FormData()
      const given = { channel: 'mail', receiptDate: '2026-03-02', ...piece }
      form.set('piece', JSON.stringify(given))
      form.set('file', new Blob([new Uint8Array(await testPdf([text]))]), 'letter.pdf')
      const { status, json, text: said } = await admin('POST', '/correspondence', { body: form })
      assert.equal(status, 201, said)
      return (json as { piece: { id: string } }).piece.id
    }
    const sender = { name: `${firstName} ${lastName}` }
    const mine = await post({ sender, subject: 'How does it stand?' }, 'How does my appeal stand?')
    const other = await post({ sender: { name: 'Lakeside Supply' }, subject: 'Spring offers' }, 'Walkers.')
    const again = () =>
      post({ sender, case: { docketNumber }, subject: 'Once more' }, 'How does my appeal stand?')
    return { mine, other, again }
  }

  it('mail is matched with its reasons, dropped as a duplicate, turned away and put back, by keyboard alone', async () => {
    const { mine, other, again } = await someMail()
    await desk.world.member('sadie', ['caseSupport'])
    const as = { username: 'sadie', password: desk.world.password }
    await desk.at(
      '/mail',
      async (page) => {
        await row(page, mine).waitFor()
        await page.getByRole('img', { name: 'letter.pdf, page 1' }).waitFor()
        await page.getByText('How does my appeal stand?', { exact: true }).waitFor()
        await page.getByText(/^Name .*, of the sender$/).waitFor()
        await isAccessible(page)
        await picture(page, 'mail')
        await page.keyboard.press('1')
        const dialog = page.getByRole('dialog', { name: 'File on a case' })
        await dialog.getByText(docketNumber).waitFor()
        await dialog.getByLabel('Type of mail').and(page.locator(':focus')).waitFor()
        await dialog.getByRole('button', { name: 'File it' }).press('Enter')
        await dialog.getByRole('alert').getByText('Choose the type of mail').waitFor()
        await isAccessible(page)
        await dialog.getByLabel('Type of mail').selectOption('Status inquiry')
        assert.equal(await dialog.getByLabel('Date received').inputValue(), '2026-03-02')
        const postmark = dialog.getByLabel('Postmark', { exact: true })
        await postmark.fill('2026-03-03')
        await dialog.getByRole('button', { name: 'File it' }).press('Enter')
        await dialog.getByRole('alert').getByText('postmarkDate must not be after receiptDate').waitFor()
        assert.equal(await postmark.inputValue(), '2026-03-03')
        await picture(page, 'mail-file')
        await postmark.fill('2026-02-27')
        await dialog.getByRole('button', { name: 'File it' }).press('Enter')
        await page.getByText(`Filed on ${docketNumber}`).waitFor()
        await row(page, mine).waitFor({ state: 'detached' })

        // What is left moves up, and is for somebody else.
        await page.getByRole('complementary').getByText('Lakeside Supply').waitFor()
        await page.keyboard.press('n')
        await page.getByRole('dialog', { name: 'Not ours' }).getByLabel('Why').fill('An advertisement.')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'No mail waits' }).waitFor()
        await isAccessible(page)
        await page.getByRole('button', { name: 'Undo' }).press('Enter')
        await row(page, other).waitFor()

        // It comes while the box is open.
        await page.getByRole('link', { name: /^To decide/ }).press('Enter')
        await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor()
        const twice = await again()
        await row(page, twice).waitFor()
        await page.getByText('Same file').waitFor()
        await isAccessible(page)
        await page.keyboard.press('d')
        const drop = page.getByRole('dialog', { name: 'Duplicate of a document' })
        await drop.getByLabel('Why').fill('Sent twice.')
        await drop.getByRole('button', { name: 'Drop it' }).press('Enter')
        await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor()

        // What became of it has an address.
        await page.goto(`${desk.world.baseUrl}/workspace/mail?box=dropped&piece=${twice}`)
        await page.getByRole('complementary').getByText('Sent twice.').waitFor()
        await page.goto(`${desk.world.baseUrl}/workspace/mail?text=nobody`)
        await page.getByText('No piece matches these filters.').waitFor()
        await page.setViewportSize(atFourHundredPercent)
        await page.getByRole('button', { name: 'Clear all filters' }).click()
        await row(page, other).waitFor()
        await reflows(page)
      },
      { as },
    )
  })

  it('reports are charts and tables of what their reader may see; dashboards draw nothing but reports', async () => {
    const { world } = desk
    const binding = 'warehouse'
    const spec = {
      data: { name: 'ageInStep' },
      mark: 'bar',
      encoding: { y: { field: 'step', type: 'nominal' }, x: { field: 'cases', type: 'quantitative' } },
    }
    const at = new Date()
    const pushed = { binding, dashboardId: 'd', title: 'Steps', suggestedRoles: ['reporting'], spec }
    await keepDashboard(world.service.db, { ...pushed, toldAt: at, savedAt: at })
    await desk.at(
      '/reports/ageInStep',
      async (page) => {
        const chart = page.locator('.chart[data-state=drawn] svg')
        await chart.locator('path, rect').first().waitFor({ state: 'attached' })
        await page.getByRole('cell', { name: 'With adjudicator' }).waitFor()
        await isAccessible(page)
        await picture(page, 'report')
        // On paper there is the report, and no way to another one.
        await page.emulateMedia({ media: 'print' })
        await page.getByRole('cell', { name: 'With adjudicator' }).waitFor()
        for (const away of [page.getByRole('navigation'), page.locator('.button'), page.locator('kbd')])
          assert.equal(await away.filter({ visible: true }).count(), 0)
        await page.emulateMedia({ media: null })
        await page.getByLabel('Status', { exact: true }).press('Space')
        await page.waitForURL(/by=/)
        await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').press('Enter')
        await page.keyboard.press('v')
        await page.waitForURL(/chart=false/)
        assert.equal(await page.locator('.chart').count(), 0)
        for (const [name, begins] of [
          ['CSV, for a spreadsheet', 'step,status,cases'],
          ['NDJSON, a row per line', '{"step":'],
          ['Parquet, for analysis', 'PAR1'],
        ] as const) {
          const saved = page.waitForEvent('download')
          await page.getByRole('button', { name: 'Download' }).press('Enter')
          await page.getByRole('menuitem', { name }).press('Enter')
          const bytes = await readFile(await (await saved).path(), 'latin1')
          assert.ok(bytes.startsWith(begins), bytes.slice(0, 60))
        }
        await page.getByRole('link', { name: 'Steps' }).press('Enter')
        await chart.locator('path, rect').first().waitFor({ state: 'attached' })
        await chart.getByText('With adjudicator').waitFor({ state: 'attached' })
        await page.getByText('Only administrators see this.').waitFor()
        await page.getByText('The figures as tables').press('Enter')
        await page.getByRole('cell', { name: 'With adjudicator' }).waitFor()
        await isAccessible(page)
        await page.getByRole('button', { name: 'Who sees it…' }).press('Enter')
        const dialog = page.getByRole('dialog', { name: 'Who sees this dashboard' })
        await dialog.getByLabel('Adjudicator', { exact: true }).check()
        await isAccessible(page)
        await dialog.getByRole('button', { name: 'Save' }).press('Enter')
        await page.getByText('Only administrators see this.').waitFor({ state: 'detached' })
        await page.setViewportSize(atFourHundredPercent)
        await reflows(page)
        await page.goto(`${world.baseUrl}/workspace/reports/decisions`)
        await page.getByRole('heading', { name: 'Nothing to count' }).waitFor()
        await reflows(page)
      },
      { as: world },
    )
    await desk.at(
      '/reports',
      async (page) => {
        await page.getByRole('heading', { name: 'Opened and closed' }).waitFor()
        // A month is called by its name, not by its first day.
        await page
          .getByRole('cell', { name: /^[A-Z][a-z]+ 20\d\d$/ })
          .first()
          .waitFor()
        await page.getByRole('link', { name: 'Steps' }).waitFor()
        assert.equal(await page.getByRole('link', { name: 'Health of the docket' }).count(), 0)
      },
      { as: { username: 'judith', password: world.password } },
    )
  })

  it('a transcript is played word by word, corrected, its speakers named, and certified, by keyboard alone', async () => {
    const { world } = desk
    const { caseId } = world
    const sessionId = await heldSession(world, caseId)
    const judge = spokenWav(['the', 'hearing', 'begins', 4000, 'thank', 'you', 900])
    const veteran = spokenWav([600, 'tinnitus', 'since', 'service', 900])
    await fileRecording(world, { caseId, sessionId }, { sound: judge, speaker: 'Judge Reyes' })
    await fileRecording(world, { caseId, sessionId }, { sound: veteran, startedAfterMs: 1500 })
    await world.member('cora', ['sessionCoordinator'])
    await transcriptThat(world, { caseId, sessionId }, ({ status }) => status === 'draft')
    await desk.at(
      `/cases/${caseId}/sessions/${sessionId}/transcript`,
      async (page) => {
        const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
        await lines.nth(2).getByText('thank').waitFor()
        await page.getByText('3 lines · 1 unsure word').waitFor()

        await page.keyboard.press('p')
        await lines.nth(1).locator('.now', { hasText: 'service' }).waitFor()
        await page.keyboard.press('p')
        await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
        await lines.nth(2).getByText('you').click()
        await lines.nth(2).locator('.now', { hasText: 'you' }).waitFor()
        await page.keyboard.press('k')
        await isAccessible(page)
        await picture(page, 'transcript')

        await page.keyboard.press('n')
        await page.keyboard.press('Enter')
        const field = page.getByLabel('What Unknown speaker said')
        await field.fill('Severe tinnitus since service.')
        // A colleague is faster: their words and names are not lost unseen.
        const { id, recordings } = await transcriptThat(world, { caseId, sessionId }, () => true)
        const transcript = `/cases/${caseId}/sessions/${sessionId}/transcripts/${id}`
        const byColleague = async (method: 'PATCH' | 'PUT', path: string, body: object) =>
          assert.equal((await world.admin(method, transcript + path, { body })).status, 200)
        await byColleague('PATCH', '/lines/2-1', { text: 'tinnitus since the service' })
        await byColleague('PUT', `/speakers/${recordings[1]?.documentId}`, { speaker: 'A. King' })
        await page.getByLabel('What A. King said').waitFor()
        await isAccessible(page)
        await page.keyboard.press('Enter')
        await page.getByText('A colleague has changed this line.').waitFor()
        await page.getByText('Now: A. King: tinnitus since the service').waitFor()
        await page.keyboard.press('Enter')
        await page.getByLabel('What A. King said').waitFor({ state: 'detached' })
        await lines.nth(1).getByText('Severe').waitFor()
        await lines.nth(1).getByText('A. King').waitFor()

        const name = page.getByLabel('Speaker of recording 2')
        await name.fill('Ada King')
        await name.press('Enter')
        await lines.nth(1).getByText('Ada King').waitFor()
        await lines.nth(0).getByRole('button').first().focus()
        await page.keyboard.press('c')
        const dialog = page.getByRole('dialog', { name: 'Certify this transcript' })
        await dialog.getByText('One word is left').waitFor()
        await isAccessible(page)
        const certify = dialog.getByRole('button', { name: 'I have checked it: certify' })
        await byColleague('PATCH', '/lines/1-1', { text: 'the hearing has begun' })
        await page.getByText('begun').waitFor()
        await certify.press('Enter')
        await dialog.getByText(/changed meanwhile/).waitFor()
        await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
        await page.keyboard.press('c')
        await certify.press('Enter')
        await page.getByText(/^cora checked it against the sound/).waitFor()
        await page.getByRole('button', { name: 'Correct' }).waitFor({ state: 'detached' })
      },
      { as: { username: 'cora', password: world.password } },
    )
  })

  it('each role starts where it has something to do, and is not told that there is nothing where it is not shown', async () => {
    const { caseId, member, password } = desk.world
    for (const role of ['reporting', 'representative']) await member(role, [role])
    const as = (username: string) => ({ as: { username, password } })
    /** What a screen may not have it does not ask for. */
    const refused: string[] = []
    const watch = (page: Page) =>
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
      })
    const readOn = async (page: Page) => {
      await page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}/read`)
      await page.getByRole('tab', { name: 'Coverage' }).click()
      await page.locator('.coverage').waitFor()
      await page.goto(`${desk.world.baseUrl}/workspace/alerts`)
      await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
    }
    await desk.at(
      '/',
      async (page) => {
        watch(page)
        await row(page, taskId).click()
        await page.getByRole('complementary').getByText('Why here').waitFor()
        await page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}`)
        await row(page, taskId).waitFor()
        await page.getByText('Decision not shown to your role').first().waitFor()
        assert.equal(await page.getByText('Undecided').count(), 0)
        await isAccessible(page)
        await readOn(page)
      },
      as('reporting'),
    )
    await desk.at(
      '/',
      async (page) => {
        watch(page)
        await page.waitForURL(/\/workspace\/cases$/)
        await row(page, caseId).getByText('Open', { exact: true }).waitFor()
        const navigation = page.getByRole('navigation', { name: 'Workspace' })
        assert.equal(await navigation.getByRole('link', { name: 'Work', exact: true }).count(), 0)
        await isAccessible(page)
        await picture(page, 'cases-of-representative')
        await page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}`)
        await page.getByText('Decision not shown to your role').first().waitFor()
        await page.getByText('Decision in progress').waitFor()
        await page.getByRole('complementary').getByText('opened the case').waitFor()
        for (const wrong of ['Undecided', 'cites no page', 'You may not see this'])
          assert.equal(await page.getByText(wrong).count(), 0, wrong)
        const history = page.getByRole('complementary').getByRole('region')
        await history.getByText('Another person').first().waitFor()
        assert.doesNotMatch(await history.innerHTML(), new RegExp(`\\b${desk.world.username}\\b`))
        await picture(page, 'case-of-representative')
        await readOn(page)
      },
      as('representative'),
    )
    assert.deepEqual(refused, [])
  })

  it('at 400 % zoom no screen scrolls in two directions, and nothing is out of reach', async () => {
    const { caseId } = desk.world
    const viewport = atFourHundredPercent
    await desk.at(
      '/sign-in',
      async (page) => {
        await page.getByLabel('Username').waitFor()
        await reflows(page)
        await asJudith(page)
        // Assigned again since the last visit, which was in another browser.
        await row(page, taskId).getByText('new', { exact: true }).waitFor()
        await reflows(page)
        await isAccessible(page)
        await row(page, taskId).click()
        await page.getByRole('complementary').getByRole('button', { name: 'Complete…' }).click()
        await page.getByRole('dialog').waitFor()
        await reflows(page)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog', { name: 'Search or jump' }).waitFor()
        await reflows(page)
        await page.keyboard.press('Escape')
        const screens = [
          ['/cases', row(page, caseId)],
          [`/cases/${caseId}`, page.getByRole('heading', { name: 'Where it stands' })],
          [`/cases/${caseId}?at=2020-01-01`, page.getByText('The case was not open yet')],
          ['/welcome', page.getByRole('heading', { level: 1 })],
          ['/nothing/here', page.getByRole('heading', { name: 'There is nothing at this address' })],
          ['/join', page.getByRole('heading', { name: 'The link is not complete' })],
        ] as const
        for (const [path, shown] of screens) {
          await page.goto(`${desk.world.baseUrl}/workspace${path}`)
          await shown.waitFor()
          await reflows(page)
        }
      },
      { viewport },
    )
  })

  it('a tablet and forced colours show what may be done', async () => {
    for (const options of [
      { viewport: { width: 768, height: 1024 }, hasTouch: true },
      { forcedColors: 'active' as const },
    ]) {
      await desk.at(
        '/',
        async (page) => {
          await asJudith(page)
          await row(page, taskId).click()
          await page.getByRole('complementary').getByRole('button', { name: 'Complete…' }).waitFor()
          await isAccessible(page)
        },
        options,
      )
    }
  })

  it('the command menu leads to a case, a page and a command', async () => {
    await atAs('judith', '/', async (page) => {
      await row(page, taskId).waitFor()
      await page.keyboard.press('Control+k')
      const menu = page.getByRole('dialog', { name: 'Search or jump' })
      await menu.waitFor()
      await isAccessible(page)
      await page.keyboard.type(docketNumber)
      await menu.locator(`[data-id="case:${desk.world.caseId}"]`).waitFor()
      // An Enter that ends the composing of a word chooses nothing.
      for (const composing of ['isComposing: true', 'keyCode: 229'])
        await page.evaluate(`document.activeElement.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ${composing} }))`)
      assert.ok(await menu.isVisible())
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`/cases/${desk.world.caseId}$`))
      await page.getByRole('heading', { name: 'Where it stands' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('2')
      await menu.getByText('Go to page 2').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/read\/pages\/2/)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('dark')
      await page.keyboard.press('Enter')
      await page.locator('html[data-theme=dark]').waitFor()
      // A screen that cannot be fetched says why, and nothing about what is saved.
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Cases', exact: true }).click()
      const away = page.getByRole('heading', { name: 'Portico cannot be reached' })
      await away.waitFor()
      assert.doesNotMatch((await page.locator('#screen').textContent()) ?? '', /saved/)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await away.waitFor({ state: 'detached' })
    })
  })

  it('the address that a sandbox prints signs in with one click; without its code the page says where to find it', async () => {
    const { identity, db } = desk.world.service
    const { id } = (await identity.members.find('judith')) ?? {}
    await db.rows(`insert into sandbox_people (member_id, place) values ($1, 1)`, [id])
    await desk.at('/', async (page) => {
      await page.getByText('open the address that `npm start` printed').waitFor()
      assert.equal(await page.getByRole('button', { name: 'judith' }).count(), 0)
      await page.goto(`${desk.world.baseUrl}/workspace/#code=${identity.sandboxPeople?.code}`)
      await page.getByRole('button', { name: 'judith' }).click()
      await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
      assert.doesNotMatch(page.url(), /code/)
      // The browser remembers it.
      await page.context().clearCookies()
      await page.goto(`${desk.world.baseUrl}/workspace/`)
      await page.getByRole('button', { name: 'judith' }).waitFor()
    })
    await db.rows(`delete from sandbox_people where member_id = $1`, [id])
  })

  it('a sign-in that ends, and a connection that is lost, take nothing of what was typed', async () => {
    await desk.at(`/cases/${desk.world.caseId}#code=known`, async (page) => {
      const { members } = desk.world.service.identity
      const { id } = (await members.find('judith')) ?? {}
      await page.route('**/sandbox/people*', (route) =>
        route.fulfill({ json: { people: [{ id, displayName: 'Judith', roles: [], teams: [] }] } }),
      )
      // The sign-in page offers them after a reload too: then it is there before it is known that nobody is signed in.
      await page.waitForURL(/sign-in/)
      await page.reload()
      await page.getByRole('button', { name: 'Judith' }).waitFor()
      await asJudith(page)
      await row(page, taskId).getByRole('button', { name: 'Add instruction…' }).press('Enter')
      const field = page.getByLabel('Instruction', { exact: true })
      await field.fill('Compare pages 5 and 9.')
      await page.route('**/cases/**', (route) =>
        route.fulfill({ status: 401, json: { error: 'The session has ended.' } }),
      )
      await page.route('**/auth/session/refresh', (route) =>
        route.fulfill({ status: 401, json: { error: 'The session has ended.' } }),
      )
      await page.getByRole('button', { name: 'OK' }).click()
      const again = page.getByRole('dialog', { name: 'Sign in' })
      await again.getByText('Your sign-in has ended').waitFor()
      const password = again.getByLabel('Password')
      await password.and(page.locator(':focus')).waitFor()
      await again.getByRole('button', { name: 'Continue as Judith' }).waitFor()
      await isAccessible(page)
      await picture(page, 'session-ended')
      // A browser closes a dialog when Escape is pressed again and again.
      for (let time = 0; time < 4; time++) await page.keyboard.press('Escape')
      await page.unrouteAll()
      const isRenewed = page.waitForResponse((response) => response.ok() && /\/tasks$/.test(response.url()))
      await password.fill(desk.world.password)
      await page.keyboard.press('Enter')
      await again.waitFor({ state: 'detached' })
      await isRenewed
      // What others do is heard of again.
      await desk.world.admin('POST', `/cases/${desk.world.caseId}/tasks/${taskId}/instructions`, {
        body: { text: 'Page 9 too.' },
      })
      await row(page, taskId).getByText('Page 9 too.').waitFor()
      assert.equal(await field.inputValue(), 'Compare pages 5 and 9.')
      await page.context().setOffline(true)
      await page.getByText('offline', { exact: true }).waitFor()
      await page.context().setOffline(false)
      // What cannot be renewed says so, until the service answers again.
      await page.route('**/cases/*/tasks**', (route) => route.abort())
      await desk.world.admin('POST', `/cases/${desk.world.caseId}/tasks/${taskId}/instructions`, {
        body: { text: 'And page 11.' },
      })
      await page.getByText('Portico cannot be reached.').waitFor()
      await page.unrouteAll()
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
      await row(page, taskId).getByText('And page 11.').waitFor()
      await page.reload()
      assert.equal(await field.inputValue(), 'Compare pages 5 and 9.')
      // Nothing has opened it in this page: the screen gets the focus.
      await field.press('Escape')
      await page.locator('#screen:focus').waitFor()
      await row(page, taskId).getByRole('button', { name: 'Add instruction…' }).press('Enter')
      assert.equal(await field.inputValue(), 'Compare pages 5 and 9.')
      await isAccessible(page)
      await page.getByRole('button', { name: 'OK' }).click()
      await row(page, taskId).getByText('Compare pages 5 and 9.').waitFor()
      await row(page, taskId).getByRole('button', { name: 'Add instruction…' }).click()
      assert.equal(await field.inputValue(), '')

      // A case that they may no longer see is shown no longer.
      await page.route(`**/cases/${desk.world.caseId}`, (route) =>
        route.fulfill({ status: 404, json: { error: 'There is no such case.' } }),
      )
      await desk.world.admin('PUT', `/cases/${desk.world.caseId}/sensitivity`, {
        body: { level: 6, why: 'She works here.' },
      })
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      assert.equal(await row(page, taskId).count(), 0)
    })
  })
})
