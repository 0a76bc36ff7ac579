import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subscriptions } from '@portico/sdk'
import { threeWay } from '../admin/three-way.ts'
import { formOf, isTold, subscriptionsOf, telling } from './settings-form.ts'

const browser = (endpoint: string) => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } })

const whole: Subscriptions = {
  timeZone: 'America/Denver',
  quietHours: null,
  digest: { at: '07:30', notifications: ['taskAssigned'] },
  optOuts: [{ notification: 'taskOpened' }, { notification: 'taskAssigned', channels: ['email', 'text'] }],
  phone: '+1 503 555 0140',
  pushSubscriptions: [browser('https://push.example.org/1')],
}

describe('how somebody is told, as it is edited', () => {
  it('loses nothing of what was saved', () => {
    for (const one of [whole, {}, { quietHours: { from: '21:00', to: '06:00' } }] satisfies Subscriptions[])
      assert.deepEqual(subscriptionsOf(formOf(one)), one)
  })

  it('opts out of one channel, and back in', () => {
    const sent = ['inApp', 'email'] as const
    const on = { notification: 'taskOpened', channel: 'email' as const, sent }
    const told = telling(formOf({ optOuts: [{ notification: 'taskOpened' }] }), { ...on, isWanted: true })
    assert.deepEqual(subscriptionsOf(told), {
      optOuts: [{ notification: 'taskOpened', channels: ['inApp'] }],
    })
    assert.deepEqual(
      [isTold(told, 'taskOpened', 'email'), isTold(told, 'taskOpened', 'inApp')],
      [true, false],
    )
    const both = telling(told, { ...on, channel: 'inApp', isWanted: true })
    assert.deepEqual(subscriptionsOf(both), {})
    const none = telling(both, { ...on, isWanted: false })
    assert.deepEqual(subscriptionsOf(none), {
      optOuts: [{ notification: 'taskOpened', channels: ['email'] }],
    })
  })

  it('two browsers that save different things get both', () => {
    const base = formOf(whole)
    const mine = { ...base, optOuts: { ...base.optOuts, draftCommented: 'all' as const } }
    const theirs = formOf({
      ...whole,
      pushSubscriptions: [browser('https://push.example.org/1'), browser('https://push.example.org/2')],
    })
    const { merged, clashes } = threeWay(base, mine, theirs)
    assert.deepEqual(clashes, [])
    assert.equal(subscriptionsOf(merged).optOuts?.length, 3)
    assert.equal(subscriptionsOf(merged).pushSubscriptions?.length, 2)
  })
})
