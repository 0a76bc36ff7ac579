import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DecisionPackage, PackageBlock } from '@portico/contract/decision-package'
import { testPackage } from '../../test/decision-package.ts'
import { printBlocks } from './print-blocks.ts'
import { printDecision } from './print-decision.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const set = (words: string) => [{ text: words }]
const blocks = (content: PackageBlock[], below = 2) => printBlocks(content, below, (number) => `/${number}`)

describe('a package laid out as a decision', () => {
  const options = { sha256: 'd'.repeat(64), pageUrl: (id: string, page: number) => `/${id}/${page}` }
  const printed = printDecision(testPackage(), options)

  it('says whom it concerns and who represents them', () => {
    assert.deepEqual(
      printed.parties.map(({ role, name }) => [role, name]),
      [
        ['In the matter of', 'Margaret E. Thornbury'],
        ['Represented by', 'Veterans Legal Aid, Inc.'],
      ],
    )
  })

  it('orders something for each issue, with the reasons of a remand', () => {
    assert.deepEqual(
      printed.issues.map(({ disposition, order }) => [disposition, order.length]),
      [
        ['Allowed', 0],
        ['Denied', 0],
        ['Remanded', 2],
      ],
    )
    assert.equal(
      printed.issues[2]?.order[0],
      'Medical examination: inadequate opinion (before certification)',
    )
  })

  it('lists the evidence by number, each with its page', () => {
    assert.deepEqual(printed.evidence[0], {
      name: 'Rating decision',
      place: 'page 212 of the case, page 3 of the document',
      quote: '“Service connection for tinnitus is denied.”',
      url: '/case_1/212',
    })
    const [opening] = printed.opening
    assert.deepEqual(opening?.type === 'paragraph' && opening.runs[1], {
      text: 'rating decision of March 2024 [1]',
      url: '/case_1/212',
    })
  })

  it('says below the signature in whose place it was signed, and why', () => {
    assert.deepEqual(printed.signature.lines, ['Signed electronically', 'November 15, 2026, 14:03 UTC'])
    const linesOf = (override: NonNullable<DecisionPackage['override']>) =>
      printDecision(testPackage({ override }), options).signature.lines.slice(2)
    const holder = { kind: 'person' as const, id: 'mem_3', name: 'j.alvarez' }
    const why = 'Judge Alvarez is on leave.'
    assert.deepEqual(linesOf({ why, holder, name: 'Josefa Alvarez' }), [
      'In the place of Josefa Alvarez, who held the review: Judge Alvarez is on leave.',
    ])
    assert.deepEqual(linesOf({ why, holder }), [
      'In the place of j.alvarez, who held the review: Judge Alvarez is on leave.',
    ])
    assert.deepEqual(linesOf({ why: 'It was left open.' }), ['Nobody held the review: It was left open.'])
  })

  it('carries the hash of the package, and a notice only where there is one', () => {
    assert.equal(printed.colophon.at(-1), options.sha256)
    assert.equal('notice' in printed, false)
    assert.equal(printDecision(testPackage(), { ...options, notice: 'Not real.' }).notice, 'Not real.')
  })
})

describe('rich text that is laid out', () => {
  it('leaves out no level of headings on the way down', () => {
    const headings = [3, 3, 1, 3].map((level) => ({ type: 'heading' as const, level, content: text('x') }))
    assert.deepEqual(
      blocks(headings).map((block) => block.type === 'heading' && block.level),
      [3, 4, 3, 4],
    )
  })

  it('nests a list by the depth of its items, also where the first stands deepest', () => {
    const items = [2, 0, 1, 1, 0].map((level, index) => ({ level, content: text(String(index)) }))
    const shape = (block: ReturnType<typeof blocks>[number] | undefined): unknown =>
      block?.type === 'list'
        ? block.items.map((item) => item.map(shape))
        : block?.type === 'paragraph' && 'text' in block.runs[0]! && block.runs[0].text
    assert.deepEqual(shape(blocks([{ type: 'list', isOrdered: true, items }])[0]), [
      [[['0']]],
      ['1', [['2'], ['3']]],
      ['4'],
    ])
  })

  it('sets a table with its header, and wider columns where more is said', () => {
    const cell = (words: string) => ({ content: text(words) })
    const [table] = blocks([
      {
        type: 'table',
        caption: 'Findings',
        header: [cell('Date'), cell('Finding')],
        rows: [{ cells: [cell('1998'), cell('At least as likely as not since service. '.repeat(4))] }],
      },
    ])
    assert.ok(table?.type === 'table')
    assert.deepEqual(
      [table.caption, table.header, table.rows[0]?.[0]],
      ['Findings', [{ runs: set('Date') }, { runs: set('Finding') }], { runs: set('1998') }],
    )
    const [narrow, wide] = table.widths
    assert.ok(narrow! > 0 && wide! > 2 * narrow! && wide! < 10 * narrow!)
  })

  it('sets a footnote where it is referred to, with its citations', () => {
    const cited = { type: 'citation' as const, number: 2, label: 'Examination' }
    const footnote = { type: 'footnote' as const, content: [...text('See '), cited] }
    const [block] = blocks([{ type: 'paragraph', content: [...text('So it is.'), footnote] }])
    assert.deepEqual(block, {
      type: 'paragraph',
      runs: [{ text: 'So it is.' }, { footnote: [{ text: 'See ' }, { text: 'Examination [2]', url: '/2' }] }],
    })
  })

  it('sets boilerplate in its place, and a line for a line', () => {
    const content = [{ type: 'paragraph' as const, content: text('one\r\ntwo') }]
    const [block] = blocks([{ type: 'boilerplate', entryId: 'e', version: 1, isEdited: false, content }])
    assert.deepEqual(block, {
      type: 'paragraph',
      runs: [{ text: 'one' }, { break: true }, { text: 'two' }],
    })
  })
})
