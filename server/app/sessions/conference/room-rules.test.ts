import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRecorded, recordOf, silentMs } from './room-rules.ts'

const now = new Date('2026-03-02T15:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const on = { recording: 'on' } as const

describe('what a room says of its record', () => {
  const asked = { isHere: true, consent: null, storedAt: null }
  const agreed = { ...asked, consent: 'given' as const }
  const heard = { ...agreed, storedAt: ago(1000) }

  it('is what is stored, whatever was asked for', () => {
    assert.equal(recordOf(on, [], now), 'notAgreed')
    assert.equal(recordOf(on, [asked, { ...asked, consent: 'refused' }], now), 'notAgreed')
    assert.equal(recordOf(on, [asked, agreed], now), 'notStored')
    assert.equal(recordOf(on, [asked, heard], now), 'recording')
    assert.equal(recordOf(on, [{ ...heard, storedAt: ago(silentMs) }], now), 'notStored', 'storing fails')
    assert.equal(recordOf(on, [{ ...heard, isHere: false }, asked], now), 'notAgreed', 'they have left')
    assert.equal(recordOf({ recording: 'paused' }, [heard], now), 'paused')
    assert.equal(recordOf({ recording: 'offTheRecord' }, [heard], now), 'offTheRecord')
  })

  it('and of each person what is stored of them', () => {
    assert.equal(isRecorded(on, agreed, now), false)
    assert.equal(isRecorded(on, heard, now), true)
    assert.equal(isRecorded(on, { ...heard, consent: 'refused' }, now), false)
    assert.equal(isRecorded({ recording: 'paused' }, heard, now), false)
  })
})
