import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptDrafts, tabDraft } from './kept-drafts.ts'
import { memoryShelf } from './memory-shelf.ts'

describe('drafts that the browser keeps', () => {
  let clock = 0
  const now = () => ++clock

  /** What a form in this tab begins with, as after a reload. */
  const inTab = (shelf: ReturnType<typeof memoryShelf> | undefined, tab: string) =>
    tabDraft(keptDrafts<string>(shelf, 'edit.d1'), tab, now)

  it('two tabs do not eat each other’s text', () => {
    const shelf = memoryShelf()
    inTab(shelf, 'one').keep('text of one')
    inTab(shelf, 'two').keep('text of two')
    assert.equal(inTab(shelf, 'one').found?.value, 'text of one')
    inTab(shelf, 'two').clear()
    assert.equal(inTab(shelf, 'one').found?.value, 'text of one')
  })

  it('a tab that has none goes on with the latest, and clears it once it was sent', () => {
    const shelf = memoryShelf()
    inTab(shelf, 'crashed').keep('typed before the crash')
    const after = inTab(shelf, 'after')
    assert.equal(after.found?.value, 'typed before the crash')
    after.keep('typed before the crash, and after')
    after.clear()
    assert.equal(inTab(shelf, 'later').found, undefined)
  })

  it('but not if the other tab has typed on', () => {
    const shelf = memoryShelf()
    const one = inTab(shelf, 'one')
    one.keep('begun')
    const two = inTab(shelf, 'two')
    one.keep('begun and continued')
    two.clear()
    assert.equal(inTab(shelf, 'one').found?.value, 'begun and continued')
  })

  it('places whose names begin alike are told apart', () => {
    const shelf = memoryShelf()
    tabDraft(keptDrafts<string>(shelf, 'edit.d11'), 'one', now).keep('of another document')
    assert.equal(inTab(shelf, 'one').found, undefined)
  })

  it('without a storage they last as long as the page', () => {
    const drafts = keptDrafts<string>(undefined, 'edit.d1')
    tabDraft(drafts, 'one', now).keep('typed')
    assert.equal(tabDraft(drafts, 'one', now).found?.value, 'typed')
    tabDraft(drafts, 'one', now).clear()
    assert.equal(tabDraft(drafts, 'one', now).found, undefined)
  })
})
