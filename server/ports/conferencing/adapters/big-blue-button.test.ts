import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { conferencingLaws } from '@portico/contract/conformance/conferencing'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import type { Session } from '@portico/contract/sessions'
import { SignJWT } from 'jose'
import { until } from '../../../test/until.ts'
import { startWorld } from '../../../test/world.ts'
import bigBlueButton from './big-blue-button.ts'

const sharedSecret = '639259d4-9dd8-4b25-bf01-95f9567eaf4b'

/** As far as the published API goes: it answers nothing whose checksum is wrong. */
async function startMeetings() {
  const meetings = new Map<string, string>()
  const ended = new Set<string>()
  const callbacks = new Set<string>()
  let count = 0
  const hanging = new Set<() => void>()
  let now: Mood = 'well'
  const server = createServer(async (request, response) => {
    if (now === 'hanging') await new Promise<void>((go) => hanging.add(go))
    if (response.destroyed) return
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://x')
    const answer = (code: string, body: string) =>
      response.end(`<response><returncode>${code}</returncode>${body}</response>`)
    if (pathname === '/recording.webm') return response.end('sound')
    const call = pathname.replace('/api/', '')
    const query = search.slice(1).replace(/&?checksum=[0-9a-f]{64}$/, '')
    const checksum = createHash('sha256')
      .update(call + query + sharedSecret)
      .digest('hex')
    if (searchParams.get('checksum') !== checksum)
      return answer('FAILED', '<messageKey>checksumError</messageKey>')
    if (now === 'refusing') return answer('FAILED', '<messageKey>maxMeetings</messageKey>')
    const id = searchParams.get('meetingID') ?? ''
    if (call === 'create') {
      callbacks.add(searchParams.get('meta_bbb-recording-ready-url') ?? '')
      if (!meetings.has(id)) meetings.set(id, String(1_790_000_000_000 + count++))
      return answer('SUCCESS', `<meetingID>${id}</meetingID><createTime>${meetings.get(id)}</createTime>`)
    }
    if (call === 'end') {
      if (!meetings.delete(id)) return answer('FAILED', '<messageKey>notFound</messageKey>')
      ended.add(id)
      return answer('SUCCESS', '<messageKey>sentEndMeetingRequest</messageKey>')
    }
    if (call === 'join')
      return meetings.get(id) === searchParams.get('createTime')
        ? answer('SUCCESS', '<messageKey>successfullyJoined</messageKey>')
        : answer('FAILED', '<messageKey>mismatchCreateTimeParam</messageKey>')
    if (call === 'getRecordings' && (searchParams.get('recordID') ?? 'rec-1') !== 'rec-1')
      return answer('SUCCESS', '<recordings/><messageKey>noRecordings</messageKey>')
    if (call === 'getRecordings')
      return answer(
        'SUCCESS',
        `<recordings><recording><recordID>rec-1</recordID><name>Session</name><playback><format>
         <url>/recording.webm</url></format></playback></recording></recordings>`,
      )
    return answer('SUCCESS', '')
  })
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    callbacks,
    admits: async (url: string) => (await (await fetch(url)).text()).includes('SUCCESS'),
    effects: async () => [...meetings.keys(), ...[...ended].map((id) => `ended ${id}`)],
    async mood(mood: Mood) {
      if (mood === 'down') await stop()
      else if (now === 'down') await listen(port)
      now = mood
      for (const go of hanging) go()
      hanging.clear()
    },
    close: async () => (now === 'down' ? undefined : stop()),
  }
}

