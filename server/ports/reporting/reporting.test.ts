import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PortStatus } from '@portico/contract/boundary'
import { type Adapter, type InputOf, PortError } from '@portico/contract/ports/kit'
import type { reporting } from '@portico/contract/ports/reporting'
import { claimPull } from '../../store/reporting-pulls.ts'
import { startWorld, type World } from '../../test/world.ts'
import { asPortError } from '../delivery/bindings/adapter-host.ts'
import { type Around, handOver } from './hand-over.ts'

type Port = typeof reporting
type Events = InputOf<Port, 'takeEvents'>
type States = InputOf<Port, 'takeStates'>

/** A reporting tool: it knows the events that it has, and wants what is new as soon as it is due. */
function createTool() {
  const tool = {
    events: [] as Events['events'],
    runs: [] as { key: string; after: number; positions: number[] }[],
    states: [] as States[],
    elements: [] as string[],
    schedule: { nextAt: '2026-01-01T00:00:00.000Z' } as { nextAt?: string; after?: number },
    /** Throws once it has taken so many runs, as if it had died before it could answer. */
    failsAfter: Number.POSITIVE_INFINITY,
  }
  const adapter: Adapter<Port> = {
    supports: ['states', 'events', 'elements'],
    calls: {
      schedule: async () => tool.schedule,
      async takeElements({ elements }) {
        tool.elements = elements.map(({ name }) => name)
        return {}
      },
      async takeStates(input) {
        tool.states.push(input)
        return {}
      },
      async takeEvents({ after, events }, { key }) {
        const known = new Set(tool.events.map(({ id }) => id))
        tool.runs.push({ key, after, positions: events.map(({ position }) => position) })
        tool.events.push(...events.filter(({ id }) => !known.has(id)))
        if (tool.runs.length === tool.failsAfter) throw new PortError('unavailable', 'The power is gone.')
        return {}
      },
    },
  }
  return { tool, adapter }
}

