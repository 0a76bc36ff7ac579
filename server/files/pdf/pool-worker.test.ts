import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadablePdf } from './unreadable.ts'
import { openWorkerPool } from './worker-pool.ts'

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
