import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'

const browserPath = await findBrowser()

describe('the screens of sessions in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  before(async () => {
    desk = await openDesk(browserPath as string)
  })
  after(() => desk?.close())
  const row = (page: Page, id: string) => page.locator(`[data-id="${id}"]`)

  it('a session is placed from the national queue by keyboard, shown in the calendar, and repaired', async () => {
    const scheduler = await desk.world.member('sandy', ['scheduler'])
    const as = { username: 'sandy', password: desk.world.password }
    const { json } = await desk.world.admin('GET', '/appeals')
    const caseId = (json as { appeals: { id: string }[] }).appeals.find(
      ({ id }) => id !== desk.world.caseId,
    )?.id
    const requested = await scheduler('POST', `/cases/${caseId}/sessions`, { body: { kind: 'inPerson' } })
    const { id } = (requested.json as { session: { id: string } }).session
    const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
    const pickRoom = (page: Page | Locator) => page.getByLabel('Who or where').selectOption('washington1')

    await desk.at(
      '/sessions?part=queue',
      async (page) => {
        await page.getByRole('navigation', { name: 'Workspace' }).getByText('Sessions').waitFor()
        await row(page, id).getByText('Requested').waitFor()
        assert.equal(await row(page, id).getByRole('gridcell').first().textContent(), '1')
        await picture(page, 'sessions-queue')
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: /^Place / })
        await dialog.getByLabel('Who or where').focus()
        await pickRoom(dialog)
        await dialog.getByRole('button', { name: 'Add' }).press('Enter')
        await dialog.getByRole('button', { name: 'Find times' }).press('Enter')
        const slots = dialog.getByRole('list', { name: 'Times when everybody is free' })
        // Of two refusals the later one is shown.
        const refuse = (path: string, error: string) =>
          page.route(path, (route) => route.fulfill({ status: 409, json: { error } }), { times: 1 })
        await refuse('**/holds', 'Somebody was faster.')
        await slots.getByRole('button').first().click()
        await dialog.getByRole('alert').getByText('Somebody was faster.').waitFor()
        await slots.getByRole('button').first().click()
        await refuse(`**/sessions/${id}/slot`, 'The session was moved.')
        await dialog.getByRole('button', { name: 'Place it here' }).click()
        await dialog.getByRole('alert').getByText('The session was moved.').waitFor()
        await dialog.getByRole('button', { name: 'Release' }).press('Enter')
        await slots.getByRole('button').first().and(page.locator(':focus')).waitFor()
        await slots.getByText('The first day on which').first().waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-place')
        await page.keyboard.press('Enter')
        // It is held, released, and held again.
        await dialog
          .getByRole('timer')
          .getByText(/^14:\d\d left|^15:00 left/)
          .waitFor()
        await dialog.getByRole('button', { name: 'Release' }).press('Enter')
        await slots.getByRole('button').first().and(page.locator(':focus')).waitFor()
        await page.keyboard.press('Enter')
        await dialog.getByRole('button', { name: 'Place it here' }).and(page.locator(':focus')).waitFor()
        await picture(page, 'sessions-held')
        await page.keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('heading', { name: 'No session waits' }).waitFor()

        const { json } = await scheduler('GET', `/sessions/${id}`)
        const { session } = (json as { found: { session: { status: string; slot: { startsAt: string } } } })
          .found
        assert.equal(session.status, 'scheduled')
        const on = session.slot.startsAt.slice(0, 10)

        await page.goto(`${desk.world.baseUrl}/workspace/sessions?day=${on}`)
        await row(page, id).waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-calendar')
        // From the first cell the arrows lead to the session, and Enter opens it.
        await page.getByRole('grid').locator('[tabindex="0"]').focus()
        for (let time = 0; time < 7 && !(await row(page, id).and(page.locator(':focus')).count()); time++)
          await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        await page.waitForURL(`${desk.world.baseUrl}/workspace/sessions/${id}`)
        await page.getByText('Hearing room 1').first().waitFor()
        await page.getByText('Jason Eugene Allen').waitFor()
        await page.getByText('None was due yet.').waitFor()
        await isAccessible(page)
        await picture(page, 'session')

        // Something comes between: the session says so, and is repaired in one click.
        const busy = { starts: `${on}T00:00`, ends: `${on}T23:00`, timeZone: 'America/New_York' }
        await scheduler('POST', '/availability', {
          body: {
            participant: { kind: 'room', id: 'washington1' },
            effect: 'busy',
            why: 'Painted.',
            ...busy,
          },
        })
        await page.getByText('Conflict', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Find another time' }).press('Enter')
        await heading(page, 'Conflicts')
        await page.getByRole('button', { name: 'Propose repairs' }).press('Enter')
        const accept = page.getByRole('button', { name: 'Accept the repair' })
        await accept.waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-repair')
        await accept.press('Enter')
        await page.getByText('1 moved.').waitFor()

        // The calendars of those who take part.
        await page.getByRole('link', { name: 'Availability' }).press('Enter')
        await pickRoom(page)
        await page.getByRole('button', { name: /^Remove / }).press('Enter')
        await page.getByText('No entries: free whenever').waitFor()
        const event = [
          'BEGIN:VEVENT',
          'UID:1@example.org',
          'DTSTART;TZID=Nowhere/City:20960302T140000',
          'DURATION:PT2H',
        ]
        const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VEVENT', 'END:VCALENDAR', '']
        await page.getByLabel('File').setInputFiles({
          name: 'room.ics',
          mimeType: 'text/calendar',
          buffer: Buffer.from(calendar.join('\r\n')),
        })
        await page.getByRole('button', { name: 'Import' }).press('Enter')
        const unclear = page.getByRole('table', { name: /^1 event was not fully understood/ })
        await unclear.getByText('1@example.org').waitFor()
        await page.getByText('Not fully understood, blocked as busy. Its time zone').waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-availability')
        await page.getByRole('link', { name: 'Feeds' }).press('Enter')
        await pickRoom(page)
        await page.getByLabel('Used for').fill('The door sign')
        await page.keyboard.press('Enter')
        const address = page.getByLabel('Address: The door sign')
        const old = await address.inputValue()
        await page.getByRole('button', { name: 'New address' }).press('Enter')
        await page.getByRole('dialog').getByRole('button', { name: 'New address' }).press('Enter')
        await page.getByText('It has a new address.').waitFor()
        assert.equal((await fetch(old)).status, 404)
      },
      { as },
    )
  })

  it('availability is changed in place, days are blacked out, a docket is planned, and an outcome is recorded', async () => {
    const { world } = desk
    const scheduler = await world.member('sam', ['scheduler'])
    const as = { username: 'sam', password: world.password }
    const participant = { kind: 'room', id: 'washington2' }
    await scheduler('POST', '/availability', {
      body: {
        ...{ participant, effect: 'free', timeZone: 'America/New_York', why: 'Hearings.' },
        ...{ starts: '2096-03-05T09:00', ends: '2096-03-05T17:00' },
        repeats: 'FREQ=WEEKLY;BYDAY=MO,TU;COUNT=52',
      },
    })
    const requested = await scheduler('POST', `/cases/${world.caseId}/sessions`, { body: { kind: 'video' } })
    const { id } = (requested.json as { session: { id: string } }).session

    await desk.at(
      '/sessions?part=availability&kind=room&who=washington2',
      async (page) => {
        const entries = page.getByRole('table', { name: 'Entries' })
        const change = page.getByRole('button', { name: 'Change 5 Mar 2096, 09:00' })
        const dialog = page.getByRole('dialog', { name: 'Change an entry' })
        await change.press('Enter')
        await dialog.getByLabel('Ends').fill('2096-03-05T16:00')
        await dialog.getByLabel('Wed').press('Space')
        await dialog.getByLabel('Day', { exact: true }).fill('2096-03-12')
        await dialog.getByRole('button', { name: 'Leave out', exact: true }).press('Enter')
        await isAccessible(page)
        await picture(page, 'sessions-entry')
        await dialog.getByRole('button', { name: 'Save' }).press('Enter')
        await entries.getByText('Every week on Mon, Tue, Wed, 52 times').waitFor()
        await entries.getByText('not on 12 Mar 2096').waitFor()
        await entries.getByText('5 Mar 2096, 09:00–16:00').waitFor()
        await change.press('Enter')
        await dialog.getByRole('button', { name: 'Do not leave out 12 Mar 2096' }).press('Enter')
        await dialog.getByRole('button', { name: 'Save' }).press('Enter')
        await entries.getByText('not on 12 Mar 2096').waitFor({ state: 'detached' })

        await page.getByRole('link', { name: 'Blackouts' }).press('Enter')
        await page.getByLabel('First day').fill('2096-03-06')
        await page.getByLabel('Last day').fill('2096-03-07')
        await page.getByLabel('Why').fill('Primary election')
        // Who it is for is asked once it is not for everybody, and nothing is added before it is said.
        assert.equal(await page.getByLabel('Who or where').count(), 0)
        await page.getByLabel('For', { exact: true }).selectOption('Room')
        await page.getByLabel('Why').press('Enter')
        await page.getByLabel('Who or where').and(page.locator(':focus')).waitFor()
        // A draft that comes back is for whom it was.
        await page.getByLabel('Who or where').selectOption('washington2')
        await page.reload()
        await page.getByText('What you typed earlier is here').waitFor()
        assert.equal(await page.getByLabel('Who or where').inputValue(), 'washington2')
        await page.getByLabel('For', { exact: true }).selectOption('Everybody')
        await page.getByLabel('Why').press('Enter')
        await page.getByRole('row', { name: '6–7 Mar 2096 Everybody Primary election' }).waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-blackouts')

        await page.getByRole('link', { name: 'Plan a docket' }).press('Enter')
        await page.getByLabel('From').fill('2096-03-05')
        await page.getByLabel('To', { exact: true }).fill('2096-03-16')
        await page.getByLabel('Who or where').selectOption('washington2')
        await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
        await page.getByRole('button', { name: 'Preview the plan' }).press('Enter')
        const accept = page.getByRole('button', { name: 'Place 1 session' })
        await accept.waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-plan')
        await accept.press('Enter')
        await page.getByText('1 placed.').waitFor()

        await page.goto(`${world.baseUrl}/workspace/sessions?span=day&day=2096-03-05`)
        await row(page, id).waitFor()
        await isAccessible(page)
        await picture(page, 'sessions-day')

        // From the case to the session, and what became of it.
        await page.goto(`${world.baseUrl}/workspace/cases/${world.caseId}`)
        await row(page, id).getByRole('link', { name: 'Video' }).press('Enter')
        await page.waitForURL(`${world.baseUrl}/workspace/sessions/${id}`)
        await page.getByRole('button', { name: 'Join the session' }).waitFor()
        await isAccessible(page)
        await picture(page, 'session-conference')
        // Its window is opened in the click; where that is blocked, there is a link.
        const [room] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('button', { name: 'Join the session' }).press('Enter'),
        ])
        await room.waitForURL(/#/)
        await room.getByRole('button', { name: 'Test the microphone' }).waitFor()
        assert.equal(await room.evaluate(() => window.opener), null)
        await room.close()
        await page.evaluate(() => Object.assign(window, { open: () => null }))
        await page.getByRole('button', { name: 'Join the session' }).press('Enter')
        await page.getByText('Your browser has blocked the window').waitFor()
        assert.match((await page.getByRole('link', { name: 'Open it here' }).getAttribute('href')) ?? '', /#/)
        await isAccessible(page)
        await page.reload()
        await world.member('rita', ['representative'])
        await desk.at(
          `/cases/${world.caseId}`,
          (other) => other.getByRole('button', { name: 'Join the session' }).waitFor(),
          { as: { username: 'rita', password: world.password } },
        )
        await page.getByLabel('Name of a guest').fill('Maria Lindqvist')
        await page.getByLabel('Name of a guest').press('Enter')
        await page.getByLabel('Link for Maria Lindqvist: send it to nobody else').waitFor()
        const { db } = world.service
        await db.rows(`update rooms set cancelled_at = now() where session_id = $1`, [id])
        await page.getByRole('button', { name: 'Join the session' }).press('Enter')
        await page.getByText('its links are dead').waitFor()
        await isAccessible(page)
        await picture(page, 'session-conference-dead')
        await page.getByRole('button', { name: 'Make the conference anew' }).press('Enter')
        await page.getByText('its links are dead').waitFor({ state: 'detached' })
        const rooms = `select from rooms where session_id = $1 and cancelled_at is null`
        await until(async () => (await db.rows(rooms, [id])).length === 1)
        await page.getByRole('button', { name: 'Join the session' }).waitFor()
        await page.getByRole('button', { name: 'Record the outcome…' }).press('Enter')
        const outcome = page.getByRole('dialog', { name: 'Record the outcome' })
        assert.equal(await outcome.getByLabel(/^Held/).count(), 0, 'it has not begun')
        await outcome.getByLabel('Postponed').press('Space')
        await outcome.getByLabel('Why').fill('Snow.')
        await isAccessible(page)
        await picture(page, 'session-outcome')
        await outcome.getByRole('button', { name: 'Record it' }).press('Enter')
        await page.getByText('it keeps its conference').waitFor()
        await page.getByText('Snow.').first().waitFor()
        await picture(page, 'session-postponed')
      },
      { as },
    )
  })
})
