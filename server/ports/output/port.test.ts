import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Replayed } from '@portico/contract/boundary'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { Delivery } from '@portico/contract/deliveries'
import {
  type CallContext,
  defineAdapter,
  type FactName,
  type FactOf,
  type Host,
  type InputOf,
  PortError,
} from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { newestObligation } from '../../store/obligations/settle.ts'
import { releaseSmallDecision } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'
import type { HeardParts } from '../delivery/bindings/serve-port.ts'
import { hearBounce, hearEffectuated, hearFailure, hearReceipt } from './heard.ts'

type Output = typeof output
type Said = { call: string; input: unknown; context: CallContext }

/** Another system that takes everything, and reports later. */
function laterAdapter() {
  const said: Said[] = []
  const hosts: Host<Output>[] = []
  const take = (call: string) => async (input: unknown, context: CallContext) => {
    said.push({ call, input, context })
    return {}
  }
  const adapter = defineAdapter({
    port: output,
    name: 'later',
    does: 'Takes everything, and reports later.',
    options: Type.Object({}),
    open(_, host) {
      hosts.push(host)
      return {
        supports: ['preparation', 'effectuation', 'recall'],
        calls: {
          prepare: take('prepare'),
          deliver: take('deliver'),
          effectuate: take('effectuate'),
          recall: take('recall'),
        },
      }
    },
  })
  const ofCall = <Name extends 'prepare' | 'deliver' | 'effectuate' | 'recall'>(call: Name) =>
    said
      .filter((one) => one.call === call)
      .map(({ input, context }) => ({ input: input as InputOf<Output, Name>, context }))
  return { adapter, said, ofCall, host: () => hosts.at(-1) as Host<Output> }
}

