import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Obligation, PortStatus } from '@portico/contract/boundary'
import { type Adapter, defineAdapter } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type from '@portico/contract/type'
import { releaseSmallDecision } from '../../../test/released-decision.ts'
import { until } from '../../../test/until.ts'
import { startWorld } from '../../../test/world.ts'

const never = () => new Promise<never>(() => {})
const fails = async () => {
  throw new Error('It is broken.')
}
const receipt = { channel: 'mail', sentAt: '2026-11-20T00:00:00.000Z' }

const broken = (ways: Partial<Adapter<typeof output>>, open?: () => Promise<never>) =>
  defineAdapter({
    port: output,
    name: 'broken',
    does: 'Fails.',
    options: Type.Object({}),
    open: async () =>
      open ? open() : { supports: [], calls: { deliver: async () => ({ receipt }) } as never, ...ways },
  })

describe('adapters that fail or hang at every point of their life', () => {
  // Whoever is waited for as long as `patient` says outlasts the test.
  it('degrade their port alone: the service runs, and stops within its grace', {
    timeout: 300_000,
  }, async () => {
    const hasty = { timeoutSeconds: 1 }
    const patient = { timeoutSeconds: 600 }
    const world = await startWorld(
      { PORTICO_GRACE_SECONDS: '1' },
      {
        ports: {
          output: {
            'open-fails': { adapter: broken({}, fails) },
            'open-hangs': { adapter: broken({}, never), ...hasty },
            'opens-for-ever': { adapter: broken({}, never), ...patient },
            'check-fails': { adapter: broken({ check: fails }) },
            'check-hangs': { adapter: broken({ check: never }), ...hasty },
            'checks-for-ever': { adapter: broken({ check: never }), ...patient },
            'start-fails': { adapter: broken({ start: fails }) },
            'start-hangs': { adapter: broken({ start: never }), ...hasty },
            'calls-for-ever': { adapter: broken({ calls: { deliver: never } as never }), ...patient },
            'close-fails': { adapter: broken({ close: fails }) },
            'close-hangs': { adapter: broken({ close: never }) },
          },
        },
      },
    )
    try {
      const expected = {
        'open-fails': 'failing',
        'open-hangs': 'failing',
        'opens-for-ever': 'unknown',
        'check-fails': 'failing',
        'check-hangs': 'failing',
        'checks-for-ever': 'unknown',
        'start-fails': 'failing',
        'start-hangs': 'failing',
        'calls-for-ever': 'healthy',
        'close-fails': 'healthy',
        'close-hangs': 'healthy',
      }
      await until(async () => {
        const { json } = await world.admin('GET', '/ports')
        const port = (json as { ports: PortStatus[] }).ports.find(({ name }) => name === 'output')
        const healths = Object.fromEntries(port?.bindings.map(({ name, health }) => [name, health]) ?? [])
        const isAsExpected = Object.entries(expected).every(([name, health]) => healths[name] === health)
        return isAsExpected && port?.state === 'degraded'
      })
      assert.equal((await world.anonymous('GET', '/readyz')).status, 200)

      const { caseId } = await releaseSmallDecision(world)
      await until(async () => {
        const { json } = await world.admin('GET', `/deliveries?caseId=${caseId}`)
        const { deliveries } = json as { deliveries: Obligation[] }
        const stands = (binding: string, as: string) =>
          deliveries.some((delivery) => delivery.binding === binding && delivery.status === as)
        const isTaken = stands('close-fails', 'delivered') && stands('close-hangs', 'delivered')
        return isTaken && stands('opens-for-ever', 'sending') && stands('calls-for-ever', 'sending')
      })
    } finally {
      await world.close()
    }
  })
})