describe('BigBlueButton as a conferencing service', () => {
  it('keeps the laws of the port', async () => {
    const meetings = await startMeetings()
    const { effects, mood, admits } = meetings
    const options = { url: meetings.url, sharedSecret }
    const subject = subjectOf(bigBlueButton, options, { effects, mood, admits })
    const results = await keepsTheLaws(conferencingLaws, subject).finally(meetings.close)
    assert.deepEqual(
      results.flatMap(({ law, result }) => (result === 'skipped' ? [law] : [])),
      ['facts', 'factsOnce', 'wire', 'cameAndWent', 'readyIsThere'],
    )
  })

  it('links carry a checksum and the time at which the meeting was made; recordings are fetched', async () => {
    const meetings = await startMeetings()
    const { adapter } = await subjectOf(bigBlueButton, { url: meetings.url, sharedSecret }).open()
    const context = {
      key: 'k',
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
      open: async () => assert.fail(),
    }
    const slot = { startsAt: '2027-05-04T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const of = { case: { caseId: 'case_1' }, sessionId: 'session_1', kind: 'video' as const, slot }
    const { handle } = await adapter.calls.create(of, context)
    const participant = { name: 'Zoë Ångström', id: 'party_1' }
    const { hostUrl, participantUrl } = await adapter.calls.detail({ handle, participant }, context)
    for (const [url, role] of [
      [hostUrl, 'MODERATOR'],
      [participantUrl, 'VIEWER'],
    ] as const) {
      const { search, searchParams } = new URL(url)
      const query = search.slice(1).replace(/&checksum=.*$/, '')
      const checksum = createHash('sha256').update(`join${query}${sharedSecret}`).digest('hex')
      assert.equal(searchParams.get('checksum'), checksum)
      const said = ['role', 'fullName', 'userID', 'meetingID', 'createTime'].map((name) =>
        searchParams.get(name),
      )
      assert.deepEqual(said, [role, participant.name, participant.id, handle, '1790000000000'])
    }
    const collected = await adapter.calls.collect?.(
      { case: of.case, sessionId: 'session_1', handle },
      context,
    )
    assert.deepEqual(
      collected?.artifacts.map(({ artifactId }) => artifactId),
      ['rec-1'],
    )
    const bytes = await adapter.calls.fetchArtifact?.({ handle, artifactId: 'rec-1' }, context)
    const parts: Uint8Array[] = []
    for await (const part of bytes ?? []) parts.push(part)
    assert.equal(Buffer.concat(parts).toString(), 'sound')
    const wrong = await subjectOf(bigBlueButton, { url: meetings.url, sharedSecret: 'other' }).open()
    await assert.rejects(wrong.adapter.calls.create(of, context), { code: 'unauthorized' })
    await meetings.close()
  })

  it('reports that a recording is ready by its signed callback, which is filed once', async () => {
    const meetings = await startMeetings()
    const callbackUrl = 'http://127.0.0.1:1/'
    const binding = {
      ...{ adapter: 'big-blue-button', url: meetings.url, sharedSecret: { env: 'BBB_SECRET' }, callbackUrl },
    }
    const world = await startWorld(
      { BBB_SECRET: sharedSecret },
      { ports: { conferencing: { bbb: binding } } },
    )
    const on = (place: string) => `/cases/${world.caseId}${place}`
    const asked = (await world.admin('POST', on('/sessions'), { body: { kind: 'video' } })).json
    const { id } = (asked as { session: Session }).session
    const slot = { startsAt: '2096-03-05T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    await world.admin('PUT', on(`/sessions/${id}/slot`), { body: { slot } })
    const session = async () =>
      ((await world.admin('GET', on('/sessions'))).json as { sessions: Session[] }).sessions.find(
        (session) => session.id === id,
      )
    const handle = await until(async () => (await session())?.conference?.handle)
    const path = '/ports/conferencing/bbb/inbound/recordingReady'
    assert.deepEqual([...meetings.callbacks], [`http://127.0.0.1:1${path}`])

    const sign = (claims: object, secret = sharedSecret, alg = 'HS256') =>
      new SignJWT({ meeting_id: handle, record_id: 'rec-1', ...claims })
        .setProtectedHeader({ alg })
        .sign(new TextEncoder().encode(secret))
    const post = async (token: string, to = path) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = Buffer.from(new URLSearchParams({ signed_parameters: token }).toString())
      return (await world.anonymous('POST', to, { body, headers })).status
    }
    const token = await sign({})
    const [head = '', claims = ''] = token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = Buffer.from(JSON.stringify({ meeting_id: handle, record_id: 'rec-2' })).toString(
      'base64url',
    )
    for (const wrong of [
      await sign({}, 'another secret of the same length 12'),
      await sign({}, sharedSecret, 'HS384'),
      await sign({ exp: 1 }),
      token.replace(claims, forged),
      `${none}.${claims}.`,
      head,
      '',
    ])
      assert.equal(await post(wrong), 401, wrong)
    assert.equal(await post(token, path.replace('bbb', 'other')), 401)
    assert.equal(await post(token, path.replace('recordingReady', 'participantJoined')), 401)
    assert.equal(await post(await sign({ record_id: 7 })), 400)
    assert.equal((await session())?.artifacts, undefined)

    assert.deepEqual(
      [await post(token), await post(token), await post(await sign({ iat: 1 }))],
      [202, 202, 202],
    )
    const artifacts = await until(async () => {
      const found = (await session())?.artifacts
      return found?.every(({ documentId, why }) => documentId || why) && found
    })
    assert.deepEqual(
      artifacts.map(({ artifactId }) => artifactId),
      ['rec-1'],
    )
    await world.close()
    await meetings.close()
  })
})
