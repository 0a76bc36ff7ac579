import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../core/kernel/decider.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { oneOwner, searchPaths } from '../test/search-paths.ts'
import type { CasePages } from './case-pages.ts'
import { indexPages } from './index-pages.ts'
import { searchCase } from './search-case.ts'

const corpus = [
  'The Veteran seeks service connection for bilateral hearing loss and tinnitus.\nIt was denied under 38 C.F.R. § 3.303(a).',
  'A hearing was held on 1/2/1998. At later hear-\nings the appellant spoke of his disabil-\nity.',
  'Post-traumatic stress disorder is rated at 70% from March 4, 2011. See 38 CFR 3.304(f).',
  'He is 70 years old and walked 170 feet. Of the pool 12.5% remained; 70 percent was claimed.',
  'DD-214 received; DD Form 214 shows the U.S. Army. Write to j.obrien@example.org by e-mail.',
  'DD214 and dd 214 were both scanned. Dr. O’Brien’s opinion (5 May 2003) used email.',
  'José Muñoz, a café owner, had an injury at the oﬃce: œdema of the left foot. Naïve.',
  'This vet-\neran is service-\nconnected for a lumbo-\r\nsacral strain; 10 mg daily, 20mg at night.',
  'Disabilities of the spine: 38 C. F. R. §§ 3.303, 3.304. L4-L5 disc, vitamin B12, A1C of 7½.',
  'Pay of $1,500 and $5.50; issue #3; at 10:30 a.m.; x-ray; a C&P exam; 2+ edema; 0.70% rise.',
  'The service\n   connection of tinnitus (see 13.303 and 3.3031) is a matter of the\n record.',
  'See 3.303¹ and the mother-in-law’s state\u00adment of 1998-2001; and/or none.',
  '',
]

