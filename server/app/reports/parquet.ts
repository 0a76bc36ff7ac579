import type { Report, ReportColumn } from '@portico/contract/reports'

const types = {
  text: 'STRING',
  date: 'STRING',
  timestamp: 'TIMESTAMP',
  integer: 'INT32',
  number: 'DOUBLE',
} as const satisfies Record<ReportColumn['type'], string>

/** The library is loaded when the first report is asked for as Parquet. */
export async function parquetOf({ columns, rows }: Pick<Report, 'columns' | 'rows'>): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const columnData = columns.map(({ name, type }) => ({
    name,
    type: types[type],
    nullable: true,
    data: rows.map((row) => {
      const value = row[name] ?? null
      return type === 'timestamp' && value !== null ? new Date(value) : value
    }),
  }))
  return Buffer.from(parquetWriteBuffer({ columnData }))
}
