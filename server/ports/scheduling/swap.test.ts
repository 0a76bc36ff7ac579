import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PortStatus } from '@portico/contract/boundary'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { scheduling } from '@portico/contract/ports/scheduling'
import type { Session } from '@portico/contract/sessions'
import Type from '@portico/contract/type'
import { doneBy } from '../../test/done.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const timeZone = 'America/New_York'
const participants = [{ kind: 'room', id: 'washington1' }]
const slotAt = (time: string) => ({ startsAt: `2096-03-05T${time}:00.000Z`, minutes: 60, timeZone })

function calendar(name: string) {
  const booked = new Map<string, string>()
  let isDown = false
  const book = async ({ sessionId, slot }: { sessionId: string; slot: { startsAt: string } }) => {
    if (isDown) throw new PortError('unavailable', 'The office is closed.')
    booked.set(sessionId, slot.startsAt.slice(11, 16))
    return {}
  }
  const adapter = defineAdapter({
    port: scheduling,
    name,
    does: 'Keeps bookings.',
    options: Type.Object({}),
    open: () => ({
      supports: [],
      calls: {
        availability: async ({ participants: asked, startsAt, endsAt }) => ({
          availability: asked.map((participant) => ({ participant, free: [{ startsAt, endsAt }] })),
        }),
        blackouts: async () => ({ blackouts: [] }),
        checkSlot: async ({ slot: { startsAt }, sessionId }) => {
          const taken = [...booked].find(([id, at]) => id !== sessionId && at === startsAt.slice(11, 16))
          return { conflicts: taken ? [{ why: `${name} has another session then.` }] : [] }
        },
        book,
        rebook: book,
        async release({ sessionId }) {
          if (isDown) throw new PortError('unavailable', 'The office is closed.')
          booked.delete(sessionId)
          return {}
        },
      },
    }),
  })
  return { adapter, booked, shut: (down: boolean) => (isDown = down) }
}

describe('scheduling, bound to one calendar after the other in the middle of work', () => {
  const [office, branch] = [calendar('office'), calendar('branch')]
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const done = doneBy(() => world.admin)
  const place = (id: string, time: string) =>
    world.admin('PUT', on(`/sessions/${id}/slot`), { body: { slot: slotAt(time), participants } })
  const placed = async (time: string) => {
    const { id } = (await done<{ session: Session }>('POST', on('/sessions'), { kind: 'inPerson' })).session
    assert.equal((await place(id, time)).status, 200)
    return id
  }
  const timeOf = async (id: string) => {
    const { sessions } = await done<{ sessions: Session[] }>('GET', on('/sessions'))
    return sessions.find((session) => session.id === id)?.slot?.startsAt.slice(11, 16)
  }
  const withdraw = (id: string) => done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'withdrawn' })
  const bindings = async () => {
    const { ports } = await done<{ ports: PortStatus[] }>('GET', '/ports')
    const found = ports.find(({ name }) => name === 'scheduling')?.bindings ?? []
    return found.map(({ name, adapter, waiting }) => [name, adapter, waiting])
  }

  it('sessions stay where they are placed, and follow into the calendar that is bound when they move', async () => {
    const first = await placed('14:00')
    world = await world.restart({ ports: { scheduling: { office: { adapter: office.adapter } } } })
    assert.equal(await timeOf(first), '14:00')
    const second = await placed('15:00')
    await until(() => office.booked.get(second) === '15:00')
    assert.equal((await place(first, '16:00')).status, 200)
    await until(() => office.booked.get(first) === '16:00')

    office.shut(true)
    await withdraw(second)
    await until(async () => (await bindings()).some(([, , waiting]) => waiting === 1))
    world = await world.restart({ ports: { scheduling: { branch: { adapter: branch.adapter } } } })
    assert.deepEqual([await timeOf(first), await timeOf(second)], ['16:00', undefined])
    assert.deepEqual(await bindings(), [
      ['branch', 'branch', 0],
      ['office', 'none', 1],
    ])
    const third = await placed('15:00')
    await until(() => branch.booked.get(third) === '15:00')
    const taken = await place(first, '15:00')
    assert.equal(taken.status, 409, 'two calendars, and still never twice in one room')
    assert.equal((await place(first, '17:00')).status, 200)
    await until(() => branch.booked.get(first) === '17:00')

    office.shut(false)
    world = await world.restart({ ports: { scheduling: { office: { adapter: office.adapter } } } })
    await until(() => !office.booked.has(second))
    await withdraw(first)
    await until(() => !office.booked.has(first))
    assert.equal(await timeOf(third), '15:00')
  })
})
