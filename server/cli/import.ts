import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Import } from '@portico/contract/imports'
import type { Command } from 'commander'
import type { BulkLoad } from '../app/bulk-load/bulk-load.ts'
import { commandLine } from '../app/bulk-load/importer.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { commandsOf, creating, exitCodes, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

type Options = { dryRun: boolean; errors?: string }

export function addImport(program: Command) {
  commandsOf(program)<Options>(
    'import',
    'Load cases in bulk from a folder, a ZIP or a manifest; run it again to resume where it left off',
    async (options, path = '') => {
      // Looked at first, so that a slip of the pen makes no data folder.
      if (!existsSync(path)) throw new Refusal('notFound', `There is nothing at ${path}.`)
      await withParts(({ bulkLoad }) => load(bulkLoad, path, options), creating)
    },
  )
    .argument('<path>', 'a folder or ZIP with a manifest.ndjson, or a manifest with its files beside it')
    .option('--dry-run', 'check every row and write nothing', false)
    .option('--errors <file>', 'write the rows that failed there, one JSON object a line')
}

async function load(bulkLoad: BulkLoad, path: string, options: Options & { json: boolean }) {
  const terminal = openTerminal({ isJson: options.json })
  const { import: begun, isResumed } = await bulkLoad.openPath(path, {
    actor: commandLine,
    dryRun: options.dryRun,
  })
  if (isResumed) console.error(`${begun.id} resumes where it left off.`)
  const progress = terminal.progress('Bytes')
  const startedMs = performance.now()
  const isMore = await untilInterrupted((signal) =>
    bulkLoad.run(begun.id, {
      signal,
      onProgress: ({ bytesRead, bytes, rows }) => {
        const perSecond = Math.round((1000 * rows) / (performance.now() - startedMs))
        progress.at(bytesRead, bytes, `${perSecond.toLocaleString('en')} rows/s`)
      },
    }),
  )
  progress.end()
  const ended = isMore ? await bulkLoad.setStatus(begun.id, 'paused') : await bulkLoad.get(begun.id)
  if (options.errors !== undefined)
    await pipeline(errorLines(bulkLoad, ended.id), createWriteStream(options.errors))
  else if (!options.json) await pipeline(errorLines(bulkLoad, ended.id), process.stderr, { end: false })
  terminal.say({ import: ended }, linesOn(ended))
  if (ended.status !== 'done' || ended.rows.failed > 0) process.exitCode = exitCodes.failed
}

/** The first Ctrl-C stops it behind the batch that it is at; the next one ends the process as usual. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}

async function* errorLines(bulkLoad: BulkLoad, importId: string) {
  for await (const page of bulkLoad.errors(importId))
    yield page.map((error) => `${JSON.stringify(error)}\n`).join('')
}

function linesOn({
  id,
  status,
  dryRun,
  rows,
  loaded,
  bytes,
  bytesRead,
  rowsPerSecond,
  error,
}: Import): string[] {
  const kinds = Object.entries(loaded).map(([type, count]) => `${(count ?? 0).toLocaleString('en')} ${type}`)
  const would = dryRun ? 'would be loaded' : 'loaded'
  const share = bytes > 0 ? Math.floor((100 * bytesRead) / bytes) : 100
  return [
    `${id}: ${rows.loaded.toLocaleString('en')} rows ${would}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}, ${rows.skipped.toLocaleString('en')} were here already, ${rows.failed.toLocaleString('en')} failed${rowsPerSecond === undefined ? '' : `; ${rowsPerSecond.toLocaleString('en')} rows a second`}.`,
    ...(status === 'paused' ? [`Paused at ${share} %: run the same command again to resume.`] : []),
    ...(status === 'cancelled' ? ['It was cancelled.'] : []),
    ...(status === 'failed' ? [`It failed: ${error ?? 'the service is at fault.'}`] : []),
  ]
}
