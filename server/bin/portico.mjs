#!/usr/bin/env node
// The command runs on the Node that comes with the package, also where an older one is first on the path.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const signals = ['SIGINT', 'SIGTERM']

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // The first process of a container has no default for signals: without this it would not hear them while it starts.
  for (const signal of signals) process.on(signal, exitUnlessHandled)
  endWithNpm(process.pid)
  const { directory } = module.enableCompileCache()
  // Threads, and processes for conversions, look for it here: each would compile its modules anew.
  if (directory) process.env.NODE_COMPILE_CACHE ??= directory
  await import('./resolve-own.mjs')
  const { runCommand } = await import('../cli.ts')
  await runCommand(process.argv.slice(2))
} else {
  const node = [join(here, '../../node_modules/.bin/node'), join(here, '../../../.bin/node')].find(existsSync)
  if (!node) {
    console.error('portico: Node 24 is needed, and the one that npm installs beside it was not found')
    process.exit(3)
  }
  // The channel closes when this process is killed, and what runs on it ends.
  const args = ['--import', join(here, 'end-with-launcher.mjs'), fileURLToPath(import.meta.url)]
  const child = spawn(node, [...args, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  endWithNpm(child.pid)
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function exitUnlessHandled(signal, number) {
  if (process.listenerCount(signal) === 1) process.exit(128 + number)
}

/** npm passes signals on to a shell that may keep them, and passes on nothing when it is killed. */
function endWithNpm(pid) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    process.kill(pid, 'SIGTERM')
  }, 250)
  watching.unref()
}
