import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openListChanges } from '../../app/engine/list-changes.ts'
import { type Http, startWorld, type World } from '../world.ts'

type Frame = { id: string; event: string; data: { sequence: number; position: number; type: string } }

describe('the live stream of events', () => {
  let world: World
  let token: string
  before(async () => {
    world = await startWorld()
    const { username, password } = world
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    token = (json as { token: string }).token
  })
  after(() => world.close())

  async function read(path: string, count: number, headers: Record<string, string> = {}): Promise<Frame[]> {
    const left = new AbortController()
    const response = await fetch(world.baseUrl + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      signal: left.signal,
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    const frames: Frame[] = []
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      frames.push(...parts.filter((part) => part.startsWith('id:')).map(frameOf))
      if (frames.length >= count) break
    }
    left.abort()
    return frames
  }
  const frameOf = (part: string): Frame => {
    const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
    return { id: fields.id ?? '', event: fields.event, data: JSON.parse(fields.data) }
  }
  const tag = (text: string) =>
    world.admin('POST', `/appeals/${world.caseId}/documents/${world.documentId}/tags`, { body: { text } })
  const path = () => `/cases/${world.caseId}/events`

  it('gives what was, then what comes, once and in order', async () => {
    const { json } = await world.admin('GET', `${path()}?limit=1000`)
    const known = (json as { events: { position: number }[] }).events.length
    const reading = read(path(), known + 5)
    for (let index = 0; index < 5; index++) await tag(`live ${index}`)
    const frames = await reading
    assert.deepEqual(
      frames.map(({ data }) => data.sequence),
      Array.from({ length: known + 5 }, (_, index) => index + 1),
    )
    const epoch = frames[0]?.id.split('@')[1]
    assert.match(epoch ?? '', /^\d+$/)
    assert.ok(
      frames.every(({ id, event, data }) => id === `${data.position}@${epoch}` && event === data.type),
    )
  })

  it('resumes behind the last event that was seen', async () => {
    const frames = await read(path(), 5)
    const rest = await read(path(), 2, { 'last-event-id': String(frames[2]!.id) })
    assert.deepEqual(
      rest.slice(0, 2).map(({ id }) => id),
      frames.slice(3, 5).map(({ id }) => id),
    )
    const plain = await read(path(), 2, { 'last-event-id': String(frames[2]!.data.position) })
    assert.deepEqual(plain.slice(0, 2), rest.slice(0, 2))
    const { json } = await world.admin('GET', `${path()}?after=${encodeURIComponent(frames[2]!.id)}&limit=2`)
    assert.deepEqual(
      (json as { events: unknown[] }).events,
      rest.slice(0, 2).map(({ data }) => data),
    )
  })

  describe('behind a place that this log does not have', () => {
    const paths = () => [path(), '/events', '/changes', `/cases/${world.caseId}/parties/party_1/history`]
    const gone = async (after: string, headers: Record<string, string> = {}) => {
      const answers = new Set<string>()
      for (const asked of paths().slice(0, headers.accept ? 3 : 4)) {
        const url = headers.accept ? asked : `${asked}?after=${encodeURIComponent(after)}`
        const given = { ...headers, ...(headers.accept ? { 'last-event-id': after } : {}) }
        const reply = await world.admin('GET', url, { headers: given })
        assert.equal(reply.status, 410, url)
        const point = reply.headers.get('portico-resume-after') ?? ''
        assert.ok((reply.json as { error: string }).error.includes(`Resume after ${point},`))
        answers.add(point)
      }
      assert.equal(answers.size, 1)
      return [...answers][0]!
    }
    const stream = { accept: 'text/event-stream' }
    const epoch = async () => (await read(path(), 1))[0]!.id.split('@')[1]

    it('a list and a stream answer 410 and say where to resume, and there they go on', async () => {
      const now = await epoch()
      // The world is a copy of another, and so of its log: up to there both are the same.
      const [copied] = await world.service.db.rows<{ after: number }>(
        `select began_after as after from log_epochs order by epoch desc limit 1`,
      )
      for (const [after, point] of [
        ['999999999', copied?.after],
        [`999999999@${now}`, copied?.after],
        ['1@7', 0],
      ] as const) {
        assert.equal(await gone(after), `${point}@${now}`)
        assert.equal(await gone(after, stream), `${point}@${now}`)
      }
      const [first] = await read(path(), 1, { 'last-event-id': `0@${now}` })
      assert.equal(first?.data.sequence, 1)
    })

    it('a log that was put back goes on in another epoch, and readers resume where both logs are the same', async () => {
      const before = await epoch()
      const { position } = (await world.admin('GET', '/changes')).json as { position: number }
      await world.service.db.rows(`select settle_epoch(null, true)`)
      await tag('in the new epoch')
      const now = await epoch()
      assert.notEqual(now, before)
      assert.equal(await gone(`${position + 1}@${before}`), `${position}@${now}`)
      assert.equal(await gone(`2@${before}`, stream), `2@${now}`)
      assert.equal(
        (await read('/events', 1, { 'last-event-id': `${position}@${now}` }))[0]?.event,
        'document.tagged',
      )
    })
  })

  it('can be limited to types and runs across cases', async () => {
    const reading = read('/events?types=document.untagged', 1)
    await tag('to be removed')
    await world.admin(
      'DELETE',
      `/appeals/${world.caseId}/documents/${world.documentId}/tags/to%20be%20removed`,
    )
    const [frame] = await reading
    assert.equal(frame?.event, 'document.untagged')
  })

  it('gives HEAD its headers and ends', async () => {
    const { status, headers } = await world.admin('HEAD', path(), {
      headers: { accept: 'text/event-stream' },
    })
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
  })

  it('refuses a resume point that is none', async () => {
    const headers = { accept: 'text/event-stream', 'last-event-id': 'x' }
    const { status, json } = await world.admin('GET', path(), { headers })
    assert.equal(status, 400)
    assert.match((json as { error: string }).error, /Last-Event-ID/)
  })

  describe('of which cases have changed', () => {
    type Told = { position: number; cases: string[]; isMore: boolean }
    const asked = async (http: Http, after?: number) =>
      (await http('GET', `/changes${after === undefined ? '' : `?after=${after}`}`)).json as Told

    it('comes as a stream that resumes, and ends with the right to it', async () => {
      const { position } = await asked(world.admin)
      const reading = read('/changes', 1, { 'last-event-id': String(position) })
      await tag('seen in a stream')
      const [frame] = (await reading) as unknown as { id: number; event: string; data: Told }[]
      assert.equal(frame?.event, 'changed')
      assert.deepEqual(frame?.data.cases, [world.caseId])
      assert.match(String(frame?.id), new RegExp(`^${frame?.data.position}@\\d+$`))
      const party = await world.member('no.list', ['representative'])
      assert.equal((await party('GET', '/changes')).status, 403)
    })

    it('says after long silence that everything should be looked at again', async () => {
      const { position } = await asked(world.admin)
      const far = openListChanges({
        db: { rows: async () => [] },
        live: {
          end: async () => ({ position: position + 10_000, epoch: 1, isFresh: true }),
          resume: async () => ({ after: undefined, epoch: 1 }),
        },
        barredCases: async () => [],
      })
      const told = await far.since(position, { id: 'm', teams: [], audience: 'staff', upTo: 0 })
      assert.deepEqual(told, { position: position + 10_000, cases: [], isMore: true })
    })
  })
})