/** Search, specified by what each query finds. */
const found: Record<string, [query: string, ...pages: number[]][]> = {
  'words, whatever their case': [
    ['tinnitus', 1, 11],
    ['TINNITUS', 1, 11],
    ['the', 1, 2, 4, 5, 7, 9, 11, 12],
    ['of', 2, 4, 7, 9, 10, 11, 12],
    ['service connection', 1, 11],
    ['connection service', 1, 11],
    ['see', 3, 11, 12],
    ['absent'],
  ],
  'the forms of a word, but only itself in quotes': [
    ['hearing', 1, 2],
    ['hearings', 1, 2],
    ['"hearings"', 2],
    ['disability', 2, 9],
    ['disabilities', 2, 9],
    ['"disability"', 2],
    ['feet', 4, 7],
    ['foot', 4, 7],
    ['"foot"', 7],
    ['claims', 4],
    ['veteran', 1, 8],
    ["veterans'", 1, 8],
    ["veteran's", 1, 8],
  ],
  'accents and ligatures, with or without': [
    ['jose munoz', 7],
    ['José Muñoz', 7],
    ['CAFE', 7],
    ['café', 7],
    ['office', 7],
    ['oﬃce', 7],
    ['oedema', 7],
    ['œdema', 7],
    ['naive', 7],
  ],
  'words broken at a line’s end, whole and in parts': [
    ['lumbosacral', 8],
    ['lumbo-sacral', 8],
    ['sacral', 8],
    ['service-connected', 8],
    ['serviceconnected', 8],
    ['"service connected"', 8],
    ['connected', 8],
    ['"this veteran is"', 8],
    ['"hearings the appellant"', 2],
    ['statement', 12],
    ['state', 12],
  ],
  'phrases, across lines and punctuation': [
    ['"service connection"', 1, 11],
    ['"connection service"'],
    ['"matter of the record"', 11],
    ['“Hearing Loss and”', 1],
    ['"hearing losses"'],
    ['hearing losses', 1],
    ['"strain 10 mg"', 8],
    ['"March 4, 2011"', 3],
    ['"strain, daily"'],
    ['"matter of the', 11],
  ],
  'regulations, in every spelling': [
    ['38 CFR 3.303', 1, 9],
    ['38 C.F.R. § 3.303', 1, 9],
    ['38 C. F. R. §§ 3.303', 1, 9],
    ['"38 CFR 3.303"', 1, 9],
    ['"38 C.F.R. § 3.304"', 3],
    ['cfr', 1, 3, 9],
    ['C.F.R.', 1, 3, 9],
    ['§3.303', 1, 9, 12],
    ['3.303', 1, 9, 12],
    ['3.303(a)', 1],
    ['3.304 (f)', 3],
    ['303', 1, 9, 11, 12],
    ['3', 1, 3, 9, 10, 11, 12],
    ['3.30'],
    ['U.S.', 5],
    ['US', 5],
  ],
  'numbers with a sign, whole': [
    ['70%', 3],
    ['70 %', 3],
    ['"rated at 70%"', 3],
    ['70', 3, 4, 10],
    ['170', 4],
    ['12.5%', 4],
    ['5%'],
    ['0.70%', 10],
    ['12.5', 4],
    ['"70 percent"', 4],
    ['$1,500', 10],
    ['1,500', 10],
    ['1500'],
    ['$5.50', 10],
    ['$5'],
    ['#3', 10],
    ['2+', 10],
  ],
  'forms and codes, however they are joined': [
    ['DD-214', 5, 6],
    ['DD214', 5, 6],
    ['DD 214', 5, 6],
    ['"DD 214"', 5, 6],
    ['214', 5, 6],
    ['dd', 5, 6],
    ['"DD Form 214"', 5],
    ['21'],
    ['L4-L5', 9],
    ['L4', 9],
    ['B12', 9],
    ['B-12', 9],
    ['A1C', 9],
    ['10mg', 8],
    ['20 mg', 8],
    ['"20 mg"', 8],
  ],
  'dates and times as they are written': [
    ['1/2/1998', 2],
    ['2/1998', 2],
    ['1998', 2, 12],
    ['1998-2001', 12],
    ['19982001'],
    ['10:30', 10],
    ['5 May 2003', 6],
    ['1/2', 2, 9],
  ],
  'hyphens and apostrophes, with or without': [
    ["O'Brien", 5, 6],
    ['O’Brien', 5, 6],
    ['obrien', 5, 6],
    ['Brien', 6],
    ['e-mail', 5, 6],
    ['email', 5, 6],
    ['emails', 5, 6],
    ['"e mail"', 5],
    ['mail', 5],
    ['x-ray', 10],
    ['xray', 10],
    ['post-traumatic', 3],
    ['posttraumatic', 3],
    ['mother-in-law', 12],
    ['motherinlaw', 12],
    ['in-laws', 12],
    ['C&P', 10],
    ['"C & P exam"', 10],
    ['and/or', 12],
    ['example.org', 5],
    ['j.obrien@example.org', 5],
  ],
  'either, not, and beginnings': [
    ['tinnitus OR email', 1, 5, 6, 11],
    ['tinnitus or email'],
    ['service tinnitus OR strain', 1, 8, 11],
    ['"hearing loss" OR "left foot" OR 12.5%', 1, 4, 7],
    ['service -tinnitus', 8],
    ['service -"hearing loss"', 8, 11],
    ['tinnitus -3.303', 11],
    ['70 -70%', 4, 10],
    ['hearing -disabilities', 1],
    ['DD-214 -e-mail'],
    ['DD-214 -scanned', 5],
    ['the -tin* -dis*', 4, 5, 7, 12],
    ['-tinnitus'],
    ['tin*', 1, 11],
    ['disab*', 2, 9],
    ['lumbos*', 8],
    ['DD2*', 5, 6],
    ['199*', 2, 12],
    ['3.30*', 1, 3, 9, 11, 12],
    ['"tin*"'],
  ],
  'nothing where nothing is asked': [['%'], ['§'], ['"'], ['*'], ['-'], ['OR'], ['""']],
}

const corrected: [query: string, corrected: string | undefined, ...pages: number[]][] = [
  ['tinitus', 'tinnitus', 1, 11],
  ['tinnitis', 'tinnitus', 1, 11],
  ['hearign', 'hearing', 1, 2],
  ['servcie conection', 'service connection', 1, 11],
  ['"servcie connection"', '"service connection"', 1, 11],
  ['lumbosacrel -tinnitus', 'lumbosacral -tinnitus', 8],
  ['posttraumetik', 'posttraumatic', 3],
  ['cofe', 'cafe', 7],
  ['absent OR tinitus', 'absent OR tinnitus', 1, 11],
  ['tinitus absent', 'tinnitus absent'],
  ['tnnits', undefined],
  ['teh', undefined],
  ['213', undefined],
  ['DD-215', undefined],
  ['tinitu*', undefined],
  ['tinnitus absent', undefined],
]

