import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { conferencing } from '@portico/contract/ports/conferencing'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import type { Session } from '@portico/contract/sessions'
import Type from '@portico/contract/type'
import { doneBy } from '../../test/done.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const timeZone = 'America/New_York'
const slotOn = (day: string) => ({ startsAt: `2096-03-${day}T14:00:00.000Z`, minutes: 60, timeZone })

/** A service that knows what it has made, and nothing else. */
function service(name: string) {
  const made = new Map<string, string>()
  const links = (handle: string) => {
    const day = made.get(handle)
    if (day === undefined) throw new PortError('refused', `${name} has no conference ${handle}.`)
    if (day === 'cancelled') throw new PortError('gone', 'It was cancelled.')
    const url = `https://${name}.example/${handle}`
    return { handle, hostUrl: `${url}?host`, participantUrl: url }
  }
  const adapter = defineAdapter({
    port: conferencing,
    name,
    does: 'Hosts.',
    options: Type.Object({}),
    open: () => ({
      supports: [],
      calls: {
        async create({ slot }, { key }) {
          const handle = `${name}-${key}`
          if (!made.has(handle)) made.set(handle, slot.startsAt.slice(8, 10))
          return links(handle)
        },
        async update({ slot, handle }) {
          links(handle)
          made.set(handle, slot.startsAt.slice(8, 10))
          return links(handle)
        },
        detail: async ({ handle }) => links(handle),
        async cancel({ handle }) {
          made.set(handle, 'cancelled')
          return {}
        },
      },
    }),
  })
  return { adapter, made }
}

describe('conferencing, bound to one service after the other in the middle of work', () => {
  const [one, other] = [service('one'), service('other')]
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const done = doneBy(() => world.admin)
  const session = async (id: string) =>
    (await done<{ sessions: Session[] }>('GET', on('/sessions'))).sessions.find((found) => found.id === id)
  const place = async (id: string, day: string) =>
    void (await done('PUT', on(`/sessions/${id}/slot`), { slot: slotOn(day) }))
  const ready = (id: string) =>
    until(async () => {
      const found = (await session(id))?.conference
      return found?.isReady && found
    })
  const placed = async (day: string) => {
    const { id } = (await done<{ session: Session }>('POST', on('/sessions'), { kind: 'video' })).session
    await place(id, day)
    await ready(id)
    return id
  }
  const join = async (id: string) => {
    const { status, json, text } = await world.admin('GET', on(`/sessions/${id}/conference`))
    const { conference } = (json ?? {}) as { conference?: { url: string; binding: string } }
    return { status, text, binding: conference?.binding, url: conference?.url ?? '' }
  }
  const end = (id: string) => done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'withdrawn' })
  const settled = () =>
    until(async () => {
      const waiting = await world.service.db.rows(
        `select from obligations where port = 'conferencing' and status in ('waiting', 'sending')`,
      )
      return waiting.length === 0
    })

  it('what was made is answered by the binding that made it, and what is new by the first', async () => {
    const [moved, left] = [await placed('05'), await placed('06')]
    assert.match((await join(moved)).url, /\/workspace\/room#/)

    // The rooms of the workspace are swapped for a service; they keep what they have.
    const rooms = { adapter: 'rooms' }
    world = await world.restart({
      ports: { conferencing: { one: { adapter: one.adapter }, main: rooms } },
    })
    const atOne = await placed('07')
    assert.deepEqual([(await join(moved)).binding, (await join(atOne)).binding], ['main', 'one'])
    assert.match((await join(left)).url, /\/workspace\/room#/)
    await place(moved, '08')
    assert.equal((await ready(moved)).handle.startsWith('room_'), true, 'it was moved where it is')
    assert.equal(one.made.size, 1, 'and made nowhere else')

    // One service is swapped for another.
    world = await world.restart({
      ports: {
        conferencing: { other: { adapter: other.adapter }, one: { adapter: one.adapter }, main: rooms },
      },
    })
    await place(atOne, '09')
    await ready(atOne)
    await settled()
    assert.deepEqual([[...one.made.values()], other.made.size], [['09'], 0])
    const atOther = await placed('10')
    assert.match((await join(atOther)).url, /^https:\/\/other\.example/)
    await done('POST', on(`/sessions/${left}/conference`), { why: 'To the new service.' })
    const renewed = await until(async () => {
      const found = await join(left)
      return found.binding === 'other' && found
    })
    assert.match(renewed.url, /^https:\/\/other\.example/)
    for (const id of [moved, atOne]) await end(id)
    await settled()
    assert.deepEqual([...one.made.values()], ['cancelled'])
    const open = await world.service.db.rows(`select from rooms where cancelled_at is null`)
    assert.equal(open.length, 0, 'both rooms are cancelled where they were made')
  })

  it('one that is taken out is named, nothing of it is lost, and it is made anew elsewhere', async () => {
    const id = await placed('11')
    world = await world.restart({ ports: { conferencing: { one: { adapter: one.adapter } } } })
    const { status, text } = await join(id)
    assert.equal(status, 503)
    assert.match(text, /conferencing\/other\) cannot be asked for the link: it is not in the configuration/)
    await done('POST', on(`/sessions/${id}/conference`), { why: 'The service was given up.' })
    await until(async () => (await join(id)).binding === 'one')
    assert.equal([...other.made.values()].filter((day) => day === '11').length, 1)
    world = await world.restart({
      ports: { conferencing: { one: { adapter: one.adapter }, other: { adapter: other.adapter } } },
    })
    assert.equal((await join(id)).binding, 'one')
  })

  it('another service under the same name does not know what the one before has made, and says what to do', async () => {
    const id = await placed('12')
    world = await world.restart({ ports: { conferencing: { one: { adapter: other.adapter } } } })
    const { status, text } = await join(id)
    assert.equal(status, 410)
    assert.match(text, /bound as conferencing\/one does not know this conference. It has to be made anew/)
    await done('POST', on(`/sessions/${id}/conference`), { why: 'Another service.' })
    await until(async () => (await join(id)).url?.startsWith('https://other.example'))
  })
})
