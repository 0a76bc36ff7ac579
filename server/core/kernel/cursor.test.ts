import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCursor, resumeAfter, writeCursor } from './cursor.ts'

describe('a place in the log', () => {
  it('is a position, with its epoch or without', () => {
    assert.deepEqual(readCursor('123'), { position: 123 })
    assert.deepEqual(readCursor(123), { position: 123 })
    assert.deepEqual(readCursor(writeCursor(123, 7)), { position: 123, epoch: 7 })
    for (const none of ['', 'x', '1@', '@7', '-1', '1.5', '1@7@8', '1 ', '1'.repeat(16)])
      assert.equal(readCursor(none), undefined, none)
  })

  describe('that this log does not have', () => {
    const epochs = [
      { epoch: 10, beganAfter: 0 },
      { epoch: 20, beganAfter: 100 },
      { epoch: 30, beganAfter: 80 },
      { epoch: 40, beganAfter: 150 },
    ]
    const resumed = (text: string, of = epochs) => resumeAfter(readCursor(text) ?? { position: -1 }, of)

    it('is resumed after the last event that no epoch since has taken back', () => {
      assert.equal(resumed('170@30'), 150)
      assert.equal(resumed('170@20'), 80)
      assert.equal(resumed('90@10'), 80)
    })

    it('is resumed where it was if nothing before it was taken back', () => {
      assert.equal(resumed('140@30'), 140)
      assert.equal(resumed('60@10'), 60)
    })

    it('is resumed at the beginning if its epoch was never one of this log', () => {
      assert.equal(resumed('170@25'), 0)
    })

    it('is resumed where its epoch began if it is beyond the log, and at the lowest beginning if that is not known', () => {
      assert.equal(resumed('999@40'), 150)
      assert.equal(resumed('999'), 80)
      assert.equal(resumed('999', epochs.slice(0, 1)), 0)
      assert.equal(resumed('999', [{ epoch: 10, beganAfter: 70 }]), 70)
    })
  })
})
