import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatOf, ruleOf } from './repeat-rule.ts'

describe('the rule of a window that comes again', () => {
  it('names days only where it is weekly, in the order of the week', () => {
    assert.equal(ruleOf({ every: 'WEEKLY', on: ['WE', 'MO'], times: 52 }), 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=52')
    assert.equal(ruleOf({ every: 'WEEKLY', on: [], times: 4 }), 'FREQ=WEEKLY;COUNT=4')
    assert.equal(ruleOf({ every: 'MONTHLY', on: ['MO'], times: 12 }), 'FREQ=MONTHLY;COUNT=12')
  })

  it('is read back into the fields of the form where they say all of it', () => {
    for (const rule of ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=52', 'FREQ=DAILY;COUNT=4', undefined])
      assert.deepEqual([repeatOf(rule).every === 'rule', ruleOf(repeatOf(rule))], [false, rule])
    for (const rule of [
      'FREQ=MONTHLY;BYDAY=1MO;COUNT=12',
      'FREQ=WEEKLY;UNTIL=20300101T000000Z',
      'FREQ=WEEKLY;BYDAY=WE,MO;COUNT=2',
    ])
      assert.deepEqual([repeatOf(rule).every, ruleOf(repeatOf(rule))], ['rule', rule])
  })

  it('is none for a window that comes once', () => {
    assert.equal(ruleOf({ every: 'never', on: ['MO'], times: 3 }), undefined)
  })

  it('is told in words, also where others wrote it and without an end, and as it is where there are none', async () => {
    Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
    const { repeatWords } = await import('./repeat-words.ts')
    const told = {
      'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=52': 'Every week on Mon, Wed, 52 times',
      'FREQ=DAILY;COUNT=1': 'Every day, 1 time',
      'FREQ=MONTHLY;BYDAY=1MO;COUNT=12': 'Every month on the 1st Mon, 12 times',
      'FREQ=MONTHLY;BYDAY=-1FR': 'Every month on the last Fri, with no end date',
      'FREQ=MONTHLY;BYMONTHDAY=1,15': 'Every month on day 1, 15 of the month, with no end date',
      'FREQ=WEEKLY;WKST=SU;BYDAY=MO': 'Every week on Mon, with no end date',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=20300105T000000Z;BYDAY=TU': 'Every 2 weeks on Tue, until 4 Jan 2030',
      'FREQ=YEARLY;UNTIL=20300105': 'Every year, until 5 Jan 2030',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH': 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      'FREQ=DAILY;BYHOUR=9,15': 'FREQ=DAILY;BYHOUR=9,15',
    }
    for (const [rule, words] of Object.entries(told))
      assert.equal(repeatWords(rule, 'America/New_York'), words)
    assert.equal(repeatWords(undefined, 'America/New_York'), 'Once')
  })
})
