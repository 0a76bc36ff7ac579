import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { writeCalendar } from '../../core/session/write-calendar.ts'

export const debianPackages = ['python3-dateutil']

const run = promisify(execFile)
const moments = [
  '2026-01-15T12:30:00.000Z',
  '2026-03-29T05:30:00.000Z',
  '2026-07-15T12:30:00.000Z',
  '2026-12-31T23:30:00.000Z',
]
/** Of each calendar, the times by the clock and the zone as the file describes it, told in UTC. */
const reader = `
import sys, io, re, datetime
from dateutil.tz import tzical, UTC
for name in sys.argv[1:]:
    text = open(name, newline='').read()
    zones = tzical(io.StringIO(text.replace('\\r\\n', '\\n')))
    for zone, at in re.findall(r'^DTSTART(?:;TZID=([^:]+))?:(\\d{8}T\\d{6})Z?\\r$', text.split('BEGIN:VEVENT', 1)[1], re.M):
        local = datetime.datetime.strptime(at, '%Y%m%dT%H%M%S')
        print(local.replace(tzinfo=zones.get(zone) if zone else UTC).astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%S.000Z'))
`

describe('the zones of a calendar, by dateutil', () => {
  it('are read from the file alone, and give the moment that was meant, in every zone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-zones-'))
    try {
      const zones = Intl.supportedValuesOf('timeZone')
      const paths = await Promise.all(
        zones.map(async (timeZone, at) => {
          const path = join(folder, `${at}.ics`)
          await writeFile(path, writeCalendar(timeZone, eventsIn(timeZone)))
          return path
        }),
      )
      const { stdout } = await run('python3', ['-c', reader, ...paths])
      const read = stdout.trim().split('\n')
      assert.equal(read.length, zones.length * moments.length)
      for (const [at, timeZone] of zones.entries())
        assert.deepEqual(read.slice(at * moments.length, (at + 1) * moments.length), moments, timeZone)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

const eventsIn = (timeZone: string) =>
  moments.map((startsAt, at) => ({
    sessionId: `session_${at}`,
    slot: { startsAt, minutes: 60, timeZone },
    isCancelled: false,
    revision: 1,
    changedAt: new Date('2026-01-02T03:04:05Z'),
    summary: timeZone,
  }))
