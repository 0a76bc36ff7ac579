import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainName } from './plain-name.ts'

it('a name cannot turn its end around, and letters of every script stay', () => {
  assert.equal(plainName('invoice\u202efdp.exe'), 'invoice\ufffdfdp.exe')
  assert.equal(plainName('a\u2067b\u2069\u200fc\nd'), 'a\ufffdb\ufffd\ufffdc\ufffdd')
  for (const name of ['Ärztlicher Bericht.pdf', 'تقرير.pdf', 'नमस्ते\u200d.pdf'])
    assert.equal(plainName(name), name)
})
