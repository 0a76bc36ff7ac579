import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { signedHeaders } from '@portico/contract/ports/signature'
import { keptSentence } from './kept-sentence.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('a sentence that is kept of a failure', () => {
  it('says what the other side said', () => {
    for (const said of [
      'No such box: Ada Byron.',
      'connect ECONNREFUSED 127.0.0.1:4711',
      "ENOSPC: no space left on device, write '/srv/outbound/2026-114/decision_01kbr2n4d0e8t6v1w3x5z7a9c2.pdf'",
      `The source announced the hash ${'0a'.repeat(32)}, and sent other bytes.`,
      'obl_01m7gsqhv16783x43q5r4wf60a is a conflict.',
      'Die Adresse fehlt – bitte ergänzen.',
    ])
      assert.equal(keptSentence(said), said)
  })

  it('is one line, and not long', () => {
    assert.equal(keptSentence(' one\r\n\ttwo\u0000three\u202e four '), 'one two three four')
    assert.equal(keptSentence(`x${'\ud83d'}y`), 'x\ufffdy')
    const long = keptSentence('word '.repeat(10_000_000))
    assert.ok(long.length <= 500 && long.endsWith('word…'))
    assert.ok(keptSentence('a'.repeat(1_000_000)).length <= 500)
  })

  it('has no signature, secret or credential in it, wherever it is cut', () => {
    const [{ 'webhook-signature': signature }] = [signedHeaders('obl_1', new Date(), '{}', secret)]
    const url = randomBytes(32).toString('base64url')
    const tellings = [
      [`Bad signature ${signature}.`, signature.slice(3)],
      [`{"webhook-signature":"${signature}","a":1}`, signature.slice(3)],
      [encodeURIComponent(`sig=${signature}`), signature.slice(3, 20)],
      [`The secret ${secret} is old.`, secret.slice(6)],
      ['authorization: Bearer abc.def.ghi', 'abc.def'],
      ['http://ada:engine@print.example.org/ is away', 'engine'],
      [`GET https://portico.example.org/port-files/abc.${url} failed`, url],
      [`the token ${url} has expired`, url],
      ['https://s3/x?X-Amz-Signature=0123abcd&y=1', '0123abcd'],
      ['The account printer with hunter2 is locked.', 'hunter2'],
    ]
    for (const [said = '', hidden = ''] of tellings)
      for (const before of ['', 'x '.repeat(240), 'x'.repeat(495), `${' '.repeat(3990 - said.length)}`]) {
        const kept = keptSentence(before + said, ['hunter2'])
        assert.ok(!kept.includes(hidden) && !kept.includes(hidden.slice(0, 12)), kept)
      }
    const cut = keptSentence(`${' '.repeat(3980)}${signature}`)
    assert.ok(!cut.includes(signature.slice(3, 10)), cut)
  })
})
