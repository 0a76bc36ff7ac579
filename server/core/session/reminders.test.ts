import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reminderDue } from './reminders.ts'

const days = [60, 30, 7, 3, 2]
const slot = { startsAt: '2027-03-15T13:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
const due = (now: string, of: { since?: string; reminded?: number[] } = {}) =>
  reminderDue(
    { slot, slotSince: new Date(of.since ?? '2026-11-01T00:00:00Z'), reminded: of.reminded ?? [] },
    days,
    new Date(now),
  )

describe('a reminder', () => {
  it('is due so many days before, by the clock of the session, until it is sent', () => {
    assert.equal(due('2027-01-14T13:59:00Z'), undefined)
    // The clock is put forward on 14 March: at 9 in the morning it was an hour later in UTC before.
    assert.equal(due('2027-01-14T14:00:00Z'), 60)
    assert.equal(due('2027-01-20T14:00:00Z', { reminded: [60] }), undefined)
    assert.equal(due('2027-03-13T13:59:00Z', { reminded: [60, 30, 7, 3] }), undefined)
    assert.equal(due('2027-03-13T14:00:00Z', { reminded: [60, 30, 7, 3] }), 2)
  })

  it('is not sent where the session was made later than that', () => {
    assert.equal(due('2027-02-20T00:00:00Z', { since: '2027-02-19T00:00:00Z' }), undefined)
    assert.equal(due('2027-03-08T14:00:00Z', { since: '2027-02-19T00:00:00Z' }), 7)
  })

  it('after an outage is the last that has come, not all of them', () => {
    assert.equal(due('2027-03-12T15:00:00Z', { reminded: [60] }), 3)
  })
})
