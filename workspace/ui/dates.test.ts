import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCalendarDay } from './calendar-day.ts'
import { age, calendarDay, dayFromToday, endOf, hoursUntil, noonOf } from './dates.ts'

/** As a reader in a zone has it; nothing else runs in between. */
function inZone<Result>(zone: string, read: () => Result): Result {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    return read()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}

const late = new Date('2026-03-08T04:30:00Z')

describe('days where the reader is', () => {
  it('are counted by the calendar, over a change of the clock too', () => {
    // 23:30 on the day before the clock is put forward: fourteen times 24 hours on it is a day too late.
    assert.equal(
      inZone('America/New_York', () => dayFromToday(0, late)),
      '2026-03-07',
    )
    assert.equal(
      inZone('America/New_York', () => dayFromToday(14, late)),
      '2026-03-21',
    )
    assert.equal(
      inZone('Asia/Tokyo', () => dayFromToday(14, late)),
      '2026-03-22',
    )
    // 00:30 on a day of 25 hours: 24 hours on it is the same day.
    assert.equal(
      inZone('America/New_York', () => dayFromToday(1, new Date('2026-11-01T04:30:00Z'))),
      '2026-11-02',
    )
  })

  it('are the same day everywhere, at every hour of a year and for every number of days', () => {
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata', 'UTC'])
      inZone(zone, () => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
        for (let hour = 0; hour < 365 * 24; hour += 7) {
          const now = new Date(Date.UTC(2026, 0, 1, hour, 30))
          const today = shown.format(now)
          assert.equal(dayFromToday(0, now), today)
          const days = hour % 120
          const expected = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
          assert.equal(dayFromToday(days, now), expected, `${days} days from ${today} in ${zone}`)
        }
      })
  })

  it('have a noon and a last moment', () => {
    const ends = (zone: string, day: string) => inZone(zone, () => endOf(day).toISOString())
    assert.equal(
      inZone('America/New_York', () => noonOf('2026-03-08').toISOString()),
      '2026-03-08T16:00:00.000Z',
    )
    assert.equal(ends('America/New_York', '2026-03-07'), '2026-03-08T04:59:59.999Z')
    // At midnight the clock is put back, and the last hour of the day comes twice; or forward, and the next has no midnight.
    assert.equal(ends('America/Santiago', '2026-04-04'), '2026-04-05T03:59:59.999Z')
    assert.equal(ends('America/Santiago', '2026-09-05'), '2026-09-06T03:59:59.999Z')
  })

  it('are days that the calendar has', () => {
    const days = ['2024-02-29', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', 'today']
    assert.deepEqual(days.map(isCalendarDay), [true, false, false, false, false, false])
  })
})

describe('how long ago', () => {
  it('is in the largest unit that is not zero', () => {
    const ago = (minutes: number) => age(new Date(late.getTime() - minutes * 60_000), late)
    assert.deepEqual([-5, 0, 59, 60, 1439, 1440, 4321].map(ago), [
      '0 min',
      '0 min',
      '59 min',
      '1 h',
      '23 h',
      '1 d',
      '3 d',
    ])
    assert.equal(hoursUntil('2026-03-08T06:30:00Z', late), 2)
  })
})

describe('a day in words', () => {
  it('has three letters for every month', () => {
    Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
    assert.deepEqual(['2026-08-31', '2026-09-01', '2026-10-12'].map(calendarDay), [
      '31 Aug 2026',
      '1 Sep 2026',
      '12 Oct 2026',
    ])
  })
})
