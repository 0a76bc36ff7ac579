import { setTimeout } from 'node:timers/promises'
import { openSearch } from '../../server/app/texts/search.ts'
import { indexPages } from '../../server/search/index-pages.ts'
import { buildSegment } from '../../server/search/memory/build-segment.ts'
import { indexOf } from '../../server/search/memory/case-index.ts'
import { type CaseIndexes, openCaseIndexes } from '../../server/search/memory/case-indexes.ts'
import { memoryPages } from '../../server/search/memory/memory-pages.ts'
import { searchCase } from '../../server/search/search-case.ts'
import type { Database } from '../../server/store/db.ts'
import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type CaseTexts, caseTexts } from '../case-texts.ts'
import { type Comparison, elapsedMs, interleaved, median, scaled } from '../measure.ts'
import { startFts5Route, startLoadClient, startService } from '../processes.ts'
import { hitsShown, sqliteWith } from '../sqlite-fts5.ts'
import { tempFolder } from '../temp-folder.ts'

const sizes = [1_000, 10_000, 30_000].map(scaled)
const largest = sizes.at(-1)!
const rounds = 12
/** A search of a small case takes no longer, wherever it is answered. */
const quickMs = 20
const requestsEach = scaled(5)
/** Over sockets more of what is measured is chance: of so many rounds the median is the same within a tenth. */
const requestRounds = 40

/** One question in the language of each: ours, SQLite's, PostgreSQL's, and the pieces that a plain scan looks for. */
const questions: { ours: string; sqlite: string; postgres: string; scan: string[] }[] = [
  { ours: 'the', sqlite: 'the', postgres: 'the', scan: ['the'] },
  { ours: 'tinnitus', sqlite: 'tinnitus', postgres: 'tinnitus', scan: ['tinnitus'] },
  { ours: 'veteran', sqlite: 'veteran', postgres: 'veteran', scan: ['veteran'] },
  {
    ours: 'service connection',
    sqlite: 'service connection',
    postgres: 'service connection',
    scan: ['service', 'connection'],
  },
  {
    ours: '"service connection"',
    sqlite: '"service connection"',
    postgres: '"service connection"',
    scan: ['service connection'],
  },
  { ours: '"of the"', sqlite: '"of the"', postgres: '"of the"', scan: ['of the'] },
  {
    ours: '"pain the pain"',
    sqlite: '"pain the pain"',
    postgres: '"pain the pain"',
    scan: ['pain the pain'],
  },
  {
    ours: '38 CFR 3.303',
    sqlite: '"38" "cfr" "3 303"',
    postgres: '38 cfr 3.303',
    scan: ['38', 'cfr', '3.303'],
  },
  { ours: '70%', sqlite: '"70"', postgres: '70', scan: ['70%'] },
  { ours: 'DD-214', sqlite: '"dd 214"', postgres: '"dd 214"', scan: ['dd-214'] },
  { ours: 'hear*', sqlite: 'hear*', postgres: 'hearing', scan: ['hear'] },
  {
    ours: 'hearing -tinnitus',
    sqlite: 'hearing NOT tinnitus',
    postgres: 'hearing -tinnitus',
    scan: ['hearing'],
  },
  {
    ours: 'radiculopathy OR vertigo',
    sqlite: 'radiculopathy OR vertigo',
    postgres: 'radiculopathy or vertigo',
    scan: ['radiculopathy'],
  },
  { ours: 'zyzzyva', sqlite: 'zyzzyva', postgres: 'zyzzyva', scan: ['zyzzyva'] },
]
type Question = (typeof questions)[number]
type Engine = 'ours' | 'memory' | 'tables' | 'sqlite' | 'postgres' | 'scan'
type Answer = (question: Question) => unknown

/** What runs in the same process is compared with the index in memory alone, and a database with the whole search. */
const peers: { engine: Engine; name: string; ours: Engine; aim?: { atMost: number } }[] = [
  { engine: 'sqlite', name: 'SQLite FTS5 with snippet()', ours: 'memory', aim: { atMost: 1 } },
  { engine: 'sqlite', name: 'SQLite FTS5 with snippet()', ours: 'ours', aim: { atMost: 1 } },
  { engine: 'scan', name: 'a scan of the texts in memory', ours: 'memory' },
  { engine: 'postgres', name: 'PostgreSQL with ts_headline', ours: 'ours', aim: { atMost: 1 } },
  { engine: 'tables', name: 'ours by the tables alone', ours: 'ours' },
]

