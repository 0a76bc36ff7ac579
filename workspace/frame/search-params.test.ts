import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSearch, writeSearch } from './address.ts'
import {
  asksAnything,
  caseSearch,
  casesSearch,
  isPageNumber,
  only,
  readerSearch,
  workSearch,
} from './search-params.ts'

describe('the query of an address', () => {
  it('keeps text as it was typed, whatever it looks like', () => {
    for (const text of [
      '791587',
      '1969',
      '007',
      '1e5',
      '12345678901234567890',
      'true',
      'null',
      '"left knee"',
      '["x"]',
      '{"a":1}',
      'Ortiz, M. ',
    ]) {
      assert.deepEqual(casesSearch(readSearch(writeSearch({ text }))), { text })
      assert.deepEqual(readerSearch(readSearch(writeSearch({ q: text }))), { q: text })
    }
    assert.equal(writeSearch({ text: '791587' }), '?text=791587')
  })

  it('is read with its types', () => {
    const work = {
      types: ['drafting'],
      statuses: ['onHold'],
      overdue: true,
      age: 30,
      reversed: false,
    }
    assert.deepEqual(workSearch(readSearch(writeSearch(work))), work)
    const cases = { from: '2024-02-29', days: 0, sensitivity: 3, closed: false, sort: 'step' as const }
    assert.deepEqual(casesSearch(readSearch(writeSearch(cases))), cases)
    assert.deepEqual(readerSearch(readSearch('?zoom=125')), { zoom: 125 })
  })

  it('ignores invalid values', () => {
    for (const at of ['foo', '2024-13-45', '2023-02-29', '2024-1-1', '99999-01-01', ''])
      assert.deepEqual(caseSearch(readSearch(`?at=${at}`)), {})
    const ofCases = 'from=foo&to=2024-02-31&days=-5&sensitivity=1.5&sort=x&closed=perhaps&text=%20'
    assert.deepEqual(casesSearch(readSearch(`?${ofCases}`)), {})
    const ofWork = 'age=-1&who=x&types=x&dockets=[1]&statuses={}&sort=1&overdue=1&caseTypes={'
    assert.deepEqual(workSearch(readSearch(`?${ofWork}`)), {})
    assert.deepEqual(readerSearch(readSearch('?zoom=9999&q=')), {})
  })

  it('does not keep an ignored value', () => {
    const raw = readSearch('?at=foo&part=issues&x=1')
    const search = { ...raw, ...only(caseSearch)(raw) }
    assert.deepEqual(search, { at: undefined, part: 'issues', x: undefined })
    assert.equal(asksAnything(search), true)
    assert.equal(asksAnything(only(caseSearch)({ at: 'foo' })), false)
  })

  it('accepts positive whole numbers as pages', () => {
    const tried = ['1', '2500', 'abc', '0', '-1', '1.5', '', '99999999999']
    assert.deepEqual(tried.filter(isPageNumber), ['1', '2500'])
  })
})
