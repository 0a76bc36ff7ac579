import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf } from './csv.ts'

describe('a report as CSV', () => {
  it('has no cell that a spreadsheet would run, and quotes what would break a row', () => {
    const columns = [{ name: '=a', label: 'A', type: 'text' as const }]
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠x']
    const rows = [...formulas, 'a "b"', 'a,b', 'plain', -1, null].map((value) => ({ '=a': value }))
    const lines = csvOf({ columns, rows })
    for (const text of formulas) assert.ok(lines.includes(`'${text}`), JSON.stringify(text))
    assert.ok(lines.startsWith("'=a\r\n"))
    assert.ok(lines.endsWith('"a ""b"""\r\n"a,b"\r\nplain\r\n-1\r\n\r\n'))
  })
})
