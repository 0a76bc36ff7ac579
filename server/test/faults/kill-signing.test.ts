import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PorticoClient } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import {
  credentials,
  databaseHasEnded,
  folderWithDatabase,
  type Running,
  servePortico,
  tokenAt,
} from '../process.ts'

describe('kill -9 after a signature', () => {
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
    running = await servePortico({ PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '6' })
    client = new PorticoClient({ baseUrl: running.url, token: await tokenAt(running.url) })
  }

  it('ends with one seal and one release, whenever it is killed before them', async () => {
    const cases = preparedCases(client, credentials.username)
    const { caseId, workProductId } = await cases.own('inReview', true)
    const { status } = await client.workProducts.sign(caseId, workProductId, 1)
    assert.equal(status, 'signed')
    // At once, and while the file is being made after a restart.
    for (const delayMs of [0, 300, 1200]) {
      await sleep(delayMs)
      running.child.kill('SIGKILL')
      await running.ended
      await start()
    }
    const signal = AbortSignal.timeout(300_000)
    for await (const _ of client.cases.watch(caseId, { types: ['workProduct.released'], signal })) break
    const { events } = await client.cases.events(caseId, { limit: 1000 }).page()
    const told = events.map(({ type }) => type).filter((type) => /^workProduct\.(s|c|r)/.test(type))
    assert.deepEqual(
      told,
      ['submitted', 'signed', 'cleared', 'sealed', 'released'].map((what) => `workProduct.${what}`),
    )
    const [delivery, ...others] = await client.deliveries.list(caseId)
    assert.deepEqual([delivery?.status, others], ['owed', []])
    assert.ok((await client.decisions.get(caseId)).file, 'what is owed exists')
  })
})
