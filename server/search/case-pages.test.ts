import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { searchPaths } from '../test/search-paths.ts'
import { sized } from '../test/size.ts'
import type { CasePages, PageHit } from './case-pages.ts'
import { indexPages } from './index-pages.ts'
import { parseQuery } from './query.ts'

/** What stands on a page, and the ways in which it may be written there. */
const ways: Record<string, string[]> = {
  the: ['the', 'The', 'THE'],
  of: ['of', 'OF'],
  hearing: ['hearing', 'Hearing', 'hear-\ning', 'hear\u00ading'],
  hearings: ['hearings', 'HEARINGS', 'hear- \r\n ings'],
  heart: ['heart'],
  veteran: ['veteran', 'Veteran', 'vet-\neran'],
  office: ['office', 'oﬃce', 'OFFICE'],
  jose: ['José', 'JOSÉ', 'Jose\u0301', 'Jose'],
  cfr: ['CFR', 'C.F.R.', 'C. F. R.', 'cfr'],
  '3.303': ['3.303', '§ 3.303', '§3.303', '§§ 3.303'],
  '3.304': ['3.304', '§ 3.304'],
  '70': ['70'],
  '70%': ['70%', '70 %'],
  '12.70%': ['12.70%'],
  form: ['DD-214', 'DD214', 'DD 214', 'DD–214'],
}
const nouns = Object.keys(ways)
const joints = [' ', ' ', ' ', '\n', ', ', ';\n', ' (', ') ', ' “', '” ', ' — ']

/** What each way of asking finds, in the words above: the search of a reader with a pencil. */
const terms: [written: string, ...found: string[]][] = [
  ['the', 'the'],
  ['hearing', 'hearing', 'hearings'],
  ['HEARINGS', 'hearing', 'hearings'],
  ['"hearing"', 'hearing'],
  ['hear*', 'hearing', 'hearings', 'heart'],
  ['heart', 'heart'],
  ['veterans', 'veteran'],
  ['"veterans"'],
  ['office', 'office'],
  ['oﬃces', 'office'],
  ['josé', 'jose'],
  ['C.F.R.', 'cfr'],
  ['§3.303', '3.303'],
  ['3.303', '3.303'],
  ['303', '3.303'],
  ['3.30*', '3.303', '3.304'],
  ['70', '70', '70%', '12.70%'],
  ['70%', '70%'],
  ['12.70%', '12.70%'],
  ['dd-214', 'form'],
  ['DD214', 'form'],
  ['vertigo'],
]
const phraseWords = ['the', 'of', 'hearing', 'hearings', 'veteran', 'office', 'jose', 'cfr', '3.303', '3.304']

type Asked = { written: string; isOn(page: string[]): boolean }

const term: fc.Arbitrary<Asked> = fc.constantFrom(...terms).map(([written, ...found]) => ({
  written,
  isOn: (page) => page.some((noun) => found.includes(noun)),
}))
const phrase: fc.Arbitrary<Asked> = fc
  .array(fc.constantFrom(...phraseWords), { minLength: 2, maxLength: 3 })
  .map((words) => ({
    written: `"${words.join(' ')}"`,
    isOn: (page) => page.some((_, at) => words.every((word, offset) => page[at + offset] === word)),
  }))
const either = fc.array(fc.oneof(term, phrase), { minLength: 1, maxLength: 3 })
const query = fc.record({
  required: fc.array(either, { minLength: 1, maxLength: 3 }),
  excluded: fc.array(fc.oneof(term, phrase), { maxLength: 1 }),
})
const page = fc.array(
  fc.record({ noun: fc.constantFrom(...nouns), way: fc.nat(3), joint: fc.constantFrom(...joints) }),
  { maxLength: 10 },
)

