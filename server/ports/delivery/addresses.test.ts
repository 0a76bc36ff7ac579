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
      .concat(['2001::1', 'no address'])
    for (const address of never)
      for (const reach of ['public', 'private', 'loopback'] as const)
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
