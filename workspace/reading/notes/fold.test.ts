import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  byPage,
  byRelevantDate,
  foldNotes,
  type Note,
  type NoteEvent,
  noNotes,
  placeOf,
  takeBack,
} from './fold.ts'

const event = (position: number, type: NoteEvent['type'], data: object | null) =>
  ({ position, type, at: '2026-01-01T00:00:00Z', actor: { name: 'ann' }, data }) as unknown as NoteEvent
const annotated = (position: number, id: string, more: object = {}) =>
  event(position, 'document.annotated', {
    documentId: 'd',
    annotationId: id,
    page: 4,
    x: 0.5,
    y: 0.5,
    ...more,
  })

describe('the notes of a case', () => {
  it('undo an edit that was refused, unless the note is gone', () => {
    const note = foldNotes(noNotes, [annotated(1, 'a')]).byId.get('a') as Note
    const notes = new Map([['a', { ...note, x: 0.9, isPending: true }]])
    takeBack(notes, note, false)
    assert.deepEqual(notes.get('a'), note)
    takeBack(notes, note, true)
    assert.equal(notes.size, 0)
  })

  it('are in the same place whatever the order of the numbers of a box', () => {
    const at = (rect: object) => placeOf({ page: 4, rects: [rect] } as Note)
    const box = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 }
    assert.equal(at({ top: 0.2, left: 0.1, right: 0.3, bottom: 0.4 }), at(box))
    assert.notEqual(at({ ...box, top: 0.25 }), at(box))
  })

  it('are folded from their events', () => {
    const first = foldNotes(noNotes, [
      annotated(1, 'a', { comment: 'Onset?', relevantDate: '1998-04-30' }),
      annotated(2, 'b'),
      annotated(3, 'c'),
    ])
    const then = foldNotes(first, [
      event(4, 'document.annotationEdited', { documentId: 'd', annotationId: 'a', comment: 'Onset.' }),
      event(5, 'document.annotationMoved', { documentId: 'd', annotationId: 'b', page: 9, x: 0.1, y: 0.2 }),
      event(6, 'document.annotationRemoved', { documentId: 'd', annotationId: 'c' }),
      event(7, 'document.annotated', null),
    ])
    assert.equal(then.position, 7)
    assert.deepEqual([...then.byId.keys()], ['a', 'b'])
    assert.equal(then.byId.get('a')?.comment, 'Onset.')
    assert.equal(then.byId.get('a')?.relevantDate, undefined)
    assert.equal(then.byId.get('b')?.page, 9)
    assert.equal(first.byId.get('a')?.comment, 'Onset?')
  })

  it('are listed by page or by their day', () => {
    const note = (id: string, page: number, y: number, relevantDate?: string) =>
      ({ id, page, y, relevantDate }) as Note
    const all = [note('a', 2, 0.9, '2001-01-01'), note('b', 2, 0.1), note('c', 1, 0.5, '1999-01-01')]
    assert.deepEqual(
      byPage(all).map(({ id }) => id),
      ['c', 'b', 'a'],
    )
    assert.deepEqual(
      byRelevantDate(all).map(({ id }) => id),
      ['c', 'a', 'b'],
    )
  })
})
