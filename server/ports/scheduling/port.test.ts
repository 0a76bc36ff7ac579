import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import { scheduling } from '@portico/contract/ports/scheduling'
import type { SlotsFound } from '@portico/contract/scheduling'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { dayShownIn, endOfDayIn } from '../../core/time/days-in-zone.ts'
import { dayLater } from '../../core/time/moments.ts'
import { doneBy } from '../../test/done.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const timeZone = 'America/New_York'
const room = { kind: 'room', id: 'washington1' } as const
/** A Monday. */
const day = '2096-03-05'
const slotAt = (time: string, date = day) => ({ startsAt: `${date}T${time}:00.000Z`, minutes: 60, timeZone })

/** A calendar of another system, in which 15:00 is taken by somebody, and 19:00 will be by the time it is booked. */
function office() {
  const booked = new Map<string, string>()
  const calls: string[] = []
  let host: Host<typeof scheduling> | undefined
  let isDown = false
  const book = ({ sessionId, slot }: InputOf<typeof scheduling, 'book'>) => {
    if (slot.startsAt.includes('T19:')) throw new PortError('conflict', 'Somebody else has it.')
    booked.set(sessionId, slot.startsAt)
    return { reference: `office-${booked.size}` }
  }
  const adapter = defineAdapter({
    port: scheduling,
    name: 'office',
    does: 'Keeps bookings.',
    options: Type.Object({}),
    open(_, given) {
      host = given
      return {
        supports: ['suggestions', 'changes'],
        calls: {
          async availability({ participants, startsAt, endsAt }) {
            if (isDown) throw new PortError('unavailable', 'The office is closed.')
            const free = [
              { startsAt, endsAt: `${day}T15:00:00.000Z` },
              { startsAt: `${day}T16:00:00.000Z`, endsAt },
            ]
            return { availability: participants.map((participant) => ({ participant, free })) }
          },
          blackouts: async () => ({ blackouts: [{ date: '2096-03-06', why: 'The office is closed.' }] }),
          checkSlot: async ({ slot }) => ({
            conflicts: slot.startsAt.includes('T15:')
              ? [{ why: 'The office has another session then.' }]
              : [],
          }),
          async suggestSlots({ participants, minutes, window }) {
            calls.push(`suggest for ${participants.map(({ kind }) => kind).join()} ${minutes}`)
            const first = dayShownIn(new Date(window.startsAt), timeZone)
            assert.equal(window.endsAt, endOfDayIn(dayLater(first, 90), timeZone).toISOString())
            return { slots: [slotAt('14:00'), { ...slotAt('14:00'), startsAt: '2020-01-01T00:00:00.000Z' }] }
          },
          async book(input) {
            calls.push(
              `book ${input.slot.startsAt.slice(5, 16)} ${input.participants.map(({ name }) => name).join()}`,
            )
            return book(input)
          },
          async rebook({ from, ...input }) {
            calls.push(`rebook ${from.startsAt.slice(5, 16)} ${input.slot.startsAt.slice(5, 16)}`)
            return book(input)
          },
          async release({ sessionId, why }) {
            calls.push(`release ${why ?? ''}`)
            booked.delete(sessionId)
            return {}
          },
        },
        start: async () => {},
      }
    },
  })
  return { adapter, booked, calls, host: () => until(() => host), shut: (down: boolean) => (isDown = down) }
}

