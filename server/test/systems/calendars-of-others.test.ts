import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { readCalendarText } from '../../core/session/calendar-text.ts'
import { readCalendar } from '../../core/session/read-calendar.ts'
import { spansOf } from '../../core/time/recurrence.ts'
import { mergeSpans, type Span, subtract } from '../../core/time/spans.ts'

export const debianPackages = ['python3-icalendar', 'python3-recurring-ical-events']

const folders = [
  join(import.meta.dirname, '../calendars/of-others'),
  '/usr/lib/python3/dist-packages/icalendar/tests',
]
const timeZone = 'America/Denver'

/**
 * The busy spans of each event by its UID, in seconds; what begins and ends at once is busy for one. A file that cannot be read whole is read again event by event. Zones
 * that files describe are forgotten after each.
 */
const reader = `
import sys, json, re, datetime, warnings
warnings.filterwarnings('ignore')
import icalendar, icalendar.prop, recurring_ical_events, pytz
zone = pytz.timezone('${timeZone}')
def moment(value):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    return int((zone.localize(value) if value.tzinfo is None else value).timestamp())
def read(data, horizons):
    found = {}
    for calendar in icalendar.Calendar.from_ical(data, multiple=True):
        for event in calendar.walk('VEVENT'):
            found.setdefault(str(event.get('UID', '')).strip(), [])
        for start, end in horizons:
            span = [datetime.datetime.fromtimestamp(at, datetime.timezone.utc) for at in (start, end)]
            for event in recurring_ical_events.of(calendar).between(*span):
                if str(event.get('STATUS', '')).upper() == 'CANCELLED' or str(event.get('TRANSP', '')).upper() == 'TRANSPARENT':
                    continue
                begins, ends = moment(event['DTSTART'].dt), moment(event['DTEND'].dt)
                if begins == ends: ends += 1
                if begins < ends and begins < end and ends > start:
                    found[str(event.get('UID', '')).strip()].append([max(begins, start), min(ends, end)])
    return found
def one_by_one(data, horizons):
    found = {}
    text = re.sub(rb'\\r?\\n[ \\t]', b'', data)
    for calendar in re.findall(rb'(?ims)^BEGIN:VCALENDAR.*?^END:VCALENDAR', text):
        kept = re.findall(rb'(?ims)^BEGIN:VTIMEZONE.*?^END:VTIMEZONE\\r?$|^X-WR-TIMEZONE:[^\\r\\n]*', calendar)
        events = {}
        for event in re.findall(rb'(?ims)^BEGIN:VEVENT.*?^END:VEVENT\\r?$', calendar):
            uid = re.search(rb'(?im)^UID:(.*)$', event)
            events.setdefault(uid.group(1).strip() if uid else b'', []).append(event)
        for uid, parts in events.items():
            lines = [b'BEGIN:VCALENDAR', b'VERSION:2.0', *kept, *parts, b'END:VCALENDAR', b'']
            try: found.update(read(b'\\r\\n'.join(lines), horizons))
            except Exception: found[uid.decode('utf8', 'replace')] = None
    return found
for path, horizons in json.load(sys.stdin):
    icalendar.prop._timezone_cache.clear()
    data = open(path, 'rb').read()
    try: found = read(data, horizons)
    except Exception: found = one_by_one(data, horizons)
    print(json.dumps(found))
`

type Calendar = { path: string; text: string; horizons: Span[] }

const yearStarts = (year: number) => Date.UTC(year, 0, 1)

/** The years in which its events begin, two by two, and those to come. */
function horizonsOf(text: string): Span[] {
  const years = [...text.matchAll(/^DTSTART[^\n]*?[:\s](\d{4})\d{4}/gm)].map(([, year]) => Number(year))
  const horizons: Span[] = []
  for (const year of [...years, 2026].filter((one) => one >= 1990).toSorted((one, other) => one - other)) {
    const last = horizons.at(-1)
    if (!last || yearStarts(year) >= last.to)
      horizons.push({ from: yearStarts(year), to: yearStarts(year + 2) })
  }
  return horizons
}

type Ours = { busy: Span[]; isListed: boolean }

