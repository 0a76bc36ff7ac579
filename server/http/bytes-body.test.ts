import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from '@portico/contract/type'
import Fastify, { type FastifyInstance } from 'fastify'
import { type ReceivedFile, receiveFile } from '../app/intake/received-file.ts'
import { openUploads, type Uploads } from '../files/uploads.ts'
import { isFull } from '../test/size.ts'
import { until } from '../test/until.ts'
import { bodyBytes, readForm } from './bytes-body.ts'
import { answerClientError, trackConnections } from './connections.ts'
import { createErrorHandler } from './errors.ts'
import { parseBodies } from './json-body.ts'

const form = {
  schema: Type.Object({ name: Type.String() }, { additionalProperties: false }),
  part: 'about',
  mostBytes: 1000,
}
const about = '{"name":"letter"}'
const at = new Date('2026-11-01T00:00:00Z')

const part = (name: string, content: string, fileName?: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n${content}\r\n`
const formOf = (...parts: string[]) => `${parts.join('')}--edge--\r\n`

const forms = {
  whole: formOf(part('about', about), part('file', 'some bytes', 'a.txt')),
  'with an unexpected part': formOf(part('photo', 'some bytes', 'a.jpg'), part('about', about)),
  'with a part twice': formOf(part('file', 'one'), part('file', 'two'), part('about', about)),
  'with too many parts': formOf(...['a', 'about', 'file', 'b', 'c', 'd'].map((name) => part(name, '{}'))),
  'with parts that are none': `--edge\r\n\r\nnothing\r\n--edge\r\ncontent-disposition: attachment\r\n\r\nx\r\n${formOf(part('file', 'x'))}`,
}

describe('a body of bytes', () => {
  let app: FastifyInstance
  let port: number
  let folder: string
  let uploads: Uploads
  let taking = 0
  const unheard: unknown[] = []
  const hear = (error: unknown) => void unheard.push(error)
  before(async () => {
    process.on('uncaughtExceptionMonitor', hear)
    folder = await mkdtemp(join(tmpdir(), 'portico-forms-'))
    uploads = await openUploads(join(folder, 'uploads'), at)
    const newName = counter()
    const scratchPath = () => join(folder, `scratch-${newName()}`)
    const connections = trackConnections({
      headersMs: 5000,
      quietMs: 5000,
      keepAliveMs: 5000,
      bodyMs: 60_000,
    })
    app = Fastify({ serverFactory: connections.serverFactory, clientErrorHandler: answerClientError })
    app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
    parseBodies(app)
    app.post('/forms', { config: { takesBytes: true } }, (request) =>
      counted(async () => {
        const { body, file } = await readForm<object, ReceivedFile>(request, form, (bytes, name) =>
          receiveFile(bytes, name, scratchPath),
        )
        await using received = file
        return { body, bytes: received?.bytes ?? null }
      }),
    )
    app.put<{ Params: { id: string }; Querystring: { offset: string } }>(
      '/uploads/:id',
      { config: { takesBytes: true } },
      (request) =>
        counted(() =>
          uploads.append(request.params.id, 'me', Number(request.query.offset), bodyBytes(request, 1000)),
        ),
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  async function counted<Result>(work: () => Promise<Result>): Promise<Result> {
    taking += 1
    return work().finally(() => {
      taking -= 1
    })
  }
  after(async () => {
    process.off('uncaughtExceptionMonitor', hear)
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const head = (line: string, length: number, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, 'host: here', 'connection: close', `content-length: ${length}`, ...headers].join('\r\n')}\r\n\r\n`
  const formHead = (length: number) =>
    head('POST /forms', length, 'content-type: multipart/form-data; boundary=edge')

  async function answerTo(bytes: string) {
    const socket = connect({ host: '127.0.0.1', port })
    socket.write(bytes)
    const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { status: Number(top.split(' ')[1]), body: JSON.parse(body) as { error?: string; bytes?: number } }
  }
  /** Sends the bytes and is gone, as when a connection drops. */
  async function drop(bytes: string) {
    const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
    await new Promise<void>((sent) => socket.write(bytes, () => sent()))
    await sleep(1)
    socket.resetAndDestroy()
  }
  async function settled() {
    await until(() => taking === 0, 5)
    const left = (await readdir(folder)).filter((name) => name.startsWith('scratch-'))
    assert.deepEqual(left, [], 'no scratch file is left')
    assert.deepEqual(unheard, [], 'no error went unheard')
  }

  it('as a form is read, or refused with the reason', async () => {
    const asked = await Promise.all(
      Object.values(forms).map((body) => answerTo(formHead(body.length) + body)),
    )
    assert.deepEqual(
      asked.map(({ status, body }) => [status, body.error ?? body.bytes]),
      [
        [200, 10],
        [400, 'The form has an unknown part: photo. It takes about and file.'],
        [400, 'The form has the part file twice.'],
        [400, 'The form has more than 4 parts.'],
        [400, 'The form must have the part about.'],
      ],
    )
    await settled()
  })

  const stride = isFull ? 1 : 7
  for (const [name, body] of Object.entries(forms)) {
    it(`as a form ${name} may end at any byte`, async () => {
      for (let length = 0; length < body.length - 4; length += stride) {
        const { status, body: said } = await answerTo(formHead(length) + body.slice(0, length))
        assert.equal(status, 400, `${length}: ${said.error}`)
        assert.match(said.error ?? '', /^The form /)
      }
      await settled()
    })

    it(`as a form ${name} may lose its connection at any byte`, async () => {
      const whole = formHead(body.length) + body
      for (let length = 0; length < whole.length; length += stride) await drop(whole.slice(0, length))
      await settled()
    })
  }

  it('as a form that is too large is refused once it was read', async () => {
    const body = formOf(part('about', about), part('file', 'x'.repeat(2000)))
    const { status, body: said } = await answerTo(formHead(body.length) + body)
    assert.deepEqual([status, said.error], [413, 'A file may have at most 0 MB.'])
    await settled()
  })

  it('as part of an upload may break off at any byte, and goes on where it broke off', async () => {
    const bytes = 'the bytes of an upload that comes in many pieces'
    await uploads.begin({ id: 'upl_1', owner: 'me', bytes: bytes.length, name: 'a', at })
    for (let round = 0; round < 30; round += 1) {
      const { offset } = await uploads.find('upl_1', 'me')
      const rest = bytes.slice(offset)
      const whole = head(`PUT /uploads/upl_1?offset=${offset}`, rest.length) + rest
      const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
      const sent = round % 3
      socket.write(whole.slice(0, whole.length - rest.length + sent))
      await until(async () => (await uploads.find('upl_1', 'me')).offset === offset + sent, 1)
      socket.end()
      await once(socket.resume(), 'close')
    }
    await settled()
    const { offset } = await uploads.find('upl_1', 'me')
    assert.ok(offset > 0, 'what has arrived stays')
    const rest = bytes.slice(offset)
    assert.equal(
      (await answerTo(head(`PUT /uploads/upl_1?offset=${offset}`, rest.length) + rest)).status,
      200,
    )
  })
})

function counter() {
  let count = 0
  return () => {
    count += 1
    return count
  }
}
