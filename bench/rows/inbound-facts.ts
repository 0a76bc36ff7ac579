import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signedHeaders } from '@portico/contract/ports/signature'
import { fetch } from 'undici'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const rounds = 5
const factsEach = scaled(400)
const connections = 8
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const place = { port: 'case-status', binding: 'main' }

/** Facts of another system, signed and each new: until each is durable, and until the last is settled. */
export async function inboundFacts(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: connections })
  stack.defer(db.close)
  const config = join(folder.path, 'portico.config.json')
  const main = { adapter: 'http', url: 'http://127.0.0.1:1', secret: { env: 'BENCH_SECRET' } }
  const bound = { ...main, sources: ['registry'] }
  await writeFile(config, JSON.stringify({ ports: { 'case-status': { main: bound } } }))
  const service = stack.use(
    await startService(folder.path, db.url, { PORTICO_CONFIG: config, BENCH_SECRET: secret }),
  )
  let made = 0
  const posted = async () => {
    const id = `msg-${made++}`
    const body = JSON.stringify(factOf(id))
    const headers = { 'content-type': 'application/json', ...signedHeaders(id, new Date(), body, secret) }
    const url = `${service.url}/ports/${place.port}/${place.binding}/inbound/statusChanged`
    const answer = await fetch(url, { method: 'POST', body, headers })
    await answer.text()
    if (answer.status !== 202) throw new Error(`a fact was answered with ${answer.status}`)
  }
  const inserted = async () => {
    const id = `bare-${made++}`
    const values = [`fact_${id}`, place.port, place.binding, hash('sha256', id, 'buffer'), id]
    await db.rows(
      `insert into inbound_facts (id, port, binding, message_hash, message_id, name, fact, received_at, status)
       values ($1, $2, $3, $4, $5, 'statusChanged', $6, now(), 'dropped')`,
      [...values, JSON.stringify(factOf(id))],
    )
  }
  const perSecond = (one: () => Promise<void>, until?: () => Promise<void>) => async () => {
    const ms = await elapsedMs(async () => {
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (let index = 0; index < factsEach / connections; index++) await one()
        }),
      )
      await until?.()
    })
    await allSettled(db)
    return (factsEach * 1000) / ms
  }
  const facts = await interleaved(rounds, {
    kept: perSecond(posted),
    settled: perSecond(posted, () => allSettled(db)),
    bare: perSecond(inserted),
  })
  const beside = { unit: 'facts/s', peer: facts.bare, peerName: 'bare inserts of the same rows' }
  return [
    {
      what: `signed facts over HTTP, until each is durable, ${connections} at once`,
      ours: facts.kept,
      ...beside,
      promise: 'inbound facts, beside bare inserts',
    },
    {
      what: 'the same, until all are looked at: none belongs to a case',
      ours: facts.settled,
      ...beside,
    },
  ]
}

const factOf = (externalId: string) => ({
  source: 'registry',
  externalId,
  at: '2026-11-15T12:00:00.000Z',
  externalStatus: 'PENDING',
})

async function allSettled(db: Database) {
  for (;;) {
    const [row] = await db.rows<{ open: number }>(
      `select count(*)::int as open from inbound_facts where status = 'received'`,
    )
    if (row?.open === 0) return
    await sleep(20)
  }
}
