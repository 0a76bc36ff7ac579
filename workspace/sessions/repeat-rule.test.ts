import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ruleOf } from './repeat-rule.ts'

describe('the rule of a window that comes again', () => {
  it('names days only where it is weekly, in the order of the week', () => {
    assert.equal(ruleOf({ every: 'WEEKLY', on: ['WE', 'MO'], times: 52 }), 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=52')
    assert.equal(ruleOf({ every: 'WEEKLY', on: [], times: 4 }), 'FREQ=WEEKLY;COUNT=4')
    assert.equal(ruleOf({ every: 'MONTHLY', on: ['MO'], times: 12 }), 'FREQ=MONTHLY;COUNT=12')
  })

  it('is none for a window that comes once', () => {
    assert.equal(ruleOf({ every: 'never', on: ['MO'], times: 3 }), undefined)
  })
})
