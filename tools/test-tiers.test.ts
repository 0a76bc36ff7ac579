import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { tiersOf } from './test-tiers.ts'
import { longestFirst, tidyTimes, timesIn } from './test-times.ts'

const root = join(import.meta.dirname, '..')

describe('the tier of a test file', () => {
  it('is told by its name, and is both where it has sizes', () => {
    assert.deepEqual(tiersOf('server/test/faults/kill.full.test.ts', ''), ['full'])
    assert.deepEqual(tiersOf('server/core/work/work.test.ts', ''), ['small'])
    assert.deepEqual(tiersOf('server/search/a.test.ts', `import { sized } from '../test/size.ts'`), [
      'small',
      'full',
    ])
    assert.deepEqual(tiersOf('server/test/flows/any-search.test.ts'), ['small', 'full'])
  })

  it('is the full one for what kills processes, and for walks in a browser', () => {
    const files = globSync('server/test/{faults,browser}/*.test.ts', { cwd: root })
    const small = files.filter((file) => tiersOf(file).includes('small'))
    assert.ok(files.length > 0)
    assert.deepEqual(small, [])
  })

  it('does not fix how often a property of a small file is tried', () => {
    const files = globSync('{contract,server,sdk,workspace,tools}/**/*.test.ts', {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
    })
    const fixed = files.filter(
      (file) => tiersOf(file).includes('small') && /numRuns: \d/.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(fixed, [], 'numRuns is sized(…) of server/test/size.ts')
  })
})

describe('the order of the test files', () => {
  const measured = (lines: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-times-'))
    const path = join(folder, 'times.txt')
    writeFileSync(path, lines)
    return { path, remove: () => rmSync(folder, { recursive: true }) }
  }

  it('is by the processor time of the tier, and what was never measured comes early', () => {
    const { path, remove } = measured('3.0 small a.ts\n30.0 small b.ts\n90.0 full a.ts\n')
    const times = timesIn(path)
    remove()
    assert.deepEqual(longestFirst(['a.ts', 'b.ts', 'new.ts'], 'small', times), ['b.ts', 'new.ts', 'a.ts'])
    assert.deepEqual(longestFirst(['a.ts', 'b.ts', 'new.ts'], 'full', times), ['a.ts', 'b.ts', 'new.ts'])
  })

  it('is kept with each file once, as measured last, and without those that are gone', () => {
    const { path, remove } = measured(
      '9.0 small tools/test.ts\n1.5 small gone.test.ts\n4.25 full tools/test.ts\n2.5 small tools/test.ts\n',
    )
    tidyTimes(path)
    const kept = readFileSync(path, 'utf8')
    remove()
    assert.equal(kept, '4.3 full tools/test.ts\n2.5 small tools/test.ts\n')
  })
})
