import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { conferencingLaws } from '@portico/contract/conformance/conferencing'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import type { Session } from '@portico/contract/sessions'
import janus from '../../ports/conferencing/adapters/janus.ts'
import { adminKey, adminSecret, type JanusServer, startJanus } from '../janus-server.ts'
import { until } from '../until.ts'
import { startWorld } from '../world.ts'

export const debianPackages = ['janus']

const linkSecret = 'a secret that has thirty-two characters'
const joinUrl = 'http://127.0.0.1:1/join'
const inLink = (url: string) => {
  const said = new URLSearchParams(new URL(url).hash.slice(1))
  return { room: Number(said.get('room')), token: said.get('token') ?? '', name: said.get('name') ?? '' }
}

/** In front of Janus, so that it can hang, refuse and be away without forgetting its rooms. */
async function startProxy(target: string) {
  let now: Mood = 'well'
  const hanging = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (now === 'hanging') await new Promise<void>((go) => hanging.add(go))
    if (response.destroyed) return
    const isOfPlugin = body.includes('message_plugin')
    const no = { janus: 'success', response: { error_code: 499, error: 'Not today' } }
    if (now === 'refusing' && isOfPlugin) return response.end(JSON.stringify(no))
    const answer = await fetch(target, { method: 'POST', body })
    response.end(await answer.text())
  })
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/admin`,
    async mood(mood: Mood) {
      if (mood === 'down') await stop()
      else if (now === 'down') await listen(port)
      now = mood
      for (const go of hanging) go()
      hanging.clear()
    },
    close: stop,
  }
}

describe('the Janus adapter of conferencing, against the Janus of Debian', { timeout: 600_000 }, () => {
  let server: JanusServer
  before(async () => {
    server = await startJanus()
  })
  after(() => server?.close())

  const options = (url = server.admin) => ({
    ...{ url, adminSecret, adminKey, linkSecret, joinUrl },
    recordings: server.recordings,
  })
  const rooms = async () => {
    const { list } = await server.ask({ request: 'list', admin_key: adminKey })
    return (list as { description: string }[]).map(({ description }) => description).toSorted()
  }

  it('keeps the laws of the port', async () => {
    const proxy = await startProxy(server.admin)
    const admits = async (url: string) => {
      const { room, token, name } = inLink(url)
      const { error, leave } = await server.join(room, token, name)
      await leave()
      return error === undefined
    }
    const subject = subjectOf(janus, options(proxy.url), { effects: rooms, mood: proxy.mood, admits })
    const results = await keepsTheLaws(conferencingLaws, subject, { patienceMs: 60_000 }).finally(proxy.close)
    const skipped = results.flatMap(({ law, result }) => (result === 'skipped' ? [law] : []))
    assert.deepEqual(skipped, [
      ...['facts', 'factsOnce', 'wire', 'cameAndWent'],
      ...['collected', 'artifactBytes', 'readyIsThere'],
    ])
  })

  it('says which secret is not accepted', async () => {
    const context = {
      key: 'k',
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
      open: async () => assert.fail(),
    }
    const slot = { startsAt: '2027-05-04T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const of = { case: { caseId: 'case_1' }, sessionId: 'session_1', kind: 'phone' as const, slot }
    for (const wrong of [{ adminSecret: 'x' }, { adminKey: 'x' }]) {
      const { adapter } = await subjectOf(janus, { ...options(), ...wrong }).open()
      await assert.rejects(adapter.calls.create(of, context), { code: 'unauthorized' })
    }
  })

  it('a session is held in a recorded room: who came is on it, and its sound becomes a document', async () => {
    const env = { JANUS_SECRET: adminSecret, JANUS_KEY: adminKey, JANUS_LINKS: linkSecret }
    const binding = {
      ...{ adapter: 'janus', url: server.admin, joinUrl, recordings: server.recordings },
      ...{ adminSecret: { env: 'JANUS_SECRET' }, adminKey: { env: 'JANUS_KEY' } },
      linkSecret: { env: 'JANUS_LINKS' },
    }
    const config = { ports: { conferencing: { janus: binding } } }
    let world = await startWorld(env, config)
    const on = (place: string) => `/cases/${world.caseId}${place}`
    const asked = (await world.admin('POST', on('/sessions'), { body: { kind: 'phone' } })).json
    const { id } = (asked as { session: Session }).session
    const startsAt = new Date(Date.now() + 1000).toISOString()
    const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
    await world.admin('PUT', on(`/sessions/${id}/slot`), {
      body: { slot, consent: 'Everybody has agreed.' },
    })
    const session = async () =>
      ((await world.admin('GET', on('/sessions'))).json as { sessions: Session[] }).sessions.find(
        (one) => one.id === id,
      )
    const link = async () => {
      const { json } = await world.admin('GET', on(`/sessions/${id}/conference`))
      return inLink((json as { conference: { url: string } }).conference.url)
    }
    await until(async () => (await session())?.conference?.isReady)
    const { room, token, name } = await link()
    assert.equal(name, 'tester')

    // Janus forgets its rooms when it is restarted: whoever asks again finds the same one.
    await server.kill()
    await server.start()
    assert.deepEqual(await rooms(), [])
    assert.deepEqual(await link(), { room, token, name })
    assert.match((await server.join(room, 'forged', 'Eve')).error ?? '', /not in the allowed list/)
    const maria = await server.join(room, token, 'Maria Lindqvist')
    await maria.speak(100)
    await until(async () => (await session())?.attendance?.length === 1)
    // She leaves while the service is down.
    world = await world.restart(config, () => maria.leave())
    const attendance = await until(async () => {
      const found = (await session())?.attendance
      return found?.[0]?.leftAt !== undefined && found
    })
    assert.deepEqual(
      attendance.map((one) => one.name),
      ['Maria Lindqvist'],
    )

    await until(async () => {
      const held = await world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'held' } })
      return held.status === 200
    })
    const artifacts = await until(async () => {
      const found = (await session())?.artifacts
      return found !== undefined && found.length > 0 && found.every(({ documentId }) => documentId) && found
    })
    const original = on(`/documents/${artifacts[0]?.documentId}/original`)
    const sound = await fetch(world.baseUrl + original, { headers: { authorization: await bearer() } })
    const bytes = Buffer.from(await sound.arrayBuffer())
    assert.equal(sound.headers.get('content-type'), 'audio/wav')
    const seconds = (bytes.length - 44) / 2 / 48_000
    console.log(`recorded ${seconds.toFixed(2)} s of sound in one WAV of ${bytes.length} bytes`)
    assert.ok(seconds >= 1.5, `${seconds} s`)
    assert.deepEqual(await rooms(), [], 'the room is gone')
    await world.close()

    async function bearer() {
      const { username, password } = world
      const reply = await world.anonymous('POST', '/auth/token', { body: { username, password } })
      return `Bearer ${(reply.json as { token: string }).token}`
    }
  })
})
