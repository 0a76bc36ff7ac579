import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { sized } from '../../test/size.ts'
import { zoneClock } from './zone-clock.ts'

/** Those whose clocks do what few do: by half an hour, over midnight, in Ramadan, by a whole day, and never. */
const zones = [
  ...['America/New_York', 'Europe/Dublin', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Casablanca'],
  ...['Pacific/Apia', 'Asia/Gaza', 'America/Santiago', 'Antarctica/Troll', 'Asia/Kolkata'],
]

describe('the clock of a zone', () => {
  it('shows what Temporal says, around every change, whatever was asked before', () => {
    const minute = fc.integer({
      min: Date.parse('2010-01-01') / 60_000,
      max: Date.parse('2030-01-01') / 60_000,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        minute,
        fc.integer({ min: -40, max: 40 }),
        (zone, at, nearby) => {
          // Near a change of the clock, where there is one.
          const moment = Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(zone)
          const change = moment.getTimeZoneTransition('next') ?? moment
          const wanted = change.toPlainDateTime().add({ minutes: nearby * 5 })
          const wall = Date.parse(`${wanted}Z`)
          const clock = zoneClock(zone, { from: wall, to: wall })
          const zoned = wanted.toZonedDateTime(zone)
          const isShown = zoned.toPlainDateTime().equals(wanted)
          assert.deepEqual(
            [clock.at(wall), clock.shows(wall), clock.wall(zoned.epochMilliseconds)],
            [
              zoned.epochMilliseconds,
              isShown ? zoned.epochMilliseconds : undefined,
              Date.parse(`${zoned.toPlainDateTime()}Z`),
            ],
            `${wanted} ${zone}`,
          )
        },
      ),
      { numRuns: sized(300) },
    )
  })
})
