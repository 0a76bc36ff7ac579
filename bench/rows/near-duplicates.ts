import { createHash } from 'node:crypto'
import { createComparePages } from '../../server/app/intake/compare-pages.ts'
import { comparedPage, likeness } from '../../server/files/dedupe/likeness.ts'
import { seeded } from '../../server/synth/random.ts'
import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const documentCount = scaled(500)
const pagesOfDocument = 20
const pageCount = documentCount * pagesOfDocument
const copyShare = 0.1
const wordsOfPage = 350
const sampledPages = scaled(400)
const rounds = 3

/** The map of a file's pages that repeat others, beside reading and hashing the same texts, and all pairs. */
export async function nearDuplicates(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase()
  stack.defer(db.close)
  const documents = Array.from({ length: documentCount }, () => newDocument(pagesOfDocument))
  const { caseId } = await openDesk(db).open(documents)
  const { texts, copies } = makeTexts()
  await putTexts(db, caseId, texts)
  const compare = createComparePages({ db, recognition: 'off', onDuplicates: async () => {} })

  const map = async () => {
    for (const table of ['page_signatures', 'page_comparisons', 'document_duplicates'])
      await db.script(`delete from ${table}`)
    const ms = await elapsedMs(() => compare(caseId))
    const [found] = await db.rows<{ pages: number }>(
      `select sum((run->>'endPage')::int - (run->>'startPage')::int + 1)::int as pages
       from document_duplicates, jsonb_array_elements(duplicates) as run`,
    )
    if ((found?.pages ?? 0) < copies * 0.99) throw new Error(`${found?.pages} of ${copies} copies were found`)
    return ms
  }
  const hash = () =>
    elapsedMs(async () => {
      const rows = await db.rows<{ text: string }>(`select text from page_texts where case_id = $1`, [caseId])
      for (const { text } of rows) createHash('sha256').update(text).digest('hex')
    })
  const sample = texts.slice(0, sampledPages).map(comparedPage)
  const allPairs = async () => {
    const ms = await elapsedMs(async () => {
      for (const [at, page] of sample.entries())
        for (const other of sample.slice(0, at)) likeness(page, other)
    })
    return ms * (pageCount / sampledPages) ** 2
  }
  const times = await interleaved(rounds, { map, hash, allPairs })
  const what = `map of ${pageCount} pages of ${wordsOfPage} words, ${copies} of them copies`
  return [
    {
      what,
      unit: 'ms',
      ours: times.map,
      peer: times.allPairs,
      peerName: `all pairs, from ${sampledPages} pages`,
      aim: { atMost: 0.1 },
    },
    { what, unit: 'ms', ours: times.map, peer: times.hash, peerName: 'reading and hashing the texts' },
  ]
}

/** Every tenth page is an earlier one with a word in twenty changed. */
function makeTexts(): { texts: string[]; copies: number } {
  const random = seeded('near-duplicates')
  const word = () => `${random.int(1, 30_000).toString(36)}a`
  const texts: string[] = []
  let copies = 0
  for (let page = 0; page < pageCount; page++) {
    if (page < pagesOfDocument || !random.chance(copyShare)) {
      texts.push(Array.from({ length: wordsOfPage }, word).join(' '))
      continue
    }
    const earlier = random.int(0, Math.floor(page / pagesOfDocument) * pagesOfDocument - 1)
    copies += 1
    texts.push(
      texts[earlier]!.split(' ')
        .map((kept) => (random.chance(0.05) ? word() : kept))
        .join(' '),
    )
  }
  return { texts, copies }
}

async function putTexts(db: TestDatabase, caseId: string, texts: readonly string[]) {
  await db.rows(`insert into case_texts (case_id, revision) values ($1, 1)`, [caseId])
  await db.rows(
    `insert into page_texts (case_id, page, text, revision)
     select $1, place, text, 1 from unnest($2::text[]) with ordinality as t (text, place)`,
    [caseId, texts],
  )
}
