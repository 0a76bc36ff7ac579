import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from './network.ts'

describe('the network of an address', () => {
  it('is the address itself in IPv4, however it is written', () => {
    assert.equal(network('192.0.2.7'), '192.0.2.7')
    assert.equal(network('::ffff:192.0.2.7'), '192.0.2.7')
  })
  it('is the /64 in IPv6', () => {
    assert.equal(network('2001:db8::1'), network('2001:0db8:0:0:ffff:ffff:ffff:ffff'))
    assert.notEqual(network('2001:db8::1'), network('2001:db8:0:1::1'))
    assert.equal(network('fe80::1%eth0'), network('fe80::2'))
  })
  it('is one for all who have reset their connection', () => {
    assert.equal(network(undefined), 'gone')
  })
})
