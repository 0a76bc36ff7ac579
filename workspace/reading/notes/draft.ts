import type { Box, EditAnnotation, NewAnnotation } from '@portico/sdk'
import type { Note } from './fold.ts'

export type Visibility = NonNullable<NewAnnotation['visibility']>

/** A note that is being written. */
export type Draft = {
  kind: 'point' | 'highlight' | 'box'
  page: number
  documentId: string
  x?: number
  y?: number
  rects?: Box[]
  quote?: string
  comment: string
  relevantDate: string
  visibility: Visibility | ''
  /** Set while the place is still being chosen. */
  isPlacing: boolean
  /** The note that is edited. */
  of?: string
  /** Its words before. */
  was?: string
  /** It is not edited, but gets another place. */
  isMove?: boolean
  /** Where it was before it was moved. */
  movedFrom?: string
  /** The note that this is a reply to. */
  replyTo?: string
}

export const emptyWords = { comment: '', relevantDate: '', visibility: '' as const, isPlacing: false }

/** Whether something was typed that would be lost. */
export const hasWords = (draft: Draft): boolean =>
  draft.was === undefined
    ? draft.comment.trim() !== '' || draft.relevantDate !== ''
    : wordsOf(draft) !== draft.was

const wordsOf = ({
  comment,
  relevantDate,
  visibility,
}: Pick<Draft, 'comment' | 'relevantDate' | 'visibility'>) =>
  JSON.stringify([comment, relevantDate, visibility])

/** Whether the note was changed in another tab or browser since this edit began. */
export const isChangedMeanwhile = (draft: Draft, note: Note): boolean => {
  const now = draftOf(note).was
  return draft.was !== undefined && now !== draft.was && now !== wordsOf(draft)
}

export function draftOf(note: Note): Draft {
  const words = {
    comment: note.comment ?? '',
    relevantDate: note.relevantDate ?? '',
    visibility: note.visibility ?? ('' as const),
  }
  return {
    kind: kindOf(note),
    page: note.page,
    documentId: note.documentId,
    ...words,
    isPlacing: false,
    of: note.id,
    was: wordsOf(words),
    ...(note.replyTo === undefined ? {} : { replyTo: note.replyTo }),
  }
}

export const kindOf = ({ quote, rects }: Pick<Note, 'quote' | 'rects'>): Draft['kind'] =>
  quote !== undefined ? 'highlight' : rects?.length ? 'box' : 'point'

export function annotationOf(draft: Draft): NewAnnotation {
  const { page, x, y, rects, quote, comment, relevantDate, visibility, replyTo } = draft
  return {
    page,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(x === undefined || y === undefined ? {} : { x, y }),
    ...(rects ? { rects } : {}),
    ...(quote === undefined ? {} : { quote }),
    ...(comment.trim() ? { comment: comment.trim() } : {}),
    ...(relevantDate ? { relevantDate } : {}),
    ...(visibility ? { visibility } : {}),
  }
}

/** The fields of an edit; the visibility only if it changes. */
export function editOf(
  draft: Draft,
  { visibility: before = 'staff' }: Pick<Note, 'visibility'>,
): EditAnnotation {
  const { comment, relevantDate, visibility } = annotationOf(draft)
  return {
    ...(comment === undefined ? {} : { comment }),
    ...(relevantDate === undefined ? {} : { relevantDate }),
    ...(visibility && visibility !== before ? { visibility } : {}),
  }
}
