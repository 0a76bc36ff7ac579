import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)

/** Fast ones first, the browser and the faults last; one process, so that they share one database server. */
const stages = [
  /^(contract|server\/core)\//,
  /^tools\//,
  /^(?!.*\/(flows|browser|faults)\/)/,
  /\/flows\//,
  /\/browser\//,
  /\/faults\//,
]

const found = globSync('{contract,server,sdk,tools}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
const stageOf = (file: string) => stages.findIndex((stage) => stage.test(file))
const files = found.toSorted((a, b) => stageOf(a) - stageOf(b) || (a < b ? -1 : 1))
if (files.length === 0) {
  console.error(`no test file matches ${wanted.join(' ')}`)
  process.exit(1)
}

if (wanted.length === 0) {
  for (const [name, ...args] of [
    ['tsc', '-p', 'tsconfig.json'],
    ['biome', 'check', '--error-on-warnings', '.'],
  ] as const) {
    const check = spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' })
    if (check.status !== 0) process.exit(check.status ?? 1)
  }
}

const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
const run = spawnSync(process.execPath, [...reporter, join(root, 'tools/in-order.ts'), ...files], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
