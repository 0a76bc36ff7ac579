import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NamedParticipant } from '@portico/contract/sessions'
import { alternativesFor } from './ways-out.ts'

const one = (kind: NamedParticipant['kind'], id: string): NamedParticipant => ({ kind, id, name: id })
const room = one('room', 'room1')
const other = one('room', 'room2')
const at = (time: string) => Date.parse(`2096-03-${time}:00.000Z`)
const span = { from: at('07T15:15'), to: at('07T16:15') }

const starts = ({ noticeEnds = '2096-03-01T00:00:00Z', busy = 'room1' } = {}) =>
  alternativesFor({ span, participants: [one('party', 'ada'), room] }, [other], {
    ...{ from: '2096-03-05', to: '2096-03-09', timeZone: 'America/New_York', blackouts: [] },
    day: { firstStart: '08:15', slotsPerDay: 8, slotMinutes: 60, startEveryMinutes: 60 },
    notBefore: new Date('2096-03-01T00:00:00Z'),
    earliestWithNotice: new Date(noticeEnds),
    calendarOf: (participant) => ({
      participant,
      busy: [],
      booked: participant.id === busy ? [{ from: span.from, to: span.to }] : [],
    }),
    keysOf: (all) => all.map(({ id }) => id),
  })

describe('where a session can go that something has come between', () => {
  it('to another room at its time, or to later: nobody is asked to come earlier', () => {
    const ways = starts()
    assert.deepEqual(ways[0] && [ways[0].span.from, ways[0].peopleMoved, ways[0].isOtherRoom], [
      span.from,
      0,
      true,
    ])
    assert.ok(ways.length > 10)
    assert.ok(ways.every((way) => way.span.from >= span.from))
  })

  it('with notice, but for where nobody has to come at another time', () => {
    const noticeEnds = '2096-03-09T14:00:00Z'
    const ways = starts({ noticeEnds })
    assert.ok(ways.some(({ peopleMoved }) => peopleMoved === 0))
    assert.ok(ways.some(({ peopleMoved }) => peopleMoved > 0))
    for (const way of ways)
      if (way.peopleMoved > 0)
        assert.ok(way.span.from >= Date.parse(noticeEnds), new Date(way.span.from).toISOString())
    assert.deepEqual(starts({ noticeEnds: '2096-03-20T00:00:00Z', busy: 'ada' }), [])
  })
})