describe('the output port, from the signature to the recall', () => {
  const system = laterAdapter()
  let world: World
  let caseId: string
  let workProductId: string
  before(async () => {
    world = await startWorld({}, { ports: { output: { adapter: system.adapter } } })
    ;({ caseId, workProductId } = await releaseSmallDecision(world))
  })
  after(() => world.close())

  const eventsOf = async (type: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=${type}`)
    return (json as { events: { data: Record<string, unknown>; actor: { id: string } }[] }).events
  }
  const openTasks = async (type: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/tasks?open=true`)
    return (json as TaskList).tasks.filter((task) => task.type === type)
  }
  const deliveries = async () => {
    const { json } = await world.admin('GET', `/cases/${caseId}/deliveries`)
    return (json as { deliveries: Delivery[] }).deliveries
  }
  const settled = (id: string) =>
    until(async () => {
      const [row] = await world.service.db.rows<{ status: string; reason: string | null }>(
        `select status, reason from inbound_facts where message_id = $1`,
        [id],
      )
      return row?.status !== 'received' && row
    })
  let told = 0
  const tell = async <Name extends FactName<Output>>(name: Name, fact: FactOf<Output, Name>) => {
    told += 1
    const id = `message-${told}`
    await system.host().tell(name, fact, { id })
    return settled(id)
  }
  const ledger = () =>
    world.service.db.rows<{ call: string; status: string }>(
      `select call, status from obligations where case_id = $1 order by number`,
      [caseId],
    )

  it('hears of the signature with the package, before anything may be sent', async () => {
    await until(() => system.ofCall('prepare').length > 0)
    const [prepared] = system.ofCall('prepare')
    assert.equal(system.said[0]?.call, 'prepare')
    assert.equal(prepared?.input.workProductId, workProductId)
    const { json } = await world.admin('GET', `/cases/${caseId}/decision-package`)
    const { warnings, manifest, ...signed } = (json as DecisionPackageDetail).package
    assert.ok(warnings && manifest.every(({ readBy }) => readBy))
    const documents = manifest.map(({ readBy: _, ...document }) => document)
    assert.deepEqual(prepared?.input.package, { ...signed, manifest: documents }, 'as declared')
  })

  it('delivers to each recipient on release, with the sealed bytes', async () => {
    const owed = await deliveries()
    assert.ok(owed.length > 0)
    await until(() => system.ofCall('deliver').length === owed.length)
    const sent = system.ofCall('deliver')
    const ids = sent.map(({ input }) => [input.deliveryId, input.recipient.partyId])
    assert.deepEqual(ids.toSorted(), owed.map(({ id, partyId }) => [id, partyId]).toSorted())
    const [one] = sent
    const bytes = Buffer.concat(await Array.fromAsync(await one!.context.open(one!.input.files[0]!)))
    const served = await fetch(`${world.baseUrl}/cases/${caseId}/decision-package/file`, {
      headers: { authorization: `Bearer ${await tokenOf(world)}` },
    })
    assert.deepEqual(bytes, Buffer.from(await served.arrayBuffer()))
  })

  it('effects the outcome on release', async () => {
    await until(() => system.ofCall('effectuate').length > 0)
    const [effected] = system.ofCall('effectuate')
    assert.equal(effected?.input.workProductId, workProductId)
    assert.equal(effected?.input.files.length, 1)
    await until(async () => (await ledger()).every(({ status }) => status !== 'sending'))
    const accepted = (await ledger()).filter(({ status }) => status === 'accepted')
    assert.deepEqual(new Set(accepted.map(({ call }) => call)), new Set(['deliver', 'effectuate']))
  })

  it('what another binding delivers, a binding knows nothing of', async () => {
    const [{ id: deliveryId } = { id: '' }] = await deliveries()
    const at = '2026-10-20T10:00:00.000Z'
    const { db, portico } = world.service
    const stranger = { port: 'output', binding: 'stranger' }
    const parts = {
      ...{ db, portico, binding: 'stranger' },
      obligationOf: (of: object) => newestObligation(db, { ...stranger, ...of } as never),
    } as unknown as HeardParts<'deliveries'>
    const noDelivery = { unmatched: 'There is no delivery with this deliveryId.' }
    const noDecision = { unmatched: 'There is no decision with this workProductId.' }
    assert.deepEqual(await hearReceipt({ deliveryId, channel: 'mail', sentAt: at }, parts), noDelivery)
    assert.deepEqual(await hearBounce({ deliveryId, why: 'Moved.', failedAt: at }, parts), noDelivery)
    assert.deepEqual(await hearEffectuated({ workProductId, at }, parts), noDecision)
    assert.deepEqual(await hearFailure({ workProductId, why: 'No.', failedAt: at }, parts), noDecision)
  })

  it('a receipt lands on the case, once, as an event of the binding', async () => {
    const [{ id: deliveryId } = { id: '' }] = await deliveries()
    const sentAt = '2026-10-20T10:00:00.000Z'
    const receipt = { deliveryId, channel: 'mail', destination: '1 Elm Street', sentAt, tracking: 'T-1' }
    assert.equal((await tell('receipt', receipt)).status, 'applied')
    await tell('receipt', receipt)
    const [event, ...others] = await eventsOf('delivery.receipted')
    assert.deepEqual(others, [])
    assert.equal(event?.actor.id, 'binding_output_main')
    assert.equal(event?.data.tracking, 'T-1')
    assert.equal((await deliveries())[0]?.receipts[0]?.binding, 'output/main')
    assert.ok((await ledger()).some(({ call, status }) => call === 'deliver' && status === 'delivered'))
  })

  it('a bounce is owed again with one task; the receipt that it followed does not undo it, a newer one does', async () => {
    const [{ id: deliveryId } = { id: '' }] = await deliveries()
    const at = { channel: 'mail', destination: '1 Elm Street' }
    const bounce = { deliveryId, ...at, why: 'Moved.', failedAt: '2026-10-21T10:00:00.000Z' }
    await tell('bounce', bounce)
    await tell('bounce', bounce)
    assert.equal((await openTasks('deliveryFailed')).length, 1)
    assert.equal((await deliveries())[0]?.failures[0]?.binding, 'output/main')
    await tell('receipt', { deliveryId, ...at, sentAt: '2026-10-20T10:30:00.000Z' })
    assert.equal((await deliveries()).find(({ id }) => id === deliveryId)?.status, 'failed')
    assert.equal((await openTasks('deliveryFailed')).length, 1)
    await tell('receipt', { deliveryId, ...at, sentAt: '2026-10-22T10:00:00.000Z' })
    assert.equal((await openTasks('deliveryFailed')).length, 0)
    await tell('bounce', { ...bounce, why: 'Moved, says another report.' })
    assert.equal((await deliveries()).find(({ id }) => id === deliveryId)?.status, 'receipted')
    assert.equal((await eventsOf('delivery.failed')).length, 1)
  })

  it('a failure to take effect opens one escalation task, and the effect closes it', async () => {
    const failure = { workProductId, why: 'The award is locked.', failedAt: '2026-10-20T10:00:00.000Z' }
    await tell('effectuationFailed', failure)
    await tell('effectuationFailed', failure)
    await tell('effectuationFailed', { ...failure, failedAt: '2026-10-20T11:00:00.000Z' })
    assert.equal((await openTasks('effectuationFailed')).length, 1)
    await tell('effectuated', { workProductId, at: '2026-10-20T10:30:00.000Z' })
    assert.equal((await openTasks('effectuationFailed')).length, 1, 'it is older than the last failure')
    await tell('effectuated', { workProductId, at: '2026-10-21T10:00:00.000Z' })
    assert.equal((await openTasks('effectuationFailed')).length, 0)
    await tell('effectuationFailed', { ...failure, why: 'Late.', failedAt: '2026-10-20T12:00:00.000Z' })
    assert.equal((await openTasks('effectuationFailed')).length, 0, 'it is older than the effect')
    assert.equal((await eventsOf('effectuation.completed')).length, 1)
  })

  it('what belongs to nothing waits in the inbox', async () => {
    const sent = { channel: 'mail', sentAt: '2026-10-20T10:00:00.000Z' }
    const { status, reason } = await tell('receipt', { deliveryId: 'delivery_none', ...sent })
    assert.deepEqual([status, reason], ['unmatched', 'There is no delivery with this deliveryId.'])
    const effected = await tell('effectuated', { workProductId: 'product_none', at: sent.sentAt })
    assert.equal(effected.status, 'unmatched')
  })

  it('a recall says where the decision went, and nothing that is told afterwards moves it back', async () => {
    const takenAs = async () =>
      (await ledger()).flatMap(({ call, status }) => (call === 'recall' ? [] : [status]))
    const wereTaken = await takenAs()
    assert.ok(wereTaken.includes('accepted'))
    const path = `/cases/${caseId}/work-products/${workProductId}/recall`
    const { status, text } = await world.admin('POST', path, { body: { why: 'The wrong form.' } })
    assert.ok(status < 300, text)
    await until(() => system.ofCall('recall').length > 0)
    const [recalled] = system.ofCall('recall')
    assert.equal(recalled?.input.why, 'The wrong form.')
    assert.deepEqual(await takenAs(), wereTaken, 'what the other side has taken it has taken')
    const all = await deliveries()
    assert.deepEqual(
      recalled?.input.deliveries.map(({ deliveryId, receipts }) => [deliveryId, receipts.length]),
      all.map(({ id, receipts }) => [id, receipts.length]),
    )
    const before = await eventsOf(
      'delivery.failed,effectuation.completed,effectuation.failed,delivery.receipted',
    )
    const [{ id: deliveryId } = { id: '' }] = all
    const late = '2026-10-30T10:00:00.000Z'
    const bounced = await tell('bounce', { deliveryId, why: 'Moved.', failedAt: late })
    assert.equal(bounced.status, 'refused')
    const effected = await tell('effectuated', { workProductId, at: late })
    assert.equal(effected.status, 'refused')
    assert.deepEqual(
      await eventsOf('delivery.failed,effectuation.completed,effectuation.failed,delivery.receipted'),
      before,
    )
  })
})

