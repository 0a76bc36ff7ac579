import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadablePdf } from './unreadable.ts'
import { type JobOptions, openWorkerPool } from './worker-pool.ts'

const program = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (job) => {
    if (job === 'greedy') for (const all = []; ; ) all.push(all.length)
    if (job === 'endless') for (;;);
    parentPort.postMessage({ type: 'done', result: Object.keys(process.env).includes('PATH') })
  })`

describe('a worker that is a process', () => {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const open = () =>
    openWorkerPool<string, boolean>({
      entry,
      size: 1,
      timeoutMs: 60_000,
      jobsPerWorker: 10,
      heapMegabytes: 32,
    })

  it('is all that is lost when a job takes more memory than it may have', async () => {
    const pool = open()
    await assert.rejects(
      pool.run('greedy'),
      (error) => error instanceof UnreadablePdf && error.reason === 'tooLarge',
    )
    assert.equal(await pool.run('modest'), false)
    await pool.close()
  })

  it('is ended when its job is cancelled', async () => {
    const pool = open()
    const leaving = new AbortController()
    assert.equal(await pool.run('modest'), false)
    const job = pool.run('endless', { signal: leaving.signal })
    leaving.abort()
    await assert.rejects(job, { name: 'AbortError' })
    assert.equal(await pool.run('modest'), false)
    await pool.close()
  })
})

describe('background jobs of several lines', () => {
  it('go in turns, however many one of them has, and after what is waited for', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (job) => parentPort.postMessage({ type: 'done', result: job }))`
    const entry = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const pool = openWorkerPool<string, string>({ entry, size: 1, timeoutMs: 60_000, jobsPerWorker: 100 })
    const done: string[] = []
    const run = async (job: string, options: JobOptions) => void done.push(await pool.run(job, options))
    const of = (line: string, count: number) =>
      Array.from({ length: count }, (_, at) => run(`${line} ${at + 1}`, { isBackground: true, line }))
    await Promise.all([...of('ann', 4), ...of('sent', 2), ...of('bea', 1), run('waited for', {})])
    assert.deepEqual(done, ['ann 1', 'waited for', 'sent 1', 'bea 1', 'ann 2', 'sent 2', 'ann 3', 'ann 4'])
    await pool.close()
  })
})
