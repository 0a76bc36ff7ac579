import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  birthdayAfter,
  dayLater,
  dayOf,
  daysBetween,
  daysEarlier,
  daysLater,
  digitsOf,
  earliest,
  epochSeconds,
  fromDigits,
  fromEpochSeconds,
  isCalendarDate,
  latest,
  minuteOf,
  msBetween,
  msEarlier,
  msLater,
  secondsEarlier,
  secondsLater,
  utcOf,
  wholeDaysSince,
  withoutZone,
  yearOf,
  yearsLater,
} from './moments.ts'

const at = new Date('2026-03-01T23:30:00.500Z')
const iso = (date: Date) => date.toISOString()

describe('moments', () => {
  it('are moved by milliseconds, seconds and days, and stay as they were', () => {
    assert.equal(iso(msLater(at, 500)), '2026-03-01T23:30:01.000Z')
    assert.equal(iso(msEarlier(at, 500)), '2026-03-01T23:30:00.000Z')
    assert.equal(iso(secondsLater(at, 1800)), '2026-03-02T00:00:00.500Z')
    assert.equal(iso(secondsEarlier(at, 30)), '2026-03-01T23:29:30.500Z')
    assert.equal(iso(daysLater(at.toISOString(), 2)), '2026-03-03T23:30:00.500Z')
    assert.equal(iso(daysEarlier(at, 1)), '2026-02-28T23:30:00.500Z')
    assert.equal(iso(at), '2026-03-01T23:30:00.500Z')
  })

  it('are apart by so much, as dates or as texts', () => {
    assert.equal(msBetween(at, msLater(at, 7)), 7)
    assert.equal(msBetween(msLater(at, 7), iso(at)), -7)
    assert.equal(daysBetween('2026-02-27', '2026-03-01'), 2)
    assert.equal(wholeDaysSince('2026-02-27T12:00:00Z', new Date('2026-03-01T11:59:59Z')), 1)
    assert.equal(wholeDaysSince(at, '2026-01-01T00:00:00Z'), 0)
  })

  it('have a first and a last', () => {
    const others = ['2026-03-02', new Date('2026-02-01')] as const
    assert.equal(dayOf(earliest(at, ...others)), '2026-02-01')
    assert.equal(dayOf(latest(at, ...others)), '2026-03-02')
  })

  it('are seconds since 1970, cut off', () => {
    assert.equal(epochSeconds(new Date(1_999)), 1)
    assert.equal(iso(fromEpochSeconds(1_772_407_800)), '2026-03-01T23:30:00.000Z')
  })

  it('have their day in UTC', () => {
    assert.equal(dayOf(at), '2026-03-01')
    assert.equal(dayOf('2026-03-02T00:30:00+02:00'), '2026-03-01')
    assert.equal(minuteOf(at), '2026-03-01 23:30')
    assert.equal(yearOf(at), 2026)
    assert.equal(dayLater('2026-02-28'), '2026-03-01')
    assert.equal(dayLater('2026-03-01', -1), '2026-02-28')
  })

  it('are written and read by digits alone, and made of their parts', () => {
    assert.equal(digitsOf(at), '20260301233000')
    assert.equal(fromDigits('20260301233000')?.toISOString(), '2026-03-01T23:30:00.000Z')
    assert.deepEqual(['20261301233000', '2026030123', ''].map(fromDigits), [undefined, undefined, undefined])
    assert.equal(iso(utcOf([2026, 3, 1, 23, 30, 0, 500])), iso(at))
    assert.equal(withoutZone(at).toString().slice(4, 24), 'Mar 01 2026 23:30:00')
  })

  it('a day is one that the calendar has', () => {
    const days = ['2024-02-29', '2026-02-29', '2026-13-01', '2026-2-1', '0000-01-01', '']
    assert.deepEqual(days.map(isCalendarDate), [true, false, false, false, true, false])
  })

  it('a year after 29 February is 28 February, and a birthday 1 March', () => {
    assert.equal(dayOf(yearsLater('2024-02-29T10:00:00Z', 1)), '2025-02-28')
    assert.equal(dayOf(yearsLater('2024-02-29T10:00:00Z', -4)), '2020-02-29')
    assert.equal(iso(birthdayAfter('1952-02-29', 75)), '2027-03-01T00:00:00.000Z')
  })
})
