import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { rows } from '../bench/all.ts'
import type { Verdict } from '../bench/measure.ts'

const bench = join(import.meta.dirname, '../bench')
/** As many at once as there are cores; a row waits for processes that start and stop. */
const runs = 2

async function run(names: readonly string[]) {
  const child = spawn(process.execPath, [join(bench, 'main.ts'), '--json', ...names], {
    env: { ...process.env, BENCH_SCALE: '0.01' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(code, 0, said)
  return { verdicts: JSON.parse(printed) as (Verdict & { row: string })[], said }
}

describe('the bench', () => {
  it('runs every row at a hundredth of its size, or says what is missing for it', async () => {
    if (!existsSync(join(bench, 'node_modules'))) {
      const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: bench })
      assert.equal(status, 0, String(stderr))
    }
    const names = Object.keys(rows)
    const done = await Promise.all(
      Array.from({ length: runs }, (_, run) => names.filter((_, index) => index % runs === run)).map(run),
    )
    const verdicts = done.flatMap((one) => one.verdicts)
    const said = done.map((one) => one.said).join('')
    for (const name of names) {
      const found = verdicts.filter(({ row }) => row === name)
      if (found.length === 0) assert.match(said, new RegExp(`^${name}: .* nothing is measured`, 'm'), name)
      for (const { what, ours, peer } of found) {
        assert.ok(Number.isFinite(ours) && ours >= 0, `${name}, ${what}: ${ours}`)
        assert.ok(Number.isFinite(peer) && peer >= 0, `${name}, ${what}, peer: ${peer}`)
      }
    }
  })
})
