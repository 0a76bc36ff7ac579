import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../../store/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../store/embedded.ts'
import { eventsFence } from '../../store/events/stream.ts'
import { folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

const eventsWanted = Number(process.env.TEST_FOLLOWED_EVENTS ?? 1200)
const writerCount = 16
const followersOfEach = 6
const kills = 3

type Told = { id: string; position: number; caseId: string }

describe('followers of the log at two processes', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let server: EmbeddedPostgres
  let db: Database
  let processes: Running[]
  let token: string
  let paths: string[]
  let written = 0
  before(async () => {
    folder = await folderWithDatabase()
    server = await startEmbedded(join(folder.path, 'database'))
    db = openDatabase({ url: server.url, size: 2, recover: server.ensure })
    const env = { PORTICO_DATA: folder.path, DATABASE_URL: server.url, PORTICO_SYNTH_PAGES: '4,4,4,4' }
    processes = [await servePortico(env), await servePortico(env)]
    token = await tokenAt(processes[0]!.url)
    const documents = await db.rows<{ case_id: string; document_id: string }>(
      `select distinct on (case_id) case_id, document_id from documents order by case_id`,
    )
    paths = documents.map(({ case_id, document_id }) => `/appeals/${case_id}/documents/${document_id}/tags`)
  })
  after(async () => {
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      await ended
    }
    await db.close()
    await server.stop()
    await folder.remove()
  })

  /** Reads on behind the last id whenever the connection ends, as a browser does. */
  function follow(which: number, path: string) {
    const left = new AbortController()
    const told: Told[] = []
    let last: string | undefined
    const read = async () => {
      const response = await fetch(processes[which]!.url + path, {
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          ...(last === undefined ? {} : { 'last-event-id': last }),
        },
        signal: left.signal,
      })
      if (response.status !== 200) {
        assert.notEqual(response.status, 410, await response.text())
        return response.body?.cancel()
      }
      let text = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          if (data === undefined) continue
          const { id, position, caseId } = JSON.parse(data) as Told
          told.push({ id, position, caseId })
          last = /^id: (.*)$/m.exec(frame)?.[1]
        }
      }
    }
    const reading = (async () => {
      while (!left.signal.aborted) {
        await read().catch((error) => {
          if (error instanceof assert.AssertionError) throw error
        })
        if (!left.signal.aborted) await sleep(50)
      }
    })()
    return {
      told,
      async stop() {
        left.abort()
        await reading
      },
    }
  }

  async function write(writer: number, isDone: () => boolean) {
    for (let count = 0; !isDone(); count++) {
      const text = `${writer} ${count} ${written}`
      const send = () =>
        fetch(processes[(writer + count) % 2]!.url + paths[(writer * 7 + count) % paths.length], {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': text,
          },
          body: JSON.stringify({ text }),
          signal: AbortSignal.timeout(10_000),
        }).then(
          async (response) => {
            await response.body?.cancel()
            return response.status === 201
          },
          () => false,
        )
      while (!(await send())) await sleep(50)
      written += 1
    }
  }

  /** Holds the fence for longer than anybody waits for it, draws positions and rolls back, again and again. */
  async function stumble(isDone: () => boolean) {
    while (!isDone()) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => {})
      try {
        await client.connect()
        while (!isDone()) {
          await client.query('begin')
          await client.query('select pg_advisory_xact_lock_shared($1)', [eventsFence])
          await client.query(`select nextval('event_position') from generate_series(1, 40)`)
          await sleep(35)
          await client.query('rollback')
          await sleep(35)
        }
      } catch {
        await sleep(100)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }

  const logged = (caseId?: string) =>
    db.rows<Told>(
      `select id, position, case_id as "caseId" from events where $1::text is null or case_id = $1 order by position`,
      [caseId ?? null],
    )

  async function all(faults: (isDone: () => boolean) => Promise<unknown>, count: number) {
    const caseIds = paths.map((path) => path.split('/')[2]!)
    const followers = [0, 1].flatMap((which) =>
      Array.from({ length: followersOfEach }, (_, index) => {
        const caseId = index % 3 === 2 ? caseIds[index % caseIds.length] : undefined
        return { caseId, ...follow(which, caseId ? `/cases/${caseId}/events` : '/events') }
      }),
    )
    const goal = written + count
    const isDone = () => written >= goal
    try {
      await Promise.all([
        ...Array.from({ length: writerCount }, (_, writer) => write(writer, isDone)),
        stumble(isDone),
        faults(isDone),
      ])
      for (const { caseId, told } of followers) {
        const wanted = await logged(caseId)
        await until(() => told.at(-1)?.position === wanted.at(-1)?.position)
        assert.deepEqual(
          told.map(({ id }) => id),
          wanted.map(({ id }) => id),
        )
      }
    } finally {
      for (const { stop } of followers) await stop()
    }
  }

  it('each is told of every event once and in order, while fences time out and positions are rolled back', () =>
    all(async () => {}, eventsWanted))

  it('the same while PostgreSQL is killed again and again', () =>
    all(async (isDone) => {
      for (let kill = 0; kill < kills; kill++) {
        const before = written
        await until(() => written > before + eventsWanted / 10 || isDone())
        process.kill(
          Number(readFileSync(join(server.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
          'SIGKILL',
        )
        await server.ensure()
      }
    }, eventsWanted / 2))
})
