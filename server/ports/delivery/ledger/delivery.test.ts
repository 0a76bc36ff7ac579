import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Delivery } from '@portico/contract/deliveries'
import { type CallContext, defineAdapter, type InputOf, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import { releaseSmallDecision } from '../../../test/released-decision.ts'
import { until } from '../../../test/until.ts'
import { startWorld, type World } from '../../../test/world.ts'

type Delivered = { input: InputOf<typeof output, 'deliver'>; context: CallContext }

/** Keeps what it is given; the first call for each key fails as it is told. */
function testAdapter(delivered: Delivered[], failure?: PortError) {
  const tried = new Set<string>()
  return defineAdapter({
    port: output,
    name: 'test',
    does: 'Keeps what it is given.',
    options: Type.Object({ channel: Type.String() }),
    open: ({ channel }) => ({
      supports: [],
      calls: {
        async deliver(input, context) {
          const isFirst = !tried.has(context.key)
          tried.add(context.key)
          if (failure && isFirst) throw failure
          delivered.push({ input, context })
          return { receipt: { channel, sentAt: '2026-11-15T12:00:00.000Z', tracking: context.key } }
        },
      },
    }),
  })
}

describe('a decision that is released, with the output port bound', () => {
  const kept: Delivered[] = []
  const archived: Delivered[] = []
  let world: World
  let caseId: string
  before(async () => {
    const refused = new PortError('refused', 'The archive is full.')
    world = await startWorld(
      {},
      {
        ports: {
          output: {
            main: { adapter: testAdapter(kept), channel: 'mail' },
            archive: { adapter: testAdapter(archived, refused), channel: 'archive' },
          },
        },
      },
    )
    ;({ caseId } = await releaseSmallDecision(world))
  })
  after(() => world.close())

  const ledger = () =>
    world.service.db.rows<{ binding: string; call: string; status: string; attempts: number }>(
      `select binding, call, status, attempts from obligations where case_id = $1 order by binding, call`,
      [caseId],
    )

  it('is delivered, and its receipt is on the case', async () => {
    const deliveries = await until(async () => {
      const { json } = await world.admin('GET', `/cases/${caseId}/deliveries`)
      const all = (json as { deliveries: Delivery[] }).deliveries
      return all.length > 0 && all.every(({ receipts }) => receipts.length > 0) && all
    })
    assert.equal(kept.length, deliveries.length)
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=delivery.receipted`)
    const [receipted] = (json as { events: { actor: unknown; data: { tracking: string } }[] }).events
    assert.deepEqual(receipted?.actor, {
      id: 'binding_output_main',
      name: 'output/main',
      kind: 'integration',
    })
    // What goes to one recipient does not wait for what goes to another.
    const keys = kept.map(({ context }) => context.key)
    assert.ok(keys.includes(receipted?.data.tracking ?? ''), `${receipted?.data.tracking} of ${keys}`)
    const [file] = kept[0]?.input.files ?? []
    const bytes = await Array.fromAsync(await kept[0]!.context.open(file!))
    assert.equal(Buffer.concat(bytes).length, file?.size)
  })

  it('is a dead letter where the other side refuses it, and what the adapter does not do is cancelled', async () => {
    const rows = await until(async () => {
      const all = await ledger()
      return all.every(({ status }) => status !== 'waiting' && status !== 'sending') && all
    })
    const [of] = kept
    assert.ok(of)
    const told = Object.fromEntries(rows.map((row) => [`${row.binding} ${row.call}`, row.status]))
    assert.equal(told['main deliver'], 'delivered')
    assert.equal(told['archive deliver'], 'failed')
    assert.ok(rows.every(({ call, status }) => call === 'deliver' || status === 'cancelled'))
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=delivery.failed`)
    const failed = (json as { events: { data: { why: string; binding?: string } }[] }).events
    assert.ok(failed.length > 0)
    assert.ok(failed.every(({ data }) => data.binding === 'archive' && data.why === 'The archive is full.'))
    assert.equal(archived.length, 0)
  })
})
