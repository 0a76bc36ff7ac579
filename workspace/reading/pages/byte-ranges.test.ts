import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byteRanges } from './byte-ranges.ts'

const bytes = Uint8Array.from({ length: 95 }, (_, at) => at)

/** A file of 95 bytes in blocks of 10, and what was asked for. */
function file() {
  const asked: string[] = []
  const ranges = byteRanges(bytes.length, 10, async (start, end) => {
    asked.push(`${start}-${end}`)
    await Promise.resolve()
    if (start === 90) throw new Error('not there')
    return bytes.slice(start, end)
  })
  return { asked, ...ranges }
}

describe('byte ranges', () => {
  it('what is asked for last comes first, and neighbours that wait come together', async () => {
    const { read, asked, isBusy } = file()
    const wanted = [80, 60, 50, 40, 30, 10, 0]
    const found = await Promise.all(wanted.map((start) => read(start, start + 10)))
    assert.deepEqual(
      found.map(([first]) => first),
      wanted,
    )
    assert.ok(found.every(({ length }) => length === 10))
    assert.deepEqual(asked, ['0-20', '30-70', '80-90'])
    assert.equal(isBusy(), false)
  })

  it('any range can be read, across blocks and within one', async () => {
    const { read } = file()
    assert.deepEqual(await read(15, 37), bytes.slice(15, 37))
    assert.deepEqual(await read(42, 44), bytes.slice(42, 44))
  })

  it('what was fetched ahead is not asked for again, and once it is taken it is not kept', async () => {
    const { read, ahead, asked } = file()
    ahead(-10, 20)
    assert.deepEqual(await read(0, 20), bytes.slice(0, 20))
    assert.deepEqual(asked, ['0-20'])
    await read(0, 10)
    assert.deepEqual(asked, ['0-20', '0-10'])
  })

  it('what fails is said to who asked, and can be asked for again', async () => {
    const { read, ahead, asked } = file()
    ahead(90, 95)
    await assert.rejects(read(90, 95), /not there/)
    await assert.rejects(read(90, 95), /not there/)
    assert.deepEqual(asked, ['90-95', '90-95'])
  })
})
