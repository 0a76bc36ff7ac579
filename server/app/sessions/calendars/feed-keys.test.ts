import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSecret } from '../../../auth/secret.ts'
import type { StoredFeed } from '../../../store/calendar-feeds.ts'
import { openFeedKeys } from './feed-keys.ts'

const feed: StoredFeed = {
  id: 'feed_1',
  participant: { kind: 'adjudicator', id: 'mem_1' },
  label: null,
  generation: 1,
  createdAt: new Date('2026-03-02'),
  createdBy: 'Ada Byron',
  ownerId: 'mem_1',
  rotatedAt: null,
}

describe('keys of calendar feeds', () => {
  const keys = openFeedKeys(openSecret('a secret that is long enough for this test'))
  const find = async (id: string) => (id === feed.id ? feed : undefined)

  it('a key opens its feed', async () => {
    assert.equal(await keys.open(keys.keyOf(feed), find), feed)
  })

  it('a forged key opens nothing', async () => {
    for (const key of ['', 'feed_1', 'feed_1..ics', `${keys.keyOf(feed)}x`, `x${keys.keyOf(feed)}`])
      assert.equal(await keys.open(key, find), undefined)
  })

  it('a replaced key opens nothing', async () => {
    const rotated = { ...feed, generation: 2 }
    assert.equal(await keys.open(keys.keyOf(feed), async () => rotated), undefined)
  })

  it('an event has another id in each feed', () => {
    const other = { ...feed, id: 'feed_2' }
    assert.notEqual(keys.uidOf(feed, 'ses_1'), keys.uidOf(other, 'ses_1'))
    assert.equal(keys.uidOf(feed, 'ses_1'), keys.uidOf({ ...feed, generation: 2 }, 'ses_1'))
  })
})
