import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type DerivedFiles, openDerivedFiles } from './derived.ts'

describe('derived files', () => {
  let folder: string
  let nowMs = Date.parse('2026-11-15T12:00:00Z')
  const clock = () => new Date(nowMs)
  const openAt = (name: string, maxBytes = 1_000_000) =>
    openDerivedFiles(join(folder, name), { maxBytes, clock })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-derived-'))
  })
  after(() => rm(folder, { recursive: true }))

  function producer(content: string) {
    const made = { times: 0 }
    const produce = async (output: string) => {
      made.times += 1
      await writeFile(output, content)
    }
    return { made, produce }
  }

  const namesIn = async (name: string) =>
    (await readdir(join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)

  it('makes a file once, and serves it whole and in ranges', async () => {
    const derived = await openAt('once')
    const { made, produce } = producer('0123456789')
    const [first, second] = await Promise.all([derived.file('a', produce), derived.file('a', produce)])
    const third = await derived.file('a', produce)
    assert.equal(made.times, 1)
    assert.equal(first.bytes, 10)
    assert.equal(await text(await second.open()), '0123456789')
    assert.equal(await text(await third.open({ start: 3, end: 5 })), '345')
    await assert.rejects(third.open({ start: 10 }), RangeError)
    assert.equal(first.etag, third.etag)
    assert.notEqual(first.etag, (await derived.file('b', produce)).etag)
    assert.match(first.etag, /^"[\w]+"$/)
  })

  it('keeps nothing of a file that could not be made', async () => {
    const derived = await openAt('failing')
    const failing = async (output: string) => {
      await writeFile(output, 'half')
      throw new Error('The disk is full.')
    }
    await assert.rejects(derived.file('a', failing), /disk is full/)
    assert.deepEqual(await namesIn('failing'), [])
    const { produce } = producer('whole')
    assert.equal((await derived.file('a', produce)).bytes, 5)
  })

  it('serves two processes from one folder', async () => {
    const [one, two] = [await openAt('shared'), await openAt('shared')]
    const { produce } = producer('same bytes')
    const files = await Promise.all([one.file('a', produce), two.file('a', produce)])
    assert.equal(files[0].etag, files[1].etag)
    assert.deepEqual(await Promise.all(files.map(async (file) => text(await file.open()))), [
      'same bytes',
      'same bytes',
    ])
    const again = producer('never')
    await two.file('a', again.produce)
    assert.equal(again.made.times, 0)
    assert.equal((await namesIn('shared')).length, 1)
  })

  it('makes a file again that was swept before it was opened', async () => {
    const derived = await openAt('gone')
    const { made, produce } = producer('again')
    const file = await derived.file('a', produce)
    await rm(join(folder, 'gone', 'files'), { recursive: true })
    assert.equal(await text(await file.open()), 'again')
    assert.equal(made.times, 2)
  })

  it('forgets what was used longest ago when it holds too much', async () => {
    const derived = await openAt('bounded', 1000)
    const makes = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, producer(name.repeat(300))]))
    const use = async (files: DerivedFiles, name: string) => {
      nowMs += 3_600_000
      await files.file(name, makes.get(name)!.produce)
    }
    for (const name of ['a', 'b', 'c', 'a', 'd']) await use(derived, name)
    assert.equal((await namesIn('bounded')).length, 2)
    await use(derived, 'a')
    await use(derived, 'd')
    assert.equal(makes.get('a')!.made.times, 1)
    assert.equal(makes.get('d')!.made.times, 1)
    await use(derived, 'b')
    assert.equal(makes.get('b')!.made.times, 2)
  })

  it('keeps a file that alone is more than the limit while it is used', async () => {
    const derived = await openAt('large', 10)
    const { made, produce } = producer('much more than ten bytes')
    const file = await derived.file('a', produce)
    assert.equal(await text(await file.open()), 'much more than ten bytes')
    assert.equal(made.times, 1)
  })

  it('gives up a file that nobody waits for any more', async () => {
    const derived = await openAt('left')
    const leaving = new AbortController()
    const started = Promise.withResolvers<void>()
    const givenUp = Promise.withResolvers<void>()
    const left = derived.file(
      'a',
      async (_output, signal) => {
        started.resolve()
        signal.addEventListener('abort', () => givenUp.resolve())
        await givenUp.promise
        throw signal.reason
      },
      leaving.signal,
    )
    await started.promise
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    await givenUp.promise
  })
})