describe('a reporting tool is handed what is new', () => {
  let world: World
  let now: Date
  let failures: string[]
  let count = 0
  before(async () => {
    world = await startWorld()
  })
  beforeEach(() => {
    now = new Date()
    failures = []
    count += 1
  })
  after(() => world.close())

  function aroundOf(adapter: Adapter<Port>, given: { holder?: string; clearance?: number } = {}): Around {
    const { db, portico, blobs } = world.service
    const name = `tool${count}`
    const { holder = 'one', ...settings } = given
    return {
      binding: {
        name,
        settings,
        timeoutMs: 10_000,
        actor: { id: `binding_reporting_${name}`, name: `reporting/${name}`, kind: 'integration' },
      },
      parts: { db, portico, blobs, fileLinks: undefined as never, clock: () => now },
      holder,
      adapter: async () => adapter,
      tell: async () => {},
      said: (error) => asPortError(error),
      succeeded: () => {},
      failed: (error) => failures.push(asPortError(error).message),
      onFault: (error) => assert.fail(String(error)),
      signal: new AbortController().signal,
    }
  }
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const positions = async () => {
    const rows = await world.service.db.rows<{ position: number }>(
      `select position from events order by position`,
    )
    return rows.map(({ position }) => position)
  }
  const tag = async (text: string) => {
    const path = `/appeals/${world.caseId}/documents/${world.documentId}/tags`
    assert.equal((await world.admin('POST', path, { body: { text } })).status, 201)
  }

  it('nothing is configured: the API and the views are there to be read', async () => {
    const { json } = await world.admin('GET', '/ports/reporting')
    const { port } = json as { port: PortStatus }
    assert.deepEqual([port.state, port.bindings], ['baseline', []])
    assert.match(port.baseline ?? '', /GET \/reports/)
  })

  it('every event in order, as a connected system reads it, the states and the elements', async () => {
    const { tool, adapter } = createTool()
    await handOver(aroundOf(adapter), { mostEvents: 20 })
    assert.deepEqual(failures, [])
    assert.deepEqual(
      tool.events.map(({ position }) => position),
      await positions(),
    )
    const system = await world.member('bi', ['integrationStatusOut'], 'integration')
    const { events } = (await system('GET', '/events?limit=1000')).json as { events: unknown[] }
    assert.deepEqual(JSON.parse(JSON.stringify(tool.events)), events)
    let last = 0
    for (const { after, positions } of tool.runs) {
      assert.equal(after, last)
      last = positions.at(-1) ?? last
    }
    assert.ok(tool.runs.length > 2)
    const [states] = tool.states
    assert.equal(states?.cases.length, 2)
    const { json } = await world.admin('GET', `/cases/${world.caseId}/state`)
    const told = states?.cases.find(({ caseId }) => caseId === world.caseId)
    const { status, step, version } = json as { status: string; step: string; version: number }
    assert.deepEqual([told?.status, told?.step, told?.version], [status, step, version])
    const { elements } = (await world.admin('GET', '/data-elements')).json as { elements: { name: string }[] }
    assert.deepEqual(
      tool.elements,
      elements.map(({ name }) => name),
    )
  })

  it('later only what is new, and the states of what has changed', async () => {
    const { tool, adapter } = createTool()
    const around = aroundOf(adapter)
    await handOver(around)
    tool.states = []
    await tag('after the first')
    later(2000)
    await handOver(around)
    assert.equal(tool.runs.length, 2)
    assert.deepEqual(
      tool.events.map(({ position }) => position),
      await positions(),
    )
    assert.deepEqual(
      tool.states.flatMap(({ cases }) => cases.map(({ caseId }) => caseId)),
      [world.caseId],
    )
    later(2000)
    await handOver(around)
    assert.equal(tool.runs.length, 2)
  })

  it('a run that was taken but not answered comes again under its key, and none is left out', async () => {
    const { tool, adapter } = createTool()
    tool.failsAfter = 2
    const around = aroundOf(adapter)
    await handOver(around, { mostEvents: 20 })
    assert.deepEqual(failures, ['The power is gone.'])
    await handOver(around, { mostEvents: 20 })
    assert.equal(tool.runs.length, 2, 'not before it may be tried again')
    later(6000)
    await handOver(around, { mostEvents: 20 })
    assert.equal(tool.runs[2]?.key, tool.runs[1]?.key)
    assert.deepEqual(
      tool.events.map(({ position }) => position),
      await positions(),
    )
  })

  it('a process that dies between any two steps leaves nothing out, and nothing out of order', async () => {
    const all = await positions()
    let steps = 0
    for (let last = 0; ; last += 1) {
      count += 1
      const { tool, adapter } = createTool()
      // Counts every statement and every call, and stands still for ever behind the last.
      let taken = 0
      const dead = Promise.withResolvers<never>()
      dead.promise.catch(() => {})
      const stepped =
        <Args extends unknown[], Done>(work: (...args: Args) => Promise<Done>) =>
        async (...args: Args): Promise<Done> => {
          const done = await work(...args)
          taken += 1
          if (taken > last) {
            dead.reject(new Error('killed'))
            return new Promise<never>(() => {})
          }
          return done
        }
      const around = aroundOf(adapter)
      const { db } = around.parts
      const calls = Object.fromEntries(
        Object.entries(adapter.calls).map(([name, call]) => [name, stepped(call as never)]),
      ) as unknown as Adapter<Port>['calls']
      const dying: Around = {
        ...around,
        parts: { ...around.parts, db: { ...db, rows: stepped(db.rows.bind(db)) as typeof db.rows } },
        adapter: async () => ({ ...adapter, calls }),
      }
      const isOver = await Promise.race([
        handOver(dying, { mostEvents: 40 }).then(() => true),
        dead.promise.catch(() => false),
      ])
      later(120_001)
      await handOver(aroundOf(adapter, { holder: 'next' }), { mostEvents: 40 })
      assert.deepEqual(failures, [])
      const told = tool.events.map(({ position }) => position)
      assert.deepEqual(told, all, `killed behind step ${last}`)
      const keys = Map.groupBy(tool.runs, ({ key }) => key)
      for (const [key, runs] of keys)
        assert.equal(new Set(runs.map((run) => run.positions.join())).size, 1, key)
      if (isOver) break
      steps += 1
    }
    assert.ok(steps > 8, `${steps} steps`)
  })

  it('by one process at a time, and by another once the first is gone', async () => {
    const { tool, adapter } = createTool()
    const [one, other] = [aroundOf(adapter), aroundOf(adapter, { holder: 'other' })]
    const { name } = one.binding
    const until = new Date(now.getTime() + 120_000)
    assert.ok(await claimPull(world.service.db, name, { now, until, by: 'killed' }))
    await Promise.all([handOver(one), handOver(other)])
    assert.equal(tool.runs.length, 0)
    later(120_001)
    await Promise.all([handOver(one), handOver(other)])
    assert.equal(tool.runs.length, 1)
  })

  it('after the log was put back only once the tool has gone back, too', async () => {
    const { tool, adapter } = createTool()
    const around = aroundOf(adapter)
    await handOver(around)
    const before = await positions()
    const { db } = world.service
    await db.rows(`select settle_epoch(null, true)`)
    await tag('in the new epoch')
    // It has seen more of the log that is gone.
    tool.schedule.after = (await positions()).at(-1) as number
    later(2000)
    await handOver(around)
    assert.match(failures.join(), new RegExp(`the log was put back: later than ${before.at(-1)} there are`))
    assert.equal(tool.events.length, before.length)
    tool.schedule.after = before.at(-1) as number
    later(3_600_000)
    await handOver(around)
    assert.deepEqual(
      tool.events.map(({ position }) => position),
      await positions(),
    )
    assert.equal(new Set(tool.runs.map(({ key }) => key)).size, tool.runs.length)
  })

  it('from where the tool says that it is; beyond the end of the log that is a mistake', async () => {
    const { tool, adapter } = createTool()
    const around = aroundOf(adapter)
    const all = await positions()
    tool.schedule.after = all.at(-3) as number
    await handOver(around)
    assert.deepEqual(
      tool.events.map(({ position }) => position),
      all.slice(-2),
    )
    tool.schedule.after = 10 ** 9
    later(2000)
    await handOver(around)
    assert.match(failures[0] ?? '', /^The tool says that it has the event 1000000000; the newest is \d+\.$/)
  })

  it('when it wants it: not before, and not at all if it reads for itself', async () => {
    const { tool, adapter } = createTool()
    const around = aroundOf(adapter)
    tool.schedule = {}
    await handOver(around)
    tool.schedule = { nextAt: new Date(now.getTime() + 90_000).toISOString() }
    await handOver(around)
    later(60_001)
    await handOver(around)
    later(29_000)
    await handOver(around)
    assert.equal(tool.runs.length, 0)
    later(2000)
    await handOver(around)
    assert.equal(tool.runs.length, 1)
  })

  it('nothing of a case above the clearance of the binding', async () => {
    const body = { level: 6, why: 'A colleague.' }
    const { status } = await world.admin('PUT', `/cases/${world.caseId}/sensitivity`, { body })
    assert.equal(status, 200)
    const ordinary = createTool()
    await handOver(aroundOf(ordinary.adapter))
    const named = ({ tool }: typeof ordinary) =>
      new Set([
        ...tool.events.map(({ caseId }) => caseId),
        ...tool.states.flatMap(({ cases }) => cases.map(({ caseId }) => caseId)),
      ])
    assert.ok(!named(ordinary).has(world.caseId))
    assert.equal(named(ordinary).size, 1)
    count += 1
    const cleared = createTool()
    await handOver(aroundOf(cleared.adapter, { clearance: 6 }))
    assert.ok(named(cleared).has(world.caseId))
  })
})
