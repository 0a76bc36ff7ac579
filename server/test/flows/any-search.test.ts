import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseSearchResult } from '@portico/contract/cases'
import fc from 'fast-check'
import { isOperatorAlone } from '../../search/query.ts'
import { sized } from '../size.ts'
import { startWorld, type World } from '../world.ts'

/** What means something to the language, to PostgreSQL, to a URL or to a regular expression, and what means nothing. */
const pieces = [
  ...[
    '"',
    '“',
    '-',
    '–',
    'OR',
    ' OR ',
    '*',
    ' ',
    '\n',
    "'",
    '’',
    '\\',
    '&',
    '|',
    '!',
    ':*',
    '<->',
    '(',
    ')',
    '[',
    '%',
  ],
  ...[
    '\0',
    '\ufffe',
    '\u00ad',
    '\u202e',
    '🙂',
    'İ',
    'ß',
    'ﬃ',
    '½',
    '§',
    '$',
    '#',
    '+',
    '?',
    '/',
    '.',
    ',',
    '~',
    '^',
  ],
  ...['the', 'veteran', 'a', 'hearing', '38 CFR 3.303', '70%', 'DD-214', '1/2/1998', 'x'.repeat(70)],
]
const written = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    ...[
      'a* '.repeat(333),
      '"a b" OR '.repeat(111),
      'the OR '.repeat(142),
      '-a '.repeat(333),
      '"'.repeat(999),
    ],
    ...[
      'a-'.repeat(500),
      "a'".repeat(500),
      '1.'.repeat(500),
      'x'.repeat(1_000),
      'x'.repeat(1_001),
      'é'.repeat(1_500),
    ],
  ),
)
/** Every file has pages with these, so that a search that finds nothing fails whatever chance brings. */
const surelyFound = [
  'a',
  'the OR a',
  'date',
  'veteran OR claim',
  'ser*',
  '-zebra the',
  'a OR date',
  'the -zebra OR a',
]

describe('a search', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  it('for anything at all is answered, or refused with a sentence', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(written, async (q) => {
        const query = new URLSearchParams({ q }).toString()
        const [plain, rich] = await Promise.all([
          world.admin('GET', `/appeals/${world.caseId}/search?${query}`),
          world.admin('GET', `/cases/${world.caseId}/search?${query}`),
        ])
        const sent = new URLSearchParams(query).get('q') ?? ''
        const isRefused =
          sent.trim() === '' || isOperatorAlone(sent) || sent.length > 1_000 || sent.includes('\0')
        for (const { status, json, text } of [plain, rich]) {
          assert.equal(status, isRefused ? 400 : 200, `${JSON.stringify(q)}: ${text.slice(0, 200)}`)
          if (isRefused) assert.equal(typeof (json as { error: unknown }).error, 'string')
        }
        if (isRefused) return
        const { hits, total, isExact } = rich.json as CaseSearchResult
        const pages = hits.map(({ page }) => page)
        const plainPages = (plain.json as { hits: { page: number }[] }).hits.map(({ page }) => page)
        const isRespeltByRemarks = plainPages.length !== pages.length && pages.length === 0
        if (!isRespeltByRemarks) assert.deepEqual(plainPages, pages, JSON.stringify(q))
        assert.ok(isExact && total >= hits.length)
        found += hits.length
      }),
      { numRuns: sized(150, 40), examples: surelyFound.map((q): [string] => [q]) },
    )
    assert.ok(found > 100, `${found} pages were found by any query`)
  })
})
