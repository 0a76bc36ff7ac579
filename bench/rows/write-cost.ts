import { createExecute } from '../../server/app/engine/execute.ts'
import { jobsFor } from '../../server/jobs/effects.ts'
import { caseStatusPort } from '../../server/ports/case-status/port.ts'
import type { Binding, Bindings } from '../../server/ports/delivery/bindings/binding.ts'
import { openCapabilities } from '../../server/ports/delivery/bindings/capabilities.ts'
import { mootBy, owedBy } from '../../server/ports/delivery/ledger/owed.ts'
import { allProjections } from '../../server/projections/all.ts'
import type { Database } from '../../server/store/db.ts'
import { noReactions, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const rounds = 9
const casesEach = scaled(100)

/** Opening a case, which every binding of case & status hears of, with as many bindings. Nothing is sent meanwhile. */
export async function writeCost(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const ms = await interleaved(rounds, {
    none: msPerCase(db, 0),
    one: msPerCase(db, 1),
    five: msPerCase(db, 5),
  })
  const beside = (what: string, ours: number): Comparison => ({
    what: `a case is opened, ${what}`,
    unit: 'ms',
    ours,
    peer: ms.none,
    peerName: 'without a binding',
    aim: { atMost: 1.3 },
    promise: `a write that is owed to ${what}`,
  })
  return [beside('one binding', ms.one), beside('five bindings', ms.five)]
}

function msPerCase(db: Database, count: number): () => Promise<number> {
  const bindings = bindingsOf(count)
  const [owed, moot] = [owedBy(bindings, openCapabilities()), mootBy(bindings)]
  const execute = createExecute({
    db,
    projections: allProjections,
    reactions: noReactions,
    workFor: (events) => ({ jobs: jobsFor(events), obligations: owed(events), moot: moot(events) }),
  })
  const desk = openDesk(db, execute)
  return async () => {
    const elapsed = await elapsedMs(async () => {
      for (let index = 0; index < casesEach; index++) await desk.open()
    })
    return elapsed / casesEach
  }
}

function bindingsOf(count: number): Bindings {
  const bound = { served: caseStatusPort, settings: {} } as Pick<Binding, 'served' | 'settings'>
  const all = Array.from({ length: count }, (_, index) => ({ ...bound, name: `b${index}` }) as Binding)
  return { all, find: () => undefined, ports: [caseStatusPort] }
}
