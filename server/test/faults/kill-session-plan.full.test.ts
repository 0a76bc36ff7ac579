import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PorticoClient } from '@portico/sdk'
import { openDatabase } from '../../store/db.ts'
import { startEmbedded } from '../../store/embedded.ts'
import { databaseHasEnded, folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

describe('kill -9 while a plan of sessions is carried out', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let running: Running
  let client: PorticoClient
  before(async () => {
    folder = await folderWithDatabase()
    await start()
  })
  after(async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await databaseHasEnded(folder.path)
    await folder.remove()
  })

  async function start() {
    running = await servePortico({
      PORTICO_DATA: folder.path,
      PORTICO_SYNTH_PAGES: '6',
    })
    client = new PorticoClient({ baseUrl: running.url, token: await tokenAt(running.url) })
  }

  /** The jobs of a process that was killed are nobody's a minute later, which is now. */
  async function aMinuteLater() {
    const server = await startEmbedded(join(folder.path, 'database'))
    const db = openDatabase({ url: server.url, size: 1 })
    await db.rows(`update job_workers set seen_at = seen_at - interval '1 minute'`)
    await db.close()
    await server.stop()
  }

  it('an accepted plan is carried out to its end, and each of its sessions is placed once', async () => {
    const caseIds: string[] = []
    for (let number = 1; number <= 12; number++) {
      const veteran = { firstName: 'Ada', lastName: `Byron ${number}` }
      const opened = await client.cases.open({ veteran, receiptDate: '2026-03-02' })
      caseIds.push(opened.case.id)
      await client.sessions.request(opened.case.id, { kind: 'video' })
    }
    const benches = [{ participants: [{ kind: 'room' as const, id: 'washington1' }] }]
    const { id } = await client.sessionPlans.docket({ from: '2096-03-05', to: '2096-03-09', benches })
    const placed = async () => {
      const { sessions } = await client.sessionPlans.get(id)
      return sessions.filter(({ state }) => state === 'placed').length
    }
    // Its answer is lost: the service is killed once the first is placed, and before all are.
    const asking = new AbortController()
    const accepting = client.sessionPlans.accept(id, {}, { signal: asking.signal }).catch(() => undefined)
    const before = await until(placed, 1)
    running.child.kill('SIGKILL')
    asking.abort()
    await Promise.all([running.ended, accepting])
    assert.ok(before < caseIds.length, `${before} were placed already`)
    await start()
    await aMinuteLater()
    const { sessions } = await until(async () => {
      const found = await client.sessionPlans.get(id)
      return found.status === 'done' && found
    })
    assert.deepEqual([...new Set(sessions.map(({ state }) => state))], ['placed'])
    assert.equal(sessions.length, 12)
    assert.equal(new Set(sessions.map(({ slot }) => slot?.startsAt)).size, 12)
    for (const caseId of caseIds) {
      const { events } = await client.cases.events(caseId, { limit: 1000 }).page()
      const told = events.map(({ type }) => type).filter((type) => /^session\.(re)?scheduled$/.test(type))
      assert.deepEqual(told, ['session.scheduled'])
    }
  })
})
