import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainly, plainName } from './plain-name.ts'

it('a name cannot turn its end around, and letters of every script stay', () => {
  assert.equal(plainName('invoice\u202efdp.exe'), 'invoice\ufffdfdp.exe')
  assert.equal(plainName('a\u2067b\u2069\u200fc\nd'), 'a\ufffdb\ufffd\ufffdc\ufffdd')
  for (const name of ['Ärztlicher Bericht.pdf', 'تقرير.pdf', 'नमस्ते\u200d.pdf'])
    assert.equal(plainName(name), name)
})

it('an answer has nothing in it that turns text around, and keeps all else', () => {
  const answer = {
    sender: { name: 'Ada \u202eBen\u202c' },
    text: 'one\u2066 two\nthree',
    files: [{ name: 'bill\u202efdp.exe', bytes: 3, isKept: true, why: null, lastSeen: undefined }],
  }
  assert.deepEqual(plainly(answer), {
    sender: { name: 'Ada \ufffdBen\ufffd' },
    text: 'one\ufffd two\nthree',
    files: [{ name: 'bill\ufffdfdp.exe', bytes: 3, isKept: true, why: null, lastSeen: undefined }],
  })
})
