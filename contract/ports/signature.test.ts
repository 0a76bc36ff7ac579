import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { faultOfSecret, signedHeaders, verifiedMessage } from './signature.ts'

const secret = `whsec_${Buffer.from('a key of thirty-two bytes, no less').toString('base64')}`
const another = `whsec_${Buffer.from('another key of thirty-two bytes..').toString('base64')}`
const body = '{"deliveryId":"dlv_1","channel":"mail – first class"}'

describe('the signature of a message', () => {
  it('is what the library of Standard Webhooks verifies', () => {
    const headers = signedHeaders('msg_1', new Date(), body, secret)
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(another).verify(body, headers))
  })

  it('of the library is verified here, over the same bytes', () => {
    const now = new Date()
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_2', now, body),
    }
    for (const bytes of [body, Buffer.from(body)]) {
      assert.equal(verifiedMessage(headers, bytes, { secrets: [secret], now })?.id, 'msg_2')
    }
  })

  const now = new Date('2026-11-15T12:00:00Z')
  const verified = (headers: Record<string, string | undefined>, text = body, secrets = [secret]) =>
    verifiedMessage(headers, text, { secrets, now })?.id

  it('is refused with another body, id, time or secret, or with a header missing', () => {
    const headers = signedHeaders('msg_3', now, body, secret)
    assert.equal(verified(headers), 'msg_3')
    assert.equal(verified(headers, `${body} `), undefined)
    assert.equal(verified({ ...headers, 'webhook-id': 'msg_4' }), undefined)
    assert.equal(verified({ ...headers, 'webhook-timestamp': String(now.getTime() / 1000 + 1) }), undefined)
    assert.equal(verified(headers, body, [another]), undefined)
    assert.equal(verified(headers, body, []), undefined)
    for (const name of Object.keys(headers))
      assert.equal(verified({ ...headers, [name]: undefined }), undefined)
    assert.equal(verified({ ...headers, 'webhook-signature': 'v1,' }), undefined)
    assert.equal(verified({ ...headers, 'webhook-timestamp': 'now' }), undefined)
  })

  it('is refused more than five minutes off, early or late', () => {
    const of = (offMs: number) =>
      verified(signedHeaders('msg_5', new Date(now.getTime() + offMs), body, secret))
    assert.equal(of(-300_000), 'msg_5')
    assert.equal(of(300_000), 'msg_5')
    assert.equal(of(-301_000), undefined)
    assert.equal(of(301_000), undefined)
  })

  it('may be one of several, by the old secret or the new one', () => {
    const old = signedHeaders('msg_6', now, body, secret)
    const fresh = signedHeaders('msg_6', now, body, another)
    assert.equal(verified(old, body, [another, secret]), 'msg_6')
    const both = `v1a,xyz ${fresh['webhook-signature']} ${old['webhook-signature']}`
    assert.equal(verified({ ...old, 'webhook-signature': both }), 'msg_6')
  })

  it('needs a secret of the right form, and says what is wrong without repeating it', () => {
    assert.equal(faultOfSecret(secret), undefined)
    assert.equal(faultOfSecret('plain text'), 'must be whsec_ followed by Base64')
    assert.equal(faultOfSecret('whsec_c2hvcnQ='), 'must have 24 to 64 bytes, and has 5')
  })
})
