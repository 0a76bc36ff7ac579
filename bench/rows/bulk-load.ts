import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBlobs } from '../../server/files/blobs.ts'
import { openPdfWorkers } from '../../server/files/pdf/pdf-workers.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { alice } from '../../server/test/given.ts'
import { bulkLoadOn, caseRow, header, manifestOf } from '../../server/test/loading.ts'
import { copyIn, copyText, withClient } from '../copy.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { tempFolder } from '../temp-folder.ts'

/** It is the processor that loading waits for: more rows take longer, at the same rate. */
const cases = scaled(9_000)
const fewCases = scaled(1_800)
const rounds = 1
const tables = [
  'events',
  'case_streams',
  ...['cases', 'aliases', 'parties', 'case_work', 'tasks', 'queue_entries'].map(
    (name) => `projections.${name}`,
  ),
]

/** Loading case rows, beside COPY of the very rows that it leaves behind into the same tables with the same indexes. */
export async function bulkLoad(): Promise<Comparison[]> {
  await using folder = await tempFolder()
  await using stack = new AsyncDisposableStack()
  const pdf = openPdfWorkers({ size: 1 })
  stack.defer(pdf.close)
  const blobs = await openBlobs(join(folder.path, 'blobs'), new Date())
  const manifests = { many: await manifest(folder.path, cases), few: await manifest(folder.path, fewCases) }
  let copied: Map<string, Buffer> | undefined

  async function load(path: string) {
    const db = await freshDatabase()
    try {
      const bulk = bulkLoadOn(db, { blobs, pdf, scratch: folder.path })
      const { import: begun } = await bulk.openPath(path, { actor: alice, dryRun: false })
      const memory = watchMemory()
      const ms = await elapsedMs(() => bulk.run(begun.id))
      const peakBytes = memory.stop()
      const { rows } = await bulk.get(begun.id)
      copied ??= await withClient(db.url, async (client) => {
        const texts = new Map<string, Buffer>()
        for (const table of tables) texts.set(table, await copyText(client, table))
        return texts
      })
      return { perSecond: (rows.loaded * 1000) / ms, peakBytes }
    } finally {
      await db.close()
    }
  }

  const few = await load(manifests.few)
  copied = undefined
  const many = await load(manifests.many)
  const texts = copied as unknown as Map<string, Buffer>
  const lines = Buffer.from(manifestOf([header, ...rowsOf(cases)]))

  const perSecond = await interleaved(rounds, {
    ours: async () => (await load(manifests.many)).perSecond,
    rows: () => copyPerSecond(texts),
    lines: () => copyPerSecond(new Map([['lines', lines]]), 'create table lines (line text)'),
  })
  const what = `${cases.toLocaleString('en-US')} case rows: checked, decided, chained, projected, durable`
  const ours = { what, unit: 'rows/s', ours: perSecond.ours }
  return [
    {
      ...ours,
      peer: perSecond.rows,
      peerName: 'COPY of the rows it writes, same tables',
      aim: { atLeast: 0.2 },
    },
    { ...ours, peer: perSecond.lines, peerName: 'COPY of the manifest, one bare column' },
    {
      what: `memory of the process at its peak, ${cases.toLocaleString('en-US')} rows`,
      unit: 'MB',
      ours: many.peakBytes / 1e6,
      peer: few.peakBytes / 1e6,
      peerName: `${fewCases.toLocaleString('en-US')} rows`,
      aim: { atMost: 1.5 },
    },
  ]
}

async function copyPerSecond(texts: ReadonlyMap<string, Buffer>, prepare?: string): Promise<number> {
  const db = await freshDatabase()
  try {
    if (prepare) await db.script(prepare)
    const ms = await withClient(db.url, (client) =>
      elapsedMs(async () => {
        await client.query('begin')
        for (const [table, bytes] of texts) await copyIn(client, `copy ${table} from stdin`, bytes)
        await client.query('commit')
      }),
    )
    return (cases * 1000) / ms
  } finally {
    await db.close()
  }
}

async function manifest(folder: string, count: number): Promise<string> {
  const path = join(folder, `manifest-${count}`)
  await mkdir(path)
  await writeFile(join(path, 'manifest.ndjson'), manifestOf([header, ...rowsOf(count)]))
  return path
}

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) =>
    caseRow(`case-${index}`, {
      veteran: { firstName: 'Maria', middleName: 'Elena', lastName: `Lindqvist ${index}` },
    }),
  )
}

function watchMemory() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}
