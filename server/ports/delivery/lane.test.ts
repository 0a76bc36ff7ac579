import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { caseStatus } from '@portico/contract/ports/case-status'
import { type Adapter, type CallContext, PortError } from '@portico/contract/ports/kit'
import { createExecute, type Execute } from '../../app/engine/execute.ts'
import { allProjections } from '../../projections/all.ts'
import { noReactions, openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { until } from '../../test/until.ts'
import { giveUpAfterMs } from './backoff.ts'
import type { Binding, Bindings } from './binding.ts'
import { openCapabilities } from './capabilities.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { owedBy } from './owed.ts'
import { type PortParts, servePort } from './serve-port.ts'

type Call = (caseId: string, context: CallContext, call: string) => Promise<object>
type Row = {
  id: string
  binding: string
  status: string
  attempts: number
  due_at: Date
  tried_at: Date | null
  error_code: string | null
}

const served = servePort(caseStatus, {
  input: {
    announceCreated: async ({ caseId }) => ({ caseId }) as never,
    announceTransition: async ({ caseId }) => ({ caseId }) as never,
    announceClosure: async ({ caseId }) => ({ caseId }) as never,
  },
  heard: {} as never,
})

/** A service that consists of its log, its ledger and its lanes; time is what a test says it is. */
async function openLanes(calls: Record<string, Call>) {
  const db: TestDatabase = await freshDatabase()
  let now = noon
  const all = Object.entries(calls).map(([name, call]): Binding => {
    const method = (as: string) => (input: { caseId: string }, context: CallContext) =>
      call(input.caseId, context, as)
    const open = (): Adapter => ({
      supports: [],
      calls: Object.fromEntries(Object.keys(caseStatus.calls).map((as) => [as, method(as)])) as never,
    })
    return {
      served,
      name,
      definition: { port: caseStatus, name, does: name, options: {} as never, open } as never,
      isBaseline: false,
      options: {},
      settings: {},
      secrets: [],
      mayReachPrivate: false,
      timeoutMs: 60_000,
      concurrency: 8,
    }
  })
  const bindings: Bindings = { all, ports: [served], find: () => undefined }
  const capabilities = openCapabilities()
  const owed = owedBy(bindings, capabilities)
  const execute: Execute = createExecute({
    db,
    projections: allProjections,
    reactions: noReactions,
    workFor: (events) => ({ jobs: [], obligations: owed(events) }),
    afterCommit: (events) => dispatcher.nudge(events),
  })
  const dispatcher: Dispatcher = startDispatcher({
    db,
    execute,
    parts: { fileLinks: {}, blobs: {} } as PortParts,
    bindings,
    capabilities,
    clock: () => now,
    random: () => 1,
    hostOf: () => ({}) as never,
    log: () => {},
  })
  const desk = openDesk(db, execute)
  return {
    db,
    execute,
    open: async () => (await desk.open([])).caseId,
    now: () => now,
    moveTo(time: Date) {
      now = time
      for (const lane of dispatcher.lanes) lane.wake()
    },
    rows: (binding: string) =>
      db.rows<Row>(
        `select id, binding, status, attempts, due_at, tried_at, error_code from obligations
         where binding = $1 order by number`,
        [binding],
      ),
    settled: (binding: string, count: number) =>
      until(async () => {
        const [row] = await db.rows<{ count: number }>(
          `select count(*)::int as count from obligations where binding = $1 and status = 'delivered'`,
          [binding],
        )
        return row?.count === count
      }, 10),
    async close() {
      await dispatcher.stop(0)
      await db.close()
    },
  }
}

type Lanes = Awaited<ReturnType<typeof openLanes>>

describe('a lane', () => {
  let lanes: Lanes | undefined
  const opened = async (calls: Record<string, Call>): Promise<Lanes> => {
    await lanes?.close()
    lanes = await openLanes(calls)
    return lanes
  }
  after(() => lanes?.close())

  it('tries for three days, ever more rarely, and then leaves one dead letter on the case', async () => {
    const keys = new Set<string>()
    const of = await opened({
      dead: async (_, { key }) => {
        keys.add(key)
        throw new PortError('unavailable', 'Nobody is there.')
      },
    })
    const caseId = await of.open()
    const waits: number[] = []
    let attempts = 0
    for (;;) {
      const row = await until(async () => {
        const [one] = await of.rows('dead')
        return one && one.attempts > attempts && one.status !== 'sending' && one
      }, 5)
      attempts = row.attempts
      if (row.status === 'failed') break
      waits.push(row.due_at.getTime() - of.now().getTime())
      // Past the pause of the breaker, too: it lets one through to try.
      of.moveTo(new Date(Math.max(row.due_at.getTime(), of.now().getTime() + 11 * 60_000)))
    }
    assert.deepEqual(waits.slice(0, 4), [5000, 10_000, 20_000, 40_000])
    assert.ok(waits.every((ms) => ms <= 3 * 3_600_000))
    assert.ok(of.now().getTime() - noon.getTime() >= giveUpAfterMs)
    assert.ok(attempts > 20 && attempts < 60, `${attempts} attempts`)
    assert.equal(keys.size, 1, 'every attempt has the same key')
    const failed = await of.db.rows<{ case_id: string }>(
      `select case_id from events where type = 'delivery.failed'`,
    )
    assert.deepEqual(failed, [{ case_id: caseId }])
  })

  it('waits as long as the other side asks for, and does not come back to what is gone', async () => {
    const asked: string[] = []
    let isBusy = true
    const of = await opened({
      busy: async (caseId) => {
        asked.push(caseId)
        if (isBusy) throw new PortError('rateLimited', 'Slow down.', { retryAfterMs: 7_200_000 })
        return {}
      },
      gone: async () => {
        throw new PortError('gone', 'It moved.')
      },
    })
    await of.open()
    await until(async () => (await of.rows('busy'))[0]?.status === 'waiting' && asked.length === 1, 5)
    await of.open()
    await until(async () => (await of.rows('gone')).every(({ status }) => status === 'failed'), 5)
    assert.deepEqual(
      (await of.rows('gone')).map(({ attempts, error_code }) => [attempts, error_code]),
      [
        [1, 'gone'],
        [1, 'gone'],
      ],
    )
    of.moveTo(new Date(noon.getTime() + 7_199_000))
    await of.open()
    await until(async () => (await of.rows('gone')).length === 3, 5)
    assert.equal(asked.length, 1, 'the whole binding is quiet')
    isBusy = false
    of.moveTo(new Date(noon.getTime() + 7_201_000))
    await of.settled('busy', 3)
  })

  it('holds up neither another binding nor another case', async () => {
    const hangs = Promise.withResolvers<object>()
    let first: string | undefined
    const of = await opened({
      hanging: () => hangs.promise,
      slow: async (caseId) => {
        first ??= caseId
        return caseId === first ? hangs.promise : {}
      },
      well: async () => ({}),
    })
    for (let count = 0; count < 12; count++) await of.open()
    await of.settled('well', 12)
    await of.settled('slow', 11)
    assert.ok((await of.rows('hanging')).every(({ status }) => status !== 'delivered'))
    hangs.resolve({})
    await of.settled('slow', 12)
    await of.settled('hanging', 12)
  })

  it('sends what a case owes in its order, whatever fails in between', async () => {
    const told: string[] = []
    const keys = new Set<string>()
    let failures = 3
    const of = await opened({
      main: async (caseId, { key }, call) => {
        if (failures-- > 0) throw new PortError('conflict', 'Not now.')
        // Time flies here: a lease may be over before its call is written down, and the same key is the same work.
        if (keys.has(key)) return {}
        keys.add(key)
        told.push(`${call} ${caseId}`)
        return {}
      },
    })
    const opened1 = await of.open()
    for (const to of ['a', 'b', 'c'])
      await of.db.rows(
        `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status,
           due_at, created_at)
         select $1, port, binding, 'announceTransition', case_id, event_id, event_type, sequence, subject, 'waiting',
           $2, $2 from obligations limit 1`,
        [`obl_${to}`, noon],
      )
    for (let minutes = 1; (await of.rows('main')).some(({ status }) => status !== 'delivered'); minutes++) {
      assert.ok(minutes < 300)
      of.moveTo(new Date(noon.getTime() + minutes * 60_000))
      await new Promise((later) => setTimeout(later, 10))
    }
    assert.deepEqual(told, [
      `announceCreated ${opened1}`,
      ...Array.from({ length: 3 }, () => `announceTransition ${opened1}`),
    ])
  })

  it('is no cost where nothing is bound', () => {
    const none = owedBy({ all: [], ports: [], find: () => undefined }, openCapabilities())
    assert.deepEqual(none([{ type: 'case.opened' } as never]), [])
  })
})
