import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { closingCounts } from './closing-counts.ts'
import { installPackages, missingPackages, whyNoPackages } from './debian.ts'

/** Tests against real servers of Debian; see CONTRIBUTING.md. */
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const files = globSync('server/test/systems/*.test.ts', { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted()
if (files.length === 0) {
  console.error(`no system matches ${wanted.join(' ')}`)
  process.exit(1)
}

const ready: string[] = []
const skipped: string[] = []
for (const file of files) {
  const why = whyNotReady(declaredPackages(file))
  if (why === undefined) ready.push(file)
  else skipped.push(`${basename(file, '.test.ts')} is skipped: ${why}.`)
}

let isFailed = false
const outputs: string[] = []
for (const file of ready) {
  const args = ['--test-reporter=spec', join(root, 'tools/in-order.ts'), file]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    output += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) isFailed = true
  outputs.push(output)
}
for (const sentence of skipped) console.log(sentence)
for (const line of closingCounts(outputs)) console.log(line)
console.log(`${ready.length} of ${files.length} systems were tested.`)
if (skipped.length > 0 && process.env.CI === 'true') {
  console.error('In CI no system may be skipped.')
  isFailed = true
}
process.exitCode = isFailed ? 1 : 0

/** A test says which packages it needs: `export const debianPackages = ['nginx-light']`. */
function declaredPackages(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const list = /^export const debianPackages(?:: [\w\s[\]]+)? = \[([^\]]*)\]/m.exec(text)?.[1]
  if (list === undefined) {
    console.error(`${file} must declare its packages: export const debianPackages = ['…']`)
    process.exit(1)
  }
  return [...list.matchAll(/'([a-z0-9][a-z0-9+.-]+)'/g)].map(([, name = '']) => name)
}

function whyNotReady(packages: readonly string[]): string | undefined {
  const missing = missingPackages(packages)
  if (missing.length === 0) return undefined
  const refused = whyNoPackages()
  if (refused) return `${missing.join(', ')} would have to be installed, and ${refused}`
  console.log(`Installing ${missing.join(', ')}.`)
  return installPackages(missing)
}
