import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callsOver } from './calls.ts'
import { failure, type Sent, type Step, scriptedFetch } from './test/scripted-fetch.ts'
import { createTransport, type Transport } from './transport.ts'
import { watchEvents } from './watch.ts'

/** An answer that sends these texts, and then ends, drops, or stays open and silent. */
function connection(texts: string[], then: 'ends' | 'drops' | 'stays') {
  const rest = [...texts]
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = rest.shift()
        if (text !== undefined) controller.enqueue(new TextEncoder().encode(text))
        else if (then === 'ends') controller.close()
        else if (then === 'drops') controller.error(new TypeError('reset'))
        else return new Promise(() => {})
      },
      cancel() {
        open.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const response = new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  const open = { isCancelled: false, answer: () => response }
  return open
}

const frame = (position: number) =>
  `id: ${position}@7\nevent: document.tagged\ndata: ${JSON.stringify({ position, type: 'document.tagged' })}\n\n`

/** A feed of the events 1 to `count` that honours Last-Event-ID, so many on each connection. */
function feed(count: number, perConnection: number, then: 'ends' | 'drops') {
  return ({ headers }: Sent) => {
    const last = Number(headers.get('last-event-id')?.split('@')[0])
    const positions = upTo(count).filter((position) => position > last && position <= last + perConnection)
    return connection([': open\n\n', ...positions.map(frame)], then).answer()
  }
}

const feedOf =
  (transport: Transport): Parameters<typeof watchEvents>[0] =>
  (headers, options) =>
    callsOver(transport).open('listEvents', {}, headers, options)

function watching(steps: Step[], options: Parameters<typeof watchEvents>[1] = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const pausesMs: number[] = []
  const clock = { pause: async (ms: number) => void pausesMs.push(ms), random: () => 1 }
  const transport = createTransport({ baseUrl: 'http://portico.test', fetch, retries: 0 }, { token: 't' })
  return { events: watchEvents(feedOf(transport), options, clock), sent, pausesMs }
}

