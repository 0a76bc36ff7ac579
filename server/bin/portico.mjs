#!/usr/bin/env node
// The command runs on the Node that comes with the package, also where an older one is first on the path.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const entry = join(here, '../cli.ts')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache()
  await import(entry)
} else {
  const node = [join(here, '../../node_modules/.bin/node'), join(here, '../../../.bin/node')].find(existsSync)
  if (!node) {
    console.error('portico: Node 24 is needed, and the one that npm installs beside it was not found')
    process.exit(3)
  }
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}
