import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { schedulingLaws } from '@portico/contract/conformance/scheduling'
import caldav from '../../ports/scheduling/adapters/caldav.ts'
import { account, type CalDavServer, startCalDav } from '../caldav-server.ts'

export const debianPackages = ['radicale', 'xandikos']

const judge = { id: 'judith', kind: 'adjudicator' as const, name: 'Judith' }
const room = { id: 'washington1', kind: 'room' as const, name: 'Hearing room 1' }
const timeZone = 'America/New_York'
const slotAt = (startsAt: string) => ({ startsAt, minutes: 60, timeZone })
const of = { case: { caseId: 'case_1', docketNumber: '240319-100482' }, kind: 'video' as const }

for (const name of ['radicale', 'xandikos'] as const)
  describe(`the CalDAV adapter of scheduling, against ${name}`, { timeout: 600_000 }, () => {
    let server: CalDavServer
    before(async () => {
      server = await startCalDav(name)
    })
    after(() => server?.close())

    const options = (more: object = {}) => ({
      ...{ url: server.url, ...account, calendar: '{id}', sessions: 'portico-sessions', timeZone },
      makeCalendars: true,
      ...more,
    })
    const opened = async (more: object = {}) => {
      const { adapter } = await subjectOf(caldav, options(more)).open()
      const signal = new AbortController().signal
      const context = { key: 'k', attempt: 1, signal, open: async () => assert.fail() }
      return { calls: adapter.calls, context }
    }
    /** As somebody else writes it who has the calendar open. */
    const write = async (calendar: string, uid: string, lines: string[]) => {
      const headers = {
        authorization: `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`,
      }
      await fetch(`${server.url}${calendar}/`, { method: 'MKCALENDAR', headers })
      const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', 'BEGIN:VEVENT', `UID:${uid}`]
      const body = [...text, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
        '\r\n',
      )
      const type = { 'content-type': 'text/calendar' }
      const reply = await fetch(`${server.url}${calendar}/${uid}.ics`, {
        ...{ method: 'PUT', body, headers: { ...headers, ...type } },
      })
      assert.ok(reply.ok, `${reply.status} ${await reply.text()}`)
    }

    it('keeps the laws of the port', async () => {
      const mood = async (other: Mood) => server.setMood(other)
      const subject = subjectOf(caldav, options(), { effects: server.events, mood })
      const results = await keepsTheLaws(schedulingLaws, subject, { patienceMs: 60_000 })
      const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
      console.log(`${name}: ${results.length - skipped.length} laws kept, skipped: ${skipped.join(', ')}`)
      assert.ok(results.filter(({ result }) => result === 'kept').length >= 8)
    })

    it('reads who is busy from events that recur, across a change of the clock, also without an end', async () => {
      const { calls, context } = await opened()
      await write('judith', 'weekly', [
        'DTSTART;TZID=America/New_York:20270301T090000',
        'DTEND;TZID=America/New_York:20270301T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
        'EXDATE;TZID=America/New_York:20270322T090000',
        'SUMMARY:Training',
      ])
      const span = { startsAt: '2027-03-08T00:00:00.000Z', endsAt: '2027-03-23T00:00:00.000Z' }
      const { availability } = await calls.availability({ participants: [judge, room], ...span }, context)
      assert.deepEqual(availability[0]?.free, [
        { startsAt: span.startsAt, endsAt: '2027-03-08T14:00:00.000Z' },
        { startsAt: '2027-03-08T15:00:00.000Z', endsAt: '2027-03-15T13:00:00.000Z' },
        { startsAt: '2027-03-15T14:00:00.000Z', endsAt: span.endsAt },
      ])
      assert.deepEqual(availability[1]?.free, [span])
    })

    it('is busy in what Outlook writes, and in what is not understood', async () => {
      const { calls, context } = await opened()
      const ada = { id: 'ada', kind: 'adjudicator' as const, name: 'Ada' }
      await write('ada', 'outlook', [
        'DTSTART;TZID=Eastern Standard Time:20270301T090000',
        'DTEND;TZID=Eastern Standard Time:20270301T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO;WKST=SU',
      ])
      await write('ada', 'hourly', [
        'DTSTART:20270309T150000Z',
        'DTEND:20270309T151500Z',
        'RRULE:FREQ=HOURLY;COUNT=3',
      ])
      await write('ada', 'moment', ['DTSTART:20270320T170000Z', 'DTEND:20270320T170000Z'])
      const taken = async (startsAt: string) => {
        const asked = { ...of, sessionId: 'session_ada', participants: [ada], slot: slotAt(startsAt) }
        return (await calls.checkSlot(asked, context)).conflicts.length > 0
      }
      const times = ['2027-03-08T14:00:00.000Z', '2027-03-08T15:00:00.000Z', '2027-03-09T17:00:00.000Z']
      assert.deepEqual(await Promise.all(times.map(taken)), [true, false, true])
      const around = ['16:00', '16:30', '17:00', '17:15'].map((time) => `2027-03-20T${time}:00.000Z`)
      assert.deepEqual(await Promise.all(around.map(taken)), [false, true, true, false], 'without a length')
    })

    it('books, moves and releases in the calendars of all, and gives way to whoever was faster', async () => {
      const { calls, context } = await opened()
      const booked = { ...of, sessionId: 'session_1', participants: [judge, room] }
      const inCalendars = async () => (await server.events()).filter((line) => line.includes('session_1.ics'))
      await calls.book({ ...booked, slot: slotAt('2027-04-05T17:00:00.000Z') }, context)
      assert.equal((await inCalendars()).length, 3)
      const from = slotAt('2027-04-05T17:00:00.000Z')
      await write('washington1', 'cleaners', ['DTSTART:20270406T170000Z', 'DURATION:PT30M'])
      const taken = { ...booked, from, slot: slotAt('2027-04-06T16:45:00.000Z') }
      await assert.rejects(calls.rebook(taken, context), { code: 'conflict' })
      const before = await inCalendars()
      assert.ok(
        before.every((line) => line.includes('20270405T130000')),
        before.join('\n'),
      )
      await calls.rebook({ ...booked, from, slot: slotAt('2027-04-06T18:00:00.000Z') }, context)
      assert.ok((await inCalendars()).every((line) => line.includes('20270406T140000')))
      // Without the room, it is in the room's calendar no more.
      const alone = { ...booked, participants: [judge], from, slot: slotAt('2027-04-06T18:00:00.000Z') }
      await calls.rebook(alone, context)
      assert.equal((await inCalendars()).length, 2)
      await calls.release({ case: of.case, sessionId: 'session_1' }, context)
      assert.deepEqual(await inCalendars(), [])
    })

    it('of two who book one time at once at most one has it', async () => {
      const { calls, context } = await opened()
      const slot = slotAt('2027-05-05T17:00:00.000Z')
      const attempts = await Promise.allSettled(
        ['a', 'b', 'c'].map((id) =>
          calls.book({ ...of, sessionId: `race_${id}`, participants: [judge], slot }, context),
        ),
      )
      const won = attempts.filter(({ status }) => status === 'fulfilled').length
      const there = (await server.events()).filter((line) => /judith.*race_/.test(line)).length
      assert.ok(attempts.every((one) => one.status === 'fulfilled' || one.reason.code === 'conflict'))
      assert.ok(won <= 1, `${won} have it`)
      assert.equal(there, won)
    })

    it('tells the days of a calendar of blackouts', async () => {
      await write('holidays', 'christmas', [
        'DTSTART;VALUE=DATE:20271224',
        'DTEND;VALUE=DATE:20271227',
        'SUMMARY:Closed',
      ])
      const { calls, context } = await opened({ blackouts: 'holidays' })
      const days = { participants: [], from: '2027-12-25', to: '2027-12-31' }
      assert.deepEqual((await calls.blackouts(days, context)).blackouts, [
        { date: '2027-12-25', why: 'Closed' },
        { date: '2027-12-26', why: 'Closed' },
      ])
    })
  })
