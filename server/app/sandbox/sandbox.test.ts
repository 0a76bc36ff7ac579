import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOfChart, reportsOfChart } from '@portico/contract/charts'
import { NoSpace } from '../../files/disk-space.ts'
import { reports } from '../../profile/default/work.ts'
import type { Database } from '../../store/db.ts'
import { sandboxDashboards } from './dashboards.ts'
import { openSandbox } from './sandbox.ts'
import type { SynthesisOrder } from './synthesis-order.ts'

describe('a sandbox that is prepared', () => {
  const prepare = async (failure: Error) => {
    const queued: SynthesisOrder[] = []
    const sandbox = openSandbox({
      db: { rows: async () => [] } as unknown as Database,
      synthesise: async () => {
        throw failure
      },
      enqueue: async (order) => void queued.push(order),
      seed: 'test',
      sizes: [5, 6, 7],
    })
    return { queued, prepared: await sandbox.prepare(() => {}) }
  }

  it('on a disk without space leaves every case to the background, and starts', async () => {
    const { queued, prepared } = await prepare(new NoSpace('The disk is nearly full.'))
    assert.deepEqual(prepared, { waiting: 3, isShortOfSpace: true })
    assert.equal(queued.length, 3)
  })
  it('has dashboards that a reporting tool could have pushed, over reports of the profile', () => {
    const known = reports.map(({ name }) => name)
    for (const { spec } of sandboxDashboards) {
      assert.deepEqual(faultsOfChart(spec), [])
      assert.deepEqual(
        reportsOfChart(spec).filter((name) => !known.includes(name)),
        [],
      )
    }
  })
  it('fails with any other failure', async () => {
    await assert.rejects(prepare(new Error('broken')), /broken/)
  })
})
