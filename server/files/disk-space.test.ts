import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isNoSpace, NoSpace, openDiskSpace, whileThereIsRoom } from './disk-space.ts'

const megabyte = 1024 ** 2

describe('the space on the disk', () => {
  const opened = async (free: { megabytes: number }, reserveMegabytes = 100) => {
    const told: string[] = []
    const kept: number[] = []
    const disk = await openDiskSpace({
      folders: ['/a', '/b'],
      reserveBytes: reserveMegabytes * megabyte,
      freeIn: async (folder) => (folder === '/a' ? 10_000 : free.megabytes) * megabyte,
      keepBallast: async () => void kept.push(free.megabytes),
      onChange: ({ isShort }) => told.push(isShort ? 'short' : 'enough'),
    })
    const refused = () =>
      (['refuseFiles', 'refuseCopies', 'refuseWrites'] as const).filter((name) => {
        try {
          disk[name]()
          return false
        } catch (error) {
          assert.ok(error instanceof NoSpace)
          return true
        }
      })
    return { disk, told, kept, refused, [Symbol.dispose]: () => disk.close() }
  }

  it('runs out for files first, then for copies, then for events; and comes back', async () => {
    const free = { megabytes: 1000 }
    using space = await opened(free)
    const refusedAt = async (megabytes: number) => {
      free.megabytes = megabytes
      await space.disk.look()
      return space.refused()
    }
    assert.deepEqual(await refusedAt(100), [])
    assert.deepEqual(await refusedAt(99), ['refuseFiles'])
    assert.deepEqual(await refusedAt(49), ['refuseFiles', 'refuseCopies'])
    assert.deepEqual(await refusedAt(24), ['refuseFiles', 'refuseCopies', 'refuseWrites'])
    assert.deepEqual(await refusedAt(12), ['refuseFiles', 'refuseCopies', 'refuseWrites'])
    assert.deepEqual(await refusedAt(101), [], 'by itself')
    assert.deepEqual(await refusedAt(500), [])
    assert.deepEqual(space.told, ['short', 'enough'])
    assert.deepEqual(space.kept, [1000, 500], 'the ballast is made where there is enough')
  })

  it('without a reserve ends where nothing is free, for all at once', async () => {
    const free = { megabytes: 0 }
    using space = await opened(free, 0)
    assert.ok(space.disk.isShort())
    assert.deepEqual(space.refused(), ['refuseFiles', 'refuseCopies', 'refuseWrites'])
    free.megabytes = 1
    await space.disk.look()
    assert.ok(!space.disk.isShort())
    assert.deepEqual(space.refused(), [])
    space.disk.refuseFiles(megabyte - 1)
  })

  it('a file that would reach into the reserve is refused before its first byte', async () => {
    using space = await opened({ megabytes: 150 })
    assert.throws(() => space.disk.refuseFiles(51 * megabyte), NoSpace)
    space.disk.refuseFiles(50 * megabyte)
  })

  it('what can be done without makes room, and only as much as is needed', async () => {
    const free = { megabytes: 1000 }
    using space = await opened(free)
    const gave: string[] = []
    for (const [name, megabytes] of [
      ['uploads', 5],
      ['copies', 50],
      ['more', 50],
    ] as const)
      space.disk.onShort(async () => {
        gave.push(name)
        free.megabytes += megabytes
      })
    free.megabytes = 60
    await space.disk.look()
    assert.deepEqual(gave, ['uploads', 'copies'])
    assert.equal(space.disk.isShort(), false)
  })

  it('bytes that arrive stop where the space ends', async () => {
    let left = 2
    const source = (async function* () {
      for (;;) yield 'bytes'
    })()
    const taken: string[] = []
    await assert.rejects(async () => {
      for await (const chunk of whileThereIsRoom(source, () => {
        if (left-- < 0) throw new NoSpace('There is none.')
      }))
        taken.push(chunk)
    }, NoSpace)
    assert.equal(taken.length, 2)
  })

  it('is told from other failures, also where a worker or PostgreSQL met it', () => {
    const withCode = (code: string) => Object.assign(new Error('It failed.'), { code })
    for (const code of ['ENOSPC', 'EDQUOT', '53100']) assert.ok(isNoSpace(withCode(code)), code)
    assert.ok(isNoSpace(structuredClone(new Error('ENOSPC: no space left on device, write'))))
    for (const code of ['EIO', '53300', 'ENOENT']) assert.ok(!isNoSpace(withCode(code)), code)
  })
})
