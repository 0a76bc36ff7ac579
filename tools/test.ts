import { fork, spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { closingCounts } from './closing-counts.ts'
import { type Tier, tiersOf } from './test-tiers.ts'
import { longestFirst, tidyTimes } from './test-times.ts'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2).filter((word) => word !== '--full')
const tier: Tier = process.argv.includes('--full') ? 'full' : 'small'

/** They wait for processes, disks and clocks: three keep two cores busy. */
const processes = 3
/** For closing what the tests of a process shared, on a busy machine. */
const endMs = 300_000

const found = globSync('{contract,server,sdk,workspace,tools}/**/*.test.ts', {
  cwd: root,
  // Tests of other systems need packages of Debian: tools/test-systems.ts runs them.
  exclude: (path) => /(^|\/)(node_modules|dist|systems)(\/|$)/.test(path),
})
/** A word finds files of either tier. */
const isWanted = (file: string) =>
  wanted.length > 0 ? wanted.some((part) => file.includes(part)) : tiersOf(file).includes(tier)
const files = longestFirst(found.filter(isWanted), tier)
if (files.length === 0) {
  console.error(`no test file matches ${wanted.join(' ')}`)
  process.exit(1)
}

/** What the processes of a run share is made once: see server/test/prepared-cluster.ts. */
const folder = mkdtempSync(join(tmpdir(), 'portico-test-run-'))
chmodSync(folder, 0o711)
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true })
  // Database servers whose process was killed end a moment later: see server/test/database.ts.
  const script = 'sleep 5; rm -rf "$1"-*'
  for (const place of [tmpdir(), '/dev/shm'])
    spawn('/bin/sh', ['-c', script, 'sh', join(place, basename(folder))], { detached: true, stdio: 'ignore' })
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))
const env = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  TEST_SIZE: tier,
  ...process.env,
  TEST_RUN_FOLDER: folder,
}

/** As many at once as there are cores to wait for; each is one process, so that its tests share one database server. */
const runners = Math.min(processes, files.length)
const waiting = [...files]
const outputs = Array.from({ length: runners }, () => '')
let shown = 0

/** The first runner is shown as it runs, each other when those before it are done. */
function show(runner: number, text: string) {
  if (runner === shown) process.stdout.write(text)
  outputs[runner] += text
}

function startRunner(runner: number): Promise<number> {
  const child = fork(join(root, 'tools/in-order.ts'), {
    cwd: root,
    env,
    // Few tests run WebAssembly for long enough to earn its second compilation, which takes a second of each decision.
    execArgv: [
      '--test-reporter=spec',
      '--wasm-tiering-budget=200000000',
      // What a test makes is soon garbage: with more room for the young it is collected less often, in 7 % less time.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      `--import=${join(root, 'tools/test-contexts.ts')}`,
    ],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.on('message', () => child.send(waiting.shift() ?? ''))
  // It is done with its files: what keeps it then is something that a test left open.
  child.once('disconnect', () =>
    setTimeout(() => {
      show(runner, `This process did not end within ${endMs / 1000} s of its last test, and was killed.\n`)
      child.kill('SIGKILL')
    }, endMs).unref(),
  )
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => show(runner, text))
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

const ends = outputs.map((_, runner) => startRunner(runner))
const codes: number[] = []
for (const end of ends) {
  codes.push(await end)
  shown += 1
  process.stdout.write(outputs[shown] ?? '')
}
if (runners > 1) {
  for (const output of outputs.slice(0, -1)) {
    const failing = output.indexOf('✖ failing tests:')
    if (failing >= 0) process.stdout.write(output.slice(failing))
  }
  for (const line of closingCounts(outputs)) console.log(line)
}
if (process.env.TEST_TIMES) tidyTimes(process.env.TEST_TIMES)
// Not by process.exit, which loses what the reader of a pipe has not taken yet.
process.exitCode = codes.find((code) => code !== 0) ?? 0
