import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openListChanges } from '../../app/engine/list-changes.ts'
import { type Http, startWorld, type World } from '../world.ts'

type Frame = { id: number; event: string; data: { sequence: number; position: number; type: string } }

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
    return { id: Number(fields.id), event: fields.event, data: JSON.parse(fields.data) }
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
    assert.ok(frames.every(({ id, event, data }) => id === data.position && event === data.type))
  })

  it('resumes behind the last event that was seen', async () => {
    const frames = await read(path(), 5)
    const rest = await read(path(), 2, { 'last-event-id': String(frames[2]!.id) })
    assert.deepEqual(
      rest.slice(0, 2).map(({ id }) => id),
      frames.slice(3, 5).map(({ id }) => id),
    )
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
      assert.equal(frame?.id, frame?.data.position)
      const party = await world.member('no.list', ['representative'])
      assert.equal((await party('GET', '/changes')).status, 403)
    })

    it('says after long silence that everything should be looked at again', async () => {
      const { position } = await asked(world.admin)
      const far = openListChanges({
        db: { rows: async () => [] },
        live: { ceiling: async () => position + 10_000 },
        barredCases: async () => [],
      })
      const told = await far.since(position, { id: 'm', teams: [], audience: 'staff', upTo: 0 })
      assert.deepEqual(told, { position: position + 10_000, cases: [], isMore: true })
    })
  })
})
