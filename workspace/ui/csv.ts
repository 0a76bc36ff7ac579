/** Also behind a semicolon: many spreadsheets split a line there, however it is quoted. */
const beginsFormula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g

/**
 * Rows as a spreadsheet reads them (RFC 4180, with a mark that it is UTF-8). What a spreadsheet would take for a formula
 * stays text.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replaceAll(beginsFormula, "'") : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
