import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Anchor } from '@portico/contract/anchors'
import { boxAround, checkAnchor, isSameAnchor, refuseTwistedBox, type StoredPage } from './anchors.ts'

const anchor: Anchor = {
  documentId: 'doc_1',
  version: 1,
  sha256: 'a'.repeat(64),
  page: 7,
  quote: 'tinnitus is granted',
}
const page: StoredPage = {
  documentId: 'doc_1',
  version: 1,
  currentVersion: 1,
  sha256: 'a'.repeat(64),
  isListed: true,
  hasQuote: true,
}
const statusOf = (changes: Partial<StoredPage>, cited = anchor) =>
  checkAnchor(cited, { ...page, ...changes }).status

describe('an anchor against the stored page', () => {
  it('holds where the page is as cited and has the quote', () => {
    assert.deepEqual(checkAnchor(anchor, page), { status: 'holds', resolves: true })
    const { quote: _, ...withoutQuote } = anchor
    assert.equal(statusOf({ hasQuote: undefined }, withoutQuote), 'holds')
  })
  it('resolves while there is no text yet to look for the quote in', () => {
    assert.deepEqual(checkAnchor(anchor, { ...page, hasQuote: undefined }), {
      status: 'unread',
      resolves: true,
    })
  })
  it('does not resolve where the quote is not on the page', () => {
    assert.deepEqual(checkAnchor(anchor, { ...page, hasQuote: false }), {
      status: 'quoteMissing',
      resolves: false,
    })
  })
  it('is broken where there is no such page, the bytes are others, or the version is', () => {
    assert.deepEqual(checkAnchor(anchor, undefined), { status: 'broken', resolves: false })
    assert.equal(statusOf({ sha256: 'b'.repeat(64) }), 'broken')
    assert.equal(statusOf({ version: 2, currentVersion: 2 }), 'broken')
  })
  it('is removed with its document, even where that was revised', () => {
    assert.equal(statusOf({ isListed: false }), 'removed')
    assert.equal(statusOf({ isListed: false, currentVersion: 2 }), 'removed')
  })
  it('is superseded when its document is revised', () => {
    assert.equal(statusOf({ currentVersion: 2 }), 'superseded')
  })
  it('moves to the document that has the page since its own was divided', () => {
    assert.deepEqual(checkAnchor(anchor, { ...page, documentId: 'doc_2' }), {
      status: 'moved',
      resolves: false,
      now: { ...anchor, documentId: 'doc_2' },
    })
    assert.equal(statusOf({ documentId: 'doc_2', currentVersion: 2 }), 'superseded')
  })
})

describe('anchors', () => {
  const rect = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 }
  it('are the same where they mark the same of the same page', () => {
    assert.ok(isSameAnchor({ ...anchor, rect }, { ...anchor, rect: { ...rect } }))
    assert.ok(isSameAnchor(anchor, { ...anchor }))
    assert.ok(!isSameAnchor(anchor, { ...anchor, rect }))
    assert.ok(!isSameAnchor({ ...anchor, rect }, { ...anchor, rect: { ...rect, top: 0.21 } }))
    assert.ok(!isSameAnchor(anchor, { ...anchor, quote: 'tinnitus' }))
    assert.ok(!isSameAnchor(anchor, { ...anchor, version: 2 }))
  })
  it('have rectangles that are not turned inside out', () => {
    refuseTwistedBox({ left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 })
    assert.throws(() => refuseTwistedBox({ ...rect, right: 0.05 }), /left at most equal to right/)
    assert.throws(() => refuseTwistedBox({ ...rect, bottom: 0.1 }), /top at most equal to bottom/)
  })
  it('of several lines are one rectangle around them', () => {
    assert.deepEqual(boxAround([rect, { left: 0.05, top: 0.4, right: 0.2, bottom: 0.5 }]), {
      left: 0.05,
      top: 0.2,
      right: 0.3,
      bottom: 0.5,
    })
    assert.equal(boxAround([]), undefined)
  })
})
