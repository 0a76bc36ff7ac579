import { parseArgs } from 'node:util'
import { rows } from './all.ts'
import { judge, type Verdict } from './measure.ts'
import { promises, table } from './report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, promised: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !Object.hasOwn(rows, name))
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}: the rows are ${Object.keys(rows).join(', ')}.`)
  process.exit(2)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const promising = [
  'append',
  'document-list',
  'requests',
  'tag-cost',
  'start',
  'sign',
  'ranked-list',
  'search',
  'deliveries',
  'write-cost',
  'operations',
  'preview',
  'inbound-facts',
  'replay',
]
const all = values.promised ? promising : Object.keys(rows)
const wanted = positionals.length > 0 ? positionals : all
const found: (Verdict & { row: string })[] = []
for (const name of wanted) {
  const started = performance.now()
  const verdicts = (await rows[name]!()).map(judge)
  found.push(...verdicts.map((verdict) => ({ row: name, ...verdict })))
  const seconds = Math.round((performance.now() - started) / 1000)
  if (values.promised) console.log(promises(verdicts))
  else if (!values.json) console.log(`${name} (${seconds} s)\n${table(verdicts)}\n`)
}
if (values.json) console.log(JSON.stringify(found, null, 2))
