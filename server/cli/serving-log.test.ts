import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

describe('an error that nothing caught', () => {
  const run = (code: string) =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      `const { logCrashes, openServingLog } = await import('${join(import.meta.dirname, 'serving-log.ts')}')
       logCrashes(openServingLog(false), () => {})
       setTimeout(() => console.log('serves on'), 50)
       ${code}`,
    ])

  it('ends nothing else where nobody waited for it', async () => {
    const { stdout, stderr } = await run(`void Promise.reject(new Error('one request'))`)
    assert.equal(stdout, 'serves on\n')
    assert.match(stderr, /nobody waited for it/)
  })

  it('ends the process where it was thrown', async () => {
    const ended = await run(`setTimeout(() => { throw new Error('broken') })`).catch((error) => error)
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /crashed/)
  })
})
