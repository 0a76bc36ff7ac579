import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeWords, encodeWords } from '../core/file/page-words.ts'
import { bareDatabase, freshDatabase, type TestDatabase } from '../test/database.ts'
import { oneOwner, searchPaths } from '../test/search-paths.ts'
import { sized } from '../test/size.ts'
import { databasePages } from './database-pages.ts'
import { indexPages, type PageText } from './index-pages.ts'
import { normalise } from './normalise.ts'
import { parseQuery } from './query.ts'
import { readPage } from './read-page.ts'
import { searchCase } from './search-case.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

const box = { left: 0, top: 0, right: 0, bottom: 0 }

describe('indexPages', () => {
  let db: TestDatabase
  const index = (caseId: string, pages: PageText[]) =>
    db.transaction((tx) => indexPages(tx, { caseId, pages }))
  const search = (caseId: string, query: string, limit = 50) =>
    searchCase(databasePages(db, caseId), query, { owners: oneOwner, limit })
  const pagesOf = async (caseId: string, query: string) =>
    (await search(caseId, query, 1_000)).hits.map(({ page }) => page)

  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  it('puts a page read anew in the place of its older reading', async () => {
    await index('case_anew', [
      { page: 1, text: 'first reading' },
      { page: 2, text: 'second page' },
    ])
    await index('case_anew', [{ page: 1, text: 'another text' }])
    assert.deepEqual(await pagesOf('case_anew', 'reading'), [])
    assert.equal((await search('case_anew', 'readng')).corrected, undefined)
    assert.deepEqual(await pagesOf('case_anew', 'another'), [1])
    assert.deepEqual(await pagesOf('case_anew', 'second'), [2])
    await index('case_anew', [{ page: 2, text: '' }])
    assert.deepEqual(await pagesOf('case_anew', 'second'), [])
  })

  it('keeps where the words are printed and where the text comes from', async () => {
    const word = { start: 0, end: 5, left: 0, top: 0, right: 1, bottom: 1 }
    const kept = async () => {
      const [row] = await db.rows<{ source: string; confidence: number | null; words: Buffer }>(
        `select source, confidence, words from page_texts join page_words using (case_id, page)
         where case_id = 'case_words'`,
      )
      return row && { ...row, words: decodeWords(row.words) }
    }
    const put = (page: Partial<PageText>) => index('case_words', [{ page: 1, text: 'first word', ...page }])
    await put({ words: [word], source: 'ocr', confidence: 0.5 })
    assert.deepEqual(await kept(), { source: 'ocr', confidence: 0.5, words: [word] })
    await put({ words: encodeWords([word, { ...word, start: 6, end: 10 }]) })
    const again = await kept()
    assert.deepEqual([again?.source, again?.confidence, again?.words.length], ['textLayer', null, 2])
    await put({})
    assert.deepEqual((await kept())?.words, [])
  })

  it('keeps no word behind the end of the text that it keeps', async () => {
    const text = `${'x '.repeat(150_000)}`
    const words = Array.from({ length: 150_000 }, (_, at) => ({ start: at * 2, end: at * 2 + 1, ...box }))
    const lists = [words, encodeWords(words)]
    for (const words of lists) {
      await index('case_long', [{ page: 1, text, words }])
      const [row] = await db.rows<{ words: Buffer; length: number }>(
        `select words, length(text) as length from page_texts join page_words using (case_id, page)
         where case_id = 'case_long'`,
      )
      assert.ok(row && row.length < text.length)
      assert.ok((decodeWords(row.words).at(-1)?.end ?? 0) <= row.length)
    }
  })

  it('leaves one page where the same page is read twice at once', async () => {
    const readings = ['early reading', 'late reading'].map((text) => index('case_race', [{ page: 1, text }]))
    await Promise.all(readings)
    assert.deepEqual(await pagesOf('case_race', 'reading'), [1])
    const [early, late] = [await pagesOf('case_race', 'early'), await pagesOf('case_race', 'late')]
    assert.deepEqual([...early, ...late], [1])
  })

  it('finds candidates by the index of tokens, whatever the planner knows of the table', async () => {
    const pages = Array.from({ length: 500 }, (_, offset) => ({ page: offset + 1, text: 'a common word' }))
    await index('case_plan', pages)
    for (const knowledge of ['delete from pg_statistic', 'analyze page_tokens']) {
      await db.script(knowledge)
      const plan = await db.transaction(async (tx) => {
        const [made] = await tx.rows<{ body: string; settings: string[] }>(
          `select prosrc as body, proconfig as settings from pg_proc where proname = 'candidate_pages'`,
        )
        for (const setting of made?.settings ?? []) await tx.rows(`set local ${setting}`)
        const body = made?.body.replace('of_case', `'case_plan'`).replace('query', `'''common'''::tsquery`)
        return tx.rows<Record<string, string>>(`explain ${body}`)
      })
      assert.match(JSON.stringify(plan), /Bitmap Index Scan on page_tokens_by_token/, knowledge)
    }
  })

  it('takes the last of a page given twice', async () => {
    await index('case_twice', [
      { page: 1, text: 'one' },
      { page: 1, text: 'two' },
    ])
    assert.deepEqual([await pagesOf('case_twice', 'one'), await pagesOf('case_twice', 'two')], [[], [1]])
  })

  it('takes any number of pages, and none', async () => {
    await index('case_many', [])
    await index(
      'case_many',
      Array.from({ length: 450 }, (_, page) => ({ page: page + 1, text: `page number ${page + 1}` })),
    )
    assert.equal((await pagesOf('case_many', 'number')).length, 450)
    assert.deepEqual(await pagesOf('case_many', '450'), [450])
  })

  it('takes hostile text', async () => {
    const text = `nul\0and lone \ud800 'quotes' \\ ${'x'.repeat(5_000)} ${'a-'.repeat(3_000)} ${'('.repeat(3_000)}`
    await index('case_hostile', [{ page: 1, text }])
    for (const query of ['nul', 'lone quotes', 'x'.repeat(900), 'x*', '"a a a a"', 'a-a']) {
      const expected = query === 'x'.repeat(900) ? [] : [1]
      assert.deepEqual(await pagesOf('case_hostile', query), expected, query.slice(0, 20))
    }
  })

  it('finds every word of a page that has more of them than a row can hold', async () => {
    const words = Array.from(
      { length: 20_000 },
      (_, number) => `ж${number.toString(36).replace(/\d/g, (digit) => 'ghijklmnop'[+digit] ?? '')}щщщщщ`,
    )
    const dense = [...new Set(words)].join(' ')
    const denser = dense.replaceAll(' ', "'")
    await index('case_dense', [
      { page: 1, text: 'plain' },
      { page: 2, text: denser },
    ])
    const [row] = await db.rows<{ tokens: number }>(
      `select length(tokens) as tokens from page_tokens where case_id = 'case_dense' and page = 2`,
    )
    assert.equal(row?.tokens, 1)
    assert.deepEqual(await pagesOf('case_dense', words[15_000] ?? ''), [2])
    assert.deepEqual(await pagesOf('case_dense', 'plain'), [1])
  })

  it('makes every page findable that a scan of all pages finds, in the database and in memory', async () => {
    let number = 0
    let foundPages = 0
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 2, maxLength: 8 }), queries, async (pages, asked) => {
        const caseId = `case_property_${number++}`
        const texts = pages.map((page) => page.flat().join(''))
        await index(
          caseId,
          texts.map((text, offset) => ({ page: offset + 1, text })),
        )
        const memory = await searchPaths['memory, with pages read again'](db, caseId)
        for (const terms of asked) {
          const written = terms.map((term) => writeTerm(pages, term)).join(' ')
          const query = parseQuery(written)
          const scanned = texts.flatMap((text, offset) =>
            isHit(query, runsOf(normalise(text).text)) ? [offset + 1] : [],
          )
          const { hits, corrected } = await search(caseId, written)
          const pagesFound = corrected === undefined ? hits.map(({ page }) => page) : []
          assert.deepEqual(pagesFound, scanned, JSON.stringify(written))
          const inMemory = await memory.findAndCount(query, { after: 0, limit: 50, owners: oneOwner })
          assert.deepEqual(
            inMemory.hits.map(({ page }) => page),
            scanned,
            JSON.stringify(written),
          )
          for (const { page, read } of inMemory.hits) {
            const text = readPage(texts[page - 1]!)
            for (const term of query.required.flat()) {
              assert.deepEqual([...read.placesOf(term)], [...text.placesOf(term)], JSON.stringify(written))
            }
          }
          foundPages += scanned.length
        }
      }),
      { numRuns: sized(150, 25), seed: 20_261_115 },
    )
    assert.ok(foundPages > sized(400), `only ${foundPages} pages were found by any query`)
  })

  it('answers any query at all', async () => {
    await index('case_any', [{ page: 1, text: `a 'quoted' \\ text & more | 70% :* !` }])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (written) => {
        await search('case_any', written)
        await search('case_any', `text OR ${written}`)
      }),
    )
  })
})

