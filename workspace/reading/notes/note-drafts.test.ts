import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptDrafts, type Shelf } from '../../data/kept-drafts.ts'
import { memoryShelf } from '../../data/memory-shelf.ts'
import { type Draft, draftOf, emptyWords } from './draft.ts'
import type { Note } from './fold.ts'
import { noteDrafts, type Unsaved } from './note-drafts.ts'
import { writeNote } from './write-note.ts'

const blank: Draft = { ...emptyWords, kind: 'point', page: 3, documentId: 'd1', x: 0.5, y: 0.5 }
const note: Note = {
  id: 'ann_1',
  page: 3,
  documentId: 'd1',
  comment: 'As saved.',
  createdBy: 'ada',
  createdAt: '2026-01-02T00:00:00Z',
}
let count = 0
const next = () => ++count

/** The notes in writing of a tab; called again, as after a reload. */
const inTab = (shelf: Shelf, tab = 'one') =>
  noteDrafts(keptDrafts<Unsaved>(shelf, 'note.c1'), tab, { now: next, newId: () => `draft ${next()}` })
const aside = ({ get }: Pick<ReturnType<typeof inTab>, 'get'>) =>
  get().aside.map(({ draft }) => draft.comment)
const inForm = ({ get }: Pick<ReturnType<typeof inTab>, 'get'>) => get().open?.draft.comment

