import { scheduling } from '../ports/scheduling.ts'
import { changesNothing, countAdded } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const judge = { id: 'member_{id}', kind: 'adjudicator' as const, name: 'Ada Byron' }
const slot = {
  startsAt: '2027-05-04T14:00:00.000Z',
  minutes: 60,
  timeZone: 'America/New_York',
  place: 'Room {id}',
}
const moved = { ...slot, startsAt: '2027-05-05T14:00:00.000Z' }
const span = { startsAt: '2027-05-03T00:00:00.000Z', endsAt: '2027-05-08T00:00:00.000Z' }
const session = {
  case: { caseId: 'case_{id}', docketNumber: '240319-100482' },
  sessionId: 'session_{id}',
  kind: 'video' as const,
  participants: [judge],
}
const someone = { id: 'member_1', kind: 'adjudicator' as const }

export const schedulingLaws = defineConformance({
  port: scheduling,
  samples: {
    availability: { participants: [judge], ...span },
    blackouts: { participants: [judge], from: '2027-05-03', to: '2027-05-08' },
    checkSlot: { ...session, slot },
    suggestSlots: { ...session, minutes: 60, window: span },
    book: { ...session, slot },
    rebook: { ...session, from: slot, slot: moved },
    release: { case: { caseId: 'case_{id}' }, sessionId: 'session_{id}', slot, why: 'Withdrawn.' },
  },
  after: {
    rebook: { call: 'book', adds: () => ({}) },
    release: { call: 'book', adds: () => ({}) },
  },
  facts: {
    availabilityChanged: { participant: someone, ...span, free: [], at },
    blackoutAdded: { date: '2027-05-04', participant: someone, why: 'Training.', at },
  },
  laws: [
    {
      name: 'conflict',
      says: 'A slot that is taken is a conflict: it is not booked twice.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        await trial.call(adapter, 'book', first)
        const second = { ...first, sessionId: `${first.sessionId}b` }
        const { conflicts } = await trial.call(adapter, 'checkSlot', second)
        if (conflicts.length === 0) throw new Broken('checkSlot says that a slot is clear which is taken.')
        await changesNothing(trial, 'Booking a slot that is taken', async () => {
          const { code } = await trial.failure(trial.call(adapter, 'book', second), 'to a slot that is taken')
          if (code !== 'conflict' && code !== 'refused')
            throw new Broken(`Booking a slot that is taken says ${code} instead of conflict.`)
        })
      },
    },
    {
      name: 'released',
      says: 'A slot that was released is free again, and releasing it again changes nothing.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        const booked = await countAdded(trial, () => trial.call(adapter, 'book', first))
        const { case: of, sessionId, slot: taken } = first
        await trial.call(adapter, 'release', { case: of, sessionId, slot: taken })
        await changesNothing(trial, 'Releasing a free slot', () =>
          trial.call(adapter, 'release', { case: of, sessionId, slot: taken }),
        )
        const second = { ...first, sessionId: `${sessionId}b` }
        const again = await countAdded(trial, () => trial.call(adapter, 'book', second))
        if (again !== booked) throw new Broken('A slot that was released cannot be booked.')
      },
    },
  ],
})
