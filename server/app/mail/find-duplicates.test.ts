import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DocumentBytes } from '../../core/file/case-file.ts'
import { leftOut } from './find-duplicates.ts'

describe('what of a piece is not compared', () => {
  const bytes = (pageCount: number, unreadable?: string) =>
    ({ content: { pageCount }, ...(unreadable ? { unreadable } : {}) }) as DocumentBytes

  it('is said, with the reason', () => {
    assert.equal(leftOut('a.pdf', bytes(2000)), undefined)
    assert.equal(
      leftOut('a.pdf', bytes(20_000)),
      'Of “a.pdf” the text of the first 2,000 of 20,000 pages was compared.',
    )
    assert.match(leftOut('a.pdf', bytes(1, 'Broken.')) ?? '', /by its bytes alone, since it cannot be read/)
  })
})
