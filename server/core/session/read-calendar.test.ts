import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import { type JCal, readCalendar } from './read-calendar.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const read = (...events: string[][]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n')
  return readCalendar(ICAL.parse(text) as JCal, 'America/Denver')
}
const inZone = 'TZID=America/New_York'
const weekly = [
  'UID:weekly',
  'SEQUENCE:3',
  'SUMMARY:Training',
  `DTSTART;${inZone}:20260302T090000`,
  `DTEND;${inZone}:20260302T103000`,
]

describe('a calendar that is imported', () => {
  it('says when somebody cannot: once, on whole days, and by rules with exceptions', () => {
    const { events, leftOut } = read(
      event(...weekly, 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4', `EXDATE;${inZone}:20260309T090000`),
      event('UID:leave', 'DTSTART;VALUE=DATE:20260401', 'DTEND;VALUE=DATE:20260404'),
      event('UID:call', 'DTSTART:20260402T150000Z', 'DURATION:PT45M'),
      event('UID:floating', 'DTSTART:20260402T080000', 'DTEND:20260402T090000'),
    )
    assert.deepEqual(leftOut, [])
    assert.deepEqual(events[0], {
      uid: 'weekly',
      sequence: 3,
      busy: [
        {
          starts: '2026-03-02T09:00:00',
          ends: '2026-03-02T10:30:00',
          timeZone: 'America/New_York',
          repeats: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
          except: ['2026-03-09'],
        },
      ],
      why: 'Training',
    })
    const spans = events.slice(1).map(({ busy: [one] }) => [one?.starts, one?.ends, one?.timeZone])
    assert.deepEqual(spans, [
      ['2026-04-01T00:00:00', '2026-04-04T00:00:00', 'America/Denver'],
      ['2026-04-02T15:00:00', '2026-04-02T15:45:00', 'UTC'],
      ['2026-04-02T08:00:00', '2026-04-02T09:00:00', 'America/Denver'],
    ])
  })

  it('moves and cancels single instances, and adds others', () => {
    const { events } = read(
      event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=4', `RDATE;${inZone}:20260305T090000`),
      event(
        'UID:weekly',
        `RECURRENCE-ID;${inZone}:20260309T090000`,
        `DTSTART;${inZone}:20260310T140000`,
        `DTEND;${inZone}:20260310T150000`,
      ),
      event(
        'UID:weekly',
        'SEQUENCE:5',
        `RECURRENCE-ID;${inZone}:20260316T090000`,
        'STATUS:CANCELLED',
        `DTSTART;${inZone}:20260316T090000`,
        `DTEND;${inZone}:20260316T100000`,
      ),
    )
    const [{ busy, sequence }] = events as [(typeof events)[number]]
    assert.equal(sequence, 5)
    assert.deepEqual(busy[0]?.except, ['2026-03-09', '2026-03-16'])
    assert.deepEqual(
      busy.map(({ starts }) => starts.slice(5, 16)),
      ['03-02T09:00', '03-05T09:00', '03-10T14:00'],
    )
  })

  it('takes nothing for what takes no time', () => {
    const { events } = read(
      event('UID:a', 'STATUS:CANCELLED', 'DTSTART:20260402T150000Z', 'DURATION:PT1H'),
      event('UID:b', 'TRANSP:TRANSPARENT', 'DTSTART:20260402T150000Z', 'DURATION:PT1H'),
    )
    assert.deepEqual(
      events.map(({ busy }) => busy),
      [[], []],
    )
  })

  it('leaves an event out whole where a part cannot be taken, and says why', () => {
    const start = 'DTSTART:20260402T150000Z'
    const hour = 'DURATION:PT1H'
    const rule = (text: string) => [start, hour, `RRULE:${text}`]
    for (const [why, lines] of [
      [/time zone is not known: Office Time/, ['DTSTART;TZID=Office Time:20260402T150000', hour]],
      [/Its rule must have a FREQ of DAILY/, rule('FREQ=HOURLY;COUNT=3')],
      [/Its rule must not have BYHOUR/, rule('FREQ=DAILY;BYHOUR=9,10;COUNT=3')],
      [/Its rule must have an end/, rule('FREQ=DAILY')],
      [/takes no time/, [start]],
      [/has no DTSTART/, [hour]],
      [/Its end must be later/, [start, 'DTEND:20260402T140000Z']],
      [/two rules/, [...rule('FREQ=DAILY;COUNT=2'), 'RRULE:FREQ=WEEKLY;COUNT=2']],
    ] as const) {
      const good = event('UID:good', start, hour)
      const { events, leftOut } = read(event('UID:bad', ...lines), good)
      assert.deepEqual([events.length, leftOut.length], [1, 1], lines.join())
      assert.match(leftOut[0]?.why ?? '', why)
    }
    const many = Array.from({ length: 3 }, (_, index) =>
      event(`UID:${index}`, ...rule('FREQ=DAILY;COUNT=4000')),
    )
    const { events, leftOut } = read(...many)
    assert.deepEqual([events.length, leftOut[0]?.uid], [2, '2'])
    assert.match(leftOut[0]?.why ?? '', /more than 10000 instances/)
  })
})
