import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedSession } from '@portico/sdk'
import { calendarRows, hoursShown } from './calendar-rows.ts'

const locations = [
  {
    name: 'washington',
    label: 'Washington',
    timeZone: 'America/New_York',
    rooms: [
      { name: 'w1', label: 'Room 1' },
      { name: 'w2', label: 'Room 2' },
    ],
  },
]

const at = '2096-03-02T14:30:00.000Z'
const session = (id: string, ...who: string[]): ListedSession => ({
  ...{ caseId: 'case', docketNumber: '1', caseName: 'Patel, Edward', tasks: [] },
  session: {
    ...{ id, kind: 'inPerson', status: 'scheduled', requestedAt: at, changedAt: at },
    participants: who.map((one) => {
      const [kind = '', name = ''] = one.split(':')
      return { kind: kind as 'room', id: name, name }
    }),
  },
})
const seen = (by: 'room' | 'person' | 'location') =>
  calendarRows(
    [session('a', 'room:w1', 'adjudicator:judith', 'party:maria'), session('b', 'adjudicator:judith')],
    by,
    locations,
    'Nowhere',
  ).map(({ name, sessions }) => [name, sessions.map(({ session }) => session.id).join()])

describe('the rows of the calendar', () => {
  it('by room have every room, and what is in none', () => {
    assert.deepEqual(seen('room'), [
      ['Room 1, Washington', 'a'],
      ['Room 2, Washington', ''],
      ['Nowhere', 'b'],
    ])
  })

  it('by room have a place that is only written down', () => {
    const one = session('c', 'adjudicator:judith')
    const slot = { startsAt: at, minutes: 60, timeZone: 'America/New_York', place: 'Room 4' }
    const written = { ...one, session: { ...one.session, slot } }
    const rows = calendarRows([written], 'room', [], 'Nowhere')
    assert.deepEqual(
      rows.map(({ name, sessions }) => [name, sessions.length]),
      [['Room 4', 1]],
    )
  })

  it('by location have what is in its rooms', () => {
    assert.deepEqual(seen('location'), [
      ['Washington', 'a'],
      ['Nowhere', 'b'],
    ])
  })

  it('by person have everybody who takes part', () => {
    assert.deepEqual(seen('person'), [
      ['judith', 'a,b'],
      ['maria', 'a'],
    ])
  })

  it('of a day have the hours of an office, and those in which something begins', () => {
    assert.deepEqual(hoursShown([9, 19]), [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    assert.equal(hoursShown([]).length, 10)
  })
})
