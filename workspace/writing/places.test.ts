import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Finding, PackageTextBlock, WorkProductContent } from '@portico/sdk'
import { commentPlace, findingPlace } from './places.ts'

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