describe('a destination that can deliver and nothing else', () => {
  let isAway = true
  const plain = defineAdapter({
    port: output,
    name: 'plain',
    does: 'Delivers.',
    options: Type.Object({}),
    open() {
      if (isAway) throw new PortError('unavailable', 'It is not there yet.')
      const not = async () => {
        throw new PortError('notSupported', 'It cannot.')
      }
      const sent = { channel: 'mail', sentAt: '2026-10-20T00:00:00.000Z' }
      const deliver = async () => ({ receipt: sent })
      return { supports: [], calls: { deliver, prepare: not, effectuate: not, recall: not } }
    },
  })
  let world: World
  let caseId: string
  let workProductId: string
  before(async () => {
    world = await startWorld({}, { ports: { output: { adapter: plain } } })
    ;({ caseId, workProductId } = await releaseSmallDecision(world))
  })
  after(() => world.close())

  const standing = async () => {
    const rows = await world.service.db.rows<{ call: string; status: string }>(
      `select distinct call, status from obligations where case_id = $1`,
      [caseId],
    )
    return Object.fromEntries(rows.map(({ call, status }) => [call, status]))
  }
  const failures = async () => {
    const { json } = await world.admin('GET', `/cases/${caseId}/tasks?open=true`)
    return (json as TaskList).tasks.filter(({ type }) => type === 'deliveryFailed')
  }
  const replay = async (body: object) =>
    (await world.admin('POST', '/ports/output/replay', { body: { binding: 'main', caseId, ...body } }))
      .json as Replayed

  it('was owed the rest before anybody knew: it is cancelled, and nobody has a task', async () => {
    assert.equal((await standing()).prepare, 'waiting')
    isAway = false
    await until(async () => (await standing()).deliver === 'delivered')
    await until(async () => (await standing()).prepare === 'cancelled')
    assert.deepEqual(await failures(), [])
    assert.deepEqual(Object.keys((await replay({ isDryRun: true })).byCall), ['deliver'])
  })

  it('leaves a recall to somebody, with a task', async () => {
    const path = `/cases/${caseId}/work-products/${workProductId}/recall`
    const { status, text } = await world.admin('POST', path, { body: { why: 'The wrong form.' } })
    assert.ok(status < 300, text)
    await until(async () => (await failures()).length === 1)
    assert.equal((await standing()).recall, 'failed')
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=delivery.failed`)
    assert.match(JSON.stringify(json), /recall: it has to be done by hand/)
  })

  it('has delivered what it has, and is sent nothing of what was recalled by a replay', async () => {
    for (const how of [{ isDryRun: true }, {}, { hasNewKeys: true }]) {
      const { deliveries, unchanged, byCall } = await replay(how)
      assert.deepEqual([deliveries, byCall], [0, {}], JSON.stringify(how))
      assert.ok(unchanged > 0)
    }
    assert.equal((await standing()).deliver, 'delivered')
  })
})

async function tokenOf({ anonymous, username, password }: World): Promise<string> {
  const { json } = await anonymous('POST', '/auth/token', { body: { username, password } })
  return (json as { token: string }).token
}
