import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
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
        const slots = dialog.getByRole('list', { name: 'Times at which all can' })
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
        await page.getByText('No entries: they can whenever').waitFor()
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
        await page.getByRole('table', { name: '1 event was left out' }).getByText('1@example.org').waitFor()
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
})
