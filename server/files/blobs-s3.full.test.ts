import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { describeBlobs } from '../test/blob-laws.ts'
import { bucket, credentials, region, startS3 } from '../test/s3.ts'
import { until } from '../test/until.ts'
import { BlobMissing, BlobStoreUnavailable, WrongHash } from './blobs.ts'
import { openS3Blobs, type S3BlobsOptions } from './blobs-s3.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

describeBlobs('blobs in an S3 bucket', 3, async () => {
  const s3 = await startS3()
  const cacheFolder = await mkdtemp(join(tmpdir(), 'portico-cache-'))
  const options = {
    bucket,
    prefix: 'of/portico',
    endpoint: s3.endpoint,
    region,
    credentials,
    forcePathStyle: true,
  }
  const blobs = await openS3Blobs({ ...options, cacheFolder, clock: () => new Date() })
  const program = `
    import { openS3Blobs } from ${JSON.stringify(import.meta.resolve('./blobs-s3.ts'))}
    const blobs = await openS3Blobs({ ...${JSON.stringify({ ...options, cacheFolder })}, clock: () => new Date() })
  `
  const close = async () => {
    await s3.close()
    await rm(cacheFolder, { recursive: true })
  }
  return { blobs, program, close }
})

describe('an S3 bucket of blobs', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let folder: string
  let time = new Date('2026-11-15T12:00:00Z')
  const openAt = (cache: string, options: Partial<S3BlobsOptions> = {}) =>
    openS3Blobs({
      bucket,
      endpoint: s3.endpoint,
      region,
      credentials,
      forcePathStyle: true,
      cacheFolder: join(folder, cache),
      clock: () => time,
      ...options,
    })

  before(async () => {
    s3 = await startS3()
    folder = await mkdtemp(join(tmpdir(), 'portico-cache-'))
  })
  after(async () => {
    await s3.close()
    await rm(folder, { recursive: true })
  })

  it('is refused in one sentence when it cannot be used', async () => {
    const refused = (options: Partial<S3BlobsOptions>, sentence: RegExp) =>
      assert.rejects(openAt('refused', options), (error) => {
        assert.ok(error instanceof BlobStoreUnavailable)
        assert.match(error.message, sentence)
        return true
      })
    await refused({ bucket: 'none' }, /^The bucket none cannot be used: there is no such bucket\.$/)
    await refused({ endpoint: 'http://127.0.0.1:1' }, /cannot be used: ECONNREFUSED\.$/)
    await refused({ credentials: { ...credentials, secretAccessKey: 'wrong' } }, /credentials are refused/)
  })

  it('keeps each blob under the prefix, by its hash', async () => {
    const blobs = await openAt('prefixed', { prefix: 'one/deployment' })
    const { sha256: name } = await blobs.put(chunks('filed'))
    const others = await openAt('prefixed-too', { prefix: 'another' })
    assert.equal(await others.has(name), false)
    const path = join(s3.folder, bucket, 'one/deployment', name.slice(0, 2), name.slice(2, 4))
    assert.ok((await readdir(path)).some((file) => file.startsWith(name)))
  })

  it('is not sent what it has', async () => {
    const { endpoint, seen, close } = await proxyOf(s3.endpoint)
    const blobs = await openAt('sent', { endpoint })
    const bytes = randomBytes(9_000_000)
    const puts = () => seen.filter(({ method }) => method === 'PUT').length
    await blobs.put(chunks('small'))
    await blobs.put(chunks(bytes))
    assert.equal(puts(), 3, 'one, and two parts')
    await Promise.all([blobs.put(chunks('small')), blobs.put(chunks(bytes)), blobs.put(chunks(bytes))])
    assert.equal(puts(), 3)
    await close()
  })

  it('gets a checksum with a small blob, and the signed hash of every part of a large one', async () => {
    const { endpoint, seen, close } = await proxyOf(s3.endpoint)
    const blobs = await openAt('checksums', { endpoint })
    const bytes = randomBytes(9_000_000)
    await blobs.put(chunks('checked'))
    await blobs.put(chunks(bytes))
    const [whole, ...parts] = seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers)
    assert.equal(whole?.['x-amz-checksum-sha256'], Buffer.from(sha256('checked'), 'hex').toString('base64'))
    assert.deepEqual(
      parts.map((headers) => headers['x-amz-content-sha256']).sort(),
      [bytes.subarray(0, 8_388_608), bytes.subarray(8_388_608)].map(sha256).sort(),
    )
    await close()
  })

  it('is asked for a file once, however many need it, and only by the first process', async () => {
    const { sha256: name } = await (await openAt('putter')).put(chunks('wanted by many'))
    const { endpoint, seen, close } = await proxyOf(s3.endpoint)
    const blobs = await openAt('shared', { endpoint })
    const gets = () => seen.filter(({ method, url }) => method === 'GET' && url?.includes(name)).length
    const files = await Promise.all([1, 2, 3].map(() => blobs.localFile(name)))
    for (const file of files) assert.equal(await readFile(file.path, 'utf8'), 'wanted by many')
    assert.equal(gets(), 1)
    const beside = await openAt('shared', { endpoint })
    await using file = await beside.localFile(name)
    assert.equal(await readFile(file.path, 'utf8'), 'wanted by many')
    assert.equal(gets(), 1)
    await close()
  })

  it('signs URLs that give the bytes without credentials, by ranges, until they expire', async () => {
    const blobs = await openAt('signing', { prefix: 'one/deployment' })
    const { sha256: name } = await blobs.put(chunks('<script>signed</script>'))
    const url = (await blobs.signedUrl?.(name, { lifetimeSeconds: 60 })) ?? ''
    const whole = await fetch(url)
    assert.equal(whole.status, 200)
    assert.equal(whole.headers.get('content-type'), 'application/octet-stream')
    assert.equal(whole.headers.get('content-disposition'), 'attachment')
    assert.equal(await whole.text(), '<script>signed</script>')
    const part = await fetch(url, { headers: { range: 'bytes=8-13' } })
    assert.equal(part.status, 206)
    assert.equal(await part.text(), 'signed')
    const { sha256: other } = await blobs.put(chunks('of another case'))
    const forged = url
      .replace(name, other)
      .replace(`/${name.slice(0, 2)}/${name.slice(2, 4)}/`, `/${other.slice(0, 2)}/${other.slice(2, 4)}/`)
    assert.equal((await fetch(forged)).status, 403)
    assert.equal((await fetch(url, { method: 'DELETE' })).status, 403)
    const brief = (await blobs.signedUrl?.(name, { lifetimeSeconds: 1 })) ?? ''
    let { status } = await fetch(brief)
    for (let tries = 0; status === 200 && tries < 50; tries++) {
      await delay(100)
      status = (await fetch(brief)).status
    }
    assert.equal(status, 403)
  })

  it('bytes that have changed there are never given as a file', async () => {
    const { sha256: name } = await (await openAt('putter')).put(chunks('what was filed'))
    const path = join(s3.folder, bucket, name.slice(0, 2), name.slice(2, 4))
    const object = (await readdir(path)).find((file) => file.startsWith(name) && file.endsWith('_object'))
    await writeFile(join(path, object as string), 'what was forged')
    const blobs = await openAt('forged')
    await assert.rejects(blobs.localFile(name), WrongHash)
    assert.deepEqual(await filesIn(join(folder, 'forged')), [])
  })

  it('the cache makes way by age, and takes nothing from who has it', async () => {
    const cache = join(folder, 'bounded', 'files')
    const blobs = await openAt('bounded', { cacheBytes: 2_500_000 })
    const names: string[] = []
    for (const letter of 'abc') {
      time = new Date(time.getTime() + 120_000)
      names.push((await blobs.put(chunks(Buffer.alloc(1_000_000, letter)))).sha256)
    }
    assert.deepEqual((await filesIn(cache)).map(({ name }) => name).sort(), names.slice(1).sort())
    const [first, second] = names as [string, string, string]
    await using held = await blobs.localFile(second)
    time = new Date(time.getTime() + 120_000)
    await blobs.put(chunks(Buffer.alloc(2_400_000, 'd')))
    assert.equal((await filesIn(cache)).length, 1)
    assert.deepEqual(await readFile(held.path), Buffer.alloc(1_000_000, 'b'))
    await using again = await blobs.localFile(first)
    assert.deepEqual(await readFile(again.path), Buffer.alloc(1_000_000, 'a'))
  })

  it('a local folder is left clean, whatever became of the uploads', async () => {
    const blobs = await openAt('clean')
    const { sha256: name } = await blobs.put(chunks('kept'))
    await assert.rejects(blobs.put(chunks('other'), { expectedSha256: sha256('announced') }), WrongHash)
    {
      await using _ = await blobs.localFile(name)
      assert.equal((await readdir(join(folder, 'clean', 'tmp'))).length, 1)
    }
    assert.deepEqual(await readdir(join(folder, 'clean', 'tmp')), [])
  })

  it('an answer that breaks off is taken up where it was', async () => {
    const bytes = randomBytes(3_000_000)
    const { sha256: name } = await (await openAt('putter')).put(chunks(bytes))
    const { endpoint, seen, close } = await proxyOf(s3.endpoint, { cutAfterBytes: 1_000_000 })
    const blobs = await openAt('cut', { endpoint })
    const { stream } = await blobs.open(name, { start: 10, end: 2_900_000 })
    assert.ok((await buffer(stream)).equals(bytes.subarray(10, 2_900_001)))
    assert.ok(seen.filter(({ url }) => url?.includes(name)).length > 2)
    await close()
  })

  it('answers that only break off end in an error, not in silence', async () => {
    const { sha256: name } = await (await openAt('putter')).put(chunks(randomBytes(100_000)))
    const { endpoint, close } = await proxyOf(s3.endpoint, { cutAfterBytes: 0 })
    const blobs = await openAt('cut', { endpoint })
    const { stream } = await blobs.open(name)
    await assert.rejects(buffer(stream), BlobStoreUnavailable)
    await assert.rejects(blobs.localFile(name), BlobStoreUnavailable)
    await close()
  })

  it('a reader who pauses for long goes on where it was', async () => {
    const bytes = randomBytes(30_000_000)
    const { sha256: name } = await (await openAt('putter')).put(chunks(bytes))
    const { endpoint, seen, brokenOff, close } = await proxyOf(s3.endpoint)
    const blobs = await openAt('paused', { endpoint, timeoutMs: 1_000 })
    const unread = await blobs.open(name)
    const begun = await blobs.open(name)
    await once(begun.stream, 'readable')
    const first = begun.stream.read(1000) as Buffer
    await until(() => brokenOff() === 2)
    assert.ok((await buffer(unread.stream)).equals(bytes))
    assert.ok(Buffer.concat([first, await buffer(begun.stream)]).equals(bytes))
    assert.ok(seen.filter(({ url }) => url?.includes(name)).length >= 4, 'each was asked for again')
    await close()
  })

  it('connections are used again', async () => {
    const { sha256: name } = await (await openAt('putter')).put(chunks(randomBytes(100_000)))
    const { endpoint, connections, close } = await proxyOf(s3.endpoint)
    const blobs = await openAt('again', { endpoint })
    for (let start = 0; start < 20; start++) await buffer((await blobs.open(name, { start })).stream)
    assert.ok(connections() <= 3, `${connections()} connections`)
    await close()
  })

  it('many slow readers keep nobody out', async () => {
    const blobs = await openAt('slow')
    const { sha256: name } = await blobs.put(chunks(randomBytes(10_000_000)))
    const slow = await Promise.all(Array.from({ length: 80 }, () => blobs.open(name)))
    assert.equal(await blobs.has(name), true)
    for (const { stream } of slow) stream.destroy()
  })

  it('a passing failure is tried again, a lasting one is told, and the parts that were sent are taken back', async () => {
    let failures = 1
    const passing = await proxyOf(s3.endpoint, {
      instead: ({ method }) => (method === 'PUT' && failures-- > 0 ? { status: 503 } : undefined),
    })
    const patient = await openAt('patient', { endpoint: passing.endpoint })
    const { sha256: name } = await patient.put(chunks('at the second try'))
    assert.equal(await patient.has(name), true)
    await passing.close()

    const lasting = await proxyOf(s3.endpoint, {
      instead: ({ url }) => (url?.includes('partNumber=2') ? { status: 500 } : undefined),
    })
    const bytes = randomBytes(20_000_000)
    const refused = await openAt('refused-part', { endpoint: lasting.endpoint })
    await assert.rejects(refused.put(chunks(bytes)), BlobStoreUnavailable)
    assert.equal(await refused.has(sha256(bytes)), false)
    const second = lasting.seen.filter(({ url }) => url?.includes('partNumber=2'))
    assert.equal(second.length, 3)
    assert.ok(lasting.seen.some(({ method, url }) => method === 'DELETE' && url?.includes('uploadId=')))
    await lasting.close()
  })

  it('a store that vouches for the checksum is believed, any other must have the size', async () => {
    const vouched = { 'x-amz-checksum-sha256': Buffer.from(sha256('vouched'), 'hex').toString('base64') }
    const vouching = await proxyOf(s3.endpoint, {
      instead: ({ method }) => (method === 'PUT' ? { status: 200, headers: vouched } : undefined),
    })
    const trusting = await openAt('vouching', { endpoint: vouching.endpoint })
    await trusting.put(chunks('vouched'))
    assert.equal(vouching.seen.at(-1)?.method, 'PUT')
    await assert.rejects(trusting.put(chunks('of another hash')), /did not keep what it was given/)
    await vouching.close()
  })

  it('a store that is away, or silent, is unavailable; nothing is taken for missing', async () => {
    const blobs = await openAt('away', { timeoutMs: 1_000 })
    const { sha256: name } = await blobs.put(chunks('there'))
    const unavailable = () =>
      Promise.all(
        [
          blobs.put(chunks('more')),
          blobs.open(name),
          blobs.stat(name),
          blobs.has(name),
          blobs.localFile(sha256('not in the cache')),
        ].map((asked: Promise<unknown>) => assert.rejects(asked, BlobStoreUnavailable)),
      )
    s3.hang()
    await unavailable()
    s3.goOn()
    assert.equal(await blobs.has(name), true)
    await s3.goAway()
    await unavailable()
    await using cached = await blobs.localFile(name)
    assert.equal(await readFile(cached.path, 'utf8'), 'there')
    await s3.comeBack()
    assert.equal(await blobs.has(name), true)
    assert.equal((await blobs.put(chunks('more'))).sha256, sha256('more'))
    assert.deepEqual(await readdir(join(folder, 'away', 'tmp')), [cached.path.split('/').at(-1)])
  })

  it('a bucket that vanished is not a missing blob', async () => {
    const blobs = await openAt('vanished')
    const { sha256: name } = await blobs.put(chunks('gone with its bucket'))
    await rm(join(s3.folder, bucket), { recursive: true })
    await assert.rejects(blobs.open(name), BlobStoreUnavailable)
    await assert.rejects(blobs.put(chunks('for no bucket')), BlobStoreUnavailable)
    await assert.rejects(blobs.open(name), (error) => !(error instanceof BlobMissing))
  })
})

