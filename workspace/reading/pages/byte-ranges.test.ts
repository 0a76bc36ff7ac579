import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byteRanges } from './byte-ranges.ts'

const bytes = Uint8Array.from({ length: 95 }, (_, at) => at)

/** A file of 95 bytes in blocks of 10, and the requests for it. */
function file() {
  const requests: string[] = []
  const ranges = byteRanges(bytes.length, 10, async (start, end) => {
    requests.push(`${start}-${end}`)
    await Promise.resolve()
    if (start === 90) throw new Error('not there')
    return bytes.slice(start, end)
  })
  return { requests, ...ranges }
}

describe('byte ranges', () => {
  it('the latest request comes first, and neighbouring blocks come together', async () => {
    const { read, requests, isBusy } = file()
    const wanted = [80, 60, 50, 40, 30, 10, 0]
    const found = await Promise.all(wanted.map((start) => read(start, start + 10)))
    assert.deepEqual(
      found.map(([first]) => first),
      wanted,
    )
    assert.ok(found.every(({ length }) => length === 10))
    assert.deepEqual(requests, ['0-20', '30-70', '80-90'])
    assert.equal(isBusy(), false)
  })

  it('any range can be read, across blocks and within one', async () => {
    const { read } = file()
    assert.deepEqual(await read(15, 37), bytes.slice(15, 37))
    assert.deepEqual(await read(42, 44), bytes.slice(42, 44))
  })

  it('bytes fetched ahead are not requested again, and are not kept once they are read', async () => {
    const { read, ahead, requests } = file()
    ahead(-10, 20)
    assert.deepEqual(await read(0, 20), bytes.slice(0, 20))
    assert.deepEqual(requests, ['0-20'])
    await read(0, 10)
    assert.deepEqual(requests, ['0-20', '0-10'])
  })

  it('a failed request fails every read that waits for it, and can be repeated', async () => {
    const { read, ahead, requests } = file()
    ahead(90, 95)
    await assert.rejects(read(90, 95), /not there/)
    await assert.rejects(read(90, 95), /not there/)
    assert.deepEqual(requests, ['90-95', '90-95'])
  })
})
