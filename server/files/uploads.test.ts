import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { until } from '../test/until.ts'
import { NoSpace } from './disk-space.ts'
import { openUploads, type Uploads } from './uploads.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)
const bytes = (text: string) => Readable.from([Buffer.from(text)])
const refusal = (code: string) => ({ name: 'Refusal', code })

describe('uploads', () => {
  let folder: string
  let uploads: Uploads
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-uploads-'))
    uploads = await openUploads(folder, now)
  })
  after(() => rm(folder, { recursive: true }))

  let begun = 0
  async function begin(size: number, at = now): Promise<string> {
    begun += 1
    const id = `upl_${begun}`
    await uploads.begin({ id, owner: 'ada', bytes: size, name: 'a.pdf', at })
    return id
  }
  const offsetOf = async (id: string) => (await uploads.find(id, 'ada')).offset
  const contentOf = async (id: string) => readFile((await uploads.whole(id, 'ada')).path, 'utf8')
  async function arrived(id: string, offset: number) {
    await until(async () => (await offsetOf(id)) >= offset, 1)
  }

  it('grow part by part, and are whole when all has come', async () => {
    const id = await begin(10)
    assert.equal(await offsetOf(id), 0)
    await assert.rejects(uploads.whole(id, 'ada'), refusal('stateForbids'))
    assert.equal((await uploads.append(id, 'ada', 0, bytes('01234'))).offset, 5)
    await assert.rejects(uploads.append(id, 'ada', 4, bytes('x')), refusal('conflict'))
    await assert.rejects(uploads.append(id, 'ada', 6, bytes('x')), refusal('conflict'))
    await uploads.append(id, 'ada', 5, bytes('56789'))
    assert.equal(await contentOf(id), '0123456789')
  })

  it('are a hundred for one person at most, until some are used or removed', async () => {
    const open = (id: string, owner = 'eve') => uploads.begin({ id, owner, bytes: 1, name: 'a.pdf', at: now })
    for (let count = 0; count < 100; count++) await open(`eve_${count}`)
    await assert.rejects(open('eve_100'), {
      ...refusal('tooMany'),
      message: 'You have 100 unused uploads, and 100 is the limit for an account: use or remove some.',
    })
    await open('someone_else', 'mallory')
    await uploads.markUsed('eve_0', 'eve')
    await open('eve_100')
    await assert.rejects(open('eve_101'), refusal('tooMany'))
    await uploads.remove('eve_1', 'eve')
    await open('eve_101')
  })

  it('take so many bytes of one person, as announced, until some are used or removed', async () => {
    const shared = join(folder, 'owned')
    const limits = { mostBytes: 1000, mostOwnBytes: 100 }
    const processes = [await openUploads(shared, now, limits), await openUploads(shared, now, limits)]
    const [one, other] = processes as [Uploads, Uploads]
    const open = (id: string, bytes: number, owner = 'eve', by = one) =>
      by.begin({ id, owner, bytes, name: 'a.pdf', at: now })
    await open('half', 60)
    await assert.rejects(open('rest', 41), {
      code: 'tooMany',
      message: /by the sizes you announced.*use or remove some/,
    })
    await assert.rejects(one.find('rest', 'eve'), refusal('notFound'))
    await open('mallory', 100, 'mallory')
    await open('exact', 40, 'eve', other)
    await other.markUsed('half', 'eve')
    const together = await Promise.allSettled([open('a', 60), open('b', 60, 'eve', other)])
    assert.ok(together.filter(({ status }) => status === 'fulfilled').length <= 1, 'two processes share it')
    await Promise.allSettled(['a', 'b'].map((id) => one.remove(id, 'eve')))
    await open('again', 60)
    await one.remove('exact', 'eve')
    await open('last', 40)
  })

  it('idle for a day make room for others, and whoever goes on with one is told so', async () => {
    const bounded = await openUploads(join(folder, 'bounded'), now, { mostBytes: 100 })
    const open = (id: string, bytes: number, at: Date) =>
      bounded.begin({ id, owner: 'ada', bytes, name: 'a.pdf', at })
    await open('idle', 60, now)
    await bounded.append('idle', 'ada', 0, bytes('some of it'))
    await utimes(join(folder, 'bounded/parts/idle/bytes'), now, now)
    await open('empty', 10, later(20))
    await assert.rejects(open('other', 31, later(23)), { name: 'NoSpace', message: /0 MB in total/ })
    await open('other', 31, later(25))
    await assert.rejects(bounded.append('idle', 'ada', 10, bytes('more')), refusal('gone'))
    await assert.rejects(bounded.find('idle', 'ada'), { message: /idle for 24 hours.*start it again/ })
    await assert.rejects(bounded.find('idle', 'eve'), refusal('notFound'))
    assert.equal((await stat(join(folder, 'bounded/parts/idle/dropped'))).size, 0)
    assert.equal((await bounded.append('other', 'ada', 0, bytes('x'))).offset, 1)
    assert.equal((await bounded.find('empty', 'ada')).offset, 0)
    await bounded.giveRoom(later(50))
    await assert.rejects(bounded.find('empty', 'ada'), refusal('gone'))
    await bounded.removeExpired(later(24 * 8))
    await assert.rejects(bounded.find('idle', 'ada'), refusal('notFound'))
  })

  it('keep what has arrived when the space ends, and go on there when it is back', async () => {
    let isFull = false
    const refuseFiles = () => {
      if (isFull) throw new NoSpace('The disk is full.')
    }
    const room = { refuseFiles, refuseCopies() {}, async look() {} }
    const small = await openUploads(join(folder, 'small'), now, { room })
    await small.begin({ id: 'long', owner: 'ada', bytes: 8, name: 'a.pdf', at: now })
    const source = new PassThrough()
    const appended = small.append('long', 'ada', 0, source)
    source.write('0123')
    await until(async () => (await small.find('long', 'ada')).offset >= 4, 1)
    isFull = true
    source.end('4567')
    await assert.rejects(appended, { name: 'NoSpace' })
    const next = { id: 'next', owner: 'ada', bytes: 1, name: 'a.pdf', at: now }
    await assert.rejects(small.begin(next), { name: 'NoSpace' })
    isFull = false
    assert.equal((await small.append('long', 'ada', 4, bytes('4567'))).offset, 8)
  })

  it('keep what came before a connection broke, also over a restart', async () => {
    const id = await begin(10)
    const broken = new PassThrough()
    const appended = uploads.append(id, 'ada', 0, broken)
    broken.write('0123')
    await arrived(id, 4)
    broken.destroy(new Error('gone'))
    await assert.rejects(appended, /gone/)
    uploads = await openUploads(folder, later(1))
    assert.equal(await offsetOf(id), 4)
    await uploads.append(id, 'ada', 4, bytes('456789'))
    assert.equal(await contentOf(id), '0123456789')
  })

  it('take no more than was announced', async () => {
    const id = await begin(4)
    await assert.rejects(uploads.append(id, 'ada', 0, bytes('01234')), refusal('invalid'))
    assert.equal(await offsetOf(id), 0)
    await uploads.append(id, 'ada', 0, bytes('0123'))
    await assert.rejects(uploads.append(id, 'ada', 4, bytes('4')), refusal('invalid'))
    assert.equal(await contentOf(id), '0123')
  })

  it('go on by a new connection while the old one hangs, and take nothing more from that', async () => {
    const id = await begin(10)
    const hanging = new PassThrough()
    const old = assert.rejects(uploads.append(id, 'ada', 0, hanging), refusal('conflict'))
    hanging.write('0123')
    await arrived(id, 4)
    const fresh = uploads.append(id, 'ada', 4, bytes('456789'))
    assert.equal((await fresh).offset, 10)
    hanging.end('xxxxxx')
    await old
    assert.equal(await contentOf(id), '0123456789')
  })

  it('are written by one of many that come at once', async () => {
    const id = await begin(6)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => uploads.append(id, 'ada', 0, bytes('012345'))),
    )
    // One may take over from another whose bytes have all come: then none of them is told so.
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'conflict')
    }
    assert.equal(await contentOf(id), '012345')
  })

  it('are there for their owner alone, and under no other name', async () => {
    const id = await begin(3)
    await assert.rejects(uploads.find(id, 'grace'), refusal('notFound'))
    await assert.rejects(uploads.append(id, 'grace', 0, bytes('x')), refusal('notFound'))
    await assert.rejects(uploads.remove(id, 'grace'), refusal('notFound'))
    for (const name of ['', '.', '..', `../parts/${id}`, 'upl_none', 'x'.repeat(61)]) {
      await assert.rejects(uploads.find(name, 'ada'), refusal('notFound'), name)
    }
  })

  it('are removed, also while a part is arriving', async () => {
    const id = await begin(10)
    const hanging = new PassThrough()
    const appended = assert.rejects(uploads.append(id, 'ada', 0, hanging), refusal('conflict'))
    hanging.write('0123')
    await arrived(id, 4)
    await uploads.remove(id, 'ada')
    hanging.end('456789')
    await appended
    await assert.rejects(uploads.find(id, 'ada'), refusal('notFound'))
  })

  it('go after seven days, and an hour after they were used', async () => {
    const old = await begin(3, later(-7 * 24))
    const young = await begin(3, later(-7 * 24 + 1))
    await uploads.removeExpired(now)
    await assert.rejects(uploads.find(old, 'ada'), refusal('notFound'))
    assert.equal((await uploads.find(young, 'ada')).expiresAt, later(1).toISOString())
    const used = await begin(3, new Date())
    await uploads.markUsed(used, 'ada')
    const afterUse = new Date()
    await uploads.removeExpired(new Date(afterUse.getTime() + 59 * 60 * 1000))
    assert.equal((await uploads.find(used, 'ada')).id, used)
    await uploads.removeExpired(new Date(afterUse.getTime() + 61 * 60 * 1000))
    await assert.rejects(uploads.find(used, 'ada'), refusal('notFound'))
  })
})
