import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { bodyBytes } from './bytes-body.ts'
import { answerClientError, trackConnections } from './connections.ts'
import { parseBodies } from './json-body.ts'

const quietMs = 100
/** Long enough that a limit would have come several times. */
const long = 6 * quietMs
/** Longer than any body that is taken whole here. */
const bodyMs = 30 * quietMs

describe('a connection', () => {
  const connections = trackConnections({ headersMs: 1000, quietMs, keepAliveMs: 500, bodyMs })
  let app: FastifyInstance
  let port: number
  before(async () => {
    app = Fastify({ serverFactory: connections.serverFactory, clientErrorHandler: answerClientError })
    parseBodies(app)
    app.get('/made-slowly', async () => {
      await sleep(long)
      return { made: true }
    })
    app.get('/stream', async (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('first\n')
      await sleep(long)
      reply.raw.end('last\n')
    })
    app.get('/large', async () => Readable.from(largeFile(), { objectMode: false }))
    app.post('/json', async ({ body }) => ({ got: body }))
    app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send() }, async () => null)
    app.put('/bytes', { config: { takesBytes: true } }, async (request) => {
      let bytes = 0
      for await (const chunk of bodyBytes(request, 1e9)) {
        bytes += chunk.length
        await sleep(1)
      }
      return { bytes }
    })
    app.put('/taken-slowly', { config: { takesBytes: true } }, async (request) => {
      let bytes = 0
      for await (const chunk of bodyBytes(request, 1e9)) {
        if (bytes === 0) await sleep(long)
        bytes += chunk.length
      }
      return { bytes }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  after(() => app.close())

  const open = () => connect({ host: '127.0.0.1', port })
  const head = (line: string, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, 'host: here', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
  async function answerTo(...parts: (string | Buffer)[]) {
    const socket = open()
    const answer = text(socket)
    for (const part of parts) {
      socket.write(part)
      await sleep(quietMs / 2)
    }
    return answer
  }

  it('waits for an answer as long as it is being made', async () => {
    const answer = await answerTo(head('GET /made-slowly'))
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.match(answer, /\{"made":true\}$/)
  })

  it('carries a stream through its silences, with nothing else in it', async () => {
    const answer = await answerTo(head('GET /stream'))
    assert.match(answer, /first\n/)
    assert.match(answer, /last\n/)
    assert.doesNotMatch(answer, /408/)
  })

  it('carries a file to a client that reads it after a pause', async () => {
    const socket = open()
    socket.write(head('GET /large'))
    let bytes = 0
    for await (const chunk of socket) {
      if (bytes === 0) await sleep(long)
      bytes += chunk.length
    }
    assert.ok(bytes > largeBytes, `${bytes} bytes came`)
  })

  it('takes JSON and bytes that come slowly, as long as they come', async () => {
    const json = JSON.stringify({ text: 'a word said slowly' })
    const answer = await answerTo(
      head('POST /json', 'content-type: application/json', `content-length: ${json.length}`),
      ...json,
    )
    assert.match(answer, /"text":"a word said slowly"/)
    const parts = Array.from({ length: 12 }, () => 'x')
    assert.match(await answerTo(head('PUT /bytes', 'content-length: 12'), ...parts), /\{"bytes":12\}$/)
  })

  it('is told so when its JSON comes for too long, and bytes may', async () => {
    const trickle = async (request: string) => {
      const socket = open()
      const answer = text(socket)
      let isOver = false
      socket.once('end', () => {
        isOver = true
      })
      socket.write(request)
      let sent = 0
      for (; !isOver && sent < trickled; sent++) {
        socket.write(' ')
        await sleep(quietMs / 2)
      }
      return { answer: await answer, sent }
    }
    const trickled = Math.ceil((1.5 * bodyMs) / (quietMs / 2))
    const length = `content-length: ${trickled}`
    const [json, refused, bytes] = await Promise.all([
      trickle(head('POST /json', 'content-type: application/json', length)),
      trickle(head('POST /refused', 'content-type: application/json', length).replace('close', 'keep-alive')),
      trickle(head('PUT /bytes', length)),
    ])
    assert.match(json.answer, /^HTTP\/1\.1 408 /)
    assert.ok(json.sent < trickled, 'it was told before it was done')
    assert.match(refused.answer, /^HTTP\/1\.1 401 /)
    assert.ok(refused.sent < trickled, 'what nobody reads does not keep the connection')
    assert.match(bytes.answer, new RegExp(`\\{"bytes":${trickled}\\}$`))
  })

  it('takes bytes that the service is slow to read', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024)
    const answer = await answerTo(head('PUT /taken-slowly', `content-length: ${bytes.length}`), bytes)
    assert.match(answer, new RegExp(`\\{"bytes":${bytes.length}\\}$`))
  })

  it('is told so when its body stops coming', async () => {
    for (const request of [
      head('POST /json', 'content-type: application/json', 'content-length: 40'),
      head('PUT /bytes', 'content-length: 40'),
    ]) {
      const answer = await answerTo(request, '{')
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.match(answer, /took too long to arrive/)
    }
  })

  it('is let go when nobody reads its answer', async () => {
    const accepted = once(app.server, 'connection')
    const socket = open()
    socket.write(head('GET /large'))
    const [served] = (await accepted) as [Socket]
    await once(served, 'close')
    assert.ok(served.bytesWritten < largeBytes)
    socket.destroy()
  })

  it('with an expectation that is not known, or two hosts, is refused in JSON', async () => {
    const expecting = await answerTo(head('GET /stream', 'expect: banana'))
    assert.match(expecting, /^HTTP\/1\.1 417 /)
    assert.match(expecting, /\{"error":"The header Expect may only be 100-continue\."\}$/)
    const twice = await answerTo(head('GET /stream', 'host: there'))
    assert.match(twice, /^HTTP\/1\.1 400 /)
    assert.match(twice, /\{"error":"The request must have the header Host once only\."\}$/)
  })

  it('is asked for a body that it holds back', async () => {
    const answer = await answerTo(
      head('POST /json', 'content-type: application/json', 'content-length: 2', 'expect: 100-continue'),
      '{}',
    )
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })
})

const largeBytes = 64 * 1024 * 1024
function* largeFile() {
  const chunk = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < largeBytes; sent += chunk.length) yield chunk
}
