import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import { spansOf } from '../time/recurrence.ts'
import { readCalendarText } from './calendar-text.ts'
import { readCalendar } from './read-calendar.ts'
import { type CalendarEvent, writeCalendar } from './write-calendar.ts'

const event = (startsAt: string, timeZone: string, of: Partial<CalendarEvent> = {}): CalendarEvent => ({
  sessionId: 'session_1',
  slot: { startsAt, minutes: 60, timeZone },
  isCancelled: false,
  revision: 3,
  changedAt: new Date('2026-01-02T03:04:05Z'),
  summary: '240319-100482',
  ...of,
})
const read = (text: string) =>
  readCalendar(readCalendarText(text), { timeZone: 'UTC', at: new Date('2026-01-02T03:04:05Z') })
const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kiev', 'US/Eastern']

describe('a calendar that is written', () => {
  it('says when a session is by the clock of its zone, and is what we would read', () => {
    const text = writeCalendar('Room 1', [event('2026-11-30T14:30:00.000Z', 'America/New_York')])
    assert.match(text, /DTSTART;TZID=America\/New_York:20261130T093000\r\n/)
    assert.match(text, /UID:session_1@portico\r\nSEQUENCE:3\r\nDTSTAMP:20260102T030405Z/)
    assert.match(text, /STATUS:CONFIRMED/)
    const { events, leftOut } = read(text)
    assert.deepEqual(leftOut, [])
    assert.deepEqual(events[0]?.busy, [
      { starts: '2026-11-30T09:30:00', ends: '2026-11-30T10:30:00', timeZone: 'America/New_York' },
    ])
  })

  it('describes every zone, so that a reader who knows none finds the same moment, all year round', () => {
    for (const timeZone of zones) {
      const hours = Array.from({ length: 24 }, (_, at) =>
        new Date(Date.UTC(2027, 0, 1, 0, 30) + at * 365 * 3_600_000).toISOString(),
      )
      const events = hours.map((at, index) => event(at, timeZone, { sessionId: `session_${index}` }))
      const calendar = new ICAL.Component(ICAL.parse(writeCalendar('All', events)))
      const found = calendar
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component).startDate.toJSDate().toISOString())
      assert.deepEqual(found, hours, timeZone)
    }
  })

  it('calls a time daylight time only where the clock is put back within a year', () => {
    const kinds = (timeZone: string, at: string) =>
      [...writeCalendar('x', [event(at, timeZone)]).matchAll(/BEGIN:(STANDARD|DAYLIGHT)/g)].map(
        ([, kind]) => kind,
      )
    for (const timeZone of ['America/Panama', 'Asia/Dubai', 'Asia/Bangkok', 'Africa/Accra', 'Asia/Kolkata'])
      assert.deepEqual(kinds(timeZone, '2026-11-30T14:30:00.000Z'), ['STANDARD'], timeZone)
    const summer = kinds('America/New_York', '2026-07-01T14:30:00.000Z')
    assert.deepEqual(summer.slice(-2), ['DAYLIGHT', 'STANDARD'])
    for (const timeZone of zones.filter((zone) => zone !== 'UTC'))
      assert.ok(kinds(timeZone, '2026-07-01T14:30:00.000Z').includes('STANDARD'), timeZone)
  })

  it('describes a zone whose offset has seconds', () => {
    const text = writeCalendar('x', [event('1971-06-01T12:00:00.000Z', 'Africa/Monrovia')])
    assert.match(text, /TZOFFSETTO:-004430\r\n/)
  })

  it('tells the second of two equal times in UTC: the first would be meant', () => {
    const text = writeCalendar('x', [event('2026-11-01T06:30:00.000Z', 'America/New_York')])
    assert.match(text, /DTSTART:20261101T063000Z/)
  })

  it('shows what is cancelled as cancelled, and it takes no time', () => {
    const text = writeCalendar('x', [
      event('2026-11-30T14:30:00.000Z', 'Europe/Dublin', { isCancelled: true }),
    ])
    assert.match(text, /STATUS:CANCELLED/)
    assert.deepEqual(read(text).events[0]?.busy, [])
  })

  it('is shown in the zone of whoever gets it, and takes no line from a name', () => {
    const text = writeCalendar('x\r\nBEGIN:VEVENT', [
      event('2026-11-30T14:30:00.000Z', 'America/New_York', {
        timeZone: 'Asia/Kolkata',
        place: 'Room 1; left, up',
      }),
    ])
    assert.match(text, /DTSTART;TZID=Asia\/Kolkata:20261130T200000/)
    assert.match(text, /LOCATION:Room 1\\; left\\, up/)
    assert.equal(text.match(/^BEGIN:VEVENT/gm)?.length, 1)
    const [busy] = read(text).events[0]?.busy ?? []
    const all = { from: 0, to: 4e12 }
    assert.equal(busy && new Date(spansOf(busy, all)[0]?.from ?? 0).toISOString(), '2026-11-30T14:30:00.000Z')
  })

  it('without sessions is a calendar all the same', () => {
    assert.deepEqual(read(writeCalendar('x', [])), {
      events: [],
      leftOut: [],
    })
  })
})
