import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unpackLzw } from './lzw.ts'

function packed(codes: readonly number[], width = 9): Uint8Array {
  const bits = codes.map((code) => code.toString(2).padStart(width, '0')).join('')
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

describe('LZW', () => {
  it('unpacks the example of the TIFF specification', () => {
    const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257]
    assert.deepEqual([...unpackLzw(packed(codes), 100)], [7, 7, 7, 8, 8, 7, 7, 6, 6])
  })

  it('ends at the number of bytes, at the end of the data, and at a code that cannot be', () => {
    const codes = [256, 7, 258, 259, 260, 261]
    assert.equal(unpackLzw(packed(codes), 100).length, 15)
    assert.equal(unpackLzw(packed(codes), 4).length, 4)
    assert.deepEqual([...unpackLzw(packed([256, 7, 500, 7]), 100)], [7])
    assert.deepEqual([...unpackLzw(packed([300]), 100)], [])
    assert.deepEqual([...unpackLzw(new Uint8Array(), 100)], [])
  })
})
