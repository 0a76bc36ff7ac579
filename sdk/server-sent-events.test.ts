import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts'

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const next = rest.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
}

async function parse(...texts: string[]): Promise<ServerSentEvent[]> {
  const encoder = new TextEncoder()
  return Array.fromAsync(serverSentEvents(streamOf(texts.map((text) => encoder.encode(text)))))
}

const message = (data: string, id?: string, event = 'message') => ({ id, event, data })

describe('server-sent events', () => {
  it('are read with id, event and data of many lines, whatever ends a line', async () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const text = [
        '\ufeff: hello',
        'id: 7',
        'event: document.tagged',
        'data: a',
        'data:b',
        'data',
        '',
        '',
      ].join(end)
      assert.deepEqual(await parse(text), [message('a\nb\n', '7', 'document.tagged')])
    }
  })

  it('skip heartbeats, messages without data and unknown fields', async () => {
    assert.deepEqual(await parse(': beat\n\nevent: x\n\nretry: 5\ncolour: red\ndata: {}\n\n: beat\n\n'), [
      message('{}'),
    ])
  })

  it('drop a message that the end of the stream cuts off', async () => {
    assert.deepEqual(await parse('data: whole\n\ndata: half\n'), [message('whole')])
  })

  it('are the same however the bytes are cut', async () => {
    const text = 'id: 1\r\ndata: ünï\r\ndata: ✓\r\n\r\n: beat\n\nid: 2\rdata: 🙂\r\rdata: last\n\n'
    const bytes = new TextEncoder().encode(text)
    const whole = await parse(text)
    assert.equal(whole.length, 3)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const chunks = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge))
        assert.deepEqual(await Array.fromAsync(serverSentEvents(streamOf(chunks))), whole)
      }),
    )
  })

  it('are bounded in size', async () => {
    const endless = streamOf(
      Array.from({ length: 100 }, () => new TextEncoder().encode('data: aaaaaaaaaa\n')),
    )
    await assert.rejects(Array.fromAsync(serverSentEvents(endless, 200)), { code: 'invalidAnswer' })
    const line = streamOf(Array.from({ length: 100 }, () => new TextEncoder().encode('aaaaaaaaaa')))
    await assert.rejects(Array.fromAsync(serverSentEvents(line, 200)), { code: 'invalidAnswer' })
  })

  it('let go of the stream when the reader leaves', async () => {
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
      cancel() {
        isCancelled = true
      },
    })
    for await (const { data } of serverSentEvents(stream)) {
      assert.equal(data, '1')
      break
    }
    assert.ok(isCancelled)
  })
})
