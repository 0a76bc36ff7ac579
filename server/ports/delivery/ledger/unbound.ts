import { randomUUID } from 'node:crypto'
import { PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { msEarlier, msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { claimLeft } from '../../../store/obligations/claim.ts'
import { settleObligations } from '../../../store/obligations/settle.ts'
import { type BindingName, bindingsLeft, seeBindings } from '../../../store/port-bindings.ts'
import type { Bindings } from '../bindings/binding.ts'

/** So long a binding may be out of every configuration, such as by a slip, before what waits for it is given up. */
export const unboundMs = 15 * 60_000
const lookMs = 60_000
const leaseMs = 60_000
const atOnce = 100

type Options = { db: Database; execute: Execute; bindings: Bindings; clock: () => Date }

/**
 * Gives up what waits for bindings that no process has in its configuration any more: nobody would ever send it. Each is
 * a dead letter, with its task, that is dropped, or sent again once the binding is back.
 */
export async function giveUpUnbound({ db, execute, bindings, clock }: Options): Promise<void> {
  const by = randomUUID()
  const own = bindings.all.map(({ served, name }) => ({ port: served.port.name, binding: name }))
  await seeBindings(db, own, clock())
  const left = await bindingsLeft(db, own, msEarlier(clock(), unboundMs))
  for (const bindingName of left) await giveUpAll(bindingName)

  async function giveUpAll(bindingName: BindingName) {
    // Loaded when it is needed, which is hardly ever.
    const { dueOf } = await import('./attempt.ts')
    const { giveUp } = await import('./conclude.ts')
    const served = bindings.ports.find(({ port }) => port.name === bindingName.port)
    if (!served) return
    const binding = { served, name: bindingName.binding, settings: {} }
    const error = new PortError(
      'notBound',
      `The binding ${bindingName.port}/${bindingName.binding} is not in the configuration any more.`,
    )
    for (;;) {
      const now = clock()
      const until = msLater(now, leaseMs)
      const claimed = await claimLeft(db, bindingName, { now, until, by, most: atOnce })
      for (const obligation of claimed) {
        const { id, attempt } = obligation
        const around = { execute, binding, by, now, obligation }
        const settled = obligation.event
          ? await giveUp(dueOf(obligation, binding), error, around, { isUncalled: true })
          : ({ id, attempt, status: 'cancelled', at: now, error: 'The case was purged.' } as const)
        if (settled) await settleObligations(db, by, [settled])
      }
      if (claimed.length < atOnce) return
    }
  }
}

/** Looks now and then. */
export function watchUnbound(options: Options & { onFault: (error: unknown) => void }) {
  const look = () => giveUpUnbound(options).catch(options.onFault)
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
