import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spansOf } from '../time/recurrence.ts'
import { readCalendarText } from './calendar-text.ts'
import { namedZone } from './calendar-zones.ts'
import { readCalendar } from './read-calendar.ts'
import { conflictsWith, findSlots } from './slots.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const read = (...events: string[][]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n')
  return readText(text)
}
const at = new Date('2026-03-01T00:00:00Z')
const readText = (text: string) => readCalendar(readCalendarText(text), { timeZone: 'America/Denver', at })
/** When somebody is busy, in the days around some events. */
const busy = ({ events }: ReturnType<typeof readCalendar>, from = '2026-03-01', to = '2026-03-20') =>
  events
    .flatMap((event) =>
      event.busy.flatMap((span) => spansOf(span, { from: Date.parse(from), to: Date.parse(to) })),
    )
    .toSorted((a, b) => a.from - b.from)
    .map((span) => [span.from, span.to].map((ms) => new Date(ms).toISOString().slice(5, 16)).join('/'))
const unclear = ({ events }: ReturnType<typeof readCalendar>) =>
  events.map((event) => event.unclear ?? '').join()
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

  it('is busy where Outlook says so, whatever else stands there', () => {
    for (const status of ['BUSY', 'OOF', 'TENTATIVE']) {
      const calendar = read(
        event('UID:a', 'TRANSP:TRANSPARENT', `X-MICROSOFT-CDO-BUSYSTATUS:${status}`, start, hour),
      )
      assert.deepEqual(busy(calendar), [mondays[0]], status)
      assert.equal(
        unclear(calendar),
        'It says both that it takes time and that it takes none: taken as busy.',
      )
    }
    for (const status of ['FREE', 'WORKINGELSEWHERE']) {
      const calendar = read(
        event('UID:a', 'TRANSP:TRANSPARENT', `X-MICROSOFT-CDO-BUSYSTATUS:${status}`, start, hour),
      )
      assert.deepEqual([busy(calendar), unclear(calendar)], [[], ''], status)
    }
  })

  const start = 'DTSTART:20260302T150000Z'
  const hour = 'DURATION:PT1H'
  const mondays = ['03-02T15:00/03-02T16:00', '03-09T15:00/03-09T16:00', '03-16T15:00/03-16T16:00']

  it('rules that Google and Outlook write are understood: WKST, no end, local ends, two rules', () => {
    for (const rule of [
      'FREQ=WEEKLY;WKST=SU;UNTIL=20260317T000000Z;BYDAY=MO',
      'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;WKST=MO',
      'FREQ=WEEKLY;BYDAY=MO;',
      'FREQ=WEEKLY;UNTIL=20260316',
      'FREQ=WEEKLY;UNTIL=20260316T150000',
      'FREQ=WEEKLY;BYHOUR=15;BYMINUTE=0;BYSECOND=0',
    ]) {
      const calendar = read(event('UID:a', start, hour, `RRULE:${rule}`))
      assert.deepEqual([busy(calendar), unclear(calendar)], [mondays, ''], rule)
    }
    const two = read(event('UID:a', start, hour, 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'))
    const all = [mondays[0], mondays[0], '03-03T15:00/03-03T16:00', mondays[1]]
    assert.deepEqual([busy(two), unclear(two)], [all, ''])
    const local = read(
      event('UID:a', `DTSTART;${inZone}:20260302T200000`, hour, 'RRULE:FREQ=DAILY;UNTIL=20260303T200000'),
    )
    assert.equal(busy(local).length, 2, 'the second begins at 01:00 on the 4th by UTC')
  })

  it('a rule without an end goes on for ever', () => {
    const calendar = read(event('UID:a', start, hour, 'RRULE:FREQ=YEARLY'))
    assert.deepEqual(busy(calendar, '2096-01-01', '2097-01-01'), ['03-02T15:00/03-02T16:00'])
  })

  it('one that says twice when it begins or ends is busy whenever that may be, and listed', () => {
    const twice = read(event('UID:a', start, 'DTSTART:20260309T150000Z', hour))
    assert.deepEqual(busy(twice), mondays.slice(0, 2))
    assert.match(unclear(twice), /several times when it begins or ends/)
    const between = read(event('UID:a', start, 'DTSTART:20260302T170000Z'))
    assert.deepEqual(busy(between), ['03-02T15:00/03-02T17:00'])
    assert.match(unclear(between), /no end: taken as busy between them/)
    const ends = read(event('UID:a', start, 'DTEND:20260302T153000Z', 'DTEND:20260302T170000Z'))
    assert.ok(busy(ends).includes('03-02T15:00/03-02T17:00'))
    assert.match(unclear(ends), /several times/)
  })

  it('what has no length is busy at its moment, and is no fault', () => {
    const moment = '2026-03-02T15:00:00'
    for (const lines of [
      [start],
      [start, 'DTEND:20260302T150000Z'],
      [start, 'DURATION:PT0S'],
      [start, 'DURATION:PT0S', 'RRULE:FREQ=DAILY;COUNT=2'],
      [start, 'DURATION:PT0S', 'RDATE:20260303T150000Z'],
      ['DTSTART:20260301T150000Z', 'DURATION:PT0S', 'EXDATE:20260301T150000Z', 'RDATE:20260302T150000Z'],
      ['RECURRENCE-ID:20260302T120000Z', start],
    ]) {
      const calendar = read(event('UID:a', ...lines))
      const days = lines.some((line) => /COUNT|RDATE:20260303/.test(line)) ? ['02', '03'] : ['02']
      const expected = days.map((day) => `03-${day}T15:00/03-${day}T15:00`)
      assert.deepEqual([busy(calendar), unclear(calendar), calendar.leftOut], [expected, '', []])
    }
    const [
      {
        busy: [one],
      } = { busy: [] },
    ] = read(event('UID:a', start)).events
    assert.deepEqual(one, { starts: moment, ends: '2026-03-02T15:00:01', timeZone: 'UTC' })
    for (const period of ['20260302T150000Z/PT0S', '20260302T150000Z/20260302T150000Z']) {
      const report = readText(`BEGIN:VFREEBUSY\r\nUID:a\r\nFREEBUSY:${period}\r\nEND:VFREEBUSY`)
      assert.deepEqual([busy(report), unclear(report)], [['03-02T15:00/03-02T15:00'], ''])
    }
  })

  it('what has no length stands against a session that begins or goes on then, and against no other', () => {
    const { events } = read(event('UID:a', 'DTSTART:20260302T150000Z', 'DTEND:20260302T150000Z'))
    const day = { from: Date.parse('2026-03-02T00:00Z'), to: Date.parse('2026-03-03T00:00Z') }
    const taken = events.flatMap((event) => event.busy.flatMap((span) => spansOf(span, day)))
    const judge = { kind: 'adjudicator' as const, id: 'judge', name: 'Ada Judge' }
    const calendars = [{ participant: judge, busy: taken, booked: [] }]
    const search = { calendars, blackouts: [], timeZone: 'UTC' }
    const whys = (from: string, to: string) =>
      conflictsWith({ from: Date.parse(from), to: Date.parse(to) }, search).map(({ why }) => why)
    const isBusy = ['Ada Judge is not available at that time.']
    assert.deepEqual(whys('2026-03-02T14:30Z', '2026-03-02T15:30Z'), isBusy)
    assert.deepEqual(whys('2026-03-02T15:00Z', '2026-03-02T15:30Z'), isBusy)
    assert.deepEqual(whys('2026-03-02T14:30Z', '2026-03-02T15:00Z'), [])
    assert.deepEqual(whys('2026-03-02T15:01Z', '2026-03-02T15:30Z'), [])
    const found = findSlots({
      ...search,
      ...{ from: '2026-03-02', to: '2026-03-02', minutes: 30, notBefore: at, limit: 10 },
      day: { firstStart: '14:00', slotsPerDay: 4, slotMinutes: 30, startEveryMinutes: 15 },
    })
    const starts = found.slots.map(({ startsAt }) => startsAt.toISOString().slice(11, 16)).toSorted()
    assert.deepEqual(starts, ['14:00', '14:15', '14:30', '15:15', '15:30'])
    assert.deepEqual(found.blocking, [{ participant: judge, starts: 2 }])
  })

  it('is busy for a day where its end stands in a line that cannot be read', () => {
    for (const line of ['DTEND TZID=UTC 20260302T160000Z', 'DURATION PT1H']) {
      const calendar = read(event('UID:a', start, line))
      assert.deepEqual(busy(calendar), ['03-02T15:00/03-03T15:00'], line)
      assert.match(unclear(calendar), /It says no end that can be read: taken as busy for a day/, line)
    }
  })

  it('is read with spaces around names', () => {
    const zone = 'TZID = America/New_York'
    const calendar = read(
      event('UID:a', `DTSTART; ${zone}:20260302T100000`, `DTEND ;${zone}: 20260302T110000`, 'SEQUENCE :2'),
    )
    assert.deepEqual([busy(calendar), unclear(calendar)], [[mondays[0]], ''])
  })

  it('lasts longer than a month', () => {
    const calendar = read(event('UID:a', 'DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20270101'))
    assert.equal(busy(calendar).length, 1)
    assert.equal(
      busy(read(event('UID:a', start, 'DTEND:99991231T000000Z')), '2040-01-01', '2040-01-02').length,
      1,
    )
  })

  it('zones are known by the names that programs give them', () => {
    for (const [name, zone] of [
      ['Eastern Standard Time', 'America/New_York'],
      ['W. Europe Standard Time', 'Europe/Berlin'],
      ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
      ['(GMT-08.00) Pacific Time (US & Canada); Tijuana', 'America/Los_Angeles'],
      ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
      ['tzone://Microsoft/Utc', 'Etc/UTC'],
      ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', 'Europe/Berlin'],
      ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ] as const)
      assert.equal(namedZone(name)?.toLowerCase(), zone.toLowerCase(), name)
    for (const tzid of ['"Eastern Standard Time"', '(UTC-05:00) Eastern Time (US & Canada)']) {
      const calendar = read(event('UID:a', `DTSTART;TZID=${tzid}:20260302T090000`, hour))
      assert.deepEqual([busy(calendar), unclear(calendar)], [['03-02T14:00/03-02T15:00'], ''])
    }
  })

  it('a zone that only the file describes is the one with the same changes, or all that it may be', () => {
    const described = (daylight: string) => [
      ...['BEGIN:VTIMEZONE', 'TZID:Office Time', 'BEGIN:STANDARD', 'DTSTART:16010101T020000'],
      ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `RRULE:FREQ=YEARLY;BYDAY=${daylight};BYMONTH=3`],
      ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ]
    const office = event('UID:a', 'DTSTART;TZID=Office Time:20260309T090000', hour)
    const same = read(described('2SU'), office)
    assert.deepEqual([busy(same), unclear(same)], [['03-09T13:00/03-09T14:00'], ''])
    const other = read(described('3SU'), office)
    assert.deepEqual(busy(other), ['03-09T13:00/03-09T15:00'])
    assert.match(unclear(other), /time zone is not known/)
    const unknown = read(office)
    assert.deepEqual(busy(unknown), ['03-08T19:00/03-09T22:00'])
    assert.match(unclear(unknown), /time zone is not known/)
  })

  it('times without a zone are busy by the zone of the import, and by that of the calendar', () => {
    const floating = event('UID:a', 'DTSTART:20260302T080000', 'DTEND:20260302T090000')
    const calendar = read(['X-WR-TIMEZONE:America/New_York'], floating)
    assert.deepEqual(busy(calendar), ['03-02T13:00/03-02T14:00', '03-02T15:00/03-02T16:00'])
  })

  it('what is not understood is busy for all that it may mean, and says why', () => {
    const daily = ['03-02T15:00/03-02T16:00', '03-03T15:00/03-03T16:00', '03-04T15:00/03-04T16:00']
    const rule = (text: string) => [start, hour, `RRULE:${text}`]
    for (const [why, lines, expected] of [
      [
        /finer than daily/,
        rule('FREQ=HOURLY;COUNT=3'),
        ['03-02T00:00/03-03T01:00', '03-03T00:00/03-04T01:00'],
      ],
      [/Its rule is not understood/, rule('FREQ=SOMETIMES;UNTIL=20260304T235959Z'), daily],
      [/Its rule is not understood/, rule('FREQ=DAILY;BYEASTER=1;UNTIL=20260304'), daily],
      [/end of its rule cannot be read/, rule('FREQ=WEEKLY;UNTIL=soon'), mondays],
      [/read its rule in two ways/, rule('FREQ=WEEKLY;COUNT=3;UNTIL=20260302'), [mondays[0], ...mondays]],
      [/has an EXRULE/, [...rule('FREQ=WEEKLY;COUNT=3'), 'EXRULE:FREQ=WEEKLY;COUNT=2'], mondays],
      [/leaves out or moves a time/, [...rule('FREQ=WEEKLY;COUNT=3'), 'EXDATE;VALUE=DATE:20260309'], mondays],
      [/leaves out or moves a time/, [...rule('FREQ=WEEKLY;COUNT=3'), 'EXDATE:20260309T000000Z'], mondays],
      [
        /begins on a day without a time/,
        ['DTSTART;VALUE=DATE:20260302', 'DURATION:PT1H'],
        ['03-02T07:00/03-03T07:00'],
      ],
      [/has a rule of its own/, [...rule('FREQ=WEEKLY;COUNT=3'), 'RECURRENCE-ID:20260302T150000Z'], mondays],
      [/day that it leaves out/, [...rule('FREQ=WEEKLY;COUNT=3'), 'EXDATE:later'], mondays],
      [/ends before it begins/, [start, 'DTEND:20260302T140000Z'], ['03-02T15:00/03-03T15:00']],
      [/When it ends cannot be read/, [start, 'DTEND:2026'], ['03-02T15:00/03-03T15:00']],
      [/How long it lasts cannot be read/, [start, 'DURATION:garbage'], ['03-02T15:00/03-03T15:00']],
      [/When it begins cannot be read/, ['DTSTART:20260302T990000Z', hour], ['03-02T07:00/03-03T08:00']],
      [
        /When it begins cannot be read/,
        ['DTSTART:20260302', 'DURATION:P1W'].map((line) => line.replace('0302', '0302T9')),
        ['03-02T07:00/03-10T06:00'],
      ],
      [/When it begins cannot be read/, ['DTEND:20260302T150000Z'], ['03-02T07:00/03-03T15:00']],
      [/A line of it cannot be read/, [start, hour, 'a line of nothing'], [mondays[0]]],
      [/SEQUENCE/, [start, hour, 'SEQUENCE:99999999999'], [mondays[0]]],
      [
        /further times is a day/,
        [start, hour, 'RDATE;VALUE=DATE:20260305'],
        [mondays[0], '03-05T00:00/03-06T01:00'],
      ],
      [
        /further times cannot be read/,
        [start, hour, 'RDATE:20260305T9'],
        [mondays[0], '03-05T07:00/03-06T07:00'],
      ],
    ] as const) {
      const calendar = read(event('UID:odd', ...lines), event('UID:good', start, hour))
      const odd = { ...calendar, events: calendar.events.filter(({ uid }) => uid === 'odd') }
      assert.match(unclear(odd), why)
      assert.deepEqual(busy(odd).slice(0, expected.length), expected, lines.join())
      assert.equal(calendar.events.length, 2)
      assert.deepEqual(calendar.leftOut, [])
    }
  })

  it('lines that are folded over empty ones, events without a calendar, and events in what was not ended, are read', () => {
    const folded = read([
      'BEGIN:VEVENT',
      'UID',
      '',
      ' :folded',
      'DTSTART',
      '',
      ' :20260302T150000Z',
      hour,
      'END:VEVENT',
    ])
    assert.deepEqual([folded.events[0]?.uid, busy(folded), unclear(folded)], ['folded', [mondays[0]], ''])
    const bare = readText(event('UID:bare', start, hour).join('\r\n'))
    assert.deepEqual([bare.events[0]?.uid, busy(bare)], ['bare', [mondays[0]]])
    const open = read(
      ['BEGIN:VTODO', 'BEGIN:VEVENT', 'UID:open', start, hour],
      event('UID:inner', start, hour),
    )
    assert.deepEqual(
      [open.events.map(({ uid }) => uid), busy(open)],
      [
        ['open', 'inner'],
        [mondays[0], mondays[0]],
      ],
    )
  })

  it('an event that is cut off may go on in any way: it is busy every day from then on', () => {
    const calendar = readText(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', start].join('\r\n'))
    assert.deepEqual(busy(calendar, '2026-03-01', '2026-03-02T12:00Z'), ['03-02T00:00/03-04T00:00'])
    assert.equal(busy(calendar, '2031-07-01T00:00Z', '2031-07-01T00:01Z').length > 0, true)
    assert.match(unclear(calendar), /ends within it/)
  })

  it('a time with a zone that also says that it is of UTC is busy by either', () => {
    const both = read(
      event('UID:a', `DTSTART;${inZone}:20260302T150000Z`, `DTEND;${inZone}:20260302T160000Z`),
    )
    assert.deepEqual(busy(both), [mondays[0], '03-02T20:00/03-02T21:00'])
    assert.match(unclear(both), /names a zone and UTC/)
  })

  it('a rule in UTC comes by UTC, and by the clock of the zone that the calendar names for itself', () => {
    const weekly = event('UID:a', start, hour, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const calendar = read(['X-WR-TIMEZONE:America/New_York'], weekly)
    assert.deepEqual(busy(calendar), [mondays[0], mondays[0], '03-09T14:00/03-09T15:00', mondays[1]])
    assert.deepEqual(busy(read(['X-WR-TIMEZONE:America/Phoenix'], event('UID:a', start, hour))), [mondays[0]])
  })

  it('an event that has no UID, too long a UID, or one that another has, is busy', () => {
    const none = read(event(start, hour), event('DTSTART:20260303T150000Z', hour))
    assert.deepEqual([busy(none).length, new Set(none.events.map(({ uid }) => uid)).size], [2, 2])
    assert.match(unclear(none), /has no UID/)
    assert.equal(
      read(event(start, hour)).events[0]?.uid,
      none.events[0]?.uid,
      'the same when it is read again',
    )
    const long = read(event(`UID:${'u'.repeat(1001)}`, start, hour))
    assert.match(unclear(long), /more than 1000 characters/)
    assert.deepEqual(busy(long), [mondays[0]])
    const twice = read(event('UID:a', start, hour), event('UID:a', 'DTSTART:20260303T150000Z', hour))
    assert.deepEqual([busy(twice).length, twice.events.length], [2, 1])
    assert.match(unclear(twice), /Two events have its UID/)
  })

  it('a change of many instances at once is busy at either time', () => {
    const weekly = event('UID:a', start, hour, 'RRULE:FREQ=WEEKLY;COUNT=3')
    const from = event(
      'UID:a',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260309T150000Z',
      'DTSTART:20260310T180000Z',
      hour,
    )
    const found = busy(read(weekly, from))
    for (const one of [...mondays, '03-10T18:00/03-10T19:00', '03-17T18:00/03-17T19:00'])
      assert.ok(found.includes(one), one)
    assert.match(unclear(read(weekly, from)), /RANGE/)
  })

  it('an event without any day is left out, and says so', () => {
    const { events, leftOut } = read(event('UID:a', 'SUMMARY:Lunch', hour), event('UID:b', start, hour))
    assert.deepEqual(
      [events.map(({ uid }) => uid), leftOut.map(({ uid, summary }) => [uid, summary])],
      [['b'], [['a', 'Lunch']]],
    )
    assert.match(leftOut[0]?.why ?? '', /says when it is/)
  })

  it('begins when it says, also where its rule does not come then', () => {
    const calendar = read(event('UID:a', start, hour, 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1'))
    assert.deepEqual(busy(calendar), [mondays[0], '03-03T15:00/03-03T16:00'])
  })

  it('reports of free and busy time count, and so do periods', () => {
    const report = [
      'BEGIN:VFREEBUSY',
      'UID:f',
      'FREEBUSY:20260302T150000Z/PT1H,20260309T150000Z/20260309T160000Z',
    ]
    const free = 'FREEBUSY;FBTYPE=FREE:20260310T150000Z/PT1H'
    assert.deepEqual(busy(read([...report, free, 'END:VFREEBUSY'])), mondays.slice(0, 2))
    const period = event('UID:a', start, hour, 'RDATE;VALUE=PERIOD:20260309T150000Z/PT3H')
    assert.deepEqual(busy(read(period)), [mondays[0], '03-09T15:00/03-09T18:00'])
  })

  it('a calendar with too many instances to be worked out is busy throughout', () => {
    const daily = Array.from({ length: 280 }, (_, index) =>
      event(`UID:${index}`, start, hour, 'RRULE:FREQ=DAILY'),
    )
    const { events } = read(...daily)
    assert.equal(events.length, 280)
    const last = events.at(-1)
    assert.match(last?.unclear ?? '', /busy throughout/)
    assert.equal(
      busy({ events: [last as NonNullable<typeof last>], leftOut: [] }, '2030-01-01', '2030-01-03').length,
      1,
    )
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

  it('a long name is cut where a character ends', () => {
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