for (const [name, pathTo] of Object.entries(searchPaths)) {
  describe(`searchCase, by ${name}`, () => {
    let db: TestDatabase
    let pages: CasePages
    const index = (id: string, texts: string[], from = 1) =>
      db.transaction((tx) =>
        indexPages(tx, {
          caseId: id,
          pages: texts.map((text, offset) => ({ page: from + offset, text })),
        }),
      )
    const search = async (written: string, id = 'case_corpus', limit = 50) =>
      searchCase(await pathTo(db, id), written, { owners: oneOwner, limit })
    const pagesOf = async (query: string, id?: string) =>
      (await search(query, id)).hits.map(({ page }) => page)

    before(async () => {
      db = await freshDatabase()
      await index('case_corpus', corpus)
      pages = await pathTo(db, 'case_corpus')
      await index('case_other', [
        'Tinnitus of another case, and vertigo.',
        'Hearings about vertigo and 38 CFR 3.303.',
      ])
    })
    after(() => db.close())

    for (const [what, queries] of Object.entries(found)) {
      it(`finds ${what}`, async () => {
        for (const [query, ...expected] of queries) {
          const result = await searchCase(pages, query, { owners: oneOwner })
          assert.deepEqual({ query, pages: result.hits.map(({ page }) => page) }, { query, pages: expected })
          assert.equal(result.corrected, undefined, query)
        }
      })
    }

    it('retries what it does not find with the nearest words of the case, and says so', async () => {
      for (const [query, retried, ...expected] of corrected) {
        const result = await searchCase(pages, query, { owners: oneOwner })
        assert.deepEqual({ query, retried: result.corrected }, { query, retried })
        assert.deepEqual(
          result.hits.map(({ page }) => page),
          expected,
          query,
        )
      }
    })

    it('prefers the words that stand on more pages', async () => {
      await index('case_near', ['a boat', 'a coat', 'a coat', 'a moat', 'a coat and a boat'])
      assert.equal((await search('doat', 'case_near')).corrected, 'coat OR boat OR moat')
    })

    it('never sees a page or a word of another case', async () => {
      assert.deepEqual(await pagesOf('vertigo'), [])
      assert.equal((await search('vertgo')).corrected, undefined)
      assert.deepEqual(await pagesOf('vertigo', 'case_other'), [1, 2])
      assert.deepEqual(await pagesOf('tinnitus', 'case_other'), [1])
      assert.deepEqual(await pagesOf('tinnitus', 'case_none'), [])
    })

    it('sees no page, and no word of a page, that belongs to no document', async () => {
      const owners = [
        { documentId: 'doc_one', startPage: 2, endPage: 3 },
        { documentId: 'doc_two', startPage: 7, endPage: 10 },
      ]
      const found = async (query: string) => {
        const { hits, corrected } = await searchCase(pages, query, { owners })
        return { pages: hits.map(({ page }) => page), corrected }
      }
      assert.deepEqual(await found('tinnitus'), { pages: [], corrected: undefined })
      assert.deepEqual(await found('tinitus'), { pages: [], corrected: undefined })
      assert.deepEqual(await found('hearing OR cfr'), { pages: [2, 3, 9], corrected: undefined })
      assert.deepEqual((await searchCase(pages, 'the', { owners: [] })).hits, [])
    })

    it('gives the first fifty pages in page order', async () => {
      const texts = Array.from({ length: 130 }, (_, offset) => (offset % 2 ? 'common word' : 'word common'))
      await index('case_long', texts, 301)
      await index('case_long', texts, 1)
      const all = await pagesOf('common', 'case_long')
      assert.deepEqual(
        all,
        Array.from({ length: 50 }, (_, offset) => offset + 1),
      )
      const phrase = await pagesOf('"common word"', 'case_long')
      assert.deepEqual(
        phrase,
        Array.from({ length: 50 }, (_, offset) => 2 * (offset + 1)),
      )
      assert.equal((await search('"common word"', 'case_long', 1_000)).hits.length, 130)
      assert.equal((await search('word', 'case_long', 3)).hits.length, 3)
      assert.equal((await search('word', 'case_long', 0)).hits.length, 0)
    })

    it('refuses a query of more than 1,000 characters', async () => {
      assert.deepEqual(await pagesOf('x'.repeat(1_000)), [])
      await assert.rejects(search('x'.repeat(1_001)), (error: unknown) => {
        return error instanceof Refusal && error.code === 'invalid'
      })
    })
  })
}
