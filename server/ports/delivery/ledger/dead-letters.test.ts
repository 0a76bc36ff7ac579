import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Obligation, Replayed } from '@portico/contract/boundary'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { Delivery } from '@portico/contract/deliveries'
import {
  type CallContext,
  defineAdapter,
  type Host,
  PortError,
  portErrorCodes,
} from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { derivedId } from '../../../core/kernel/ids.ts'
import { eraseCase } from '../../../store/events/erase.ts'
import { releaseSmallDecision } from '../../../test/released-decision.ts'
import { until } from '../../../test/until.ts'
import { type Http, startWorld, type World } from '../../../test/world.ts'
import { servedPorts } from '../../all.ts'
import { giveUpUnbound } from './unbound.ts'

type Output = typeof output
type DeliveryList = { deliveries: Delivery[]; obligations?: Obligation[] }

/** Another system, in the mood that a test gives it towards the first recipient; all others are well served. */
function moodySystem() {
  const system: {
    mood: 'refuses' | 'takes' | 'away'
    keys: string[]
    recalls: number
    /** Calls wait for it. */
    gate?: Promise<unknown>
    host?: Host<Output>
  } = { mood: 'refuses', keys: [], recalls: 0 }
  const adapter = defineAdapter({
    port: output,
    name: 'moody',
    does: 'What a test wants.',
    options: Type.Object({}),
    open(_, host) {
      system.host = host
      return {
        supports: ['recall'],
        calls: {
          async deliver({ recipient, package: { recipients } }, { key, attempt }: CallContext) {
            await system.gate
            const sent = { channel: 'mail', sentAt: '2026-10-20T00:00:00.000Z' }
            if (recipient.partyId !== recipients[0]?.partyId) return { receipt: sent }
            system.keys.push(key)
            if (system.mood === 'refuses') throw new PortError('refused', 'No such box: Ada Byron.')
            if (system.mood === 'away') throw new PortError('unavailable', 'Nobody is there.')
            const sentAt = new Date(Date.UTC(2026, 9, 20, attempt, system.keys.length)).toISOString()
            return { receipt: { ...sent, sentAt, tracking: `T ${system.keys.length}` } }
          },
          recall: async () => {
            system.recalls += 1
            return {}
          },
        },
      }
    },
  })
  return Object.assign(system, { adapter })
}

