import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byPage, byRelevantDate, foldNotes, type Note, type NoteEvent, noNotes } from './fold.ts'

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
  it('are what their events have left', () => {
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

  it('are listed by page, or by the day they are about', () => {
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
