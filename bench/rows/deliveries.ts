import { setTimeout as sleep } from 'node:timers/promises'
import { signedHeaders } from '@portico/contract/ports/signature'
import { fetch as bareFetch } from 'undici'
import type { Database } from '../../server/store/db.ts'
import { startWorld } from '../../server/test/world.ts'
import { openManyAppeals } from '../many-appeals.ts'
import { type Comparison, median, scaled } from '../measure.ts'
import { startSink } from '../processes.ts'

const cases = scaled(200)
const rounds = scaled(3)
const atOnceEach = 8
const healthy = Array.from({ length: 8 }, (_, index) => `well${index}`)
const secretOf = (binding: number) => `whsec_${Buffer.alloc(32, binding + 1).toString('base64')}`
const names = [...healthy, 'slow', 'dead']

/** Announcements of cases to a sink by eight bindings, with one dead and one slow beside them. */
export async function deliveries(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startSink())
  const urlOf = (name: string) => (name === 'dead' ? 'http://127.0.0.1:1' : `${sink.url}/${name}`)
  const bindings = names.map((name, index) => [
    name,
    { adapter: 'http', url: urlOf(name), secret: { env: `BENCH_SECRET_${index}` } },
  ])
  const secrets = names.map((_, index) => [`BENCH_SECRET_${index}`, secretOf(index)])
  const world = await startWorld(Object.fromEntries(secrets), {
    ports: { 'case-status': Object.fromEntries(bindings) },
  })
  stack.defer(() => world.close())
  const { db } = world.service
  await openManyAppeals(db, cases)
  await settleStates(db)
  const expected = healthy.length * cases * 2

  const ours = async (round: number) => {
    await sink.forget()
    const cpu = process.cpuUsage()
    await oweAgain(db, round)
    const { firstMs, lastMs } = await allCame(sink, expected)
    await allSettled(db)
    return { ms: lastMs - firstMs, cpuMs: cpuMsSince(cpu) }
  }
  const bare = async (bodies: readonly string[]) => {
    await sink.forget()
    const cpu = process.cpuUsage()
    await Promise.all(
      healthy.flatMap((name, binding) => {
        let next = 0
        return Array.from({ length: atOnceEach }, async () => {
          for (let index = next++; index < bodies.length; index = next++) {
            const body = bodies[index] as string
            const headers = {
              'content-type': 'application/json',
              ...signedHeaders(`obl_${index}`, new Date(), body, secretOf(binding)),
            }
            const url = `${sink.url}/${name}/announceCreated`
            await (await bareFetch(url, { method: 'POST', body, headers })).json()
          }
        })
      }),
    )
    const { firstMs, lastMs } = await allCame(sink, expected)
    return { ms: lastMs - firstMs, cpuMs: cpuMsSince(cpu) }
  }
  const bodies = await bodiesOf(db)
  const measured = { ours: [] as Taken[], bare: [] as Taken[] }
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await ours(round), await bare(bodies)]
    if (round === 0) continue
    measured.ours.push(one)
    measured.bare.push(other)
  }
  const perSecond = (taken: Taken[]) => (expected * 1000) / median(taken.map(({ ms }) => ms))
  const cpuEach = (taken: Taken[]) => median(taken.map(({ cpuMs }) => cpuMs)) / expected
  return [
    {
      what: 'deliveries by eight bindings beside a dead and a slow one',
      unit: 'POSTs/s',
      ours: perSecond(measured.ours),
      peer: perSecond(measured.bare),
      peerName: 'a bare loop of the same POSTs',
      aim: { atLeast: 0.5 },
      promise: 'deliveries, beside a bare loop',
    },
    {
      what: 'processor time of a delivery in this process',
      unit: 'ms',
      ours: cpuEach(measured.ours),
      peer: cpuEach(measured.bare),
      peerName: 'a bare loop of the same POSTs',
    },
  ]
}

type Taken = { ms: number; cpuMs: number }

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const ofBench = `case_id in (select case_id from cases where docket_number like '200102-%')`

/** As every commit that opens a case ends. */
async function settleStates(db: Database) {
  await db.rows(
    `insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
       correlation_id, hash)
     select nextval('event_position'), case_id, sequence + 1, id || '_s', 'case.stateChanged', case_id, at, recorded_at,
       actor, '{"from": null, "to": "preDocketed"}', data_hash, correlation_id, hash
     from events where type = 'case.opened' and ${ofBench}`,
  )
}

/** Every opening, and the state it leads to, is owed to every binding, as if it had just been committed. */
async function oweAgain(db: Database, round: number) {
  await db.rows(`delete from obligations where status in ('delivered', 'cancelled')`)
  await db.rows(
    `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status,
       due_at, created_at)
     select 'obl_' || $1 || '_' || binding || '_' || position, 'case-status', binding,
       case type when 'case.opened' then 'announceCreated' else 'announceTransition' end, case_id, id, type, sequence,
       subject, 'waiting', now() - interval '1 second', now()
     from events cross join unnest($2::text[]) binding
     where type in ('case.opened', 'case.stateChanged') and ${ofBench} order by position`,
    [round, [...healthy, 'slow', 'dead']],
  )
}

async function allCame(sink: Awaited<ReturnType<typeof startSink>>, expected: number) {
  for (;;) {
    const came = await sink.came()
    if (came.count >= expected) return came
    await sleep(20)
  }
}

async function allSettled(db: Database) {
  for (;;) {
    const [row] = await db.rows<{ open: number }>(
      `select count(*)::int as open from obligations where status <> 'delivered' and binding like 'well%'`,
    )
    if (row?.open === 0) return
    await sleep(20)
  }
}

/** As long as those that the adapter sends. */
async function bodiesOf(db: Database): Promise<string[]> {
  const rows = await db.rows<{ caseId: string; docketNumber: string }>(
    `select case_id as "caseId", data->>'docketNumber' as "docketNumber" from events
     where type = 'case.opened' and ${ofBench}`,
  )
  const at = new Date().toISOString()
  return rows.flatMap((one) => {
    const announced = { ...one, caseType: 'appeal', aliases: [] }
    const input = { case: announced, status: 'preDocketed', at, sequence: 1 }
    return [JSON.stringify({ input }), JSON.stringify({ input: { ...input, to: 'preDocketed' } })]
  })
}
