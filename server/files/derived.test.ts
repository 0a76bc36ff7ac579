import assert from 'node:assert/strict'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { until } from '../test/until.ts'
import { type DerivedFiles, openDerivedFiles, type ProduceGrowingFile } from './derived.ts'

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
    const [first, second] = await Promise.all([
      derived.of('case_1').file('a', produce),
      derived.of('case_1').file('a', produce),
    ])
    const third = await derived.of('case_1').file('a', produce)
    assert.equal(made.times, 1)
    assert.equal(first.bytes, 10)
    assert.equal(await text(await second.open()), '0123456789')
    assert.equal(await text(await third.open({ start: 3, end: 5 })), '345')
    await assert.rejects(third.open({ start: 10 }), RangeError)
    assert.equal(first.etag, third.etag)
    assert.notEqual(first.etag, (await derived.of('case_1').file('b', produce)).etag)
    assert.match(first.etag, /^"[\w]+"$/)
  })

  it('keeps nothing of a file that could not be made', async () => {
    const derived = await openAt('failing')
    const failing = async (output: string) => {
      await writeFile(output, 'half')
      throw new Error('The disk is full.')
    }
    await assert.rejects(derived.of('case_1').file('a', failing), /disk is full/)
    assert.deepEqual(await namesIn('failing'), [])
    const { produce } = producer('whole')
    assert.equal((await derived.of('case_1').file('a', produce)).bytes, 5)
  })

  it('serves two processes from one folder', async () => {
    const [one, two] = [await openAt('shared'), await openAt('shared')]
    const { produce } = producer('same bytes')
    const files = await Promise.all([
      one.of('case_1').file('a', produce),
      two.of('case_1').file('a', produce),
    ])
    assert.equal(files[0].etag, files[1].etag)
    assert.deepEqual(await Promise.all(files.map(async (file) => text(await file.open()))), [
      'same bytes',
      'same bytes',
    ])
    const again = producer('never')
    await two.of('case_1').file('a', again.produce)
    assert.equal(again.made.times, 0)
    assert.equal((await namesIn('shared')).length, 1)
  })

  it('makes a file again that was swept before it was opened', async () => {
    const derived = await openAt('gone')
    const { made, produce } = producer('again')
    const file = await derived.of('case_1').file('a', produce)
    await rm(join(folder, 'gone', 'by-source'), { recursive: true })
    assert.equal(await text(await file.open()), 'again')
    assert.equal(made.times, 2)
  })

  it('forgets what was used longest ago when it holds too much', async () => {
    const derived = await openAt('bounded', 1000)
    const makes = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, producer(name.repeat(300))]))
    const use = async (files: DerivedFiles, name: string) => {
      nowMs += 3_600_000
      await files.of(name).file(name, makes.get(name)!.produce)
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
    const file = await derived.of('case_1').file('a', produce)
    assert.equal(await text(await file.open()), 'much more than ten bytes')
    assert.equal(made.times, 1)
  })

  it('forgets what was made of one thing, and keeps what was made of others', async () => {
    const derived = await openAt('forgetful')
    const { made, produce } = producer('a page')
    const ofOne = derived.of('case_1')
    const file = await ofOne.file('a', produce)
    await ofOne.file('b', produce)
    await derived.of('case_10').file('a', produce)
    assert.deepEqual((await derived.sources()).sort(), ['case_1', 'case_10'])

    const reading = await file.open()
    await derived.forget('case_1')
    assert.deepEqual(await derived.sources(), ['case_10'])
    assert.equal((await namesIn('forgetful')).length, 1)
    assert.equal(await text(reading), 'a page')
    await derived.of('case_10').file('a', produce)
    assert.equal(made.times, 3)
    await derived.forget('case_2')
    await assert.rejects(() => derived.of('../etc').file('a', produce), TypeError)
  })

  it('gives up a file that nobody waits for any more', async () => {
    const derived = await openAt('left')
    const leaving = new AbortController()
    const started = Promise.withResolvers<void>()
    const givenUp = Promise.withResolvers<void>()
    const left = derived.of('case_1').file(
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

  describe('that are sent while they are made', () => {
    /** Writes piece after piece, each when it is told to. */
    function slowProducer(pieces: readonly string[]) {
      const steps = pieces.map(() => Promise.withResolvers<void>())
      const seen = { times: 0, aborted: 0 }
      const produce: ProduceGrowingFile = async (output, signal, grown) => {
        seen.times += 1
        let bytes = 0
        for (const [index, piece] of pieces.entries()) {
          await Promise.race([steps[index]!.promise, once(signal, 'abort')])
          if (signal.aborted) seen.aborted += 1
          signal.throwIfAborted()
          await appendFile(output, piece)
          bytes += piece.length
          grown(bytes)
        }
      }
      return { produce, steps, seen }
    }
    const { signal } = new AbortController()
    /** The last byte is sent before the file is kept for others. */
    async function whenKept(derived: DerivedFiles, name: string, produce: ProduceGrowingFile) {
      return until(async () => {
        const file = await derived.of('case_1').stream(name, produce, signal)
        return file.bytes !== undefined && file
      }, 1)
    }
    const read = async (stream: Readable) => String((await once(stream, 'data'))[0])

    it('give their first bytes before their last are there, to all who ask, and are kept', async () => {
      const derived = await openAt('growing')
      const { produce, steps, seen } = slowProducer(['first ', 'second ', 'third'])
      const file = await derived.of('case_1').stream('a', produce, signal)
      assert.equal(file.bytes, undefined)
      assert.equal(seen.times, 0, 'nothing is made before it is opened')
      steps[0]!.resolve()
      const [one, other] = await Promise.all([
        file.open(),
        derived
          .of('case_1')
          .stream('a', produce, signal)
          .then((same) => same.open()),
      ])
      assert.equal(await read(one), 'first ')
      steps[1]!.resolve()
      steps[2]!.resolve()
      assert.equal(await text(one), 'second third')
      assert.equal(await text(other), 'first second third')
      const kept = await whenKept(derived, 'a', produce)
      assert.deepEqual([kept.bytes, kept.etag], [18, file.etag])
      assert.equal(await text(await kept.open({ start: 6, end: 11 })), 'second')
      assert.equal(seen.times, 1)
    })

    it('are broken off when they fail, and nothing of them is kept', async () => {
      const derived = await openAt('growing-failure')
      const failing: ProduceGrowingFile = async (output, _signal, grown) => {
        await writeFile(output, 'half')
        grown(4)
        await setImmediate()
        throw new Error('The disk is full.')
      }
      await assert.rejects(
        async () => text(await (await derived.of('case_1').stream('a', failing, signal)).open()),
        /disk/,
      )
      const atOnce: ProduceGrowingFile = async () => {
        throw new Error('The disk is full.')
      }
      await assert.rejects(
        async () => (await derived.of('case_1').stream('b', atOnce, signal)).open(),
        /disk/,
      )
      assert.deepEqual(await namesIn('growing-failure'), [])
    })

    it('are given up when the last reader has left, and not before', async () => {
      const derived = await openAt('growing-left')
      const { produce, steps, seen } = slowProducer(['first ', 'second'])
      const leaving = [new AbortController(), new AbortController()]
      steps[0]!.resolve()
      const streams = await Promise.all(
        leaving.map(async ({ signal }) => (await derived.of('case_1').stream('a', produce, signal)).open()),
      )
      for (const stream of streams) stream.on('error', () => {})
      leaving[0]!.abort()
      streams[0]!.destroy()
      await setImmediate()
      assert.equal(seen.aborted, 0)
      leaving[1]!.abort()
      streams[1]!.destroy()
      await until(() => seen.aborted > 0, 1)
      steps[1]!.resolve()
      assert.equal(
        await text(await (await derived.of('case_1').stream('a', produce, signal)).open()),
        'first second',
      )
      assert.equal(seen.times, 2, 'whoever comes after that begins anew')
      await whenKept(derived, 'a', produce)
      assert.equal((await namesIn('growing-left')).length, 1)
    })
  })
})
