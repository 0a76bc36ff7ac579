import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { outputLaws } from '@portico/contract/conformance/output'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import type { CallContext, Host, InputOf } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import { type Place, safe } from '../drop-box.ts'
import { placeIn } from '../folder-place.ts'
import { dropAdapter } from './drop.ts'

const input = outputLaws.samples.deliver as InputOf<typeof output, 'deliver'>
const host = { now: () => new Date('2026-03-02T12:00:00.000Z') } as Host<typeof output>

describe('a folder that decisions are dropped into', () => {
  const folders: string[] = []
  let path: string
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'portico-drop-'))
    folders.push(path)
  })
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const context: CallContext = {
    key: 'obl_1',
    attempt: 1,
    signal: new AbortController().signal,
    open: async () => [bytesOfSample].values() as never,
  }
  const adapterAt = (place: Place = placeIn(path)) =>
    dropAdapter(async () => place, { channel: 'archive' }, { destination: path, host })
  const dropped = async () => (await readdir(path)).filter((name) => name !== '.portico')

  it('has the sealed decision and what it is about, and says when', async () => {
    const { receipt } = await adapterAt().calls.deliver(input, context)
    const [name = ''] = await dropped()
    assert.deepEqual(receipt, {
      channel: 'archive',
      destination: path,
      sentAt: '2026-03-02T12:00:00.000Z',
      tracking: name,
    })
    assert.deepEqual((await readdir(join(path, name))).toSorted(), ['delivery.json', 'sample.pdf'])
    assert.deepEqual(await readFile(join(path, name, 'sample.pdf')), bytesOfSample)
    const index = JSON.parse(await readFile(join(path, name, 'delivery.json'), 'utf8'))
    assert.deepEqual(index, { key: 'obl_1', ...input })
  })

  it('gets one decision wherever the process dies, though it is fetched at once', async () => {
    let fetched = 0
    const fetchAll = async () => {
      for (const name of await dropped()) {
        assert.ok(existsSync(join(path, name, 'delivery.json')), 'nobody sees half of it')
        await rm(join(path, name), { recursive: true })
        fetched += 1
      }
    }
    let steps = 0
    for (let deadAfter = 0; ; deadAfter++) {
      const key = `obl_${deadAfter}`
      const dying = dyingAfter(deadAfter, placeIn(path))
      const end = await adapterAt(dying)
        .calls.deliver(input, { ...context, key })
        .then(
          () => 'answered',
          () => 'died',
        )
      await fetchAll()
      await adapterAt().calls.deliver(input, { ...context, key, attempt: 2 })
      await fetchAll()
      steps += 1
      assert.equal(fetched, steps, `it died after ${deadAfter} steps`)
      assert.deepEqual(await readdir(join(path, '.portico/staging')), [])
      if (end === 'answered') break
    }
    assert.ok(steps > 10, `${steps} places to die were tried`)
  })

  it('what nobody has fetched is taken back when the decision is recalled, and a notice is there', async () => {
    const { deliver, recall } = adapterAt().calls
    await deliver(input, context)
    const sample = outputLaws.samples.recall as InputOf<typeof output, 'recall'>
    await recall?.(sample, { ...context, key: 'obl_2' })
    const names = await dropped()
    assert.deepEqual(names.length, 1)
    const index = JSON.parse(await readFile(join(path, names[0] ?? '', 'recall.json'), 'utf8'))
    assert.equal(index.why, sample.why)
    await assert.rejects(deliver(input, { ...context, key: 'obl_3' }), { code: 'refused' })
  })

  it('that is not there is not made: it may be on a disk that was lost', async () => {
    await rename(path, `${path}.away`)
    const isAway = { code: 'unavailable', retryable: true, message: /ENOENT/ }
    await assert.rejects(adapterAt().calls.deliver(input, context), isAway)
    await assert.rejects(async () => adapterAt().check?.(context.signal), { code: 'unavailable' })
    assert.ok(!existsSync(path))
    await rename(`${path}.away`, path)
    await adapterAt().calls.deliver(input, { ...context, attempt: 2 })
    assert.equal((await dropped()).length, 1)
  })

  it('writes nothing through a link that somebody has put there', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'portico-outside-'))
    folders.push(outside)
    await symlink(outside, join(path, '.portico'))
    await assert.rejects(adapterAt().calls.deliver(input, context), /\.portico is a link/)
    await rm(join(path, '.portico'))
    await mkdir(join(path, '.portico'))
    await symlink(outside, join(path, '.portico', 'staging'))
    await assert.rejects(adapterAt().calls.deliver(input, context), /\.portico\/staging is a link/)
    assert.deepEqual(await readdir(outside), [])
    assert.deepEqual(await dropped(), [])
  })

  it('shows nothing of what is not finished to others', async () => {
    await adapterAt().calls.deliver(input, context)
    const { mode } = await stat(join(path, '.portico'))
    assert.equal(mode & 0o077, 0)
  })

  it('names are safe, whatever a docket number or a file is called', () => {
    assert.equal(safe('../../etc/passwd'), 'etc-passwd')
    assert.equal(safe('.portico'), 'portico')
    assert.equal(safe('a\\b:c\0d\ne'), 'a-b-c-d-e')
    assert.equal(safe('x'.repeat(300)).length, 80)
  })
})

/** A process that dies: from some step on nothing is done any more. */
function dyingAfter(steps: number, place: Place): Place {
  let left = steps
  return new Proxy(place, {
    get(target, name) {
      if (!(name in target)) return undefined
      const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>
      return async (...given: unknown[]) => {
        if (left-- <= 0) throw new Error('it is dead')
        return method(...given)
      }
    },
  })
}
