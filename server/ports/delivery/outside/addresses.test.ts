import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, it } from 'node:test'
import { isWithin } from './addresses.ts'

describe('the addresses that a binding may reach', () => {
  it('are public ones', () => {
    for (const address of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
      assert.ok(isWithin('public', address), address)
  })

  it('are private ones only where it says so, however they are written', () => {
    const written = [
      '10.1.2.3',
      '127.0.0.1',
      '172.31.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '::1',
      'fd00::1',
      '::ffff:10.1.2.3',
      '::ffff:a01:203',
      '0:0:0:0:0:ffff:7f00:1',
    ]
    for (const address of written) {
      assert.equal(isWithin('public', address), false, address)
      assert.equal(isWithin('private', address), true, address)
    }
  })

  it('are never those that lead elsewhere', () => {
    const never = ['0.0.0.0', '169.254.169.254', '::ffff:169.254.169.254', '224.0.0.1', '255.255.255.255']
      .concat(['fe80::1', 'ff02::1', '::', '::7f00:1', '::a00:1', '2002:7f00:1::', '64:ff9b::a00:1'])
      .concat(['2001::1', 'no address', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::7f00:1', 'fec0::1', 'feff::1'])
      .concat([
        '::ffff:0:10.0.0.1',
        '::ffff:0:7f00:1',
        '::ffff:0:5db8:d822',
        '100::1',
        '100:0:0:1::1',
        '5f00::1',
      ])
      .concat(['192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '198.51.100.1'])
      .concat(['203.0.113.1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:db8::1'])
      .concat(['2620:4f:8000::1', '3ffe::1', '3fff::1', '4000::1', 'fe80::1%eth0'])
    for (const address of never)
      for (const reach of ['public', 'private', 'loopback'] as const)
        assert.equal(isWithin(reach, address), false, `${reach} ${address}`)
  })

  it('are never those at which a cloud tells a machine its keys, also outside of 169.254.0.0/16', () => {
    const told = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']
    for (const address of [...told, '::ffff:168.63.129.16', '::ffff:6464:64c8'])
      for (const reach of ['public', 'private'] as const)
        assert.equal(isWithin(reach, address), false, `${reach} ${address}`)
  })

  it('are this machine alone in a sandbox', () => {
    assert.ok(isWithin('loopback', '127.0.0.1'))
    assert.ok(isWithin('loopback', '::1'))
    for (const address of ['10.0.0.1', '93.184.216.34']) assert.equal(isWithin('loopback', address), false)
  })

  it('cost nothing until the first is asked about', async ({ mock }) => {
    const added = mock.method(BlockList.prototype, 'addSubnet').mock
    const fresh: typeof import('./addresses.ts') = await import(`./addresses.ts?${Date.now()}`)
    assert.equal(added.callCount(), 0)
    assert.ok(!fresh.isWithin('public', '10.0.0.1'))
    const once = added.callCount()
    assert.ok(once > 0)
    assert.ok(fresh.isWithin('public', '93.184.216.34'))
    assert.equal(added.callCount(), once, 'each list is made once')
  })
})
