import { type Line, manifestLines } from './manifest-lines.ts'
import { type ReadRow, readHeader, readRow } from './read-row.ts'

/** Consecutive rows, and the offset after them. */
export type RowBatch = { rows: ReadRow[]; start: Place; end: Place }
export type Place = { offset: number; line: number }

const batchWeight = 1000
/** A document costs a file: written, synced and inspected. */
const documentWeight = 20
const batchBytes = 4 * 1024 * 1024

/** The rows of a manifest from an offset on, in batches of one transaction each. */
export async function* readBatches(
  open: (offset: number) => AsyncIterable<Uint8Array>,
  from: Place,
  mostWeight = batchWeight,
): AsyncGenerator<RowBatch, void, void> {
  const header = from.offset === 0 ? undefined : await firstLine(open(0))
  let source = header && readHeader(header)?.source
  let start = from
  let end = from
  let rows: ReadRow[] = []
  let weight = 0
  for await (const lines of manifestLines(open(from.offset), from)) {
    for (const line of lines) {
      end = { offset: line.end, line: line.number }
      const given = line.number === 1 ? readHeader(line) : undefined
      source = given?.source ?? source
      const row = given ? undefined : readRow(line, source)
      if (row) {
        rows.push(row)
        weight += row.fault === undefined && row.row.type === 'document' ? documentWeight : 1
      }
      if (weight < mostWeight && end.offset - start.offset < batchBytes) continue
      yield { rows, start, end }
      start = end
      rows = []
      weight = 0
    }
  }
  if (end.offset > start.offset) yield { rows, start, end }
}

async function firstLine(source: AsyncIterable<Uint8Array>): Promise<Line | undefined> {
  for await (const [line] of manifestLines(source, { offset: 0, line: 0 })) if (line) return line
}
