import { caseStatusPort } from '../../server/ports/case-status/port.ts'
import type { Binding } from '../../server/ports/delivery/bindings/binding.ts'
import { openCapabilities } from '../../server/ports/delivery/bindings/capabilities.ts'
import { createReplay } from '../../server/ports/delivery/ledger/replay.ts'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { openManyAppeals } from '../many-appeals.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const eventCount = scaled(100_000)
const rounds = 2
const binding = { served: caseStatusPort, name: 'main', settings: {} } as Binding

/** What 100,000 events oblige one binding to, owed, and only said. */
export async function replay(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  await openManyAppeals(db, eventCount)
  await db.script('vacuum analyze')
  const replaying = createReplay({ db, clock: () => new Date(), capabilities: openCapabilities() })
  const ours = async (isDryRun: boolean) => {
    const done = await replaying(binding, { binding: binding.name, isDryRun })
    if (done.deliveries !== eventCount) throw new Error(`${done.deliveries} deliveries were replayed`)
  }
  const perSecond = (before: () => Promise<unknown>, work: () => Promise<unknown>) => async () => {
    await before()
    return (eventCount * 1000) / (await elapsedMs(work))
  }
  const none = () => db.script('truncate obligations')
  const events = await interleaved(rounds, {
    owed: perSecond(none, () => ours(false)),
    said: perSecond(none, () => ours(true)),
    insert: perSecond(none, () => oweAll(db)),
    read: perSecond(none, () => readAll(db)),
  })
  return [
    {
      what: `replay of ${eventCount} events`,
      unit: 'events/s',
      ours: events.owed,
      peer: events.insert,
      peerName: 'one SQL statement that owes the same',
      aim: { atLeast: 0.2 },
      promise: `replay of ${eventCount} events, beside one statement`,
    },
    {
      what: 'the dry run',
      unit: 'events/s',
      ours: events.said,
      peer: events.read,
      peerName: 'reading the events, a thousand at a time',
      aim: { atLeast: 0.3 },
      promise: `dry run of a replay, beside reading the events`,
    },
  ]
}

/** The rows that a replay writes, but for their ids, which it derives. */
async function oweAll(db: Database) {
  await db.rows(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status, due_at,
       created_at)
     select 'obl_' || id, 'case-status', 'main', 'announceCreated', case_id, id, type, sequence, subject, 'waiting',
       now(), now()
     from events where type = 'case.opened' order by position`,
  )
}

async function readAll(db: Database) {
  for (let after = 0; ; ) {
    const page = await db.rows<{ position: number }>(
      `select * from events where type = 'case.opened' and position > $1 order by position limit 1000`,
      [after],
    )
    const last = page.at(-1)
    if (page.length < 1000 || !last) return
    after = last.position
  }
}
