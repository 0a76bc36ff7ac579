import type { Report } from '@portico/contract/reports'

/** RFC 4180, with the names of the columns first. */
export function csvOf({ columns, rows }: Pick<Report, 'columns' | 'rows'>): string {
  const lines = [
    columns.map(({ name }) => cell(name)),
    ...rows.map((row) => columns.map(({ name }) => cell(row[name] ?? null))),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/**
 * A spreadsheet takes a text that begins so for a formula. One whose country writes the comma in numbers splits a line at
 * semicolons instead, wherever they are quoted; so what follows one is a text of its own.
 */
const beginsFormula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replaceAll(beginsFormula, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
