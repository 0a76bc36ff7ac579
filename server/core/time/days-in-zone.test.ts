import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import { daysLaterIn } from './days-in-zone.ts'
import { zoned } from './local-time.ts'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
  'Pacific/Apia',
  'UTC',
]

describe('days later by the calendar of a zone', () => {
  const later = (at: string, days: number, timeZone = 'America/New_York') =>
    daysLaterIn(new Date(at), days, timeZone).toISOString()

  it('is the same time by the clock, whatever the clock does in between', () => {
    assert.equal(later('2027-03-01T17:00:00.000Z', 21), '2027-03-22T16:00:00.000Z')
    assert.equal(later('2026-10-20T16:00:00.000Z', 21), '2026-11-10T17:00:00.000Z')
    assert.equal(later('2026-10-20T16:00:00.000Z', 0), '2026-10-20T16:00:00.000Z')
  })

  it('comes an hour later where the clock skips it, and first where it is shown twice', () => {
    assert.equal(later('2027-03-07T07:30:00.000Z', 7), '2027-03-14T07:30:00.000Z')
    assert.equal(later('2026-10-25T05:30:00.000Z', 7), '2026-11-01T05:30:00.000Z')
  })

  it('is what Temporal says, in every zone and around every change', () => {
    const from = new Date('2024-01-01T00:00:00.000Z')
    const at = fc.date({ min: from, max: new Date('2030-01-01T00:00:00.000Z'), noInvalidDate: true })
    const zone = fc.constantFrom(...zones)
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 365 }), zone, (moment, days, timeZone) => {
        const expected = zoned(moment, timeZone).add({ days }).epochMilliseconds
        assert.equal(daysLaterIn(moment, days, timeZone).getTime(), expected, timeZone)
      }),
      { numRuns: sized(20_000) },
    )
  })
})
