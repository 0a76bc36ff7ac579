import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sized } from '../test/size.ts'
import { planCase } from './plan.ts'
import type { Order, Report } from './worker.ts'
import { writeCasePdfInWorker } from './worker-thread.ts'

describe('a case written in a thread', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-synth-thread-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('is written while this thread goes on, and tells how far it is', async () => {
    const progress: number[] = []
    const path = join(folder, 'a.pdf')
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const written = await writeCasePdfInWorker(planCase('thread', 2, 48), path, {
      onProgress: (pages) => progress.push(pages),
    })
    clearInterval(counting)
    assert.deepEqual(written, { bytes: (await stat(path)).size, pages: 48 })
    assert.equal(progress.at(-1), 48)
    assert.ok(turns > 0)
  })

  it('may be one of two at once', async () => {
    const paths = ['b', 'c'].map((name) => join(folder, `${name}.pdf`))
    const written = await Promise.all(
      paths.map((path, i) => writeCasePdfInWorker(planCase('many', i, 20), path)),
    )
    assert.deepEqual(
      written.map((it) => it.pages),
      [20, 20],
    )
  })

  it('is given up at once and leaves nothing behind', async () => {
    const controller = new AbortController()
    const path = join(folder, 'given-up.pdf')
    const onProgress = () => controller.abort(new Error('enough'))
    await assert.rejects(
      writeCasePdfInWorker(planCase('thread', 11, 2500), path, { signal: controller.signal, onProgress }),
      /enough/,
    )
    await assert.rejects(
      writeCasePdfInWorker(planCase('thread', 0, 20), path, { signal: controller.signal }),
      /enough/,
    )
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('given-up')),
      [],
    )
  })

  it('that is given up is asked to end its thread, which is not terminated', async () => {
    const codes: Promise<number>[] = []
    const onWorker = (worker: Worker) =>
      codes.push(new Promise((resolve) => worker.once('exit', (code) => resolve(code))))
    process.on('worker', onWorker)
    const controller = new AbortController()
    // Two at once, since one may get a thread that was kept.
    const writing = ['one', 'other'].map((name) =>
      writeCasePdfInWorker(planCase('thread', 11, 2500), join(folder, `${name}.pdf`), {
        signal: controller.signal,
        onProgress: () => controller.abort(new Error('enough')),
      }),
    )
    await Promise.all(writing.map((written) => assert.rejects(written, /enough/)))
    process.off('worker', onWorker)
    assert.ok(codes.length > 0)
    for (const code of codes) assert.equal(await code, 0, 'a thread that is terminated ends with 1')
  })

  it('fails with what the listener to its progress throws', async () => {
    const onProgress = () => {
      throw new Error('the listener failed')
    }
    const path = join(folder, 'f.pdf')
    await assert.rejects(
      writeCasePdfInWorker(planCase('thread', 0, 20), path, { onProgress }),
      /the listener failed/,
    )
  })

  it('fails clearly where it cannot be written, and the next one is', async () => {
    const plan = planCase('thread', 0, 20)
    await assert.rejects(writeCasePdfInWorker(plan, join(folder, 'no', 'folder.pdf')), /ENOENT/)
    assert.equal((await writeCasePdfInWorker(plan, join(folder, 'e.pdf'))).pages, 20)
  })

  const pages = sized(2500, 500)
  it(`of ${pages} pages is written with a heap that could not hold 2,500`, async () => {
    const plan = planCase('thread', 11, pages)
    // Scans live outside the heap and take most of the time.
    const documents = plan.documents.map((document) => ({ ...document, scanned: false }))
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    })
    try {
      const order: Order = { plan: { ...plan, documents }, path: join(folder, 'large.pdf') }
      worker.postMessage(order)
      let report: Report
      do [report] = (await once(worker, 'message')) as [Report]
      while (report.type === 'progress')
      assert.equal(report.type, 'written')
      assert.equal(report.type === 'written' && report.written.pages, pages)
    } finally {
      await worker.terminate()
    }
  })
})
