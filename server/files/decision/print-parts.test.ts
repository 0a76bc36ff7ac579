import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DecisionPackage, PackageBlock, PackageStructure } from '@portico/contract/decision-package'
import fc from 'fast-check'
import { layOut } from '../../core/decision/layout.ts'
import { headings, parts } from '../../profile/default/text.ts'
import { testPackage } from '../../test/decision-package.ts'
import { laidWords, printedWords } from '../../test/decision-words.ts'
import { sized } from '../../test/size.ts'
import { structuredPackage } from '../../test/structured-package.ts'
import { printDecision } from './print-decision.ts'

const options = { sha256: 'd'.repeat(64), pageUrl: (id: string, page: number) => `/${id}/${page}` }
const print = (signed: DecisionPackage) => printDecision(signed, options)

let made = 0
const someText = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdefgh') })
const content = fc.array(
  fc.oneof(
    someText.map((text) => ({ type: 'text' as const, text })),
    someText.map((text) => ({ type: 'footnote' as const, content: [{ type: 'text' as const, text }] })),
    someText.map((label) => ({ type: 'citation' as const, number: 1, label })),
  ),
  { minLength: 1, maxLength: 3 },
)
const text = fc.oneof(
  content.map((content) => ({ type: 'paragraph' as const, content })),
  content.map((content) => ({ type: 'quote' as const, content })),
  content.map((content) => ({ type: 'heading' as const, level: 2, content })),
  fc
    .array(fc.record({ level: fc.constant(0), content }), { minLength: 1, maxLength: 3 })
    .map((items) => ({ type: 'list' as const, isOrdered: true, items })),
  fc.tuple(content, content).map(([one, other]) => ({
    type: 'table' as const,
    header: [{ content: one }],
    rows: [{ cells: [{ content: other }] }],
  })),
)
const partName = fc.constantFrom(undefined, 'finding', 'conclusion', 'order', 'reason', 'step', 'gone')
const block = fc
  .tuple(
    fc.oneof(
      text,
      fc.array(text, { minLength: 1, maxLength: 3 }).map((content) => ({
        type: 'boilerplate' as const,
        entryId: 'e',
        version: 1,
        isEdited: false,
        content,
      })),
    ),
    partName,
  )
  .map(
    ([one, part]): PackageBlock => ({ ...one, id: `blk_${++made}`, ...(part === undefined ? {} : { part }) }),
  )
const structure: fc.Arbitrary<PackageStructure | undefined> = fc.option(
  fc.record({
    headings: fc.constantFrom({}, headings),
    sentBack: fc.subarray(['issue_1', 'issue_2', 'issue_3']),
    parts: fc
      .subarray([
        ...parts.map(({ name, label, place, heading = '', isNumbered = false }) => ({
          name,
          label,
          place,
          ...(heading === '' ? {} : { heading }),
          isNumbered,
        })),
        { name: 'step', label: 'step', place: 'inPlace' as const, heading: 'Steps', isNumbered: true },
      ])
      .chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
  }),
  { nil: undefined },
)

describe('a text with parts that is printed', () => {
  it('has the words of its layout in the same order, and every word of the text once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(block, { maxLength: 6 }), { minLength: 5, maxLength: 5 }),
        structure,
        ([opening = [], one = [], two = [], three = [], closing = []], structure) => {
          const base = testPackage()
          const given = [opening, one, two, three, closing]
          const sections = base.sections.map((section, index) => ({
            ...section,
            content: given[index] ?? [],
          }))
          const signed = { ...base, sections, ...(structure ? { structure } : {}) }
          const laid = laidWords(signed)
          assert.deepEqual(printedWords(print(signed)), laid)
          const blocks = given.flat()
          const placed = layOut(sections, structure).flatMap(({ issues = [], blocks = [] }) => [
            ...issues.flatMap((issue) => issue.blocks),
            ...blocks,
          ])
          assert.deepEqual(
            placed.map(({ block }) => block.id).toSorted(),
            blocks.map(({ id }) => id).toSorted(),
          )
        },
      ),
      { numRuns: sized(3000, 300) },
    )
  })

  it('has the headings of the profile, and a list that goes on behind a heading', () => {
    const printed = print(structuredPackage())
    assert.deepEqual(
      printed.orders.map(({ heading, issues }) => [heading, issues]),
      [
        ['Order', [1, 2]],
        ['Remanded', [3]],
      ],
    )
    assert.equal(printed.words.reasons, 'Reasons and bases for findings and conclusions')
    const [findings] = printed.parts
    assert.deepEqual(
      findings?.blocks.map((block) =>
        block.type === 'list' ? [block.start, block.items.length] : block.type,
      ),
      [[1, 2], 'heading', [3, 1]],
    )
  })

  it('prints a table of authorities where the package has one with a heading', () => {
    assert.deepEqual(print(structuredPackage()).authorities, {
      heading: 'Authorities',
      groups: [
        {
          label: 'Statutes',
          authorities: [
            { text: '38 U.S.C. § 1110', places: 'issues 1, 2' },
            { text: '38 U.S.C. § 7104', places: '' },
          ],
        },
      ],
    })
    const { authorities, ...without } = structuredPackage()
    const { heading: _, ...unprinted } = authorities!
    assert.equal('authorities' in print({ ...without, authorities: unprinted }), false)
    assert.equal('authorities' in print(testPackage()), false)
  })

  it('without parts has the headings and the order that it had before', () => {
    const { words, orders, parts } = print(testPackage())
    assert.deepEqual([words.issues, words.order, words.reasons], ['Issues', 'Order', 'Reasons'])
    assert.deepEqual(orders, [{ heading: 'Order', issues: [1, 2, 3] }])
    assert.deepEqual(parts, [])
  })
})
