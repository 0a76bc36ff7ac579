import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindOf } from './file-kind.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('what a browser can show of a file', () => {
  it('is known by how it begins', () => {
    assert.equal(kindOf(bytes('%PDF-1.7\n')), 'pdf')
    assert.equal(kindOf(bytes('\n\n%PDF-1.4')), 'pdf')
    assert.equal(kindOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), 'picture')
    assert.equal(kindOf(bytes('Dear Board,\n\tI write — once more.')), 'text')
    assert.equal(kindOf(bytes('é'.repeat(3)).subarray(0, 5)), 'text', 'cut within a character')
  })

  it('is nothing, where it is neither page nor picture nor text', () => {
    assert.equal(kindOf(bytes('PK\u0003\u0004')), undefined)
    assert.equal(kindOf(Uint8Array.of(0xc3, 0x28, 0x41)), undefined)
  })
})
