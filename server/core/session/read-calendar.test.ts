import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEvents } from './parse-events.ts'
import { readCalendar } from './read-calendar.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const read = (...events: string[][]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n')
  return readText(text)
}
const readText = (text: string) => {
  const { calendar, unread } = parseEvents(text)
  return readCalendar(calendar, 'America/Denver', unread)
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

  const late = [`DTSTART;${inZone}:20260302T233000`, `DTEND;${inZone}:20260303T003000`]
  const only = (...lines: string[]) => read(event('UID:one', ...lines)).events[0]?.busy

  it('exceptions, moved instances and further ones count by the clock of the event, whatever zone they are told in', () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=5'
    assert.deepEqual(only(...late, rule, 'EXDATE:20260304T043000Z')?.[0]?.except, ['2026-03-03'])
    const moved = event('UID:one', 'RECURRENCE-ID:20260304T043000Z', ...late)
    const { events } = read(event('UID:one', ...late, rule), moved)
    assert.deepEqual(events[0]?.busy[0]?.except, ['2026-03-03'])
    const [, further] = only(...late, 'RDATE:20260306T043000Z') ?? []
    assert.deepEqual([further?.starts, further?.timeZone], ['2026-03-05T23:30:00', 'America/New_York'])
    assert.equal(only(...late, 'RDATE:20260306T043000Z', 'EXDATE:20260306T043000Z')?.length, 1)
  })

  it('an end in another zone, and a duration, are reckoned exactly across a change of the clock', () => {
    const spans = (...lines: string[]) =>
      only(...lines)?.map(({ starts, ends, timeZone }) => [starts, ends, timeZone])
    const flight = [`DTSTART;${inZone}:20260302T100000`, 'DTEND;TZID=America/Los_Angeles:20260302T093000']
    assert.deepEqual(spans(...flight), [['2026-03-02T10:00:00', '2026-03-02T12:30:00', 'America/New_York']])
    const back = [`DTSTART;${inZone}:20261101T003000`, 'DURATION:PT2H']
    assert.deepEqual(spans(...back), [['2026-11-01T04:30:00', '2026-11-01T06:30:00', 'UTC']])
    const forward = [`DTSTART;${inZone}:20260308T010000`, 'DURATION:PT3H']
    assert.deepEqual(spans(...forward), [['2026-03-08T01:00:00', '2026-03-08T05:00:00', 'America/New_York']])
  })

  it('counts the instances that there are, and none of an event that is left out', () => {
    const [start, hour] = ['DTSTART:20260402T150000Z', 'DURATION:PT1H']
    const yearly = ['RRULE:FREQ=YEARLY;UNTIL=20500402T150000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20500402T150000Z']
    const rules = Array.from({ length: 12 }, (_, index) => yearly[index % 2] as string)
    const all = read(...rules.map((rule, index) => event(`UID:${index}`, start, hour, rule)))
    assert.deepEqual([all.events.length, all.leftOut], [12, []])
    const daily = (uid: string, count: number) => event(uid, start, hour, `RRULE:FREQ=DAILY;COUNT=${count}`)
    const { events, leftOut } = read(daily('UID:a', 9000), daily('UID:b', 2000), daily('UID:c', 1000))
    assert.deepEqual([events.map(({ uid }) => uid), leftOut.map(({ uid }) => uid)], [['a', 'c'], ['b']])
  })

  it('what one event has wrong costs that event alone', () => {
    const [start, hour] = ['DTSTART:20260402T150000Z', 'DURATION:PT1H']
    const good = event('UID:good', start, hour)
    for (const [why, ...lines] of [
      [/cannot be read: .*SOMETIMES/, start, hour, 'RRULE:FREQ=SOMETIMES;COUNT=1'],
      [/cannot be read/, start, hour, 'a line of nothing'],
      [/cannot be read/, start, 'DURATION:garbage'],
      [/cannot be read/, start, 'DURATION:P99999999W'],
      [/SEQUENCE must be a whole number from 0/, start, hour, 'SEQUENCE:99999999999'],
    ] as const) {
      const { events, leftOut } = read(event('UID:bad', ...lines), good)
      assert.deepEqual([events.map(({ uid }) => uid), leftOut.map(({ uid }) => uid)], [['good'], ['bad']])
      assert.match(leftOut[0]?.why ?? '', why)
    }
    const part = event('UID:bad', 'RECURRENCE-ID:20260403T150000Z', start, 'no line')
    assert.deepEqual(read(event('UID:bad', start, hour), part, good).events.length, 1)
    assert.match(read(event(`UID:${'u'.repeat(1001)}`, start, hour)).leftOut[0]?.why ?? '', /at most 1000/)
    const long = read(event('UID:a', start, hour, `SUMMARY:${'x'.repeat(499)}😀`))
    assert.equal(long.events[0]?.why?.isWellFormed(), true)
  })

  it('several calendars in a row are one', () => {
    const one = (uid: string) => [
      'BEGIN:VCALENDAR',
      ...event(`UID:${uid}`, 'DTSTART:20260402T150000Z', 'DURATION:PT1H'),
      'END:VCALENDAR',
      '',
    ]
    assert.deepEqual(
      readText([...one('a'), ...one('b')].join('\r\n')).events.map(({ uid }) => uid),
      ['a', 'b'],
    )
  })
})
