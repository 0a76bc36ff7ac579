import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPdfWorkers } from '../../server/files/pdf/pdf-workers.ts'
import { planCase } from '../../server/synth/plan.ts'
import { writeCasePdf } from '../../server/synth/write-pdf.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { tempFolder } from '../temp-folder.ts'

const pages = scaled(1000)
const rounds = 5
const megabyte = 1024 ** 2

/** The text of a case with the box of every word, in reading order, beside poppler's. */
export async function text(): Promise<Comparison[]> {
  if (spawnSync('pdftotext', ['-v']).error) {
    console.error(
      'text: pdftotext is not installed (Debian has it in poppler-utils), so nothing is measured.',
    )
    return []
  }
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await tempFolder())
  const path = join(folder, 'case.pdf')
  const plan = planCase('bench', 0, pages)
  // A scanned page has no text: it would flatter both.
  await writeCasePdf(
    { ...plan, documents: plan.documents.map((document) => ({ ...document, scanned: false })) },
    path,
  )

  const memoryBefore = process.memoryUsage().rss
  const [one, usual] = [openPdfWorkers({ size: 1 }), openPdfWorkers()]
  stack.defer(one.close)
  stack.defer(usual.close)
  let memory = 0
  let peerMemory = 0
  const perSecond = (work: () => Promise<unknown>) => async () => (pages * 1000) / (await elapsedMs(work))
  const read = (workers: typeof one) => async () => {
    for await (const batch of workers.text(path, { firstPage: 1, pageCount: pages })) {
      if (batch.some((page) => page.unreadable)) throw new Error('a page could not be read')
      memory = Math.max(memory, process.memoryUsage().rss - memoryBefore)
    }
  }
  const rate = await interleaved(rounds, {
    usual: perSecond(read(usual)),
    one: perSecond(read(one)),
    poppler: perSecond(async () => {
      peerMemory = Math.max(peerMemory, await poppler(path, join(folder, 'boxes.html')))
    }),
  })
  const beside = { peerName: 'pdftotext -bbox' }
  return [
    {
      what: 'text with boxes in reading order, as the service reads it',
      unit: 'pages/s',
      ours: rate.usual,
      peer: rate.poppler,
      ...beside,
      aim: { atLeast: 1 },
    },
    { what: 'the same in one thread', unit: 'pages/s', ours: rate.one, peer: rate.poppler, ...beside },
    {
      what: 'memory of all threads of both',
      unit: 'MB',
      ours: memory / megabyte,
      peer: peerMemory / megabyte,
      ...beside,
    },
  ]
}

/** Its memory at the peak, as far as it is seen. */
async function poppler(path: string, output: string): Promise<number> {
  const child = spawn('pdftotext', ['-bbox', path, output], { stdio: 'ignore' })
  let bytes = 0
  const watching = setInterval(() => {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(statusOf(child.pid)) ?? []
    bytes = Math.max(bytes, Number(kilobytes) * 1024)
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`pdftotext ended with ${code}`)
  return bytes
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