/** The first fifty pages with their snippets, at three sizes of a case, beside others over the same pages. */
export async function search(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase()
  stack.defer(db.close)
  const indexes = openCaseIndexes({ db, mostBytes: 1024 ** 3 })
  stack.defer(indexes.close)
  const tables = openCaseIndexes({ db, mostBytes: 0 })
  const whole = caseTexts(largest)

  const comparisons: Comparison[] = []
  const slow: number[] = []
  for (const pages of sizes) {
    const part = firstPages(whole, pages)
    const caseId = await makeCase(db, part)
    const bytesBefore = indexes.size().bytes
    const loadMs = await elapsedMs(async () => {
      await ourSearch(db, indexes, caseId)(questions[0]!)
      await indexes.settled()
    })
    const bytes = indexes.size().bytes - bytesBefore
    using sqlite = sqliteWith(part.texts)
    const lowered = part.texts.map((text) => text.toLowerCase())
    const measured = await measure({
      ours: ourSearch(db, indexes, caseId),
      memory: inMemory(part.texts),
      tables: ourSearch(db, tables, caseId),
      sqlite: (question) => sqlite.answer(question.sqlite),
      postgres: await postgresWith(db, caseId, pages),
      scan: ({ scan }) => scanOf(lowered, scan),
    })
    slow.push(measured.ours.p95)
    for (const { engine, name, ours, aim } of peers) {
      for (const share of ['p50', 'p95'] as const) {
        comparisons.push({
          what: `${pages} pages, ${ours === 'ours' ? 'a search' : 'the index'}, ${share}`,
          unit: 'ms',
          ours: measured[ours][share],
          peer: measured[engine][share],
          peerName: name,
          ...(aim ? { aim } : {}),
        })
      }
    }
    if (pages < largest) continue
    comparisons.push(...(await wholeRequests(db.url, caseId, pages)))
    const textBytes = part.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const told = (what: string, unit: string, ours: number, peer: number, peerName: string) =>
      comparisons.push({ what, unit, ours, peer, peerName })
    const aimed = (what: string, unit: string, ours: number, peer: number, peerName: string) =>
      comparisons.push({ what, unit, ours, peer, peerName, aim: { atMost: 1 } })
    aimed(`${pages} pages, p95`, 'ms', slow.at(-1)!, 10, 'ten milliseconds')
    aimed(
      `p95, ${pages} pages beside ${sizes[0]}`,
      'times',
      slow.at(-1)! / slow[0]!,
      pages / sizes[0]!,
      'the pages',
    )
    aimed(
      `a page read again, until it is found`,
      'ms',
      await untilFound(db, indexes, caseId),
      1_000,
      'one second',
    )
    told(`memory of ${pages} pages`, 'MB', bytes / 1e6, textBytes / 1e6, 'their text')
    told(
      `${pages} pages into memory, in the background`,
      'ms',
      loadMs,
      await readAllMs(db, caseId),
      'reading them',
    )
  }
  return comparisons
}

function firstPages({ texts, documents }: CaseTexts, pages: number): CaseTexts {
  return {
    texts: texts.slice(0, pages),
    documents: documents
      .filter(({ startPage }) => startPage <= pages)
      .map(({ name, startPage, endPage }) => ({ name, startPage, endPage: Math.min(endPage, pages) })),
  }
}

async function makeCase(db: Database, { texts, documents }: CaseTexts): Promise<string> {
  const filed = documents.map(({ name, startPage, endPage }) => newDocument(endPage - startPage + 1, name))
  const { caseId } = await openDesk(db).open(filed)
  const pages = texts.map((text, index) => ({ page: index + 1, text }))
  await indexPages(db, { caseId, pages })
  await db.script('vacuum analyze')
  return caseId
}

function ourSearch(db: Database, indexes: CaseIndexes, caseId: string): Answer {
  const { hits: search } = openSearch({ db, indexes })
  return ({ ours }) => search(caseId, {}, ours)
}

/** Without asking whether the text is still current. */
function inMemory(texts: readonly string[]): Answer {
  const segment = buildSegment(texts.map((text, index) => ({ page: index + 1, text })))
  const pages = memoryPages(indexOf([segment], 1))
  const owners = [{ documentId: 'doc_bench', startPage: 1, endPage: texts.length }]
  return ({ ours }) => searchCase(pages, ours, { owners })
}

/** Without stop words and stems: with them it would not look for `the` at all. */
async function postgresWith(db: Database, caseId: string, pages: number): Promise<Answer> {
  const table = `bench_pages_${pages}`
  await db.script(
    `create table ${table} as
       select page, text, to_tsvector('simple', text) as words from page_texts where case_id = '${caseId}';
     create unique index on ${table} (page);
     create index on ${table} using gin (words)`,
  )
  await db.script(`vacuum analyze ${table}`)
  return ({ postgres }) =>
    db.rows(
      `select page, ts_headline('simple', text, query, 'MaxWords=24, MinWords=12') as snippet
       from (
         select page, text, query from ${table}, websearch_to_tsquery('simple', $1) as query
         where words @@ query order by page limit ${hitsShown}) as found`,
      [postgres],
    )
}