describe('the scheduling port', () => {
  const calendar = office()
  let world: World
  before(async () => {
    world = await startWorld({}, { ports: { scheduling: { adapter: calendar.adapter } } })
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const done = doneBy(() => world.admin)
  const requested = async () =>
    (await done<{ session: Session }>('POST', on('/sessions'), { kind: 'video' })).session.id
  const session = async (id: string) =>
    (await done<{ sessions: Session[] }>('GET', on('/sessions'))).sessions.find(
      (session) => session.id === id,
    )
  const place = (id: string, slot: object, of: object = {}) =>
    world.admin('PUT', on(`/sessions/${id}/slot`), { body: { slot, ...of } })
  const whys = async (id: string) => (await session(id))?.conflicts?.map(({ why }) => why)

  it('a request is answered with slots, which the scheduler sees', async () => {
    const id = await requested()
    const { suggested } = await until(async () => {
      const found = await session(id)
      return found?.suggested && found
    })
    assert.deepEqual(suggested, [slotAt('14:00')], 'those that are past are left out')
    assert.deepEqual(calendar.calls.splice(0), ['suggest for party 60'])
  })

  it('a session is booked there, moved and released, and what is taken there is refused', async () => {
    const id = await requested()
    const refused = await place(id, slotAt('15:00'), { participants: [room] })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /The office has another session then\./)
    assert.equal((await place(id, slotAt('16:00'), { participants: [room] })).status, 200)
    await until(() => calendar.booked.get(id) === slotAt('16:00').startsAt)
    assert.equal((await session(id))?.suggested, undefined)
    assert.equal((await place(id, slotAt('17:00'))).status, 200)
    await until(() => calendar.booked.get(id) === slotAt('17:00').startsAt)
    await done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'postponed', why: 'Snow.' })
    await until(() => !calendar.booked.has(id))
    assert.equal((await place(id, slotAt('18:00'))).status, 200)
    await until(() => calendar.booked.has(id))
    await done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'withdrawn' })
    await until(() => !calendar.booked.has(id))
    const told = calendar.calls.splice(0).filter((call) => !call.startsWith('suggest'))
    assert.deepEqual(told, [
      'book 03-05T16:00 Hearing room 1',
      'rebook 03-05T16:00 03-05T17:00',
      'release Snow.',
      'book 03-05T18:00 Hearing room 1',
      'release ',
    ])
  })

  it('where somebody else was faster, the session is flagged until it is moved', async () => {
    const id = await requested()
    assert.equal((await place(id, slotAt('19:00'), { participants: [room] })).status, 200)
    await until(async () => (await whys(id))?.join().includes('did not take it: Somebody else has it.'))
    const { tasks } = await done<TaskList>('GET', on('/tasks?open=true'))
    assert.ok(tasks.some(({ type }) => type === 'sessionConflict'))
    // A look at the calendars that are kept here says nothing of what the other one has said.
    await done('POST', '/blackouts', { from: day, participant: room, why: 'The roof leaks.' })
    await until(async () => (await whys(id))?.length === 2)
    assert.equal((await place(id, slotAt('16:00', '2096-03-07'))).status, 200)
    await until(() => calendar.booked.get(id)?.startsWith('2096-03-07'))
    assert.equal(await whys(id), undefined)
  })

  it('a search asks it, and says so where it cannot be asked', async () => {
    const asked = {
      participants: [{ kind: 'room', id: 'washington2' }],
      from: day,
      to: '2096-03-06',
      limit: 500,
    }
    const { slots, blocking } = await done<SlotsFound>('POST', '/slots/search', asked)
    assert.ok(slots.every(({ slot }) => slot.startsAt.startsWith(day)))
    assert.equal(slots.length, 29 - 7)
    assert.equal(blocking[0]?.starts, 7)
    calendar.shut(true)
    const without = await done<SlotsFound>('POST', '/slots/search', asked)
    calendar.shut(false)
    assert.deepEqual(without.unasked, { binding: 'main', why: 'The office is closed.' })
    assert.equal(without.slots.length, 58)
  })

  it('changes of availability and blackouts flag what is placed, and the newest report counts', async () => {
    const host = await calendar.host()
    const id = await requested()
    const denver = { kind: 'room', id: 'denver1' } as const
    const date = '2096-03-12'
    assert.equal((await place(id, slotAt('16:00', date), { participants: [denver] })).status, 200)
    const span = { startsAt: `${date}T00:00:00.000Z`, endsAt: `${date}T23:00:00.000Z` }
    const told = (name: string, at: string, free: object[]) =>
      host.tell('availabilityChanged', { participant: denver, ...span, free: free as [], at }, { id: name })
    await told('a1', '2026-01-02T00:00:00.000Z', [])
    await until(async () => (await whys(id))?.join() === 'Room 1 is not available at that time.')
    await told('a0', '2026-01-01T00:00:00.000Z', [span])
    await told('a2', '2026-01-03T00:00:00.000Z', [{ ...span, startsAt: `${date}T15:00:00.000Z` }])
    await until(async () => (await whys(id)) === undefined)
    const { slots } = await done<SlotsFound>('POST', '/slots/search', {
      ...{ participants: [denver], from: date, to: date, limit: 500 },
    })
    assert.equal(slots[0]?.slot.startsAt, `${date}T15:00:00.000Z`, 'the older report came too late')
    const blackout = { date, why: 'A holiday.', at: '2026-01-03T00:00:00.000Z' }
    await host.tell('blackoutAdded', blackout, { id: 'b1' })
    await host.tell('blackoutAdded', blackout, { id: 'b2' })
    await until(async () => (await whys(id))?.join() === 'A holiday.')
    await assert.rejects(
      host.tell(
        'availabilityChanged',
        {
          participant: denver,
          ...span,
          free: [{ ...span, endsAt: `${date}T23:30:00.000Z` }],
          at: span.startsAt.replace('2096', '2026'),
        },
        { id: 'a3' },
      ),
      /free\[0\] must be a window between startsAt and endsAt/,
    )
  })
})