describe('notes in writing', () => {
  it('another note, a reply or Esc sets aside what was typed, and it can be resumed', () => {
    const drafts = inTab(memoryShelf())
    drafts.begin(blank)
    drafts.change({ ...blank, comment: 'First.' })
    const left = drafts.begin({ ...blank, isPlacing: true })
    assert.equal(left?.draft.comment, 'First.', 'it is told of')
    assert.equal(drafts.leave(), undefined, 'without words there is nothing to keep')
    assert.deepEqual(aside(drafts), ['First.'])

    drafts.begin({ ...blank, replyTo: 'ann_1' })
    assert.equal(inForm(drafts), '')
    drafts.change({ ...blank, replyTo: 'ann_1', comment: 'A reply.' })
    drafts.leave()
    assert.deepEqual(aside(drafts), ['First.', 'A reply.'])

    drafts.begin({ ...blank, replyTo: 'ann_1' })
    assert.equal(inForm(drafts), 'A reply.', 'the reply that was begun goes on')
    const [first] = drafts.get().aside
    drafts.resume(first?.id ?? '')
    assert.equal(inForm(drafts), 'First.')
    assert.deepEqual(aside(drafts), ['A reply.'])
  })

  it('an edit that changes nothing is not kept; another one can be resumed', () => {
    const drafts = inTab(memoryShelf())
    drafts.begin(draftOf(note))
    assert.equal(drafts.leave(), undefined)
    drafts.begin(draftOf(note))
    drafts.change({ ...draftOf(note), comment: 'As changed.' })
    drafts.leave()
    drafts.begin(draftOf(note))
    assert.equal(inForm(drafts), 'As changed.')
  })

  it('a note is kept until the service has answered', async () => {
    const shelf = memoryShelf()
    const drafts = inTab(shelf)
    drafts.begin({ ...blank, comment: 'On its way.' })
    const answer = Promise.withResolvers<string | undefined>()
    const keys: string[] = []
    const write = (_: Draft, key: string) => {
      keys.push(key)
      return answer.promise
    }
    const sent = drafts.send(write)
    assert.deepEqual(drafts.get(), { open: undefined, aside: [] }, 'meanwhile it is shown as saved')
    const reloaded = inTab(shelf)
    assert.deepEqual(aside(reloaded), ['On its way.'])
    reloaded.resume(reloaded.get().aside[0]?.id ?? '')
    await reloaded.send(async (_, key) => void keys.push(key))
    assert.equal(keys[0], keys[1], 'so that the service takes it once')
    answer.resolve(undefined)
    await sent
    assert.deepEqual(aside(inTab(shelf)), [])
  })

  it('a refused note is in the form again with the reason; a changed text is another note', async () => {
    const drafts = inTab(memoryShelf())
    drafts.begin({ ...blank, comment: 'Refused.' })
    const keys: string[] = []
    const refuse = async (_: Draft, key: string) => {
      keys.push(key)
      return 'Not now.'
    }
    await drafts.send(refuse)
    assert.equal(drafts.get().open?.problem, 'Not now.')
    assert.equal(inForm(drafts), 'Refused.')
    drafts.change({ ...blank, comment: 'Changed.' })
    await drafts.send(refuse)
    assert.notEqual(keys[0], keys[1])
  })

  it('a note that is refused late does not replace the one in the form', async () => {
    const drafts = inTab(memoryShelf())
    drafts.begin({ ...blank, comment: 'Note 1.' })
    const answer = Promise.withResolvers<string | undefined>()
    const sent = drafts.send(() => answer.promise)
    drafts.begin({ ...blank, comment: 'Note 2.' })
    answer.resolve('The service cannot be reached.')
    assert.equal((await sent)?.isOpen, false)
    assert.equal(inForm(drafts), 'Note 2.')
    assert.deepEqual(aside(drafts), ['Note 1.'])
  })

  it('two tabs do not overwrite each other’s text', async () => {
    const shelf = memoryShelf()
    inTab(shelf, 'one').begin({ ...blank, comment: 'Of one.' })
    const two = inTab(shelf, 'two')
    two.begin({ ...blank, comment: 'Of two.' })
    assert.equal(inForm(inTab(shelf, 'one')), 'Of one.')
    await two.send(async () => undefined)
    assert.equal(inForm(inTab(shelf, 'one')), 'Of one.')
  })

  it('a note of a crashed tab can be resumed in another, and is gone once it is saved', async () => {
    const shelf = memoryShelf()
    inTab(shelf, 'crashed').begin({ ...blank, comment: 'Before the crash.' })
    const after = inTab(shelf, 'after')
    after.resume(after.get().aside[0]?.id ?? '')
    assert.equal(inForm(after), 'Before the crash.')
    assert.deepEqual(aside(after), [])
    await after.send(async () => undefined)
    assert.deepEqual(aside(inTab(shelf, 'later')), [])
  })

  it('a discarded note can be restored', () => {
    const drafts = inTab(memoryShelf())
    drafts.begin({ ...blank, comment: 'Given up.' })
    const undo = drafts.discard(drafts.get().open?.id ?? '')
    assert.deepEqual(drafts.get(), { open: undefined, aside: [] })
    undo()
    assert.deepEqual(aside(drafts), ['Given up.'])
  })

  it('an edit of a note that is gone is refused, and adds none', async () => {
    const done: unknown[] = []
    const notes = {
      add: async (documentId: string) => void done.push(['add', documentId]),
      edit: async ({ id }: Note, given: object) => void done.push(['edit', id, given]),
    }
    const why = { notThere: 'not there', notLoaded: 'not loaded', changedMeanwhile: String }
    const edited = { ...draftOf(note), comment: 'Other words.' }
    const byId = new Map([[note.id, note]])
    assert.equal(await writeNote({ ...notes, byId: new Map() }, edited, 'k1', why), 'not there')
    assert.equal(await writeNote({ ...notes, byId: undefined }, edited, 'k1', why), 'not loaded')
    assert.deepEqual(done, [])
    await writeNote({ ...notes, byId }, edited, 'k1', why)
    await writeNote({ ...notes, byId }, blank, 'k2', why)
    assert.deepEqual(done, [
      ['edit', 'ann_1', { comment: 'Other words.' }],
      ['add', 'd1'],
    ])
  })

  it('an edit does not overwrite words that its writer has not seen', async () => {
    const edited = { ...draftOf(note), comment: 'Other words.' }
    const byId = new Map([[note.id, note]])
    const why = { notThere: '', notLoaded: '', changedMeanwhile: (now: string) => `now ${now}` }
    const clashes: Note[] = []
    const save = (now: Note) =>
      writeNote(
        { byId, add: async () => undefined, edit: async (_, __, clashOf) => clashOf(now) },
        edited,
        'k1',
        why,
        (clash) => clashes.push(clash),
      )
    assert.equal(await save(note), undefined)
    assert.equal(await save({ ...note, comment: 'Other words.' }), undefined, 'the same words are no clash')
    assert.deepEqual(clashes, [])
    const other = { ...note, comment: 'Theirs.' }
    assert.equal(await save(other), 'now Theirs.')
    assert.deepEqual(clashes, [other])
  })
})