function scanOf(texts: readonly string[], pieces: readonly string[]) {
  const hits: { page: number; snippet: string }[] = []
  for (let index = 0; index < texts.length && hits.length < hitsShown; index++) {
    const text = texts[index]!
    if (!pieces.every((piece) => text.includes(piece))) continue
    const at = text.indexOf(pieces[0]!)
    hits.push({ page: index + 1, snippet: text.slice(Math.max(0, at - 80), at + 80) })
  }
  return hits
}

/** Over HTTP, one request behind the other: let in, authorized, searched, logged and sent. */
async function wholeRequests(url: string, caseId: string, pages: number): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const service = stack.use(await startService(folder.path, url))
  const peer = stack.use(await startFts5Route(url, caseId))
  const client = stack.use(startLoadClient())
  const msOf = async (where: { url: string; token?: string }, q: string) => {
    const paths = [`/appeals/${caseId}/search?q=${encodeURIComponent(q)}`]
    const { ms } = await client.run({ ...where, paths, connections: 1, requestsEach })
    return ms / requestsEach
  }
  await untilInMemory(() => msOf(service, '"of the" "pain the pain"'))
  const medians = { ours: [] as number[], peer: [] as number[] }
  for (const { ours, sqlite } of questions) {
    const found = await interleaved(requestRounds, {
      ours: () => msOf(service, ours),
      peer: () => msOf(peer, sqlite),
    })
    medians.ours.push(found.ours)
    medians.peer.push(found.peer)
  }
  const [ours, theirs] = [sharesOf(medians.ours), sharesOf(medians.peer)]
  return (['p50', 'p95'] as const).map((share) => ({
    what: `${pages} pages, a whole request, ${share}`,
    unit: 'ms',
    ours: ours[share],
    peer: theirs[share],
    peerName: 'a bare route, one statement, SQLite FTS5 with snippet()',
    aim: { atMost: 1 },
    promise: `search at ${pages} pages, ${share}`,
  }))
}

/** The first searches are answered by the tables, which take far longer: memory answers once it is fast. */
async function untilInMemory(searchMs: () => Promise<number>) {
  const first = await searchMs()
  for (let tries = 0; tries < 600; tries++) {
    if ((await searchMs()) < Math.max(first / 5, quickMs)) return
    await setTimeout(200)
  }
  throw new Error('the case was not read into memory')
}

type Shares = { p50: number; p95: number }

/**
 * Every question to every engine in turn, each time beginning with another; the first round only warms up. What
 * counts of a question is its median, so that p95 tells of slow questions and not of a busy machine.
 */
async function measure(answers: Record<Engine, Answer>): Promise<Record<Engine, Shares>> {
  const engines = Object.keys(answers) as Engine[]
  const medians = new Map<Engine, number[]>(engines.map((engine) => [engine, []]))
  for (const question of questions) {
    const contenders = engines.map((engine) => [
      engine,
      () => elapsedMs(async () => answers[engine](question)),
    ])
    const found = await interleaved<Engine>(rounds, Object.fromEntries(contenders))
    for (const engine of engines) medians.get(engine)!.push(found[engine])
  }
  return Object.fromEntries(engines.map((engine) => [engine, sharesOf(medians.get(engine)!)])) as Record<
    Engine,
    Shares
  >
}

function sharesOf(all: number[]): Shares {
  const p95 = all.toSorted((one, another) => one - another)[Math.floor(all.length * 0.95)]!
  return { p50: median(all), p95 }
}

/** From the commit of the page to the answer that has it. */
async function untilFound(db: Database, indexes: CaseIndexes, caseId: string): Promise<number> {
  const { hits: search } = openSearch({ db, indexes })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const pages = [{ page: 1 + round * 10, text: `nowfound${'abcdefghijklmnop'[round]} and more` }]
    await db.transaction((tx) => indexPages(tx, { caseId, pages }))
    const ms = await elapsedMs(async () => {
      const { hits } = await search(caseId, {}, `nowfound${'abcdefghijklmnop'[round]}`)
      if (hits.length !== 1) throw new Error('a page that was read again is not found')
    })
    times.push(ms)
  }
  return median(times)
}

function readAllMs(db: Database, caseId: string): Promise<number> {
  return elapsedMs(() => db.rows(`select text from page_texts where case_id = $1`, [caseId]))
}
