import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'

const file = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { describe, it } from 'node:test'
  await sleep(1)
  describe('some', () => {
    it('throws in a timer', async () => {
      setTimeout(() => { throw new Error('late') }, 1)
      await sleep(20)
    })
    it('leaves a rejection', async () => {
      Promise.reject(new Error('unseen'))
      await sleep(20)
    })
    describe('inside', () => {
      it('holds', () => sleep(1))
    })
  })
`

describe('the context of a test', () => {
  let folder: string
  let name: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-contexts-'))
    const path = join(folder, 'some.test.mjs')
    await writeFile(path, file)
    name = relative(join(import.meta.dirname, '..'), path)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const run = () => {
    const at = (name: string) => join(import.meta.dirname, name)
    const args = ['--import', at('test-contexts.ts'), '--test-reporter=tap', at('in-order.ts')]
    return new Promise<{ code: unknown; stdout: string }>((done) =>
      execFile(process.execPath, [...args, name], (error, stdout) =>
        done({ code: error?.code ?? 0, stdout }),
      ),
    )
  }

  it('has what was begun in it: what fails later fails that test, in the tree of its file', async () => {
    const { code, stdout } = await run()
    const results = stdout.split('\n').flatMap((line) => line.match(/^ *(not ok|ok) \d+ - .*/)?.[0] ?? [])
    assert.deepEqual(results, [
      '        not ok 1 - throws in a timer',
      '        not ok 2 - leaves a rejection',
      '            ok 1 - holds',
      '        ok 3 - inside',
      '    not ok 1 - some',
      `not ok 1 - ${name}`,
    ])
    assert.equal(code, 1)
  })
})
