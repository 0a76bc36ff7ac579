import type { Annotation, EventOf } from '@portico/sdk'

/** An annotation with its document. */
export type Note = Annotation & {
  documentId: string
  /** Not confirmed by the service yet. */
  isPending?: boolean | undefined
}

/** All notes of a case that this person may see, up to an event. */
export type Notes = { position: number; byId: ReadonlyMap<string, Note> }

export const noNotes: Notes = { position: 0, byId: new Map() }

export const noteEvents = [
  'document.annotated',
  'document.annotationEdited',
  'document.annotationMoved',
  'document.annotationOrphaned',
  'document.annotationRemoved',
] as const
export type NoteEvent = EventOf<(typeof noteEvents)[number]>

/** Applies later events. */
export function foldNotes(before: Notes, events: readonly NoteEvent[]): Notes {
  const byId = new Map(before.byId)
  let { position } = before
  for (const event of events) {
    position = Math.max(position, event.position)
    if (event.data === null) continue
    const { annotationId: id } = event.data
    const known = byId.get(id)
    switch (event.type) {
      case 'document.annotated': {
        const { annotationId, alias, teams, ...rest } = event.data
        byId.set(id, { ...rest, id, createdBy: event.actor.name, createdAt: event.at })
        break
      }
      case 'document.annotationEdited': {
        if (!known) break
        const { comment, relevantDate, visibility, ...kept } = known
        const next = event.data
        byId.set(id, {
          ...kept,
          ...(next.comment === undefined ? {} : { comment: next.comment }),
          ...(next.relevantDate === undefined ? {} : { relevantDate: next.relevantDate }),
          ...(visibility === undefined ? {} : { visibility }),
          ...(next.visibility === undefined ? {} : { visibility: next.visibility }),
        })
        break
      }
      case 'document.annotationMoved': {
        if (!known) break
        const { documentId, annotationId, ...place } = event.data
        byId.set(id, { ...known, ...place })
        break
      }
      case 'document.annotationOrphaned':
        if (known) byId.set(id, { ...known, orphaned: true })
        break
      case 'document.annotationRemoved':
        byId.delete(id)
        break
    }
  }
  return { position, byId }
}

/** Where it is, to tell whether it has been moved. */
export const placeOf = ({ page, x, y, rects }: Pick<Note, 'page' | 'x' | 'y' | 'rects'>): string =>
  JSON.stringify([page, x, y, rects?.map(({ left, top, right, bottom }) => [left, top, right, bottom])])

/** Takes a change back that was refused; a note that is not there any more does not come back with it. */
export function takeBack(byId: Map<string, Note>, note: Note, isGone: boolean) {
  if (isGone) byId.delete(note.id)
  else byId.set(note.id, note)
}

export const isReply = ({ replyTo }: Note) => replyTo !== undefined

export function byPage(notes: Iterable<Note>): Note[] {
  return [...notes].toSorted((a, b) => a.page - b.page || topOf(a) - topOf(b) || (a.id < b.id ? -1 : 1))
}

/** By the day that each note is about; notes without a day come last. */
export function byRelevantDate(notes: Iterable<Note>): Note[] {
  return byPage(notes).toSorted((a, b) => {
    if (a.relevantDate === b.relevantDate) return 0
    if (a.relevantDate === undefined) return 1
    if (b.relevantDate === undefined) return -1
    return a.relevantDate < b.relevantDate ? -1 : 1
  })
}

export const topOf = ({ rects, y }: Pick<Annotation, 'rects' | 'y'>) => rects?.[0]?.top ?? y ?? 0
