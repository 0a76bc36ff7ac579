import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PorticoClient } from './client.ts'
import { failure, type Step, scriptedFetch } from './test/scripted-fetch.ts'

function clientOf(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps)
  return {
    client: new PorticoClient({ baseUrl: 'http://portico.test', token: 't', fetch }),
    sent,
  }
}

const pdf = { 'content-type': 'application/pdf', etag: '"abc"' }

describe('content', () => {
  it('is a stream with its size, type and tag', async () => {
    const { client, sent } = clientOf(new Response('%PDF-', { headers: { ...pdf, 'content-length': '5' } }))
    const { stream, bytes, toFile, ...about } = await client.documents.content('a', 'd')
    assert.equal(await new Response(stream).text(), '%PDF-')
    assert.deepEqual(about, {
      ...{ name: undefined, contentType: 'application/pdf', size: 5, etag: '"abc"', range: undefined },
    })
    assert.equal(sent[0]?.headers.get('range'), null)
  })

  it('has the name that the service gives it, and its bytes', async () => {
    const named = (disposition: string) =>
      clientOf(new Response('%PDF-', { headers: { ...pdf, 'content-disposition': disposition } })).client
    const file = await named(
      `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`,
    ).appeals.file('a')
    assert.equal(file.name, 'résumé.pdf')
    assert.deepEqual(await file.bytes(), new TextEncoder().encode('%PDF-'))
    assert.equal((await named('inline; filename="case.pdf"').appeals.file('a')).name, 'case.pdf')
  })

  it('goes to a file whole, or not at all', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-content-'))
    try {
      const path = join(folder, 'a.pdf')
      await (await clientOf(new Response('%PDF-', { headers: pdf })).client.appeals.file('a')).toFile(path)
      assert.equal(await readFile(path, 'utf8'), '%PDF-')
      const broken = clientOf(() => {
        const chunks = [new TextEncoder().encode('%PDF-')]
        return new Response(
          new ReadableStream({
            pull(controller) {
              const chunk = chunks.shift()
              if (chunk) controller.enqueue(chunk)
              else controller.error(new TypeError('reset'))
            },
          }),
        )
      })
      const other = join(folder, 'b.pdf')
      await assert.rejects((await broken.client.appeals.file('a')).toFile(other), { code: 'network' })
      assert.deepEqual(await readdir(folder), ['a.pdf'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('may be a range of bytes', async () => {
    const headers = { ...pdf, 'content-range': 'bytes 10-14/99', 'content-length': '5' }
    const { client, sent } = clientOf(new Response('01234', { status: 206, headers }))
    const { range } = await client.documents.content('a', 'd', { range: { start: 10, end: 14 } })
    assert.deepEqual(range, { start: 10, end: 14, total: 99 })
    await client.documents.content('a', 'd', { range: { start: 10 } })
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('range')),
      ['bytes=10-14', 'bytes=10-'],
    )
  })

  it('has no known size where it comes compressed', async () => {
    const headers = { ...pdf, 'content-length': '5', 'content-encoding': 'br' }
    const { client } = clientOf(new Response('01234', { headers }))
    assert.equal((await client.appeals.file('a')).size, undefined)
  })

  it('fails like any call before it begins', async () => {
    const { client } = clientOf(failure(416))
    await assert.rejects(client.documents.content('a', 'd'), { code: 'rangeNotSatisfiable' })
  })

  it('that breaks off fails as the network', async () => {
    const { client } = clientOf(() => {
      const chunks = [new Uint8Array(3)]
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = chunks.shift()
          if (chunk) controller.enqueue(chunk)
          else controller.error(new TypeError('reset'))
        },
      })
      return new Response(stream, { headers: pdf })
    })
    const { stream } = await client.appeals.file('a')
    await assert.rejects(new Response(stream).arrayBuffer(), { code: 'network' })
  })

  it('is not bound by the time limit once it has begun, but by the signal', async () => {
    const controller = new AbortController()
    let isCancelled = false
    const { client } = clientOf(() => {
      const stream = new ReadableStream({
        pull: () => new Promise(() => {}),
        cancel() {
          isCancelled = true
        },
      })
      return new Response(stream, { headers: pdf })
    })
    const { stream } = await client.appeals.file('a', { signal: controller.signal, timeoutMs: 50 })
    const reading = stream.getReader().read()
    await new Promise((resolve) => setTimeout(resolve, 60))
    controller.abort()
    await assert.rejects(reading, { code: 'aborted' })
    assert.ok(isCancelled)
  })

  it('can be cancelled by its reader', async () => {
    let isCancelled = false
    const { client } = clientOf(() => {
      const stream = new ReadableStream({
        cancel() {
          isCancelled = true
        },
      })
      return new Response(stream, { headers: pdf })
    })
    const { stream } = await client.appeals.file('a')
    await stream.cancel()
    assert.ok(isCancelled)
  })
})
