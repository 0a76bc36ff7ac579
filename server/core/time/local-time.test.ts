import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayIn, isWithin, nextAt, timeIn } from './local-time.ts'
import { faultOfTimeZone } from './zone-names.ts'

const zone = 'America/New_York'
const next = (clock: string, now: string, timeZone = zone) =>
  nextAt(clock, new Date(now), timeZone).toISOString()
const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

describe('local time', () => {
  it('is what the clock of the zone shows', () => {
    const at = new Date('2026-01-02T03:04:05Z')
    assert.equal(dayIn(at, zone), '2026-01-01')
    assert.equal(timeIn(at, zone), '22:04')
    assert.equal(timeIn(at, 'Asia/Kolkata'), '08:34')
  })

  it('comes next today or tomorrow', () => {
    assert.equal(next('07:00', '2026-01-02T03:04:05Z'), '2026-01-02T12:00:00.000Z')
    assert.equal(next('07:00', '2026-01-02T12:00:00Z'), '2026-01-02T12:00:00.000Z')
    assert.equal(next('07:00', '2026-01-02T12:00:01Z'), '2026-01-03T12:00:00.000Z')
  })

  it('follows summer time over the night', () => {
    assert.equal(next('07:00', '2026-03-08T04:00:00Z'), '2026-03-08T11:00:00.000Z')
    assert.equal(next('07:00', '2026-11-01T03:00:00Z'), '2026-11-01T12:00:00.000Z')
  })

  it('that is skipped comes an hour later, and of two it is the next', () => {
    assert.equal(next('02:30', '2026-03-08T04:00:00Z'), '2026-03-08T07:30:00.000Z')
    assert.equal(next('01:30', '2026-11-01T03:00:00Z'), '2026-11-01T05:30:00.000Z')
    assert.equal(next('01:30', '2026-11-01T06:10:00Z'), '2026-11-01T06:30:00.000Z')
  })

  it('comes when a clock on the wall next shows it, around every change of the clock', () => {
    const minute = 60_000
    const day = 24 * 60
    for (const { timeZone, around, skipped } of [
      { timeZone: zone, around: '2026-03-08T07:00:00Z', skipped: { from: '02:00', by: 60 } },
      { timeZone: zone, around: '2026-11-01T06:00:00Z' },
      { timeZone: 'Australia/Lord_Howe', around: '2026-04-04T15:00:00Z' },
      { timeZone: 'Australia/Lord_Howe', around: '2026-10-03T15:30:00Z', skipped: { from: '02:00', by: 30 } },
      // At midnight: it is the day before again.
      { timeZone: 'America/Santiago', around: '2026-04-05T03:00:00Z' },
      { timeZone: 'America/Santiago', around: '2026-09-06T04:00:00Z', skipped: { from: '00:00', by: 60 } },
    ]) {
      const start = Date.parse(around) - day * minute
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
      const shown = Array.from({ length: 3 * day }, (_, index) => wall.format(start + index * minute))
      // The hours around the change on the day before, which has every time once.
      const clocks = shown
        .slice(0, 180)
        .concat(shown.slice(day - 120, day))
        .filter((time) => /(00|15|30|45)$/.test(time))
      for (const clock of clocks) {
        const times = shown.flatMap((time, index) => (time === clock ? [index] : []))
        const late = minutes(clock) - minutes(skipped?.from ?? '24:00')
        if (skipped && late >= 0 && late < skipped.by) times.push(day + late)
        for (let at = day - 240; at <= day + 240; at += 15) {
          const expected = Math.min(...times.filter((index) => index >= at))
          const found = nextAt(clock, new Date(start + at * minute), timeZone).getTime()
          assert.equal((found - start) / minute, expected, `${clock} in ${timeZone} at ${shown[at]} (${at})`)
        }
      }
    }
  })

  it('hours may go past midnight', () => {
    const night = { from: '21:00', to: '07:00' }
    const during = (time: string) => isWithin(night, new Date(`2026-01-02T${time}:00Z`), 'UTC')
    assert.deepEqual(['20:59', '21:00', '00:00', '06:59', '07:00'].map(during), [
      false,
      true,
      true,
      true,
      false,
    ])
    assert.equal(isWithin({ from: '08:00', to: '08:00' }, new Date('2026-01-02T08:00:00Z'), 'UTC'), false)
  })

  it('knows which zones there are', () => {
    const isKnown = (name: string) => faultOfTimeZone(name) === undefined
    assert.deepEqual(['UTC', 'Europe/Lisbon', 'Mars/Base', '+02:00', ''].map(isKnown), [
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