describe('the tables of search', () => {
  it('say in a sentence what is missing where btree_gin may not be created', async () => {
    const db = await bareDatabase()
    const script = readFileSync(join(import.meta.dirname, '../store/migrations/002-search.sql'), 'utf8')
    try {
      await assert.rejects(
        db.script(`begin; create role search_stranger; set local role search_stranger; ${script}`),
        /search needs the PostgreSQL extension btree_gin, and it could not be created/,
      )
    } finally {
      await db.close()
    }
  })
})

const words = [
  'hear',
  'hearing',
  'Hearings',
  'e',
  'mail',
  'email',
  'O',
  'Brien',
  's',
  'José',
  'ﬁle',
  'C.F.R.',
  'a',
]
const literals = ['70', '7', '3', '303', '3.303', '12.5', '%', '$', '#', '+', 'DD', '214', '§', '½']
const joints = [
  ' ',
  ' ',
  ' ',
  '\n',
  '-',
  '-\n',
  "'",
  '’',
  '\u00ad',
  '.',
  '/',
  ',',
  '(',
  ') ',
  ':',
  '',
  ' - ',
  '&',
]
const pieces = fc.array(fc.tuple(fc.constantFrom(...words, ...literals), fc.constantFrom(...joints)), {
  minLength: 3,
  maxLength: 14,
})