describe('what could not be delivered', () => {
  const main = moodySystem()
  const archive = moodySystem()
  let world: World
  let caseId: string
  let workProductId: string
  let partyId: string
  let dispatcher: Http
  before(async () => {
    world = await startWorld(
      {},
      { ports: { output: { main: { adapter: main.adapter }, archive: { adapter: archive.adapter } } } },
    )
    ;({ caseId, workProductId } = await releaseSmallDecision(world))
    const { json } = await world.admin('GET', `/cases/${caseId}/decision-package`)
    partyId = (json as DecisionPackageDetail).package.recipients[0]?.partyId ?? ''
    dispatcher = await world.member('dispatcher', ['dispatch'])
  })
  after(() => world.close())

  const ledger = async (query = ''): Promise<Obligation[]> => {
    const { json } = await world.admin('GET', `/deliveries?caseId=${caseId}${query}`)
    return (json as { deliveries: Obligation[] }).deliveries.filter(({ recipient }) => recipient === partyId)
  }
  const of = async (binding: string) => {
    const [one] = await ledger(`&binding=${binding}`)
    assert.ok(one)
    return one
  }
  const stands = (binding: string, status: string) =>
    until(async () => {
      const one = await of(binding)
      return one.status === status && one
    })
  const abouts = async () => {
    const { json } = await world.admin('GET', `/cases/${caseId}/tasks?open=true`)
    const failed = (json as TaskList).tasks.filter(({ type }) => type === 'deliveryFailed')
    return failed.map(({ about }) => about).toSorted()
  }
  const events = async (types: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=${types}`)
    return (json as { events: { id: string; at: string; type: string; data: Record<string, string> }[] })
      .events
  }
  const replay = async (body: object) => {
    const { status, json, text } = await world.admin('POST', '/ports/output/replay', { body })
    assert.equal(status, 200, text)
    return json as Replayed
  }

  it('has a task for each binding, which whoever is given it can settle', async () => {
    const seen = await world.service.db.rows<{ seen: boolean }>(
      `select seen_at is not null as seen from port_bindings where port = 'output'`,
    )
    assert.deepEqual(seen, [{ seen: true }, { seen: true }], 'no other process takes them for removed')
    const [a, b] = [await stands('main', 'failed'), await stands('archive', 'failed')]
    assert.deepEqual(await abouts(), [a.id, b.id].toSorted())
    const drafter = await world.member('drafter', ['drafter'])
    const seenBy = async (http: Http) => {
      const { json } = await http('GET', `/cases/${caseId}/deliveries`)
      return json as DeliveryList
    }
    const { deliveries, obligations } = await seenBy(dispatcher)
    assert.equal(deliveries.length, 2)
    const { status: standing, attempts, errorCode } = obligations?.find(({ id }) => id === a.id) ?? {}
    assert.deepEqual([standing, attempts, errorCode], ['failed', 1, 'refused'])
    assert.deepEqual(await seenBy(drafter), { deliveries }, 'the ledger is for those who record deliveries')
    const path = `/deliveries/${a.id}/redrive`
    assert.equal((await drafter('POST', path, { body: {} })).status, 403)
    assert.equal((await dispatcher('POST', '/deliveries/obl_none/redrive', { body: {} })).status, 404)
    assert.equal((await dispatcher('POST', '/deliveries/redrive', { body: {} })).status, 403)
    assert.equal((await world.admin('GET', '/deliveries?status=failed,lost')).status, 400)
    main.mood = 'takes'
    const { status, text } = await dispatcher('POST', path, { body: { why: 'The box is there now.' } })
    assert.equal(status, 200, text)
    const delivered = await stands('main', 'delivered')
    assert.equal(delivered.attempts, 2)
    assert.deepEqual(new Set(main.keys), new Set([a.id]), 'under the same key')
    assert.deepEqual(await abouts(), [b.id], 'the receipt of one binding is none of the other')
    const [redriven, ...others] = await events('delivery.redriven')
    assert.deepEqual(
      [redriven?.data.obligationId, redriven?.data.why, others],
      [a.id, 'The box is there now.', []],
    )
    assert.equal((await dispatcher('POST', path, { body: {} })).status, 422, 'it has not failed')
  })

  it('is known to the ledger as well if the other side says so later, and can be sent again', async () => {
    const { id, deliveredAt } = await of('main')
    assert.ok(deliveredAt)
    const owed = (await events('delivery.owed')).find(({ data }) => data.partyId === partyId)
    const bounce = {
      deliveryId: owed?.data.deliveryId ?? '',
      why: 'Moved.',
      failedAt: '2026-10-28T10:00:00.000Z',
    }
    await main.host?.tell('bounce', bounce, { id: 'bounce-1' })
    await stands('main', 'failed')
    assert.deepEqual(await abouts(), [id, (await of('archive')).id].toSorted())
    assert.equal((await world.admin('POST', `/deliveries/${id}/redrive`, { body: {} })).status, 200)
    const again = await stands('main', 'delivered')
    assert.equal(again.attempts, 3)
    assert.deepEqual(await abouts(), [(await of('archive')).id])
  })

  it('is known to the ledger if a person says so, and leaves again under a new key', async () => {
    const { id } = await of('main')
    const owed = (await events('delivery.owed')).find(({ data }) => data.partyId === partyId)
    const path = `/cases/${caseId}/deliveries/${owed?.data.deliveryId}/failure`
    const failure = { why: 'Returned to sender.', failedAt: '2026-10-29T10:00:00.000Z' }
    const record = (body: object) => dispatcher('PUT', path, { body })
    assert.equal((await record({ ...failure, channel: 'courier' })).status, 200)
    assert.equal((await of('main')).status, 'delivered', 'it was sent by another way, too')
    for (const _ of ['once', 'again']) assert.equal((await record(failure)).status, 200)
    const { status, key } = await of('main')
    assert.deepEqual([status, key], ['failed', `${id}-1`])
    const told = (await events('delivery.failed')).filter(({ data }) => data.why === failure.why)
    assert.deepEqual(
      told.map(({ data }) => [data.channel, data.obligationId]),
      [
        ['courier', undefined],
        [undefined, id],
      ],
    )
    assert.ok((await abouts()).includes(id))
    assert.equal((await world.admin('POST', `/deliveries/${id}/redrive`, { body: {} })).status, 200)
    await stands('main', 'delivered')
    assert.equal(main.keys.at(-1), `${id}-2`)
    assert.ok(!(await abouts()).includes(id))
  })

  it('is sent again or dropped in bulk, by filter, and the case hears of each', async () => {
    const filter = { port: 'output', binding: 'archive' }
    const redriven = await world.admin('POST', '/deliveries/redrive', { body: filter })
    assert.deepEqual(redriven.json, { changed: 1, refused: 0 })
    const { id } = await stands('archive', 'failed')
    await until(
      async () =>
        (await events('delivery.failed')).filter(({ data }) => data.obligationId === id).length === 2,
    )
    const none = await world.admin('POST', '/deliveries/drop', {
      body: { ...filter, binding: 'main', why: 'No.' },
    })
    assert.deepEqual(none.json, { changed: 0, refused: 0 })
    const why = 'The archive was replaced.'
    const dropped = await world.admin('POST', '/deliveries/drop', { body: { ...filter, why } })
    assert.deepEqual(dropped.json, { changed: 1, refused: 0 })
    assert.equal((await of('archive')).status, 'dropped')
    assert.deepEqual(await abouts(), [])
    assert.deepEqual(
      (await events('delivery.redriven,delivery.dropped'))
        .filter(({ data }) => data.obligationId === id)
        .map(({ type, data }) => [type, data.why]),
      [
        ['delivery.redriven', undefined],
        ['delivery.dropped', why],
      ],
    )
  })

  it('is replayed to one binding: first in words, then under its key, and under a new one only if told to', async () => {
    const before = await ledger()
    const calls = main.keys.length
    const asked = { binding: 'main', caseId }
    const words = await replay({ ...asked, isDryRun: true })
    assert.deepEqual([words.isDryRun, words.byCall.deliver], [true, 2])
    assert.deepEqual(await ledger(), before)
    assert.equal(main.keys.length, calls)

    const was = await of('main')
    assert.equal((await replay(asked)).byCall.deliver, 2)
    const same = await until(async () => {
      const one = await of('main')
      return one.status === 'delivered' && one.attempts === was.attempts + 1 && one
    })
    assert.deepEqual([same.id, same.createdAt], [was.id, was.createdAt], 'its history stays')
    assert.equal(main.keys.at(-1), was.key)
    assert.equal((await ledger('&binding=archive')).length, 1, 'the other binding hears nothing')

    const { promise, resolve } = Promise.withResolvers<void>()
    main.gate = promise
    const anew = { ...asked, hasNewKeys: true }
    assert.equal((await replay(anew)).byCall.deliver, 2)
    const { deliveries, unchanged } = await replay(anew)
    assert.deepEqual([deliveries, unchanged > 1], [0, true], 'what still waits is not doubled')
    resolve()
    await until(async () => main.keys.at(-1) !== was.key)
    assert.equal((await ledger('&binding=main')).length, 2)
    await until(async () => (await ledger('&binding=main')).every(({ status }) => status === 'delivered'))
  })

  it('stays dropped in a replay, unless it is asked for, and two at once send it once', async () => {
    assert.equal((await of('archive')).status, 'dropped')
    const asked = { binding: 'archive', caseId }
    for (const how of [{ isDryRun: true }, {}, { hasNewKeys: true }]) {
      const { dropped, byCall } = await replay({ ...asked, ...how })
      assert.deepEqual([dropped, byCall.deliver], [1, 1], 'the other recipient alone')
      await until(async () => {
        const { json } = await world.admin('GET', `/deliveries?caseId=${caseId}&status=waiting,sending`)
        return (json as { deliveries: Obligation[] }).deliveries.length === 0
      })
    }
    assert.equal((await of('archive')).status, 'dropped')
    const words = await replay({ ...asked, hasDropped: true, isDryRun: true })
    assert.deepEqual([words.dropped, words.byCall.deliver], [0, 2])
    archive.mood = 'takes'
    const calls = archive.keys.length
    const { promise, resolve } = Promise.withResolvers<void>()
    archive.gate = promise
    const all = await Promise.all(Array.from({ length: 4 }, () => replay({ ...asked, hasDropped: true })))
    resolve()
    await stands('archive', 'delivered')
    assert.equal(archive.keys.length, calls + 1)
    assert.deepEqual(all.map(({ byCall }) => byCall.deliver ?? 0).toSorted(), [0, 0, 0, 2])
  })

  it('is moot with the recall, which does not wait behind it', async () => {
    main.mood = 'away'
    await replay({ binding: 'main', caseId })
    const failing = await until(async () =>
      (await ledger('&binding=main')).find(({ status, errorCode }) => status === 'waiting' && errorCode),
    )
    // Not for a long time yet.
    await world.service.db.rows(
      `update obligations set due_at = due_at + interval '2 days' where status = 'waiting'`,
    )
    archive.mood = 'refuses'
    await replay({ binding: 'archive', caseId })
    await stands('archive', 'failed')
    // A binding that has taken it, and was then taken out of the configuration.
    const { db } = world.service
    await db.rows(
      `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
         status, attempts, due_at, created_at)
       select 'obl_formerone0', port, 'former', call, case_id, event_id, event_type, sequence, subject, recipient,
         'delivered', 1, due_at, created_at
       from obligations where id = $1`,
      [failing.id],
    )
    const path = `/cases/${caseId}/work-products/${workProductId}/recall`
    const { status, text } = await world.admin('POST', path, { body: { why: 'The wrong form.' } })
    assert.ok(status < 300, text)
    const moot = (await ledger()).find(({ id }) => id === failing.id)
    assert.deepEqual([moot?.status, moot?.error], ['cancelled', 'The decision was recalled.'])
    assert.equal((await of('archive')).status, 'dropped')
    assert.deepEqual(await abouts(), [], 'nobody has a task about it')
    await until(() => main.recalls === 1 && archive.recalls === 1)
    const recalls = await db.rows<{ id: string; binding: string }>(
      `select id, binding from obligations where case_id = $1 and call = 'recall' order by binding`,
      [caseId],
    )
    assert.deepEqual(
      recalls.map(({ binding }) => binding),
      ['archive', 'former', 'main'],
    )
  })

  it('is recalled also where it went to a binding that is gone since: somebody has to do it', async () => {
    const { db, portico } = world.service
    const [recalled] = await events('workProduct.recalled')
    assert.ok(recalled)
    const owed = derivedId('obl', recalled, 'output former recall  ')
    const bindings = { all: [], ports: servedPorts, find: () => undefined }
    await giveUpUnbound({ db, execute: portico.execute, bindings, clock: () => new Date() })
    await until(async () => (await abouts()).includes(owed))
    const [failed] = (await events('delivery.failed')).filter(({ data }) => data.obligationId === owed)
    assert.match(failed?.data.why ?? '', /^The binding output\/former is not in the configuration/)
  })

  it('leaves ids and times in the ledger and the inbox of an erased case, and no word of anybody', async () => {
    const { db } = world.service
    const [last] = await db.rows<{ version: number }>(`select version from case_streams where case_id = $1`, [
      caseId,
    ])
    await eraseCase(db, caseId, last?.version ?? 0, new Date())
    const rows = async (table: string) =>
      (
        await db.rows<{ row: Record<string, unknown> }>(
          `select to_jsonb(t) as row from ${table} t where case_id = $1`,
          [caseId],
        )
      ).map(({ row }) => row)
    const kept = [...(await rows('obligations')), ...(await rows('inbound_facts'))]
    assert.ok(kept.some(({ event_id }) => event_id) && kept.some(({ message_hash }) => message_hash))
    const words = [
      ...Object.keys(output.calls),
      ...Object.keys(output.hears),
      ...Object.keys(output.tells),
      ...Object.keys(portErrorCodes),
      ...['output', 'main', 'archive', 'former', 'delivered', 'dropped', 'cancelled', 'applied'],
    ]
    const isHarmless = (value: unknown) =>
      value === null ||
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      words.includes(String(value)) ||
      /^(obl|case|evt|product|delivery|fact)_[0-9A-Za-z]{10,}$/.test(String(value)) ||
      /^\\x[0-9a-f]{64}$/.test(String(value)) ||
      /^\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)$/.test(String(value))
    for (const row of kept)
      for (const [column, value] of Object.entries(row))
        assert.ok(isHarmless(value), `${column} keeps ${JSON.stringify(value)}`)
  })
})
