import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf } from './csv.ts'

describe('a list as CSV', () => {
  it('quotes what would break a row, and leaves no formula to a spreadsheet', () => {
    const rows = [
      ['Name', 'Days'],
      ['O"Neil, Ann', 3],
      ['=HYPERLINK("x")', -3],
      ['two\nlines', 0],
      ['a;=1+1\t@x', '＝1'],
    ]
    assert.equal(
      csvOf(rows),
      '\uFEFFName,Days\r\n"O""Neil, Ann",3\r\n"\'=HYPERLINK(""x"")",-3\r\n"two\nlines",0\r\na;\'=1+1\t\'@x,\'＝1\r\n',
    )
  })
})
