import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chunkMediaType, type RoomView } from '@portico/contract/rooms'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import { openFileBytes } from '../../files/speech/file-bytes.ts'
import { readOgg } from '../../files/speech/read-ogg.ts'
import { readSound } from '../../files/speech/read-sound.ts'
import { webmChunks } from '../sound.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('rooms of the workspace', () => {
  let world: World
  before(async () => {
    world = await startWorld({ PORTICO_ICE_SERVERS: '[{"urls":"stun:stun.example.test"}]' })
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const done = async <Answer>(
    method: string,
    path: string,
    body?: unknown,
    http = world.admin,
  ): Promise<Answer> => {
    const reply = await http(method, path, { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json as Answer
  }
  const session = async (id: string) =>
    (await done<{ sessions: Session[] }>('GET', on('/sessions'))).sessions.find((one) => one.id === id)
  const placed = async () => {
    const { id } = (await done<{ session: Session }>('POST', on('/sessions'), { kind: 'video' })).session
    const startsAt = new Date(Date.now() + 1500).toISOString()
    const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
    await done('PUT', on(`/sessions/${id}/slot`), { slot, consent: 'Everybody has agreed.' })
    const handle = await until(async () => {
      const conference = (await session(id))?.conference
      return conference?.isReady && conference.handle
    })
    return { id, handle }
  }
  const tokenIn = (url: string) => new URL(url).hash.slice(1)
  const ownLink = async (id: string, http: Http = world.admin) =>
    tokenIn(
      (await done<{ conference: { url: string } }>('GET', on(`/sessions/${id}/conference`), undefined, http))
        .conference.url,
    )
  const guestLink = async (id: string, name: string, more: object = {}) => {
    const path = on(`/sessions/${id}/conference/links`)
    return tokenIn((await done<{ link: { url: string } }>('POST', path, { name, ...more })).link.url)
  }
  const room = (place: string, body: object) => world.anonymous('POST', `/rooms/${place}`, { body })
  const enter = async (link: string, seat?: string) => {
    const reply = await room('entries', { link, ...(seat ? { seat } : {}) })
    return { status: reply.status, text: reply.text, ...(reply.json as RoomView) }
  }
  const act = (link: string, seat: string, what: object) => room('acts', { link, seat, act: what })
  const watch = async (link: string, seat: string, after = 0) =>
    (await room('views', { link, seat, after })).json as RoomView
  const chunkOf = (bytes: Buffer, sequence: number, startedAt: string, more: object = {}) => ({
    ...{ track: 't1', sequence, startedAt, offsetMs: sequence * 1000, durationMs: 1000 },
    ...{ mediaType: chunkMediaType, bytes: bytes.toString('base64') },
    ...more,
  })

  it('guests wait until a host admits them, and see nothing before; who is removed is out', async () => {
    const { id } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const judge = await enter(host)
    assert.deepEqual([judge.status, judge.you.status, judge.you.isHost], [200, 'here', true])
    assert.deepEqual(judge.iceServers, [{ urls: 'stun:stun.example.test' }])
    const guest = await enter(maria)
    assert.deepEqual([guest.you.status, guest.people, guest.session.docketNumber], ['waiting', [], ''])
    assert.deepEqual(guest.iceServers, [], 'nor the credentials of TURN')
    const signal = { type: 'signal', to: judge.you.id, data: { sdp: 'x' } }
    assert.equal((await act(maria, guest.seat, signal)).status, 403)
    assert.equal((await act(maria, guest.seat, { type: 'admit', personId: guest.you.id })).status, 403)
    assert.equal((await act(host, judge.seat, { type: 'admit', personId: 'nobody' })).status, 404)
    assert.equal((await act(host, judge.seat, { type: 'admit', personId: guest.you.id })).status, 204)
    const now = await watch(maria, guest.seat)
    assert.deepEqual([now.you.status, now.people.length], ['here', 2])
    assert.equal((await act(maria, guest.seat, signal)).status, 204)
    const seen = await watch(host, judge.seat, judge.last)
    assert.deepEqual(
      seen.events.map(({ type, from }) => [type, from]),
      [
        ['admitted', guest.you.id],
        ['joined', guest.you.id],
        ['signal', guest.you.id],
      ],
    )
    assert.ok(
      !(await watch(maria, guest.seat)).events.some(({ type }) => type === 'signal'),
      'it was for another',
    )
    assert.equal((await act(host, judge.seat, { type: 'remove', personId: guest.you.id })).status, 204)
    assert.equal((await room('views', { link: maria, seat: guest.seat, after: 0 })).status, 403)
    assert.match((await enter(maria)).text, /You were removed/)
    const attendance = await until(async () => {
      const found = (await session(id))?.attendance
      return found?.length === 2 && found[1]?.leftAt !== undefined && found
    })
    assert.deepEqual(
      attendance.map(({ name, isHost }) => [name, isHost]),
      [
        ['tester', true],
        ['Maria Lindqvist', false],
      ],
    )
    // The page of the session offers the conference, and shows who came.
    const { found } = await done<{ found: { session: Session } }>('GET', `/sessions/${id}`)
    assert.deepEqual([found.session.conference?.isReady, found.session.attendance], [true, attendance])
  })

  it('a link is for one person at one time: used twice, passed on, rotated, made anew and cancelled', async () => {
    const { id } = await placed()
    const maria = await guestLink(id, 'Maria Lindqvist')
    const first = await enter(maria)
    const second = await enter(maria)
    assert.equal(second.status, 409)
    assert.match(second.text, /by this link already/)
    assert.equal((await enter(maria, first.seat)).seat, first.seat, 'after a reload it is the same seat')
    assert.equal((await act(maria, first.seat, { type: 'leave' })).status, 204)
    const other = await enter(maria)
    assert.notEqual(other.seat, first.seat)
    assert.equal((await room('views', { link: maria, seat: first.seat, after: 0 })).status, 409)

    const rotated = await guestLink(id, 'Maria Lindqvist', { isRotated: true })
    assert.notEqual(rotated, maria)
    assert.equal((await room('views', { link: maria, seat: other.seat, after: 0 })).status, 410)
    assert.match((await enter(maria)).text, /replaced by another one/)
    assert.equal((await enter(rotated)).status, 200)
    assert.equal((await enter(`${rotated.slice(0, -2)}xx`)).status, 403)
    assert.equal((await enter('none')).status, 403)
    const [payload = ''] = rotated.split('.')
    const forged = Buffer.from(JSON.stringify(['x', 1, 'p', 'n', true])).toString('base64url')
    assert.equal((await enter(rotated.replace(payload, forged))).status, 403)

    await done('POST', on(`/sessions/${id}/conference`), { why: 'A link was passed on.' })
    await until(async () => (await enter(rotated)).status === 410)
    const drafter = await world.member('dora', ['drafter'])
    const fresh = await until(async () => {
      const reply = await drafter('GET', on(`/sessions/${id}/conference`))
      return reply.status === 200 && (reply.json as { conference: { as: string; url: string } }).conference
    })
    assert.equal(fresh.as, 'participant')
    assert.equal((await enter(tokenIn(fresh.url))).you.status, 'waiting')
    const path = on(`/sessions/${id}/conference/links`)
    assert.equal((await drafter('POST', path, { body: { name: 'Eve' } })).status, 403)
    await done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'withdrawn' })
    await until(async () => (await enter(tokenIn(fresh.url))).status === 410)
  })

  it('six people are in a room at most', async () => {
    const { id } = await placed()
    const host = await ownLink(id)
    const { seat } = await enter(host)
    const statuses: number[] = []
    const seats: string[] = []
    const links: string[] = []
    for (let index = 0; index < 6; index++) {
      const link = await guestLink(id, `Guest ${index}`)
      links.push(link)
      const { you, seat: own } = await enter(link)
      seats.push(own)
      statuses.push((await act(host, seat, { type: 'admit', personId: you.id })).status)
    }
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 409])
    const gone = links[0] ?? ''
    assert.equal((await act(gone, seats[0] ?? '', { type: 'leave' })).status, 204)
    assert.equal((await act(host, seat, { type: 'admit', personId: 'guest Guest 5' })).status, 204)
    assert.match((await enter(gone)).text, /At most 6 people/, 'whoever was admitted before comes too late')
    const second = await guestLink(id, 'Second Host', { isHost: true })
    assert.match((await enter(second)).text, /At most 6 people/)
  })

  it('one who comes later is not told what was said before they were admitted', async () => {
    const { id, handle } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const [judge, guest] = [await enter(host), await enter(maria)]
    const said = (text: string) =>
      world.service.portico.rooms.caption(handle, { speaker: 'tester', text, at: new Date().toISOString() })
    await said('Before the witness.')
    await act(host, judge.seat, { type: 'admit', personId: guest.you.id })
    await said('To the witness.')
    const { events } = await watch(maria, guest.seat, 0)
    const captions = events
      .filter(({ type }) => type === 'caption')
      .map(({ data }) => (data as { text: string }).text)
    assert.deepEqual(captions, ['To the witness.'])
  })

  it('no name, no clock and no file of a guest keeps the sound of others from being filed', async () => {
    const { id } = await placed()
    const [host, eve] = [await ownLink(id), await guestLink(id, 'E'.repeat(200))]
    const [judge, guest] = [await enter(host), await enter(eve)]
    await act(host, judge.seat, { type: 'admit', personId: guest.you.id })
    for (const [link, seat] of [
      [host, judge.seat],
      [eve, guest.seat],
    ] as const)
      await act(link, seat, { type: 'consent', isGiven: true })
    const [first = Buffer.alloc(0)] = webmChunks(1)
    const sent = async (link: string, seat: string, bytes: Buffer, startedAt: string, more = {}) => {
      const reply = await room('chunks', { link, seat, ...chunkOf(bytes, 0, startedAt, more) })
      return [reply.status, reply.text] as const
    }
    const monthAgo = new Date(Date.parse(judge.now) - 30 * 86_400_000).toISOString()
    await world.service.db.rows(`update rooms set created_at = created_at - interval '60 days'`)
    assert.match((await sent(eve, guest.seat, first, monthAgo))[1], /before you were admitted/)
    // A cluster that says it is of the year 2159, and a packet that no page of Ogg has room for.
    const cluster = (ms: bigint, packet: Buffer) => {
      const sized = (name: string, body: Buffer) => {
        const size = Buffer.alloc(8)
        size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
        return Buffer.concat([Buffer.from(name, 'hex'), size, body])
      }
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(ms)
      const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet])
      return sized('1f43b675', Buffer.concat([sized('e7', time), sized('a3', block)]))
    }
    const far = Buffer.concat([first, cluster(6_000_000_000_000n, Buffer.from([0xf8, 0xff, 0xfe]))])
    const large = Buffer.concat([first, cluster(1000n, Buffer.alloc(100_000, 0xf8))])
    assert.equal((await sent(eve, guest.seat, far, judge.now))[0], 200)
    assert.equal((await sent(eve, guest.seat, large, judge.now, { track: 't2' }))[0], 200)
    assert.equal((await sent(host, judge.seat, first, judge.now))[0], 200)
    await until(
      async () =>
        (await world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'held' } })).status ===
        200,
    )
    await until(async () => (await watch(host, judge.seat)).isOver)
    await world.service.db.rows(
      `update rooms set closed_at = closed_at - interval '15 seconds' where closed_at is not null`,
    )
    const after = await sent(host, judge.seat, first, new Date().toISOString(), { track: 't3' })
    assert.match(after[1], /after the session was over/)
    await act(host, judge.seat, { type: 'leave' })
    await act(eve, guest.seat, { type: 'leave' })
    const artifacts = await until(async () => {
      const found = (await session(id))?.artifacts
      return found?.length === 2 && found.every(({ documentId }) => documentId) && found
    })
    assert.deepEqual(
      artifacts.map(({ durationMs }) => durationMs),
      [1000, 1000],
    )
    assert.equal((await session(id))?.attendance?.length, 2)
  })

  it('sound that must not be kept is refused; the rest becomes one file for each, by one clock', async () => {
    const { id } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const [judge, guest] = [await enter(host), await enter(maria)]
    const chunks = webmChunks(3)
    const startedAt = new Date(Date.parse(judge.now) - 8000).toISOString()
    const send = async (link: string, seat: string, index: number, more: object = {}) => {
      const chunk = chunkOf(chunks[index] ?? Buffer.alloc(0), index, startedAt, more)
      const { status, text, json } = await room('chunks', { link, seat, ...chunk })
      return { status, text, ...(json as { isRepeated: boolean; missing: number[] }) }
    }
    const { db } = world.service
    const kept = () =>
      db.rows(`select from room_chunks join rooms using (handle) where session_id = $1`, [id])
    const shown = async () => {
      const { record, people } = await watch(host, judge.seat)
      return [record, people.filter(({ isRecorded }) => isRecorded).map(({ name }) => name)]
    }
    assert.deepEqual(await shown(), ['notAgreed', []], 'nobody was asked yet')
    assert.match((await send(maria, guest.seat, 0)).text, /You are not admitted/)
    await act(host, judge.seat, { type: 'admit', personId: guest.you.id })
    assert.match((await send(maria, guest.seat, 0)).text, /not consented/)
    await act(maria, guest.seat, { type: 'consent', isGiven: false })
    assert.equal((await send(maria, guest.seat, 0)).status, 403)
    await act(maria, guest.seat, { type: 'consent', isGiven: true })
    await act(host, judge.seat, { type: 'consent', isGiven: true })
    const { people } = await watch(host, judge.seat)
    assert.deepEqual(
      people.map(({ consent }) => consent),
      ['given', 'given'],
    )
    assert.match(
      (await send(maria, guest.seat, 0, { mediaType: 'audio/mp4' })).text,
      /mediaType must be audio\/webm/,
    )
    const noOpus = Buffer.from('1a45dfa3 but nothing else').toString('base64')
    assert.match(
      (await send(maria, guest.seat, 0, { bytes: noOpus })).text,
      /must begin a WebM file with Opus/,
    )
    const large = Buffer.alloc(300_000).toString('base64')
    assert.match((await send(maria, guest.seat, 1, { bytes: large })).text, /at most 262144 bytes/)
    const ahead = new Date(Date.now() + 60_000).toISOString()
    assert.match((await send(maria, guest.seat, 0, { startedAt: ahead })).text, /must not be in the future/)
    assert.deepEqual(await kept(), [])

    assert.deepEqual(await shown(), ['notStored', []], 'agreed, and nothing is stored')
    const { last } = await watch(host, judge.seat)
    const told = watch(host, judge.seat, last)
    const first = await send(maria, guest.seat, 0)
    const { record, events } = await told
    assert.deepEqual(
      [record, events.map(({ type, from }) => [type, from])],
      ['recording', [['stored', guest.you.id]]],
    )
    assert.deepEqual([first.status, first.isRepeated, first.missing], [200, false, []])
    assert.deepEqual((await send(maria, guest.seat, 2)).missing, [1])
    assert.equal((await send(maria, guest.seat, 0)).isRepeated, true)
    assert.deepEqual((await send(maria, guest.seat, 1)).missing, [])

    assert.deepEqual(await shown(), ['recording', ['Maria Lindqvist']])

    // What was said while somebody did not want it is not stored after they have changed their mind.
    await act(maria, guest.seat, { type: 'consent', isGiven: false })
    const unwanted = new Date().toISOString()
    await act(maria, guest.seat, { type: 'consent', isGiven: true })
    for (const at of [unwanted, new Date(Date.parse(judge.now) - 15_000).toISOString()]) {
      const refused = await room('chunks', {
        ...{ link: maria, seat: guest.seat },
        ...chunkOf(chunks[0]!, 0, at, { track: 'unwanted' }),
      })
      assert.ok(refused.status >= 400, `${at} was stored`)
      if (at === unwanted) assert.match(refused.text, /while you did not want to be recorded/)
    }

    assert.deepEqual(await shown(), ['notStored', []], 'agreed again, and nothing is stored since')
    await act(host, judge.seat, { type: 'record', recording: 'offTheRecord' })
    assert.deepEqual(await shown(), ['offTheRecord', []])
    const now = new Date().toISOString()
    const off = await room('chunks', { link: host, seat: judge.seat, ...chunkOf(chunks[0]!, 0, now) })
    assert.deepEqual([off.status, /off the record/.test(off.text)], [422, true])
    await act(host, judge.seat, { type: 'record', recording: 'on' })
    assert.deepEqual(await shown(), ['notStored', []])
    const late = new Date(Date.parse(startedAt) + 2000).toISOString()
    const before = chunkOf(chunks[0]!, 0, late, { track: 't2' })
    assert.equal((await room('chunks', { link: host, seat: judge.seat, ...before })).status, 200)

    await until(
      async () =>
        (await world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'held' } })).status ===
        200,
    )
    await until(async () => (await watch(host, judge.seat)).isOver)
    for (const [link, seat] of [
      [host, judge.seat],
      [maria, guest.seat],
    ] as const)
      await act(link, seat, { type: 'leave' })
    assert.equal((await enter(maria)).status, 410)
    const artifacts = await until(async () => {
      const found = (await session(id))?.artifacts
      return found?.length === 2 && found.every(({ documentId }) => documentId) && found
    })
    assert.deepEqual(
      artifacts.map(({ speaker, mediaType, startedAt: at, durationMs }) => [
        speaker?.name,
        mediaType,
        at,
        durationMs,
      ]),
      [
        ['Maria Lindqvist', 'audio/ogg', startedAt, 3000],
        ['tester', 'audio/ogg', startedAt, 3000],
      ].toSorted(),
      'what was said two seconds later is two seconds into the file',
    )
    for (const { documentId } of artifacts) {
      const { content, original } = await world.service.portico.caseDocuments.facts(
        world.caseId,
        documentId ?? '',
        {
          id: 'x',
          audience: 'staff',
          curates: true,
        } as never,
      )
      assert.equal(content.pageCount, 1)
      const file = await world.service.portico.files.original(original?.sha256 ?? '')
      const path = join(tmpdir(), `${documentId}.ogg`)
      await writeFile(path, await file.open())
      let ends = 0
      for await (const { atMs, samples } of readSound(path)) ends = atMs + samples.length / 16
      assert.ok(Math.abs(ends - 3000) <= 20, `it is ${ends} ms long`)
    }
    await until(async () => (await kept()).length === 0)
    assert.equal((await send(maria, guest.seat, 2)).status, 410)
    assert.equal((await session(id))?.record, 'stored')
  })

  it('a session that was held, and of which nothing is stored, has no record: a task says so', async () => {
    const { id } = await placed()
    await enter(await ownLink(id))
    const held = (more: object = {}) =>
      world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'held', ...more } })
    await until(async () => (await held()).status === 200)
    assert.equal((await session(id))?.record, 'missing')
    const { tasks } = await done<TaskList>('GET', on('/tasks?open=true'))
    assert.deepEqual(
      tasks.filter(({ type }) => type === 'recordMissing').map(({ about }) => about),
      [id],
    )
    const late = await held({ withoutRecord: 'The microphone was broken.' })
    assert.deepEqual([late.status, /already recorded as held/.test(late.text)], [409, true], late.text)
    const other = await placed()
    const path = on(`/sessions/${other.id}/outcome`)
    await world.member('mia', ['mailClerk'])
    const clerk = await world.admin('PUT', path, { body: { outcome: 'held', heldBy: 'mia' } })
    const maySit = /^{"error":"heldBy must name who may sit: mia is not Adjudicator\."}$/
    assert.deepEqual([clerk.status, maySit.test(clerk.text)], [400, true], clerk.text)
    const withoutRecord = 'Nobody wanted to be recorded.'
    const reply = await until(async () => {
      const tried = await world.admin('PUT', path, { body: { outcome: 'held', withoutRecord } })
      return tried.status === 200 && (tried.json as { session: Session })
    })
    assert.deepEqual([reply.session.record, reply.session.withoutRecord], ['none', withoutRecord])
  })

  it('what is filed of a session after it was held is its record, whatever was said then', async () => {
    const { id, handle } = await placed()
    const link = await ownLink(id)
    const { seat, now } = await enter(link)
    await act(link, seat, { type: 'consent', isGiven: true })
    const withoutRecord = 'The microphone was broken.'
    await until(async () => {
      const body = { outcome: 'held', withoutRecord }
      return (await world.admin('PUT', on(`/sessions/${id}/outcome`), { body })).status === 200
    })
    assert.equal((await session(id))?.record, 'none')
    const [head = Buffer.alloc(0)] = webmChunks(1)
    const startedAt = new Date(Date.parse(now) - 2000).toISOString()
    const sent = await room('chunks', { link, seat, ...chunkOf(head, 0, startedAt) })
    assert.equal(sent.status, 200, 'what was said before the end still comes in')
    const { db } = world.service
    await until(async () => {
      const [row] = await db.rows(
        `update rooms set closed_at = closed_at - interval '3 minutes'
         where handle = $1 and closed_at is not null returning 1`,
        [handle],
      )
      return row
    })
    await until(async () => (await session(id))?.artifacts?.some(({ documentId }) => documentId))
    const { record, withoutRecord: why } = (await session(id)) ?? {}
    assert.deepEqual([record, why], ['stored', undefined])
    const listed = await done<{ found: { session: Session } }>('GET', `/sessions/${id}`)
    assert.equal(listed.found.session.record, 'stored')
  })

  it('what was stored and cannot be read as sound is no record: it is missing, and a task says so', async () => {
    const { id } = await placed()
    const link = await ownLink(id)
    const { seat, now } = await enter(link)
    await act(link, seat, { type: 'consent', isGiven: true })
    const [first = Buffer.alloc(0)] = webmChunks(1)
    const soundless = first.subarray(0, first.indexOf(Buffer.from('1f43b675', 'hex')))
    const sent = await room('chunks', { link, seat, ...chunkOf(soundless, 0, now) })
    assert.equal(sent.status, 200, sent.text)
    await until(async () => {
      const body = { outcome: 'held' }
      return (await world.admin('PUT', on(`/sessions/${id}/outcome`), { body })).status === 200
    })
    assert.equal((await session(id))?.record, 'stored', 'nobody has listened to it yet')
    await until(async () => (await watch(link, seat)).isOver)
    await act(link, seat, { type: 'leave' })
    await until(async () => (await session(id))?.record === 'missing')
    const [artifact] = (await session(id))?.artifacts ?? []
    assert.match(artifact?.why ?? '', /Nothing of what this person sent can be read as sound/)
    const { tasks } = await done<TaskList>('GET', on('/tasks?open=true'))
    const missing = tasks.filter(({ type, about }) => type === 'artifactMissing' && about === id)
    assert.equal(missing.length, 1)
  })

  it('whoever comes by a link that replaces another is asked anew whether they are recorded', async () => {
    const { id } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const [judge, guest] = [await enter(host), await enter(maria)]
    await act(host, judge.seat, { type: 'admit', personId: guest.you.id })
    await act(maria, guest.seat, { type: 'consent', isGiven: true })
    const rotated = await guestLink(id, 'Maria Lindqvist', { isRotated: true })
    const other = await enter(rotated)
    await act(host, judge.seat, { type: 'admit', personId: other.you.id })
    assert.equal(other.you.consent, undefined)
    const [head = Buffer.alloc(0)] = webmChunks(1)
    const send = () =>
      room('chunks', { link: rotated, seat: other.seat, ...chunkOf(head, 0, new Date().toISOString()) })
    assert.match((await send()).text, /not consented/)
    await act(rotated, other.seat, { type: 'consent', isGiven: true })
    assert.equal((await send()).status, 200)
  })

  it('two guests of one name are two people; an account that ends takes its link with it', async () => {
    const { id } = await placed()
    const path = on(`/sessions/${id}/conference/links`)
    const invite = async (body: object) => {
      const { link } = await done<{ link: { url: string; personId: string } }>('POST', path, body)
      return { personId: link.personId, token: tokenIn(link.url) }
    }
    const name = 'John Smith'
    const [one, other] = [await invite({ name }), await invite({ name })]
    assert.notEqual(one.personId, other.personId)
    const [first, second] = [await enter(one.token), await enter(other.token)]
    assert.deepEqual([first.status, second.status], [200, 200], 'neither is in the seat of the other')
    assert.notEqual(first.you.id, second.you.id)
    const unclear = await world.admin('POST', path, { body: { name, isRotated: true } })
    assert.equal(unclear.status, 409)
    assert.match(unclear.text, /2 guests of this name: say which by personId, guest John Smith or/)
    const rotated = await invite({ name, personId: other.personId, isRotated: true })
    assert.equal(rotated.personId, other.personId)
    assert.equal((await enter(other.token)).status, 410)
    assert.equal((await enter(one.token, first.seat)).status, 200, 'the other one keeps his link')
    assert.equal((await world.admin('POST', path, { body: { name, personId: 'nobody' } })).status, 404)

    const erin = await world.member('erin', ['drafter'])
    const link = await ownLink(id, erin)
    const entered = await enter(link)
    assert.equal(entered.status, 200)
    await world.service.db.rows(`update members set deactivated_at = now() where username = 'erin'`)
    const after = await room('views', { link, seat: entered.seat, after: 0 })
    assert.equal(after.status, 410)
    assert.match(after.text, /Your account has ended/)
  })

  it('an admitted guest stores what one voice has, and no more', async () => {
    const { id } = await placed()
    const host = await ownLink(id)
    const { seat, now } = await enter(host)
    await act(host, seat, { type: 'consent', isGiven: true })
    const [head = Buffer.alloc(0)] = webmChunks(1)
    const send = (track: string, bytes: Buffer, durationMs = 1000) =>
      room('chunks', { link: host, seat, ...chunkOf(bytes, 0, now, { track, durationMs }) })
    const padded = (size: number) => Buffer.concat([head, Buffer.alloc(size - head.length)])
    const dense = await send('dense', padded(80_000), 100)
    assert.deepEqual([dense.status, /at most 72089 bytes/.test(dense.text)], [400, true])
    const statuses: number[] = []
    for (let index = 0; index < 40; index++) statuses.push((await send(`t${index}`, padded(120_000))).status)
    assert.deepEqual([...new Set(statuses)], [200, 429])
    const [row] = await world.service.db.rows<{ bytes: number }>(
      `select sum(length(bytes))::int as bytes from room_chunks join rooms using (handle) where session_id = $1`,
      [id],
    )
    assert.equal(row?.bytes, statuses.filter((status) => status === 200).length * 120_000)
    const again = await send('t0', padded(120_000))
    const isRepeated = (again.json as { isRepeated?: boolean }).isRepeated === true
    assert.ok(again.status === 429 || isRepeated, 'a repetition is no way around it')
  })

  it('what follows a missing chunk is kept with the gap on its sheet, and nothing is confirmed that is not in it', async () => {
    const { id, handle } = await placed()
    const host = await ownLink(id)
    const { seat, now } = await enter(host)
    await act(host, seat, { type: 'consent', isGiven: true })
    const marked = (chunk: Buffer) => Buffer.from(chunk.toString('hex').replaceAll('f8fffe', 'f8fffd'), 'hex')
    const chunks = webmChunks(6).map((chunk, index) => (index < 3 ? chunk : marked(chunk)))
    const startedAt = new Date(Date.parse(now) - 8000).toISOString()
    const send = async (sequence: number, bytes = chunks[sequence] ?? Buffer.alloc(0), more: object = {}) =>
      (await room('chunks', { link: host, seat, ...chunkOf(bytes, sequence, startedAt, more) })).status
    // The chunk after the gap begins in the middle of a block, as a recorder may cut it.
    assert.deepEqual(
      [await send(0), await send(1), await send(3, chunks[3]?.subarray(60)), await send(5)],
      [200, 200, 200, 200],
    )
    // Of another track the first chunk never came.
    assert.equal(
      await send(1, chunks[1], { track: 't2', startedAt: new Date(Date.parse(now)).toISOString() }),
      200,
    )

    const sounds = world.service.portico.assembleSound(handle)
    const { value: sound } = await sounds.next()
    assert.deepEqual(
      [await send(2), await send(4)],
      [410, 410],
      'what would not be in the recording is not confirmed',
    )
    assert.deepEqual(sound?.gaps, [
      { fromMs: 2000, toMs: 3000 },
      { fromMs: 4000, toMs: 5000 },
      { fromMs: 8000, toMs: 9000 },
    ])
    const heardAt = new Set<number>()
    const bytes = openFileBytes(sound?.path ?? '')
    for (const { atMs, data } of readOgg(bytes).packets)
      if (data[2] === 0xfd) heardAt.add(Math.floor(atMs / 1000))
    bytes.close()
    await sounds.return(undefined)
    assert.deepEqual([...heardAt], [3, 5], 'what follows a gap is where it was said')
    assert.equal(sound?.durationMs, 10_000, 'and what follows a first chunk that never came')

    await until(
      async () =>
        (await world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'held' } })).status ===
        200,
    )
    await until(async () => (await watch(host, seat)).isOver)
    await act(host, seat, { type: 'leave' })
    const [artifact] = await until(async () => {
      const found = (await session(id))?.artifacts
      return found?.every(({ documentId }) => documentId) && found
    })
    assert.equal(artifact?.gaps?.length, 3)
    const query = encodeURIComponent('"00:00:02 to 00:00:03, 1.0 s"')
    await until(async () => {
      const path = `/appeals/${world.caseId}/search?q=${query}`
      return (await done<{ hits: object[] }>('GET', path)).hits.length > 0
    })
  })

  it('while a session is postponed its links say so; placed again inside its window, they lead to it', async () => {
    const { id } = await placed()
    const maria = await guestLink(id, 'Maria Lindqvist')
    const { seat } = await enter(maria)
    await done('PUT', on(`/sessions/${id}/outcome`), { outcome: 'postponed' })
    for (const reply of [
      await room('entries', { link: maria }),
      await room('views', { link: maria, seat, after: 0 }),
    ])
      assert.deepEqual([reply.status, /postponed, and has no date yet/.test(reply.text)], [422, true])
    const slot = { startsAt: new Date(Date.now() + 86_400_000).toISOString(), minutes: 60, timeZone: 'UTC' }
    await done('PUT', on(`/sessions/${id}/slot`), { slot, consent: 'Everybody has agreed.' })
    const again = await enter(maria, seat)
    assert.deepEqual([again.status, again.you.status], [200, 'waiting'])
    await until(async () => (await watch(maria, again.seat)).session.startsAt === slot.startsAt)
  })

  it('what was said is filed when the conference is made anew in the middle, and when nobody else came', async () => {
    const { id, handle } = await placed()
    const [head = Buffer.alloc(0), next = Buffer.alloc(0)] = webmChunks(2)
    const speak = async () => {
      const link = await ownLink(id)
      const { seat, now } = await enter(link)
      await act(link, seat, { type: 'consent', isGiven: true })
      const send = (sequence: number, bytes: Buffer) =>
        room('chunks', {
          link,
          seat,
          ...chunkOf(bytes, sequence, new Date(Date.parse(now) - 5000).toISOString()),
        })
      assert.equal((await send(0, head)).status, 200)
      return send
    }
    const send = await speak()
    await done('POST', on(`/sessions/${id}/conference`), { why: 'A link was passed on.' })
    const renewed = await until(async () => {
      const conference = (await session(id))?.conference
      return conference?.isReady && conference.handle !== handle && conference.handle
    })
    assert.equal((await send(1, next)).status, 200, 'what was said before is taken')
    const { db } = world.service
    await db.rows(`update rooms set cancelled_at = cancelled_at - interval '3 minutes' where handle = $1`, [
      handle,
    ])
    const recordings = async (count: number) =>
      until(async () => {
        const found = (await session(id))?.artifacts ?? []
        return found.length === count && found.every(({ documentId }) => documentId) && found
      })
    assert.deepEqual(
      (await recordings(1)).map(({ durationMs }) => durationMs),
      [2000],
    )
    assert.equal((await send(1, next)).status, 410)

    await speak()
    await until(async () => {
      const ended = await world.admin('PUT', on(`/sessions/${id}/outcome`), { body: { outcome: 'noShow' } })
      return ended.status === 200
    })
    await db.rows(`update room_people set seat = null where handle = $1`, [renewed])
    await recordings(2)
    const late = await world.admin('POST', on(`/sessions/${id}/conference/links`), { body: { name: 'Late' } })
    assert.equal(late.status, 410)
  })

  it('captions and signals are for those who are in the room, and are kept no longer; a signal is short', async () => {
    const { id, handle } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const [judge, guest] = [await enter(host), await enter(maria)]
    const caption = { speaker: 'tester', text: 'Good morning.', at: new Date().toISOString() }
    await world.service.portico.rooms.caption(handle, caption)
    const { events } = await watch(host, judge.seat, judge.last)
    assert.deepEqual(events.find(({ type }) => type === 'caption')?.data, caption)
    assert.deepEqual((await watch(maria, guest.seat, 0)).events, [])
    const signal = { type: 'signal', to: guest.you.id, data: 'x'.repeat(70_000) }
    const large = await act(host, judge.seat, signal)
    assert.deepEqual([large.status, /at most 65536 characters/.test(large.text)], [400, true])
    assert.equal((await act(host, judge.seat, { ...signal, data: 'x' })).status, 204)
    const { db } = world.service
    const kept = () =>
      db.rows<{ type: string }>(
        `select distinct type from room_events where handle = $1 and type in ('signal', 'caption', 'joined')`,
        [handle],
      )
    assert.equal((await kept()).length, 3)
    await db.rows(`update room_events set at = at - interval '11 minutes' where handle = $1`, [handle])
    await until(async () => (await kept()).length === 1)
    assert.deepEqual(await kept(), [{ type: 'joined' }])
  })

  it('what a guest stores by acting is limited, and forgotten a month after the session', async () => {
    const { id, handle } = await placed()
    const [host, maria] = [await ownLink(id), await guestLink(id, 'Maria Lindqvist')]
    const [judge, guest] = [await enter(host), await enter(maria)]
    const { db } = world.service
    const kept = async (type: string) =>
      (await db.rows(`select from room_events where handle = $1 and type = $2`, [handle, type])).length
    const consent = (isGiven: boolean) => act(maria, guest.seat, { type: 'consent', isGiven })
    for (let count = 0; count < 3; count += 1) assert.equal((await consent(true)).status, 204)
    assert.equal(await kept('consent'), 1, 'the same again is nothing new')
    const toggled = []
    for (let count = 0; count < 80; count += 1) toggled.push(await consent(count % 2 === 1))
    const refused = toggled.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0)
    assert.match(refused[0]?.text ?? '', /You did too much in this session at once/)
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0)
    assert.ok((await kept('consent')) < 45)
    assert.equal((await consent(false)).status, 204, 'it is withdrawn at any time')
    const signal = { type: 'signal', to: guest.you.id, data: 'x'.repeat(60_000) }
    const sent = []
    for (let count = 0; count < 40; count += 1) sent.push((await act(host, judge.seat, signal)).status)
    assert.ok(sent.includes(429) && sent[0] === 204)
    await db.rows(`update rooms set closed_at = now() - interval '31 days' where handle = $1`, [handle])
    await world.service.portico.rooms.sweep()
    assert.equal(await kept('consent'), 0)
  })

  it('an invitation is opened twenty times a minute', async () => {
    const invitation = { caseId: world.caseId, sessionId: 'ses_1', handle: 'h', personId: 'p', name: 'P' }
    const link = tokenIn(world.service.portico.rooms.invitationUrl(invitation))
    const statuses = []
    for (let count = 0; count < 22; count += 1) statuses.push((await room('invitations', { link })).status)
    assert.equal(statuses.filter((status) => status === 429).length, 2, String(statuses))
  })
})
