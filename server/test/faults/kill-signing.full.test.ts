import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PorticoClient } from '@portico/sdk'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { readSettings } from '../../config.ts'
import { openParts } from '../../main.ts'
import {
  credentials,
  databaseHasEnded,
  folderWithDatabase,
  type Running,
  servePortico,
  tokenAt,
} from '../process.ts'
import { fileRecording, heldSession } from '../recorded-session.ts'
import { spokenWav } from '../tone-speech.ts'

describe('kill -9 after a signature, and around a transcript', () => {
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

  const env = () => ({
    PORTICO_DATA: folder.path,
    PORTICO_SPEECH: 'on',
    PORTICO_SPEECH_ENGINE: join(import.meta.dirname, '../tone-engine.ts'),
  })

  async function killAfter(delayMs: number) {
    await sleep(delayMs)
    running.child.kill('SIGKILL')
    await running.ended
    await start()
  }

  async function start() {
    running = await servePortico({ ...env(), PORTICO_SYNTH_PAGES: '6' })
    client = new PorticoClient({ baseUrl: running.url, token: await tokenAt(running.url) })
  }

  it('ends with one seal and one release, whenever it is killed before them', async () => {
    const cases = preparedCases(client, credentials.username)
    const { caseId, workProductId } = await cases.own('inReview', true)
    const { status } = await client.workProducts.sign(caseId, workProductId, 1)
    assert.equal(status, 'signed')
    // At once, and while the file is being made after a restart.
    for (const delayMs of [0, 300, 1200]) await killAfter(delayMs)
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

  it('ends with one transcript of a session, and one certified document', async () => {
    const caseId = (await client.appeals.list())[0]?.id ?? ''
    const parts = await openParts(readSettings({ ...env(), PORTICO_LOG: 'silent' }))
    const sessionId = await heldSession({ service: parts }, caseId)
    const said = Array.from(
      { length: 30 },
      () => ['veteran', 'testifies', 'about', 'his', 'knee', 700] as const,
    )
    const sound = spokenWav(said.flat())
    await fileRecording({ service: parts }, { caseId, sessionId }, { sound, speaker: 'Ada King' })
    await parts.close()
    // While it is awaited, and while it is being made.
    for (const delayMs of [0, 3500]) await killAfter(delayMs)
    const signal = AbortSignal.timeout(300_000)
    for await (const _ of client.cases.watch(caseId, { types: ['transcript.drafted'], signal })) break
    const [transcript, ...others] = await client.transcripts.list(caseId, sessionId)
    assert.deepEqual([transcript?.status, others], ['draft', []])
    const { lines, linesSha256 } = await client.transcripts.get(caseId, sessionId, transcript?.id ?? '')
    assert.equal(lines.length, 30)
    await client.transcripts.certify(caseId, sessionId, transcript?.id ?? '', linesSha256)
    await killAfter(0)
    for await (const _ of client.cases.watch(caseId, { types: ['transcript.printed'], signal })) break
    const { events } = await client.cases.events(caseId, { limit: 1000 }).page()
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type.startsWith('transcript.')),
      ['awaited', 'drafted', 'certified', 'printed'].map((what) => `transcript.${what}`),
    )
    const revised = events.filter(({ type }) => type === 'document.revised')
    assert.equal(revised.length, 1)
  })
})
