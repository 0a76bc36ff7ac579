import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding, PackageTextBlock, WorkProductContent } from '@portico/sdk'
import { commentPlace, findingPlace, footnotesIn, laidOut, placesOf } from './places.ts'

const says = (text: string, ...numbers: number[]): PackageTextBlock => ({
  type: 'paragraph',
  content: [
    { type: 'text', text },
    ...numbers.map((number) => ({ type: 'citation' as const, number, label: `c${number}` })),
  ],
})
const anchorOn = (page: number) => ({ documentId: 'doc_1', version: 1, sha256: 'a'.repeat(64), page })
const cited = (number: number, page: number) => ({
  number,
  label: '',
  anchor: anchorOn(page),
  documentName: 'Exam',
  documentPage: 1,
})
const decided = {
  sections: [
    {
      part: 'opening' as const,
      content: [
        {
          type: 'boilerplate' as const,
          entryId: 'intro',
          version: 1,
          isEdited: false,
          content: [says('Hello')],
        },
      ],
    },
    { part: 'issue' as const, issueId: 'i1', heading: 'Knee', content: [says('One'), says('Two', 2)] },
    { part: 'closing' as const, content: [] },
  ],
  citations: [cited(1, 4), cited(2, 9)],
}
const finding = (about: Partial<Finding>): Finding => ({ code: 'x', sentence: 'X.', ...about })

describe('the place of a finding', () => {
  it('is the block that cites, the boilerplate, or the issue', () => {
    assert.equal(findingPlace(finding({ anchor: anchorOn(9), issueId: 'i1' }), decided), 'i1.1')
    assert.equal(
      findingPlace(finding({ anchor: anchorOn(4), issueId: 'i1' }), decided),
      'i1',
      'evidence alone',
    )
    assert.equal(findingPlace(finding({ entryId: 'intro' }), decided), 'opening.0')
    assert.equal(findingPlace(finding({ issueId: 'i1' }), decided), 'i1')
    assert.equal(findingPlace(finding({ documentIds: ['doc_1'] }), decided), undefined)
  })
})

describe('a text with parts', () => {
  const as = (id: string, part?: string): PackageTextBlock => ({
    ...says(id),
    id: `blk_${id}`,
    ...(part === undefined ? {} : { part }),
  })
  const note = (text: string) => ({ type: 'footnote' as const, content: [{ type: 'text' as const, text }] })
  const noted = (block: PackageTextBlock, text: string): PackageTextBlock =>
    block.type === 'paragraph' ? { ...block, content: [...block.content, note(text)] } : block
  const of = (issueId: string, content: PackageTextBlock[]) => ({ part: 'issue' as const, issueId, content })
  const sections = [
    of('i1', [noted(as('r1'), 'second'), noted(as('f1', 'finding'), 'first')]),
    of('i2', [as('f2', 'finding'), as('r2')]),
  ]
  const layout = [
    {
      kind: 'part' as const,
      part: 'finding',
      heading: 'Findings of fact',
      blocks: [
        { blockId: 'blk_f1', number: 1 },
        { blockId: 'blk_f2', number: 2 },
      ],
    },
    {
      kind: 'reasons' as const,
      heading: 'Reasons',
      issues: [
        { issueId: 'i1', blocks: [{ blockId: 'blk_r1' }] },
        { issueId: 'i2', blocks: [{ blockId: 'blk_r2' }] },
      ],
    },
  ]

  it('is drawn as it is laid out, and each block keeps its place in its section', () => {
    const laid = laidOut(sections, layout)
    assert.deepEqual(placesOf(laid), ['i1.1', 'i2.0', 'i1', 'i1.0', 'i2', 'i2.1'])
    assert.deepEqual(
      laid[0]?.blocks.map(({ number }) => number),
      [1, 2],
    )
    assert.deepEqual(footnotesIn(laid), [note('first'), note('second')])
  })

  it('is drawn as it stands where no block has a part', () => {
    const plain = [of('i1', [as('a'), as('b')]), of('i2', [as('c')])]
    assert.deepEqual(placesOf(laidOut(plain, layout)), ['i1', 'i1.0', 'i1.1', 'i2', 'i2.0'])
    assert.deepEqual(placesOf(laidOut(plain)), ['i1', 'i1.0', 'i1.1', 'i2', 'i2.0'])
  })

  it('leads from a finding to its block', () => {
    assert.equal(
      findingPlace(finding({ issueId: 'i2', blockId: 'blk_f2' }), { sections, citations: [] }),
      'i2.0',
    )
    assert.equal(
      findingPlace(finding({ issueId: 'i2', blockId: 'blk_x' }), { sections, citations: [] }),
      'i2',
    )
  })
})

describe('the place of a comment', () => {
  const paragraph = (text: string) => ({
    type: 'paragraph' as const,
    id: `blk_${text.length}`,
    content: [{ type: 'text' as const, text }],
  })
  const content = (...texts: string[]): WorkProductContent => ({
    opening: [],
    issues: [{ issueId: 'i1', content: texts.map(paragraph) }],
    closing: [],
  })
  const on = (block?: number) => ({
    place: { part: 'issue' as const, issueId: 'i1', ...(block === undefined ? {} : { block }) },
  })

  it('follows its words when others are put before them', () => {
    assert.deepEqual(commentPlace(on(0), content('New.', 'Old.'), content('Old.')), { at: 'i1.1' })
  })

  it('is the section once its words have changed, and says which they were', () => {
    assert.deepEqual(commentPlace(on(0), content('New.'), content('Old.')), { at: 'i1', was: 'Old.' })
  })

  it('is the whole text where nothing was named, or the section is gone', () => {
    assert.deepEqual(commentPlace({}, content('Old.'), undefined), { at: undefined })
    assert.deepEqual(commentPlace(on(0), { opening: [], issues: [], closing: [] }, undefined), {
      at: undefined,
    })
    assert.deepEqual(commentPlace(on(), content('Old.'), undefined), { at: 'i1' })
    assert.deepEqual(commentPlace(on(7), content('Old.'), undefined), { at: 'i1' })
  })
})
