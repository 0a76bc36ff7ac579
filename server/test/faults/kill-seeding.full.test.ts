import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PorticoClient } from '@portico/sdk'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

/** A case at each of the first six stages: the last has a decision that was signed, sealed and delivered. */
const pages = '6,6,6,6,6,6'
const stages = ['drafting', 'effectuation', 'onDocket', 'preDocketed', 'readyToSign', 'sessionScheduled']
const kills = 4
const eventsBetween = 40
/** What is done once to each thing, whatever was done again after a kill. */
const acts = [
  'case.opened',
  'issue.decided',
  'workProduct.drafted',
  'workProduct.signed',
  'workProduct.sealed',
  'delivery.receipted',
]

describe('kill -9 while a sandbox is being made', () => {
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let running: Running
  let client: PorticoClient
  before(async () => {
    database = await freshDatabase({ size: 2 })
    folder = await folderWithDatabase()
    await start()
  })
  after(async () => {
    await kill()
    await database.close()
    await folder.remove()
  })

  async function start() {
    running = await servePortico({
      PORTICO_DATA: folder.path,
      DATABASE_URL: database.url,
      PORTICO_SYNTH_PAGES: pages,
      PORTICO_SYNTH_WORK: 'on',
    })
    client = new PorticoClient({ baseUrl: running.url, token: await tokenAt(running.url) })
  }
  async function kill() {
    running.child.kill('SIGKILL')
    await running.ended
    // A minute later its jobs are taken to be nobody's.
    await database.rows(`update job_workers set seen_at = now() - interval '2 minutes'`)
  }

  it('ends with every case at its stage, each act done once and in order', async () => {
    let last = 0
    for (let killed = 0; killed < kills; killed++) {
      const from = last
      for await (const { position } of client.events.watch({ after: from })) {
        last = position
        if (position >= from + eventsBetween) break
      }
      await kill()
      await start()
    }
    const cases = await until(async () => {
      const all = await Array.fromAsync(client.cases.list())
      const reached = all.map(({ status }) => status).toSorted()
      return reached.join() === stages.join() && all
    }, 500)
    assert.deepEqual(await client.tasks.health(), [])
    for (const { id } of cases) {
      const events = await Array.fromAsync(client.cases.events(id, { limit: 1000 }))
      const times = events.map(({ at }) => at)
      assert.deepEqual(times, times.toSorted())
      const done = events
        .filter(({ type }) => acts.includes(type))
        .map(({ type, data }) => JSON.stringify([type, data]))
      assert.deepEqual(done, [...new Set(done)])
    }
  })
})
