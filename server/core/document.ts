import type { NewAnnotation } from '@portico/contract/appeals'
import { type Call, type Decider, type Fact, Refusal } from './kernel.ts'

export type DocumentCommand = { caseId: string; documentId: string } & (
  | { type: 'tag'; text: string }
  | { type: 'untag'; text: string }
  | ({ type: 'annotate'; annotationId: string } & NewAnnotation)
  | { type: 'removeAnnotation'; annotationId: string; mayRemoveOthers: boolean }
  | { type: 'setRead'; read: boolean }
)

type Made = { by: string; at: string }

export type DocumentState = {
  pages: { start: number; end: number } | null
  tags: Record<string, Made>
  annotations: Record<string, Made>
  /** By member: when they marked it read, or unread again. */
  readMarks: Record<string, { read: boolean; at: string }>
}

const longestTag = 200
const longestComment = 10_000

/** One document as people work on it: tags, annotations, and who has read it. */
export const document: Decider<DocumentCommand, DocumentState> = {
  name: 'document',
  stateVersion: 1,
  reads: (command) => ({ subject: command.documentId }),
  initial: { pages: null, tags: {}, annotations: {}, readMarks: {} },

  evolve(state, event) {
    const made = { by: event.actor.name, at: event.at }
    switch (event.type) {
      case 'document.filed':
        return { ...state, pages: { start: event.data.startPage, end: event.data.endPage } }
      case 'document.tagged':
        return { ...state, tags: { ...state.tags, [event.data.text]: made } }
      case 'document.untagged':
        return { ...state, tags: without(state.tags, event.data.text) }
      case 'document.annotated':
        return {
          ...state,
          annotations: {
            ...state.annotations,
            [event.data.annotationId]: { by: event.actor.id, at: event.at },
          },
        }
      case 'document.annotationRemoved':
        return { ...state, annotations: without(state.annotations, event.data.annotationId) }
      case 'document.markedRead':
      case 'document.markedUnread': {
        const mark = { read: event.type === 'document.markedRead', at: event.at }
        return { ...state, readMarks: { ...state.readMarks, [event.actor.id]: mark } }
      }
      default:
        return state
    }
  },

  decide(command, state, call) {
    if (!state.pages) throw new Refusal('notFound', 'There is no such document in this appeal.')
    switch (command.type) {
      case 'tag':
        return tag(command, state)
      case 'untag':
        return untag(command, state)
      case 'annotate':
        return annotate(command, state.pages)
      case 'removeAnnotation':
        return removeAnnotation(command, state, call)
      case 'setRead':
        return setRead(command, state, call)
    }
  },
}

type Of<Type extends DocumentCommand['type']> = DocumentCommand & { type: Type }

function tag({ documentId, text: given }: Of<'tag'>, state: DocumentState): Fact[] {
  const text = given.trim()
  const length = [...text].length
  if (length === 0) throw new Refusal('invalid', 'A tag needs a text.')
  // In a URL these two are steps, not names: such a tag could never be removed.
  if (text === '.' || text === '..') throw new Refusal('invalid', 'A tag needs more than dots for a text.')
  if (length > longestTag) {
    throw new Refusal('invalid', `A tag has at most ${longestTag} characters; this one has ${length}.`)
  }
  if (Object.hasOwn(state.tags, text)) return []
  return [{ type: 'document.tagged', subject: documentId, data: { documentId, text } }]
}

function untag({ documentId, text: given }: Of<'untag'>, state: DocumentState): Fact[] {
  const text = given.trim()
  if (text === '') throw new Refusal('invalid', 'A tag needs a text.')
  if (!Object.hasOwn(state.tags, text)) return []
  return [{ type: 'document.untagged', subject: documentId, data: { documentId, text } }]
}

function annotate(
  { type: _, caseId: __, ...annotation }: Of<'annotate'>,
  pages: { start: number; end: number },
): Fact[] {
  const { page, comment, relevantDate } = annotation
  if (page < pages.start || page > pages.end) {
    throw new Refusal(
      'invalid',
      `Page ${page} is not in this document: its pages are ${pages.start} to ${pages.end}.`,
    )
  }
  if (comment !== undefined && [...comment].length > longestComment) {
    throw new Refusal('invalid', `A comment has at most ${longestComment} characters.`)
  }
  if (relevantDate !== undefined && !isCalendarDate(relevantDate)) {
    throw new Refusal('invalid', `${relevantDate} is not a date of the calendar (YYYY-MM-DD).`)
  }
  return [{ type: 'document.annotated', subject: annotation.documentId, data: annotation }]
}

function removeAnnotation(command: Of<'removeAnnotation'>, state: DocumentState, call: Call): Fact[] {
  const { documentId, annotationId, mayRemoveOthers } = command
  if (!Object.hasOwn(state.annotations, annotationId)) return []
  if (state.annotations[annotationId]?.by !== call.actor.id && !mayRemoveOthers) {
    throw new Refusal('forbidden', 'Only its author or an administrator may delete an annotation.')
  }
  return [{ type: 'document.annotationRemoved', subject: documentId, data: { documentId, annotationId } }]
}

function setRead({ documentId, read }: Of<'setRead'>, state: DocumentState, call: Call): Fact[] {
  const mark = Object.hasOwn(state.readMarks, call.actor.id) ? state.readMarks[call.actor.id] : undefined
  if (mark?.read === read) return []
  return [
    {
      type: read ? 'document.markedRead' : 'document.markedUnread',
      subject: documentId,
      data: { documentId },
    },
  ]
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record
  return rest
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
