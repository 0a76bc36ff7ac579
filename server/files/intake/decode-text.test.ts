import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText } from './decode-text.ts'

describe('text in bytes', () => {
  it('is read up to where the bytes are cut, in the midst of a letter too', () => {
    const bytes = Buffer.from('日本語'.repeat(1000)).subarray(0, 1000)
    assert.equal(decodeText(bytes, { isCut: true }), '日本語'.repeat(112).slice(0, 333))
    assert.notEqual(decodeText(bytes), '日本語'.repeat(112).slice(0, 333))
  })

  it('is not in bytes with many controls, with a zero, or with nothing', () => {
    for (const bytes of [
      Buffer.from('a\x01b\x02'),
      Buffer.from('text\0text'),
      Buffer.from(' \n'),
      Buffer.alloc(0),
    ])
      assert.equal(decodeText(bytes), undefined)
  })

  it('may have a stray control, and a form feed', () => {
    const text = `${'line\r\n'.repeat(400)}\x02\f`
    assert.equal(decodeText(Buffer.from(text)), text)
  })
})
