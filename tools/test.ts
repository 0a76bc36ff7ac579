import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)

/** Fast ones first, the browser and the faults last. */
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
  // Tests of other systems need packages of Debian: tools/test-systems.ts runs them.
  exclude: (path) => /(^|\/)(node_modules|dist|systems)(\/|$)/.test(path),
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

/** Two halves at once, one for each core; each is one process, so that its tests share one database server. */
const isLate = (file: string) => /\/(flows|browser|faults)\//.test(file)
const halves = [files.filter((file) => !isLate(file)), files.filter(isLate)].filter((half) => half.length > 0)
const outputs = halves.map(() => '')
let shown = 0

/** The first half is shown as it runs, the second when the first is done. */
function show(half: number, text: string) {
  if (half === shown) process.stdout.write(text)
  outputs[half] += text
}

const ends = halves.map(
  (half, index) =>
    new Promise<number>((resolve) => {
      const args = ['--test-reporter=spec', join(root, 'tools/in-order.ts'), ...half]
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => show(index, text))
      }
      child.once('close', (code) => resolve(code ?? 1))
    }),
)
const codes: number[] = []
for (const end of ends) {
  codes.push(await end)
  shown += 1
  process.stdout.write(outputs[shown] ?? '')
}
if (halves.length > 1) {
  const [early = ''] = outputs
  const failing = early.indexOf('✖ failing tests:')
  if (failing >= 0) process.stdout.write(early.slice(failing))
  for (const what of ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']) {
    const counts = outputs.map((output) =>
      Number(output.match(new RegExp(`^ℹ ${what} (\\d+)`, 'm'))?.[1] ?? 0),
    )
    console.log(`ℹ ${what} ${counts.reduce((sum, count) => sum + count, 0)}`)
  }
}
process.exit(codes.find((code) => code !== 0) ?? 0)
