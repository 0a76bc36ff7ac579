import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { sessionWindow } from './window.ts'

it('a window of days ends with its last day, however long the clock makes the days between', () => {
  const endOf = (from: string, zone: string, windowDays: number) =>
    sessionWindow(new Date(from), zone, {
      ...defaultProfile,
      sessions: { ...defaultProfile.sessions, windowDays },
    }).endsAt
  // Over the change to winter time, and to summer time.
  assert.equal(endOf('2026-10-31T15:00:00.000Z', 'America/New_York', 2), '2026-11-03T04:59:59.999Z')
  assert.equal(endOf('2027-03-13T15:00:00.000Z', 'America/New_York', 2), '2027-03-16T03:59:59.999Z')
  // By the clock there, it is still the day before.
  assert.equal(endOf('2026-11-10T03:00:00.000Z', 'America/New_York', 1), '2026-11-11T04:59:59.999Z')
})