type Asked = { method: string | undefined; url: string | undefined; headers: NodeJS.Dict<string | string[]> }

type Instead = { status: number; headers?: Record<string, string> }

/** Passes on what is asked, and writes it down; `instead` may answer itself, and bodies may break off. */
async function proxyOf(
  endpoint: string,
  {
    cutAfterBytes,
    instead,
  }: { cutAfterBytes?: number; instead?: (asked: Asked) => Instead | undefined } = {},
) {
  const seen: Asked[] = []
  let brokenOff = 0
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    seen.push({ method, url, headers })
    answer.once('close', () => {
      if (!answer.writableFinished) brokenOff += 1
    })
    const own = instead?.({ method, url, headers })
    if (own) {
      asked.resume().once('end', () => answer.writeHead(own.status, own.headers).end())
      return
    }
    const passed = request(new URL(url ?? '', endpoint), { method, headers }, async (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      if (method !== 'GET' || given.statusCode === 404 || cutAfterBytes === undefined)
        return void pipeline(given, answer, () => {})
      answer.flushHeaders()
      const bytes = await buffer(given)
      if (bytes.length <= cutAfterBytes) return void answer.end(bytes)
      answer.write(bytes.subarray(0, cutAfterBytes), () => setTimeout(() => answer.destroy(), 20))
    })
    asked.pipe(passed)
  })
  let connected = 0
  server.on('connection', () => {
    connected += 1
  })
  // A connection that is not used for a while is still there: tests count them.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connected,
    brokenOff: () => brokenOff,
    close,
  }
}
