import type { Adapter, InputOf } from '../ports/kit.ts'
import { scheduling } from '../ports/scheduling.ts'
import { minutesLater } from '../time.ts'
import { changesNothing, countAdded } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken, type Trial } from './trial.ts'

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
        await refusesToBook(trial, adapter, another(first), 'a slot that is taken')
      },
    },
    {
      name: 'partlyTaken',
      says: 'A slot that begins within one that is taken is a conflict too.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        await trial.call(adapter, 'book', first)
        const { slot: taken } = first
        const within = { ...another(first), slot: later(taken, taken.minutes / 2) }
        await refusesToBook(trial, adapter, within, 'a slot that begins within another')
      },
    },
    {
      name: 'moved',
      says: 'A session that was moved has its new slot, and its old one is free.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        await trial.call(adapter, 'book', first)
        const free = later(first.slot)
        await trial.call(adapter, 'rebook', { ...first, from: first.slot, slot: free })
        await isTaken(trial, adapter, { ...another(first), slot: free }, 'The slot that it was moved to')
        const { conflicts } = await trial.call(adapter, 'checkSlot', another(first))
        if (conflicts.length > 0) throw new Broken('The slot that it was moved from is still taken.')
        await trial.call(adapter, 'book', another(first))
      },
    },
    {
      name: 'movedFirst',
      says: 'A session that is moved before it was booked is booked where it was moved to.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        const free = later(first.slot)
        const added = await countAdded(trial, () =>
          trial.call(adapter, 'rebook', { ...first, from: first.slot, slot: free }),
        )
        if (added === 0) throw new Broken('Moving a session that was not booked has no effect.')
        await isTaken(trial, adapter, { ...another(first), slot: free }, 'The slot that it was moved to')
      },
    },
    {
      name: 'movedOver',
      says: 'A session that is moved to a slot that is taken is a conflict, and keeps the slot that it has.',
      async check(trial) {
        const adapter = await trial.adapter()
        const first = await trial.input(adapter, 'book')
        const free = later(first.slot)
        await trial.call(adapter, 'book', first)
        await trial.call(adapter, 'book', { ...another(first), slot: free })
        await changesNothing(trial, 'Moving a session to a slot that is taken', () =>
          endsInConflict(
            trial,
            trial.call(adapter, 'rebook', { ...first, from: first.slot, slot: free }),
            'moving a session to a slot that is taken',
          ),
        )
        const third = { ...first, sessionId: `${first.sessionId}c` }
        await isTaken(trial, adapter, third, 'The slot of a session that could not be moved')
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
        const again = await countAdded(trial, () => trial.call(adapter, 'book', another(first)))
        if (again !== booked) throw new Broken('A slot that was released cannot be booked.')
      },
    },
  ],
})

type Calendar = Adapter<typeof scheduling>
type Kept = Trial<typeof scheduling>
type Booking = InputOf<typeof scheduling, 'book'>

/** Of another session, for the same people and place. */
const another = (booking: Booking): Booking => ({ ...booking, sessionId: `${booking.sessionId}b` })
const later = (one: Booking['slot'], minutes = 24 * 60) => ({
  ...one,
  startsAt: minutesLater(new Date(one.startsAt), minutes).toISOString(),
})

async function isTaken(trial: Kept, adapter: Calendar, booking: Booking, what: string) {
  const { conflicts } = await trial.call(adapter, 'checkSlot', booking)
  if (conflicts.length === 0) throw new Broken(`${what} is clear, says checkSlot.`)
}

async function refusesToBook(trial: Kept, adapter: Calendar, booking: Booking, what: string) {
  const { conflicts } = await trial.call(adapter, 'checkSlot', booking)
  if (conflicts.length === 0) throw new Broken(`checkSlot says that it is clear: ${what}.`)
  await changesNothing(trial, `Booking ${what}`, () =>
    endsInConflict(trial, trial.call(adapter, 'book', booking), `booking ${what}`),
  )
}

async function endsInConflict(trial: Kept, call: Promise<unknown>, what: string) {
  const { code } = await trial.failure(call, `to ${what}`)
  if (code !== 'conflict' && code !== 'refused')
    throw new Broken(`The answer to ${what} is ${code} instead of conflict.`)
}