async function take(events: AsyncIterable<{ position: number }>, count: number): Promise<number[]> {
  const positions: number[] = []
  for await (const { position } of events) {
    positions.push(position)
    if (positions.length === count) break
  }
  return positions
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('watching events', () => {
  it('asks for the live stream behind a position, and for some types only', async () => {
    const { events, sent } = watching([feed(9, 9, 'ends')], {
      after: 4,
      types: ['document.tagged', 'case.opened'],
    })
    assert.deepEqual(await take(events, 2), [5, 6])
    assert.equal(sent[0]?.headers.get('accept'), 'text/event-stream')
    assert.equal(sent[0]?.url.search, '?after=4&types=document.tagged%2Ccase.opened')
  })

  it('resumes behind the last event when the service ends the stream', async () => {
    const { events, sent } = watching([feed(10, 3, 'ends')])
    assert.deepEqual(await take(events, 10), upTo(10))
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('last-event-id')),
      ['0', '3@7', '6@7', '9@7'],
    )
  })

  it('misses nothing and repeats nothing when connections drop', async () => {
    const { events } = watching([failureAfterFirst(feed(40, 1, 'drops'))])
    assert.deepEqual(await take(events, 40), upTo(40))
  })

  it('skips an event that a service sends twice', async () => {
    const repeats = connection([frame(1) + frame(2), frame(2) + frame(1), frame(3)], 'stays')
    const { events } = watching([repeats.answer])
    assert.deepEqual(await take(events, 3), [1, 2, 3])
  })

  it('counts an event that was cut off as not received', async () => {
    const cut = connection([frame(1) + frame(2).slice(0, -1)], 'ends')
    const { events, sent } = watching([cut.answer, feed(2, 2, 'ends')])
    assert.deepEqual(await take(events, 2), [1, 2])
    assert.equal(sent[1]?.headers.get('last-event-id'), '1@7')
  })

  it('opens a connection anew that has fallen silent', async () => {
    const silent = connection([frame(1)], 'stays')
    const { events, sent } = watching([silent.answer, feed(2, 2, 'ends')], { stallTimeoutMs: 5 })
    assert.deepEqual(await take(events, 2), [1, 2])
    assert.ok(sent.length >= 2)
    assert.ok(silent.isCancelled)
  })

  it('waits longer the longer the service is away, and as long as it asks', async () => {
    const { events, pausesMs } = watching([
      connection([frame(1)], 'ends').answer,
      new TypeError('refused'),
      failure(503, { 'retry-after': '7' }),
      failure(502),
      feed(3, 1, 'ends'),
    ])
    assert.deepEqual(await take(events, 3), [1, 2, 3])
    assert.deepEqual(pausesMs, [500, 1000, 7000, 4000, 500])
  })

  it('fails at once where the service refuses, also later', async () => {
    const { events } = watching([failure(404)])
    await assert.rejects(take(events, 1), { code: 'notFound' })
    const later = watching([feed(1, 1, 'ends'), failure(403)])
    await assert.rejects(take(later.events, 2), { code: 'forbidden' })
  })

  it('says where to resume when the log was put back meanwhile, and goes on from there', async () => {
    const putBack = failure(410, { 'portico-resume-after': '1@8' })
    const { events } = watching([feed(3, 3, 'ends'), putBack])
    await assert.rejects(take(events, 9), { code: 'gone', status: 410, resumeAfter: '1@8' })
    const { events: resumed, sent } = watching([feed(3, 3, 'ends')], { after: '1@8' })
    assert.deepEqual(await take(resumed, 2), [2, 3])
    assert.equal(sent[0]?.headers.get('last-event-id'), '1@8')
    assert.equal(sent[0]?.url.searchParams.get('after'), '1@8')
  })

  it('gives each event with the place to store', async () => {
    const { events } = watching([feed(2, 2, 'ends')])
    const { value } = await events.next()
    assert.equal(value?.cursor, '1@7')
  })

  it('fails where the service was never reached', async () => {
    const { events } = watching([new TypeError('refused')])
    await assert.rejects(take(events, 1), { code: 'network' })
  })

  it('fails where what answers is no event stream', async () => {
    const { events } = watching([Response.json({ events: [] })])
    await assert.rejects(take(events, 1), { code: 'invalidAnswer' })
    for (const data of ['{"half"', '{}', 'null']) {
      const broken = connection([`data: ${data}\n\n`], 'stays')
      await assert.rejects(take(watching([broken.answer]).events, 1), { code: 'invalidAnswer' })
      assert.ok(broken.isCancelled)
    }
  })

  it('closes its connection when the loop is left', async () => {
    const open = connection([frame(1)], 'stays')
    const { events } = watching([open.answer])
    await take(events, 1)
    assert.ok(open.isCancelled)
  })

  it('ends quietly when the caller aborts: waiting for an event, between connections, or before', async () => {
    const waiting = new AbortController()
    const open = connection([frame(1)], 'stays')
    for await (const { position } of watching([open.answer], { signal: waiting.signal }).events) {
      assert.equal(position, 1)
      setImmediate(() => waiting.abort())
    }
    assert.ok(open.isCancelled)

    const between = new AbortController()
    const { fetch } = scriptedFetch(feed(1, 1, 'ends'))
    const transport = createTransport({ baseUrl: 'http://portico.test', fetch }, { token: 't' })
    const pause = async () => between.abort()
    const events = watchEvents(feedOf(transport), { signal: between.signal }, { pause })
    assert.deepEqual(await take(events, 9), [1])

    const { sent, ...before } = watching([failure(500)], { signal: AbortSignal.abort() })
    assert.deepEqual(await take(before.events, 9), [])
    assert.equal(sent.length, 0)
  })
})

/** Every second connection fails, once one has worked. */
function failureAfterFirst(step: Exclude<Step, Response | Error>): Step {
  let count = 0
  return (sent) => {
    count += 1
    return count % 2 === 0 ? failure(503) : step(sent)
  }
}
