import { parseArgs } from 'node:util'
import { judge, type Row, type Verdict } from './measure.ts'
import { promises, table } from './report.ts'
import { alerts } from './rows/alerts.ts'
import { appealList } from './rows/appeal-list.ts'
import { append } from './rows/append.ts'
import { assemble } from './rows/assemble.ts'
import { bulkLoad } from './rows/bulk-load.ts'
import { caseState } from './rows/case-state.ts'
import { deliveries } from './rows/deliveries.ts'
import { documentList } from './rows/document-list.ts'
import { inboundFacts } from './rows/inbound-facts.ts'
import { letters } from './rows/letters.ts'
import { listPages } from './rows/lists.ts'
import { mail } from './rows/mail.ts'
import { national } from './rows/national.ts'
import { nearDuplicates } from './rows/near-duplicates.ts'
import { operations } from './rows/operations.ts'
import { parquet } from './rows/parquet.ts'
import { preview } from './rows/preview.ts'
import { queuePage } from './rows/queue-page.ts'
import { rankedList } from './rows/ranked-list.ts'
import { largeReader, reader } from './rows/reader.ts'
import { replay } from './rows/replay.ts'
import { reports } from './rows/reports.ts'
import { requests } from './rows/requests.ts'
import { rooms } from './rows/rooms.ts'
import { scheduling } from './rows/scheduling.ts'
import { search } from './rows/search.ts'
import { sign } from './rows/sign.ts'
import { speech } from './rows/speech.ts'
import { start } from './rows/start.ts'
import { streams } from './rows/streams.ts'
import { tagCost } from './rows/tag-cost.ts'
import { text } from './rows/text.ts'
import { writeCost } from './rows/write-cost.ts'

const rows: Record<string, Row> = {
  append,
  'document-list': documentList,
  requests,
  'appeal-list': appealList,
  search,
  sign,
  start,
  'tag-cost': tagCost,
  streams,
  'queue-page': queuePage,
  lists: listPages,
  'ranked-list': rankedList,
  'case-state': caseState,
  'bulk-load': bulkLoad,
  assemble,
  'near-duplicates': nearDuplicates,
  national,
  deliveries,
  alerts,
  mail,
  letters,
  reports,
  parquet,
  scheduling,
  rooms,
  speech,
  'write-cost': writeCost,
  operations,
  preview,
  'inbound-facts': inboundFacts,
  replay,
  text,
  reader,
  'large-reader': largeReader,
}

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
