import { PorticoError } from '@portico/sdk'
import { useEffect, useRef, useState } from 'react'
import { words } from '../words/lists.ts'
import { Button } from './button.tsx'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'
import { toast } from './toasts.tsx'

const most = 50_000

/** The whole list with its filters, not only what is on the screen, as a file for a spreadsheet. */
export function ExportList<Row>({
  name,
  head,
  rows,
  cells,
}: {
  name: string
  head: readonly string[]
  rows: (signal: AbortSignal) => AsyncIterable<Row>
  cells: (row: Row) => (string | number)[]
}) {
  const [done, setDone] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function run() {
    if (done !== undefined) return stop.current?.abort()
    stop.current = new AbortController()
    const lines: (string | number)[][] = [[...head]]
    setDone(0)
    try {
      for await (const row of rows(stop.current.signal)) {
        lines.push(cells(row))
        if (lines.length % 100 === 0) setDone(lines.length - 1)
        if (lines.length > most) break
      }
      saveFile(csvOf(lines), `${name}.csv`, 'text/csv')
      toast(words.exported(lines.length - 1, lines.length > most))
    } catch (error) {
      if (!stop.current.signal.aborted)
        toast(error instanceof PorticoError ? error.message : String(error), { isBad: true })
    } finally {
      setDone(undefined)
    }
  }

  return (
    <Button onClick={() => void run()}>
      {done === undefined ? words.exportList : words.exporting(done)}
    </Button>
  )
}