/** A stretch of one of the pages, written in one of the ways in which a person may ask for it. */
type AskedTerm = { page: number; from: number; length: number; way: string }
const queries = fc.array(
  fc.array(
    fc.record({
      page: fc.nat(7),
      from: fc.nat(13),
      length: fc.integer({ min: 1, max: 3 }),
      way: fc.constantFrom(
        'plain',
        'joined',
        'hyphened',
        'quoted',
        'excluded',
        'excludedPhrase',
        'prefix',
        'either',
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 8, maxLength: 8 },
)

function writeTerm(pages: string[][][], { page, from, length, way }: AskedTerm): string {
  const all = pages[page % pages.length] ?? []
  const stretch = all.slice(from % (all.length || 1)).slice(0, length)
  const text = stretch.flat().slice(0, -1).join('')
  const joinedBy = (joint: string) => stretch.map(([piece]) => piece).join(joint)
  switch (way) {
    case 'joined':
      return joinedBy('')
    case 'hyphened':
      return joinedBy('-')
    case 'quoted':
      return `"${text}"`
    case 'excluded':
      return `-${joinedBy('')}`
    case 'excludedPhrase':
      return `-"${text}"`
    case 'prefix':
      return `${text.slice(0, Math.max(1, text.length - 1))}*`
    case 'either':
      return `${text} OR`
    default:
      return text
  }
}
