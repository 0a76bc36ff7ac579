import { stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ReportColumn } from '@portico/contract/reports'
import { parquetOf } from '../../server/app/reports/parquet.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { tempFolder } from '../temp-folder.ts'

const eventCount = scaled(1_000_000)
const rounds = 3

type Connection = { run(sql: string): Promise<unknown>; closeSync(): void }
type DuckDb = { DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection> }> } }

const columns: ReportColumn[] = [
  { name: 'position', label: 'Position', type: 'integer' },
  { name: 'caseId', label: 'Case', type: 'text' },
  { name: 'sequence', label: 'Sequence', type: 'integer' },
  { name: 'type', label: 'Type', type: 'text' },
  { name: 'at', label: 'At', type: 'timestamp' },
]
const types = ['task.opened', 'task.assigned', 'document.filed', 'case.stateChanged', 'letter.composed']

/** A million events as Parquet, beside DuckDB's COPY of the same rows. */
export async function parquet(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await tempFolder())
  const rows = Array.from({ length: eventCount }, (_, index) => ({
    position: index + 1,
    caseId: `case_${String(Math.floor(index / 25)).padStart(26, '0')}`,
    sequence: (index % 25) + 1,
    type: types[(index * 7) % types.length] ?? '',
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }))
  const ownPath = join(folder, 'own.parquet')
  const ours = () => elapsedMs(async () => writeFile(ownPath, await parquetOf({ columns, rows })))

  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb
  const connection = await (await DuckDBInstance.create()).connect()
  stack.defer(async () => connection.closeSync())
  await connection.run(`
    create table events as
    select (n + 1)::int as position, 'case_' || lpad((n // 25)::varchar, 26, '0') as "caseId",
      (n % 25 + 1)::int as sequence, ${JSON.stringify(types).replaceAll('"', "'")}[(n * 7) % ${types.length} + 1] as type,
      timestamp '2026-01-01' + to_seconds(n) as at
    from range(${eventCount}) as r (n)`)
  const peerPath = join(folder, 'peer.parquet')
  const peer = () => elapsedMs(() => connection.run(`copy events to '${peerPath}' (format parquet)`))

  const ms = await interleaved(rounds, { ours, peer })
  const [ownSize, peerSize] = await Promise.all(
    [ownPath, peerPath].map(async (path) => (await stat(path)).size),
  )
  const what = `${eventCount.toLocaleString('en-US')} events as Parquet`
  const peerName = "DuckDB's COPY"
  return [
    { what, unit: 'ms', ours: ms.ours, peer: ms.peer, peerName },
    { what: `${what}: size`, unit: 'bytes', ours: ownSize ?? 0, peer: peerSize ?? 1, peerName },
  ]
}
