import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { openReturnAddresses, returnPathPattern, subaddressOf } from './return-address.ts'

const by = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest()
const id = 'ltr_01kaf2q8zz0123456789abcdef'

describe('the return address of a message', () => {
  const addresses = openReturnAddresses('bounces+*@board.example', by('secret'))
  const own = addresses.of(id) ?? assert.fail()

  it('names its message, and fits into an address', () => {
    assert.match(own, /^bounces\+ltr_01kaf2q8zz0123456789abcdef\.[0-9a-z]{16}@board\.example$/)
    assert.ok((own.split('@')[0]?.length ?? 99) <= 64)
    assert.deepEqual(addresses.namedIn(`Delivered-To: ${own}\r\n`), { id, isForged: false })
    const catchAll = openReturnAddresses('*@bounces.board.example', by('secret'))
    assert.deepEqual(addresses.namedIn(catchAll.of(id) ?? ''), { id, isForged: false })
  })

  it('is known in capitals, and where it was rewritten on its way', () => {
    const [local] = own.split('@')
    for (const written of [
      own.toUpperCase(),
      `SRS0+4a3e+24+board.example+${local}@forwarder.example`,
      `prvs=123456789a=${own}`,
      `for <${own}>; Tue, 3 Mar 2026 10:00:00 +0000`,
    ])
      assert.deepEqual(addresses.namedIn(written), { id, isForged: false }, written)
  })

  it('cannot be made or altered by anybody else', () => {
    const stranger = openReturnAddresses('bounces+*@board.example', by('guess')).of(id) ?? ''
    assert.deepEqual(addresses.namedIn(`To: ${stranger}`), { isForged: true })
    assert.deepEqual(addresses.namedIn(`To: ${own.replace('cdef.', 'cdeg.')}`), { isForged: true })
    assert.deepEqual(addresses.namedIn('To: bounces+ltr_1.short@board.example'), { isForged: false })
    assert.deepEqual(addresses.namedIn(`To: ${stranger.replace('board', 'other')}`), { isForged: false })
    const hostile = `bounces+${'a'.repeat(40)}.${'0'.repeat(16)}@board.example `.repeat(5000)
    assert.deepEqual(addresses.namedIn(hostile + 'x'.repeat(200_000)), { isForged: true })
  })

  it('is left out where an id does not fit', () => {
    assert.equal(addresses.of('link_7c9e6679-7425-40de-944b-e07fc1f90ae7'), undefined)
    assert.equal(addresses.of(`ltr_${'x'.repeat(60)}`), undefined)
    assert.equal(openReturnAddresses(`${'b'.repeat(40)}+*@board.example`, by('secret')).of(id), undefined)
  })

  it('has one place for the part that names the message', () => {
    const pattern = new RegExp(returnPathPattern)
    for (const good of ['bounces+*@board.example', 'b-*@board.example', '*@bounces.board.example'])
      assert.match(good, pattern)
    for (const bad of ['bounces@board.example', 'bounces*@board.example', '*', '*+*@board.example', 'a *@b'])
      assert.doesNotMatch(bad, pattern)
    assert.equal(subaddressOf('letters@board.example'), 'letters+*@board.example')
  })
})