describe('a search of pages', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const index = (caseId: string, texts: string[]) =>
    db.transaction((tx) =>
      indexPages(tx, {
        caseId,
        pages: texts.map((text, at) => ({ page: at + 1, text })),
      }),
    )
  const allOf = async (pages: CasePages, written: string, limit: number, owners = ownersOf(1_000)) => {
    const found: PageHit[] = []
    for (let after = 0; ; after = found.at(-1)!.page) {
      const part = await pages.findAndCount(parseQuery(written), { after, limit, owners })
      const shown = await pages.find(parseQuery(written), { after, limit, owners })
      const pagesOf = (hits: PageHit[]) => hits.map(({ page }) => page)
      assert.deepEqual([pagesOf(shown.hits), shown.hasMore], [pagesOf(part.hits), part.hasMore])
      found.push(...part.hits)
      if (!part.hasMore) return { found, counts: part.counts, isExact: part.isExact }
    }
  }

  it('finds and counts, on every path, what a reader finds who knows what stands on each page', async () => {
    let run = 0
    let hits = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 30 }),
        fc.array(query, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (pages, queries, limit) => {
          const caseId = `case_reader_${run++}`
          const texts = pages.map((words) =>
            words.map(({ noun, way, joint }) => ways[noun]![way % ways[noun]!.length] + joint).join(''),
          )
          await index(caseId, texts)
          const owners = ownersOf(pages.length)
          const paths = await Promise.all(
            Object.entries(searchPaths).map(async ([name, path]) => ({
              name,
              pages: await path(db, caseId),
            })),
          )
          for (const { required, excluded } of queries) {
            const groups = required.map((terms) => terms.map(({ written }) => written).join(' OR '))
            const written = [...groups, ...excluded.map((asked) => `-${asked.written}`)].join(' ')
            const expected = pages.flatMap((words, at) => {
              const nouns = words.map(({ noun }) => noun)
              const isHit =
                required.every((terms) => terms.some(({ isOn }) => isOn(nouns))) &&
                !excluded.some(({ isOn }) => isOn(nouns))
              return isHit ? [at + 1] : []
            })
            hits += expected.length
            for (const path of paths) {
              const { found, counts, isExact } = await allOf(path.pages, written, limit, owners)
              const what = `${path.name}: ${written} in ${JSON.stringify(texts)}`
              assert.deepEqual(
                found.map(({ page }) => page),
                expected,
                what,
              )
              assert.equal(isExact, true, what)
              const expectedCounts = owners.flatMap(({ documentId, startPage, endPage }) => {
                const count = expected.filter((page) => page >= startPage && page <= endPage).length
                return count > 0 ? [[documentId, count]] : []
              })
              assert.deepEqual([...counts].sort(), expectedCounts.sort(), what)
            }
          }
        },
      ),
      { numRuns: sized(80, 12), seed: 20_261_115 },
    )
    assert.ok(hits > sized(300), `only ${hits} pages were found by any query`)
  })

  for (const [name, path] of Object.entries(searchPaths)) {
    it(`looks into the documents that are named and into no other case, by ${name}`, async () => {
      await index(`case_named ${name}`, ['needle one', 'needle two', 'needle three', 'needle four'])
      await index(`case_unnamed ${name}`, ['needle'])
      const pages = await path(db, `case_named ${name}`)
      const [first, second] = ownersOf(4)
      for (const written of ['needle', 'needle OR "needle two three"', 'needle -"needle five"']) {
        const inside = async (owners: (typeof first)[]) => {
          const { found, counts } = await allOf(pages, written, 3, owners as ReturnType<typeof ownersOf>)
          return [found.map(({ page, documentId }) => [page, documentId]), [...counts]]
        }
        assert.deepEqual(await inside([second]), [
          [
            [3, 'doc_b'],
            [4, 'doc_b'],
          ],
          [['doc_b', 2]],
        ])
        assert.deepEqual(await inside([{ documentId: 'doc_a', startPage: 2, endPage: 2 }]), [
          [[2, 'doc_a']],
          [['doc_a', 1]],
        ])
        assert.deepEqual(await inside([]), [[], []])
      }
    })
  }
})

/** The pages of a case in two documents. */
function ownersOf(pages: number) {
  const half = Math.ceil(pages / 2)
  return [
    { documentId: 'doc_a', startPage: 1, endPage: half },
    { documentId: 'doc_b', startPage: half + 1, endPage: Math.max(half + 1, pages) },
  ]
}
