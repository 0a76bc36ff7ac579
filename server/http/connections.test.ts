import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { until } from '../test/until.ts'
import { bodyBytes } from './bytes-body.ts'
import { answerClientError, type Timeouts, trackConnections } from './connections.ts'
import { parseBodies } from './json-body.ts'

const hour = 3_600_000
/** More often than a client may leave its body unsent, less often than it may leave its answer unread. */
const often = 6

describe('a connection', () => {
  let app: FastifyInstance
  /** What `/made-slowly`, `/stream` and `/taken-slowly` wait for, once they have begun. */
  let slow: { begun: PromiseWithResolvers<IncomingMessage>; end: PromiseWithResolvers<void> }
  let bytesTaken = Promise.withResolvers<void>()
  before(async () => {
    app = await serve({})
  })
  after(() => app.close())

  /** Its times are long: a test says itself when a connection was quiet for so long that it is looked at. */
  async function serve(timeouts: Partial<Timeouts>) {
    const times = { headersMs: hour, quietMs: hour, keepAliveMs: hour, bodyMs: hour, ...timeouts }
    const connections = trackConnections(times)
    const served = Fastify({
      serverFactory: connections.serverFactory,
      clientErrorHandler: answerClientError,
      forceCloseConnections: true,
    })
    parseBodies(served)
    served.get('/made-slowly', async ({ raw }) => {
      slow.begun.resolve(raw)
      await slow.end.promise
      return { made: true }
    })
    served.get('/stream', async ({ raw }, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('first\n')
      slow.begun.resolve(raw)
      await slow.end.promise
      reply.raw.end('last\n')
    })
    served.get('/large', async () => Readable.from(largeFile(), { objectMode: false }))
    served.post('/json', async ({ body }) => ({ got: body }))
    served.post(
      '/refused',
      { onRequest: async (_request, reply) => reply.code(401).send() },
      async () => null,
    )
    served.put('/bytes', { config: { takesBytes: true } }, async (request) => {
      let bytes = 0
      for await (const chunk of bodyBytes(request, 1e9)) {
        bytes += chunk.length
        bytesTaken.resolve()
      }
      return { bytes }
    })
    served.put('/taken-slowly', { config: { takesBytes: true } }, async (request) => {
      let bytes = 0
      for await (const chunk of bodyBytes(request, 1e9)) {
        if (bytes === 0) {
          slow.begun.resolve(request.raw)
          await slow.end.promise
        }
        bytes += chunk.length
      }
      return { bytes }
    })
    await served.listen({ host: '127.0.0.1', port: 0 })
    return served
  }

  async function open(to = app) {
    const accepted = once(to.server, 'connection')
    const socket = connect({ host: '127.0.0.1', port: (to.server.address() as AddressInfo).port })
    const [served] = (await accepted) as [Socket]
    return { socket, served }
  }
  /** As Node does when no byte has moved for so long. */
  const look = (served: Socket, times = 1) => {
    for (let count = 0; count < times; count++) app.server.emit('timeout', served)
  }
  const begun = () => {
    slow = { begun: Promise.withResolvers(), end: Promise.withResolvers() }
    return slow.begun.promise
  }
  const head = (line: string, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, 'host: here', 'connection: close', ...headers].join('\r\n')}\r\n\r\n`
  /** Sends part after part, and lets the connection be looked at before each. */
  async function answerTo(...parts: (string | Buffer)[]) {
    const { socket, served } = await open()
    const answer = text(socket)
    let sent = 0
    for (const [index, part] of parts.entries()) {
      if (index > 0) look(served)
      socket.write(part)
      sent += part.length
      await until(() => served.bytesRead === sent || served.destroyed, 1)
    }
    return answer
  }

  it('waits for an answer as long as it is being made', async () => {
    const making = begun()
    const { socket, served } = await open()
    const answer = text(socket)
    socket.write(head('GET /made-slowly'))
    await making
    look(served, often)
    slow.end.resolve()
    assert.match(await answer, /^HTTP\/1\.1 200 /)
    assert.match(await answer, /\{"made":true\}$/)
  })

  it('carries a stream through its silences, with nothing else in it', async () => {
    const making = begun()
    const { socket, served } = await open()
    const answer = text(socket)
    socket.write(head('GET /stream'))
    await making
    look(served, often)
    slow.end.resolve()
    assert.match(await answer, /first\n/)
    assert.match(await answer, /last\n/)
    assert.doesNotMatch(await answer, /408/)
  })

  it('carries a file to a client that reads it after a pause', async () => {
    const { socket, served } = await open()
    socket.write(head('GET /large'))
    let bytes = 0
    for await (const chunk of socket) {
      if (bytes === 0) {
        await until(() => served.writableLength > 0, 1)
        look(served, often)
      }
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

  it('is told so when its JSON comes for too long, and bytes may', async ({ mock }) => {
    const bodyMs = 60_000
    const brief = await serve({ bodyMs })
    bytesTaken = Promise.withResolvers()
    mock.timers.enable({ apis: ['setTimeout'] })
    const begin = async (request: string) => {
      const { socket } = await open(brief)
      socket.write(`${request} `)
      return { socket, answer: text(socket) }
    }
    const bytes = await begin(head('PUT /bytes', 'content-length: 2'))
    await bytesTaken.promise
    const isJson = ['content-type: application/json', 'content-length: 2']
    const asked = once(brief.server, 'request')
    const json = await begin(head('POST /json', ...isJson))
    await asked
    const refused = await begin(head('POST /refused', ...isJson).replace('close', 'keep-alive'))
    await once(refused.socket, 'data')
    mock.timers.tick(bodyMs)
    assert.match(await json.answer, /^HTTP\/1\.1 408 /)
    assert.match(await refused.answer, /^HTTP\/1\.1 401 /, 'what nobody reads does not keep the connection')
    bytes.socket.write(' ')
    assert.match(await bytes.answer, /\{"bytes":2\}$/)
    mock.timers.reset()
    await brief.close()
  })

  it('takes bytes that the service is slow to read', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024)
    const taking = begun()
    const { socket, served } = await open()
    const answer = text(socket)
    socket.write(head('PUT /taken-slowly', `content-length: ${bytes.length}`))
    socket.write(bytes)
    const request = await taking
    await until(() => request.readableLength > 0, 1)
    look(served, often)
    slow.end.resolve()
    assert.match(await answer, new RegExp(`\\{"bytes":${bytes.length}\\}$`))
  })

  it('is told so when its body stops coming', async () => {
    assert.equal(app.server.timeout, hour)
    for (const request of [
      head('POST /json', 'content-type: application/json', 'content-length: 40'),
      head('PUT /bytes', 'content-length: 40'),
    ]) {
      const { socket, served } = await open()
      const answer = text(socket)
      socket.write(`${request}{`)
      await until(() => served.bytesRead > request.length, 1)
      await until(() => {
        look(served)
        return served.writableEnded
      }, 1)
      assert.match(await answer, /^HTTP\/1\.1 408 /)
      assert.match(await answer, /took too long to arrive/)
    }
  })

  it('is let go when nobody reads its answer', async () => {
    const { socket, served } = await open()
    socket.write(head('GET /large'))
    await until(() => served.writableLength > 0, 1)
    await until(() => {
      look(served)
      return served.destroyed
    }, 1)
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