function readOurs({ text, horizons }: Calendar): Map<string, Ours> {
  const found = new Map<string, Ours>()
  for (const within of horizons) {
    const { events, leftOut } = readCalendar(readCalendarText(text), { timeZone, at: new Date(within.from) })
    for (const { uid, busy, unclear } of events) {
      const had = found.get(uid) ?? { busy: [], isListed: false }
      const spans = busy.flatMap((one) => spansOf(one, within))
      const cut = spans.map(({ from, to }) => ({
        from: Math.max(from, within.from),
        to: Math.min(to, within.to),
      }))
      found.set(uid, { busy: [...had.busy, ...cut], isListed: had.isListed || unclear !== undefined })
    }
    for (const { uid } of leftOut) found.set(uid, { busy: [], isListed: true })
  }
  return found
}

/** Files with events that are busy for longer here, and why. */
const moreHere: Readonly<Record<string, string>> = {
  'ical-test14.ics': 'a rule in UTC is busy by UTC, too, and not only by the clock of X-WR-TIMEZONE',
  'ical-test3.ics': 'times without a zone are busy by the zone of the import, and by X-WR-TIMEZONE',
  'python-ical-datetime_vtimezone.ics': 'see below',
  'python-ical-rrule-exdate-mismatch.ics': 'a time among whole days leaves out nothing',
  'vobject-ruby_rrule.ics': 'a rule without FREQ is daily, and listed',
  'multiple.ics': 'a day without an end is a whole day; the other takes no time for it',
}
/** Files with events that are busy here at another time. */
const lessHere: Readonly<Record<string, string>> = {
  'python-ical-datetime_vtimezone.ics':
    'the other does not take the zone that the file describes: it is 7 hours behind',
}

describe('calendars that others wrote', { timeout: 300_000 }, () => {
  it('are busy when an independent reader says so, event by event, or the difference is known', (test) => {
    const calendars = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ics'))
        .map((name): Calendar => {
          const path = join(folder, name)
          const text = readFileSync(path, 'utf8')
          return { path, text, horizons: horizonsOf(text) }
        }),
    )
    const asked = calendars.map(({ path, horizons }) => [
      path,
      horizons.map(({ from, to }) => [from / 1000, to / 1000]),
    ])
    const printed = execFileSync('/usr/bin/python3', ['-c', reader], {
      input: JSON.stringify(asked),
      maxBuffer: 1e9,
    })
    const answers = printed.toString().trim().split('\n')
    const count = { events: 0, same: 0, unread: 0 }
    const [isMore, isLess] = [new Set<string>(), new Set<string>()]
    let different = 0
    const unlisted = new Set<string>()
    for (const [index, calendar] of calendars.entries()) {
      const ours = readOurs(calendar)
      const theirs = JSON.parse(answers[index] ?? '{}') as Record<string, [number, number][] | null>
      for (const [uid, spans] of Object.entries(theirs)) {
        if (uid === '') continue
        count.events += 1
        const { busy, isListed } = ours.get(uid) ?? { busy: [], isListed: false }
        if (spans === null) {
          count.unread += 1
          if (!isListed) unlisted.add(basename(calendar.path))
          continue
        }
        const [mine, other] = [
          mergeSpans(busy),
          mergeSpans(spans.map(([from, to]) => ({ from: from * 1000, to: to * 1000 }))),
        ]
        const [less, more] = [subtract(other, mine), subtract(mine, other)]
        if (less.length > 0) isLess.add(basename(calendar.path))
        if (more.length > 0) isMore.add(basename(calendar.path))
        if (less.length === 0 && more.length === 0) count.same += 1
        else different += 1
      }
    }
    test.diagnostic(
      `${calendars.length} files, ${count.events} events, ${count.same} alike, ${different} explained, ${count.unread} unread by the other`,
    )
    assert.ok(count.events > 200)
    assert.deepEqual([...isLess], Object.keys(lessHere))
    assert.deepEqual([...unlisted], [], 'what the other does not read is listed here')
    assert.deepEqual([...isMore].toSorted(), Object.keys(moreHere).toSorted())
  })
})
