import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chunkMediaType } from '@portico/contract/rooms'
import { databaseHasEnded, type Running, servePortico, tokenAt } from '../process.ts'
import { webmChunks } from '../sound.ts'
import { until } from '../until.ts'
import { mountSmallDisk, whyNoMount } from './small-disk.ts'

const megabyte = 1024 ** 2
const whyNot = whyNoMount()

describe('a full disk', { skip: whyNot }, () => {
  let disk: Awaited<ReturnType<typeof mountSmallDisk>>
  let running: Running
  let token: string
  let document: string
  const tags: string[] = []

  const start = (reserve: number) =>
    servePortico({
      PORTICO_DATA: join(disk.path, 'data'),
      PORTICO_SYNTH_PAGES: '6',
      PORTICO_DISK_RESERVE_MB: String(reserve),
    })
  const ask = async (method: string, path: string, body?: unknown) => {
    const isBytes = body instanceof Uint8Array
    const answer = await fetch(running.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const tag = async () => {
    const text = `tag ${tags.length}`
    const { status } = await ask('POST', `${document}/tags`, { text })
    if (status === 201) tags.push(text)
    return status
  }
  const readiness = async () => (await ask('GET', '/readyz')).status
  const assertNothingIsLost = async () => {
    const { json } = await ask('GET', document)
    const kept = json.document.tags as string[]
    assert.deepEqual(
      tags.filter((text) => !kept.includes(text)),
      [],
    )
  }

  before(async () => {
    disk = await mountSmallDisk(288)
    running = await start(64)
    token = await tokenAt(running.url)
    const { appeals } = (await ask('GET', '/appeals')).json
    const { documents } = (await ask('GET', `/appeals/${appeals[0].id}/documents`)).json
    document = `/appeals/${appeals[0].id}/documents/${documents[0].id}`
  })
  after(async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
    await disk?.unmount()
  })

  it('takes no files once they would reach into the reserve, while events are still written', async () => {
    const piece = Buffer.alloc(2 * megabyte, 'evidence')
    const begun = await ask('POST', '/uploads', { bytes: 2 * piece.length })
    assert.equal(begun.status, 201)
    const { id } = begun.json.upload
    assert.equal((await ask('PATCH', `/uploads/${id}?offset=0`, piece)).status, 200)
    assert.equal(await readiness(), 200)

    await disk.fillUpTo(48)
    const ready = await ask('GET', '/readyz')
    assert.equal(ready.status, 503)
    assert.match(ready.json.error, /^The disk is short of space: \d+ MB are free/)
    for (const refused of [
      await ask('POST', '/uploads', { bytes: 10 }),
      await ask('PATCH', `/uploads/${id}?offset=${piece.length}`, piece),
    ]) {
      assert.equal(refused.status, 507)
      assert.match(refused.json.error, /no files are accepted at the moment.*Try again later\.$/)
    }
    assert.equal(await tag(), 201, 'the reserve is for the database')
    assert.equal((await ask('GET', `${document}/content`)).status, 200)

    await disk.empty()
    await until(async () => (await readiness()) === 200, 100)
    const resumed = await ask('PATCH', `/uploads/${id}?offset=${piece.length}`, piece)
    assert.equal(resumed.json.upload.offset, 2 * piece.length, 'it goes on where it was refused')
  })

  it('to the last byte lets nothing be written and everything be read, and service resumes by itself', async () => {
    await disk.fillUpTo(0)
    await until(async () => (await readiness()) === 503, 100)
    const refused = await ask('POST', `${document}/tags`, { text: 'not taken' })
    assert.equal(refused.status, 507)
    assert.match(
      refused.json.error,
      /^The disk is full, so nothing can be written at the moment; reading still works\./,
    )
    assert.equal((await ask('GET', '/appeals')).status, 200)
    assert.equal((await ask('GET', '/healthz')).status, 200)
    await assertNothingIsLost()
    await disk.empty()
    await until(async () => (await readiness()) === 200, 100)
    assert.equal(await tag(), 201)
  })

  it('under a hearing is told in the room, and what was said meanwhile is in the recording once there is space', async () => {
    const caseId = document.split('/')[2]
    const sessions = `/cases/${caseId}/sessions`
    const { id } = (await ask('POST', sessions, { kind: 'video' })).json.session
    const startsAt = new Date(Date.now() + 1500).toISOString()
    const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
    const consent = 'Everybody has agreed.'
    assert.equal((await ask('PUT', `${sessions}/${id}/slot`, { slot, consent })).status, 200)
    const link = await until(async () => {
      const { json } = await ask('GET', `${sessions}/${id}/conference`)
      return json?.conference?.url && new URL(json.conference.url).hash.slice(1)
    })
    const entered = (await ask('POST', '/rooms/entries', { link })).json
    const { seat } = entered
    const says = async (act: object) => (await ask('POST', '/rooms/acts', { link, seat, act })).status
    assert.equal(await says({ type: 'consent', isGiven: true }), 204)
    const record = async () => (await ask('POST', '/rooms/views', { link, seat, after: 0 })).json?.record
    const chunks = webmChunks(16)
    const recordingAt = new Date(Date.parse(entered.now) - 8000).toISOString()
    const send = async (sequence: number) =>
      ask('POST', '/rooms/chunks', {
        ...{ link, seat, track: 't1', sequence, startedAt: recordingAt },
        ...{ offsetMs: sequence * 1000, durationMs: 1000, mediaType: chunkMediaType },
        bytes: chunks[sequence]?.toString('base64'),
      })
    const first = await send(0)
    assert.equal(first.status, 200, first.text)
    assert.equal(await record(), 'recording')

    await disk.fillUpTo(0)
    await until(async () => (await readiness()) === 503, 100)
    const refused = await until(async () => {
      const { status, text } = await send(1)
      return status === 200 ? undefined : { status, text }
    }, 100)
    assert.equal(refused.status, 507, refused.text)
    await until(async () => (await record()) === 'notStored', 200)

    await disk.empty()
    await until(async () => (await readiness()) === 200, 100)
    for (let sequence = 1; sequence < chunks.length; sequence++) {
      const { status, text } = await send(sequence)
      assert.equal(status, 200, text)
    }
    assert.equal(await record(), 'recording')
    await until(async () => {
      const { status } = await ask('PUT', `${sessions}/${id}/outcome`, { outcome: 'held' })
      return status === 200
    })
    await until(async () => (await ask('POST', '/rooms/views', { link, seat, after: 0 })).json?.isOver)
    await says({ type: 'leave' })
    const [recording] = await until(async () => {
      const found = (await ask('GET', sessions)).json.sessions.find((one: { id: string }) => one.id === id)
      return found.artifacts?.[0]?.documentId && found.artifacts
    })
    assert.deepEqual([recording.durationMs, recording.gaps ?? []], [16_000, []])
  })

  it('a start on it is possible, and even without a reserve nothing is lost that was acknowledged', async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await databaseHasEnded(join(disk.path, 'data'))
    await disk.fillUpTo(0)
    running = await start(0)
    token = await tokenAt(running.url)
    assert.equal((await ask('GET', '/appeals')).status, 200)
    let refused = 0
    for (let count = 0; count < 2000 && refused < 5; count++) {
      if (count % 50 === 0) await disk.fillUpTo(0)
      const status = await tag()
      assert.ok([201, 503, 507].includes(status), String(status))
      if (status !== 201) refused += 1
    }
    assert.ok(refused > 0, 'the database itself has met the end of the disk')
    await disk.empty()
    await until(async () => (await tag()) === 201, 100)
    await until(async () => (await readiness()) === 200, 100)
    await assertNothingIsLost()
  })
})
