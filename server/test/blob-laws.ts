import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { BlobMissing, type Blobs, type ByteRange, WrongHash } from '../files/blobs.ts'

export type BlobStoreUnderTest = {
  blobs: Blobs
  /** A program that opens the same store as `blobs` in another process. */
  program: string
  close(): Promise<void>
}

/** A law holds or throws. Each uses bytes of its own, so they may run on one store, in any order. */
export type BlobLaw = (
  store: Pick<BlobStoreUnderTest, 'blobs' | 'program'>,
  /** How often a process is killed. */
  kills?: number,
) => Promise<void>

const largeBytes = 20 * 1024 ** 2 + 1
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const unique = (text: string) => `${text} ${randomBytes(8).toString('hex')}`

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

async function read(blobs: Blobs, name: string, range?: ByteRange): Promise<Buffer> {
  const { stream, bytes } = await blobs.open(name, range)
  const found = await buffer(stream)
  assert.equal(found.length, bytes, 'the stream is as long as was said')
  return found
}

export const blobLaws: Record<string, BlobLaw> = {
  async 'the bytes that were put come back under their hash'({ blobs }) {
    const text = unique('some evidence')
    const stored = await blobs.put(chunks(text.slice(0, 5), text.slice(5)))
    assert.deepEqual(stored, { sha256: sha256(text), bytes: text.length })
    assert.equal((await read(blobs, stored.sha256)).toString(), text)
    assert.deepEqual(await blobs.stat(stored.sha256), { bytes: text.length })
    assert.equal(await blobs.has(stored.sha256), true)
  },

  async 'what is removed is missing, and may be put again'({ blobs }) {
    const text = unique('erased by law')
    const other = await blobs.put(chunks(unique('kept')))
    const { sha256: name } = await blobs.put(chunks(text))
    await blobs.remove(name)
    assert.equal(await blobs.has(name), false)
    await assert.rejects(blobs.open(name), BlobMissing)
    await assert.rejects(async () => blobs.localFile(name), BlobMissing)
    assert.equal((await blobs.copies?.list())?.includes(name) ?? false, false)
    await blobs.remove(name)
    assert.equal(await blobs.has(other.sha256), true)
    await blobs.put(chunks(text))
    assert.equal((await read(blobs, name)).toString(), text)
  },

  async 'ranges have both ends included, and lie within the blob'({ blobs }) {
    const text = `0123456789${unique('')}`
    const last = text.length - 1
    const stored = await blobs.put(chunks(text))
    const part = async (range: ByteRange) => (await read(blobs, stored.sha256, range)).toString()
    assert.equal(await part({ start: 2, end: 4 }), '234')
    assert.equal(await part({ start: last - 2 }), text.slice(-3))
    assert.equal(await part({ end: 0 }), '0')
    assert.equal(await part({ start: last, end: last }), text.slice(-1))
    assert.equal(await part({ start: 0, end: last }), text)
    for (const range of [
      { start: text.length },
      { end: text.length },
      { start: text.length, end: text.length + 5 },
      { start: 3, end: 2 },
      { start: -1 },
      { end: -1 },
      { start: 0.5 },
      { end: Number.NaN },
      { end: Number.POSITIVE_INFINITY },
    ]) {
      await assert.rejects(read(blobs, stored.sha256, range), RangeError, JSON.stringify(range))
    }
  },

  async 'a blob may be empty'({ blobs }) {
    const stored = await blobs.put(chunks())
    assert.deepEqual(stored, { sha256: sha256(''), bytes: 0 })
    assert.deepEqual(await blobs.stat(stored.sha256), { bytes: 0 })
    for (const range of [{}, { start: 0 }]) assert.equal((await read(blobs, stored.sha256, range)).length, 0)
    await assert.rejects(read(blobs, stored.sha256, { start: 0, end: 0 }), RangeError)
    await using local = await blobs.localFile(stored.sha256)
    assert.equal((await readFile(local.path)).length, 0)
  },

  async 'a large blob comes back whole, in part and as a file'({ blobs }) {
    const bytes = randomBytes(largeBytes)
    const stored = await blobs.put(chunks(bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)))
    assert.deepEqual(stored, { sha256: sha256(bytes), bytes: largeBytes })
    assert.ok((await read(blobs, stored.sha256)).equals(bytes))
    const range = { start: 8_388_600, end: 16_777_300 }
    assert.ok((await read(blobs, stored.sha256, range)).equals(bytes.subarray(range.start, range.end + 1)))
    await using local = await blobs.localFile(stored.sha256)
    assert.ok((await readFile(local.path)).equals(bytes))
  },

  async 'the same bytes may be put again, also at once'({ blobs }) {
    for (const bytes of [Buffer.from(unique('sent again')), randomBytes(largeBytes)]) {
      const all = await Promise.all([1, 2, 3, 4].map(() => blobs.put(chunks(bytes))))
      const again = await blobs.put(chunks(bytes))
      assert.deepEqual(all, Array(4).fill(again))
      assert.ok((await read(blobs, sha256(bytes))).equals(bytes))
    }
  },

  async 'many may be put and read at once'({ blobs }) {
    const texts = Array.from({ length: 60 }, (_, index) => unique(`one of many, ${index}`))
    const stored = await Promise.all(texts.map((text) => blobs.put(chunks(text))))
    const found = await Promise.all(stored.map(({ sha256 }) => read(blobs, sha256)))
    assert.deepEqual(found.map(String), texts)
  },

  async 'nothing of a blob is seen before it is whole'({ blobs }) {
    const [first, second] = [unique('first half'), unique('second half')]
    async function* watched() {
      yield Buffer.from(first)
      assert.equal(await blobs.has(sha256(first)), false)
      assert.equal(await blobs.has(sha256(first + second)), false)
      yield Buffer.from(second)
    }
    await blobs.put(watched())
    assert.equal(await blobs.has(sha256(first + second)), true)
    assert.equal(await blobs.has(sha256(first)), false)
  },

  async 'a source that breaks off leaves nothing'({ blobs }) {
    const half = unique('half')
    async function* broken() {
      yield Buffer.from(half)
      throw new Error('The connection was lost.')
    }
    await assert.rejects(blobs.put(broken()), /connection was lost/)
    assert.equal(await blobs.has(sha256(half)), false)
  },

  async 'bytes that are not those announced are refused and leave nothing'({ blobs }) {
    const [announced, other] = [unique('announced'), unique('other')]
    await assert.rejects(blobs.put(chunks(other), { expectedSha256: sha256(announced) }), WrongHash)
    assert.equal(await blobs.has(sha256(other)), false)
    assert.equal(await blobs.has(sha256(announced)), false)
    const stored = await blobs.put(chunks(announced), { expectedSha256: sha256(announced) })
    assert.equal(stored.bytes, announced.length)
  },

  async 'a file is taken in and stays where it was'({ blobs }) {
    const folder = await mkdtemp(join(tmpdir(), 'portico-callers-'))
    try {
      const path = join(folder, 'file')
      const text = unique('a file')
      await writeFile(path, text)
      const stored = await blobs.putFile(path)
      assert.equal(await readFile(path, 'utf8'), text)
      assert.equal((await read(blobs, stored.sha256)).toString(), text)
      await assert.rejects(blobs.putFile(join(folder, 'none')), { code: 'ENOENT' })
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  async 'a local file stays until it is disposed of, whoever else has it'({ blobs }) {
    const text = unique('read by path')
    const { sha256 } = await blobs.put(chunks(text))
    const files = await Promise.all(Array.from({ length: 8 }, () => blobs.localFile(sha256)))
    const [kept, ...others] = files
    assert.ok(kept)
    for (const file of others) await file[Symbol.asyncDispose]()
    assert.equal(await readFile(kept.path, 'utf8'), text)
    await kept[Symbol.asyncDispose]()
    await using again = await blobs.localFile(sha256)
    assert.equal(await readFile(again.path, 'utf8'), text)
    assert.equal((await read(blobs, sha256)).toString(), text)
  },

  async 'what is missing is named'({ blobs }) {
    const unknown = sha256(unique('never put'))
    for (const range of [{}, { start: 1 }, { start: 1, end: 3 }]) {
      await assert.rejects(read(blobs, unknown, range), new BlobMissing(unknown))
    }
    await assert.rejects(blobs.localFile(unknown), new BlobMissing(unknown))
    assert.equal(await blobs.stat(unknown), undefined)
    assert.equal(await blobs.has(unknown), false)
  },

  async 'nothing but a hash is a name'({ blobs }) {
    const digits = 'a'.repeat(63)
    for (const name of ['', '../../etc/passwd', `${digits}/`, 'A'.repeat(64), `${digits}a\n`]) {
      await assert.rejects(blobs.open(name), TypeError)
      await assert.rejects(blobs.stat(name), TypeError)
      await assert.rejects(blobs.has(name), TypeError)
      await assert.rejects(blobs.localFile(name), TypeError)
    }
  },

  async 'a reader may leave early'({ blobs }) {
    const { sha256 } = await blobs.put(chunks(randomBytes(largeBytes)))
    for (const takesOne of [true, false]) {
      const { stream } = await blobs.open(sha256)
      const closed = new Promise((resolve) => stream.once('close', resolve))
      if (takesOne) for await (const _ of stream) break
      stream.destroy()
      await closed
    }
    assert.equal((await read(blobs, sha256)).length, largeBytes)
  },

  async 'what one process has put, another reads'({ blobs, program }) {
    const text = unique('from elsewhere')
    const { code, output } = await elsewhere(program, putThere(text, ''))
    assert.equal(code, 0, output)
    assert.equal((await read(blobs, sha256(text))).toString(), text)
  },

  async 'a process that is killed leaves the blob whole or not at all'({ blobs, program }, kills = 3) {
    const half = unique('half, then killed')
    await elsewhere(program, putThere(half, `process.kill(process.pid, 'SIGKILL')`))
    assert.equal(await blobs.has(sha256(half)), false)
    for (const delayMs of [60, 0, 200].slice(0, kills)) {
      const fill = randomBytes(1).toString('hex')
      const bytes = Buffer.alloc(largeBytes, `${delayMs} ${fill}`)
      const text = `Buffer.alloc(${largeBytes}, ${JSON.stringify(`${delayMs} ${fill}`)})`
      await elsewhere(
        program,
        `await blobs.put((async function* () { yield ${text}; console.log('sent') })())`,
        delayMs,
      )
      const found = await blobs.stat(sha256(bytes))
      if (found) assert.ok((await read(blobs, sha256(bytes))).equals(bytes), `killed after ${delayMs} ms`)
      await blobs.put(chunks(bytes))
      assert.ok((await read(blobs, sha256(bytes))).equals(bytes), `put again after ${delayMs} ms`)
    }
  },
}

const putThere = (text: string, then: string) =>
  `await blobs.put((async function* () { yield Buffer.from(${JSON.stringify(text)}); ${then} })())`

/** Runs in a process of its own, which is killed so long after its first output. */
async function elsewhere(program: string, statement: string, killedAfterMs?: number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${program}\n${statement}`])
  let output = ''
  const ended = once(child, 'close')
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  child.stdout.once('data', async () => {
    if (killedAfterMs === undefined) return
    await delay(killedAfterMs)
    child.kill('SIGKILL')
  })
  const [code] = (await ended) as [number | null]
  return { code, output }
}

/** The laws that every store of blobs keeps. */
export function describeBlobs(name: string, kills: number, open: () => Promise<BlobStoreUnderTest>) {
  describe(name, () => {
    let store: BlobStoreUnderTest
    before(async () => {
      store = await open()
    })
    after(() => store.close())
    for (const [fact, law] of Object.entries(blobLaws)) it(fact, () => law(store, kills))
  })
}
