import type { DuplicateRun, EditAnnotation, MoveAnnotation, NewAnnotation } from '@portico/contract/documents'
import type { Alias } from '@portico/contract/envelope'
import type { EditDocument } from '@portico/contract/intake'
import type { Box, TagVisibility, Visibility } from '@portico/contract/marks'
import { isSame } from '../kernel/chain.ts'
import { authorOf, type Call, type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { emptyLayers, type Layered, memberOf, withMember } from '../kernel/layered.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { isCalendarDate } from '../time/moments.ts'
import type { DocumentLabels, DuplicatePolicy } from './case-file.ts'
import { labelsFrom } from './document-labels.ts'
import { refuseReceivedLater } from './receipt-date.ts'

/** Only curators see held and removed documents; for everyone else a document `mustBeCurrent`. */
export type DocumentCommand = { caseId: string; documentId: string; mustBeCurrent?: boolean } & (
  | { type: 'tag'; text: string; visibility?: TagVisibility }
  | { type: 'untag'; text: string }
  | ({ type: 'annotate'; annotationId: string; teams?: string[]; alias?: Alias } & NewAnnotation)
  | ({ type: 'editAnnotation'; annotationId: string } & Omit<EditAnnotation, 'visibility'>)
  | ({ type: 'moveAnnotation'; annotationId: string } & MoveAnnotation)
  /** Replaces the whole annotation, for its new readers. */
  | { type: 'replaceAnnotation'; annotationId: string; content: NewAnnotation & { teams?: string[] } }
  | { type: 'removeAnnotation'; annotationId: string; mayRemoveOthers: boolean }
  | { type: 'setRead'; read: boolean }
  | ({ type: 'editDocument' } & EditDocument)
  | { type: 'setStatus'; status: DocumentStatus; why: string }
  | { type: 'link'; version: number; duplicates: DuplicateRun[]; onDuplicate: DuplicatePolicy }
  | { type: 'setLinked'; linked: boolean }
  | { type: 'reanchor'; version: number; anchors: Anchor[] }
)

/** Neither held nor removed documents are listed, searched or exported. */
export type DocumentStatus = 'current' | 'held' | 'removed'

/** The place of an annotation on the new version of its document, if it was found there. */
export type Anchor = {
  annotationId: string
  found?: { page: number; x?: number; y?: number; rects?: Box[] }
}

type Made = { by: string; at: string }
/** Who may read an annotation. */
type Readership = { visibility?: Visibility; teams?: string[] }

export type DocumentState = {
  pages: { start: number; end: number } | null
  version: number
  labels: DocumentLabels | null
  status: DocumentStatus
  /** The pages it duplicates, the version they were found for, and whether they are shown. */
  duplicates: { version: number; runs: DuplicateRun[]; isLinked: boolean } | null
  tags: Layered<Made>
  annotations: Layered<Made & { page: number; isOrphaned: boolean; sight: Readership }>
  /** By member, with the time of the mark. */
  readMarks: Record<string, { read: boolean; at: string }>
}

const maxTagLength = 200
const maxCommentLength = 10_000

/** A document's tags, annotations and read marks. */
export const document: Decider<DocumentCommand, DocumentState> = {
  name: 'document',
  needs: {
    tag: 'tag',
    untag: 'tag',
    annotate: 'annotate',
    editAnnotation: 'annotate',
    moveAnnotation: 'annotate',
    replaceAnnotation: 'annotate',
    removeAnnotation: 'annotate',
    setRead: 'markRead',
    editDocument: 'curateDocuments',
    setStatus: 'curateDocuments',
    link: 'curateDocuments',
    setLinked: 'curateDocuments',
    reanchor: null,
  },
  stateVersion: 5,
  reads: (command) => ({ subject: command.documentId }),
  initial: {
    pages: null,
    version: 1,
    labels: null,
    status: 'current',
    duplicates: null,
    tags: emptyLayers,
    annotations: emptyLayers,
    readMarks: {},
  },

  evolve(state, event) {
    const made = { by: authorOf(event).name, at: event.at }
    switch (event.type) {
      case 'document.filed':
        return {
          ...state,
          pages: { start: event.data.startPage, end: event.data.endPage },
          labels: labelsOf(event.data),
        }
      case 'document.revised':
        return {
          ...state,
          duplicates: null,
          pages: { start: event.data.startPage, end: event.data.endPage },
          version: event.data.version,
        }
      case 'document.divided':
        return state.pages
          ? { ...state, pages: { ...state.pages, end: event.data.endPage }, labels: labelsOf(event.data) }
          : state
      case 'document.edited':
        return { ...state, labels: labelsOf(event.data) }
      case 'document.held':
        return { ...state, status: 'held' }
      case 'document.admitted':
        return { ...state, status: 'current' }
      case 'document.removed':
        return { ...state, status: 'removed' }
      case 'document.linked':
        return {
          ...state,
          duplicates: { version: state.version, runs: event.data.duplicates, isLinked: true },
        }
      case 'document.unlinked':
        return { ...state, duplicates: state.duplicates && { ...state.duplicates, isLinked: false } }
      case 'document.tagged':
        return { ...state, tags: withMember(state.tags, event.data.text, made) }
      case 'document.untagged':
        return { ...state, tags: withMember(state.tags, event.data.text, null) }
      case 'document.annotated': {
        const { annotationId, page, visibility, teams } = event.data
        const sight = withoutUndefined({ visibility, teams })
        const annotation = { by: authorOf(event).id, at: event.at, page, isOrphaned: false, sight }
        return { ...state, annotations: withMember(state.annotations, annotationId, annotation) }
      }
      case 'document.annotationMoved':
        return withAnchor(state, event.data.annotationId, { page: event.data.page, isOrphaned: false })
      case 'document.annotationOrphaned':
        return withAnchor(state, event.data.annotationId, { isOrphaned: true })
      case 'document.annotationRemoved':
        return { ...state, annotations: withMember(state.annotations, event.data.annotationId, null) }
      case 'document.markedRead':
      case 'document.markedUnread': {
        const mark = { read: event.type === 'document.markedRead', at: event.at }
        return { ...state, readMarks: { ...state.readMarks, [authorOf(event).id]: mark } }
      }
      default:
        return state
    }
  },

  decide(command, state, call) {
    const isHidden = command.mustBeCurrent && state.status !== 'current'
    if (!state.pages || isHidden) throw new Refusal('notFound', 'There is no such document in this case.')
    if (state.status === 'removed' && changesContent(command)) {
      throw new Refusal('stateForbids', 'The document was removed from the file.')
    }
    switch (command.type) {
      case 'editDocument':
        return edit(command, state, call)
      case 'tag':
        return tag(command, state)
      case 'untag':
        return untag(command, state)
      case 'annotate':
        return annotate(command, state, call)
      case 'moveAnnotation':
        return moveAnnotation(command, state, call)
      case 'replaceAnnotation':
        return replaceAnnotation(command, state, call)
      case 'editAnnotation':
        return editAnnotation(command, state, call)
      case 'removeAnnotation':
        return removeAnnotation(command, state, call)
      case 'setRead':
        return setRead(command, state, call)
      case 'setStatus':
        return setStatus(command, state)
      case 'link':
        return link(command, state)
      case 'setLinked':
        return setLinked(command, state)
      case 'reanchor':
        return reanchor(command, state)
    }
  },
}

function changesContent({ type }: DocumentCommand): boolean {
  return ['tag', 'annotate', 'editAnnotation', 'moveAnnotation', 'replaceAnnotation', 'setRead'].includes(
    type,
  )
}

function withAnchor(
  state: DocumentState,
  annotationId: string,
  change: { page?: number; isOrphaned: boolean },
): DocumentState {
  const annotation = memberOf(state.annotations, annotationId)
  if (!annotation) return state
  return { ...state, annotations: withMember(state.annotations, annotationId, { ...annotation, ...change }) }
}

type Of<Type extends DocumentCommand['type']> = DocumentCommand & { type: Type }

function tag({ documentId, text: rawText, visibility }: Of<'tag'>, state: DocumentState): Fact[] {
  const text = rawText.trim()
  if (text === '') throw new Refusal('invalid', 'text must not be blank.')
  // Clients normalise these in URLs, so such a tag could never be removed.
  if (text === '.' || text === '..') throw new Refusal('invalid', 'text must not be “.” or “..”.')
  const length = text.length > maxTagLength ? [...text].length : text.length
  if (length > maxTagLength) {
    throw new Refusal('invalid', `text must have at most ${maxTagLength} characters: it has ${length}.`)
  }
  if (memberOf(state.tags, text)) return []
  const data = { documentId, text, ...(visibility === undefined ? {} : { visibility }) }
  return [{ type: 'document.tagged', subject: documentId, data }]
}

function untag({ documentId, text: rawText }: Of<'untag'>, state: DocumentState): Fact[] {
  const text = rawText.trim()
  if (text === '') throw new Refusal('invalid', 'text must not be blank.')
  if (!memberOf(state.tags, text)) return []
  return [{ type: 'document.untagged', subject: documentId, data: { documentId, text } }]
}

function annotate(command: Of<'annotate'>, state: DocumentState, call: Call): Fact[] {
  const { type: _, caseId: __, mustBeCurrent: ___, ...content } = command
  // Undoing a removal twice sends the same ID again.
  if (memberOf(state.annotations, content.annotationId)) return []
  const annotation = content.replyTo === undefined ? content : reply(content, content.replyTo, state, call)
  refuseBadPlace(annotation, state)
  refuseBadWords(annotation)
  return [{ type: 'document.annotated', subject: annotation.documentId, data: annotation }]
}

/** On the page of its parent, and for the same readers. */
function reply<Content extends NewAnnotation>(
  { visibility: _, ...content }: Content,
  replyTo: string,
  state: DocumentState,
  call: Call,
) {
  const parent = memberOf(state.annotations, replyTo)
  if (!parent || !isSeenBy(call, parent))
    throw new Refusal('notFound', 'replyTo must be the ID of an annotation on this document.')
  const { visibility = 'staff', teams = [] } = parent.sight
  const sight = { visibility, ...(visibility === 'team' ? { teams } : {}) }
  return { ...content, replyTo, page: parent.page, ...sight }
}

function refuseBadPlace({ page, rects = [] }: MoveAnnotation, { pages }: DocumentState) {
  if (pages && (page < pages.start || page > pages.end)) {
    throw new Refusal(
      'invalid',
      `page must be between ${pages.start} and ${pages.end}, the pages of this document: it is ${page}.`,
    )
  }
  if (rects.some(({ left, top, right, bottom }) => left > right || top > bottom)) {
    throw new Refusal(
      'invalid',
      'Each of rects must have left at most equal to right, and top at most equal to bottom.',
    )
  }
}

function ownAnnotation(state: DocumentState, annotationId: string, { actor }: Call) {
  const annotation = memberOf(state.annotations, annotationId)
  if (annotation?.by === actor.id) return annotation
  throw new Refusal('notFound', 'You have no such annotation on this document.')
}

function moveAnnotation(command: Of<'moveAnnotation'>, state: DocumentState, call: Call): Fact[] {
  const { documentId, annotationId, page, x, y, rects } = command
  ownAnnotation(state, annotationId, call)
  refuseBadPlace(command, state)
  const data = { documentId, annotationId, page, ...withoutUndefined({ x, y, rects }) }
  return [{ type: 'document.annotationMoved', subject: documentId, data }]
}

function refuseBadWords({ comment, relevantDate }: EditAnnotation) {
  if (comment !== undefined && [...comment].length > maxCommentLength) {
    throw new Refusal('invalid', `comment must have at most ${maxCommentLength} characters.`)
  }
  if (relevantDate !== undefined && !isCalendarDate(relevantDate)) {
    throw new Refusal('invalid', `relevantDate must be a real date as YYYY-MM-DD: it is ${relevantDate}.`)
  }
}

function isSeenBy({ actor, caller }: Call, { by, sight }: { by: string; sight: Readership }): boolean {
  const { visibility = 'staff', teams = [] } = sight
  if (by === actor.id) return true
  return visibility === 'team' ? teams.some((team) => caller?.teams.includes(team)) : visibility !== 'private'
}

function editAnnotation(command: Of<'editAnnotation'>, state: DocumentState, call: Call): Fact[] {
  const { documentId, annotationId, comment, relevantDate } = command
  const annotation = ownAnnotation(state, annotationId, call)
  refuseBadWords(command)
  const data = withoutUndefined({ comment, relevantDate })
  return [
    {
      type: 'document.annotationEdited',
      subject: documentId,
      data: { documentId, annotationId, ...data, ...annotation.sight },
    },
  ]
}

/** Removed and added again, so that former readers see it go, and new ones see all of it. */
function replaceAnnotation(command: Of<'replaceAnnotation'>, state: DocumentState, call: Call): Fact[] {
  const { documentId, annotationId, content } = command
  ownAnnotation(state, annotationId, call)
  refuseBadPlace(content, state)
  refuseBadWords(content)
  return [
    { type: 'document.annotationRemoved', subject: documentId, data: { documentId, annotationId } },
    { type: 'document.annotated', subject: documentId, data: { documentId, annotationId, ...content } },
  ]
}

function removeAnnotation(command: Of<'removeAnnotation'>, state: DocumentState, call: Call): Fact[] {
  const { documentId, annotationId, mayRemoveOthers } = command
  const annotation = memberOf(state.annotations, annotationId)
  if (!annotation) return []
  if (annotation.by !== call.actor.id && !mayRemoveOthers) {
    // Otherwise the refusal would reveal that it exists.
    if (!isSeenBy(call, annotation)) return []
    throw new Refusal('forbidden', 'Only its author or an administrator may delete this annotation.')
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

const statusEvents = {
  current: 'document.admitted',
  held: 'document.held',
  removed: 'document.removed',
} as const

function setStatus({ documentId, status, why: rawWhy }: Of<'setStatus'>, state: DocumentState): Fact[] {
  const why = rawWhy.trim()
  if (why === '') throw new Refusal('invalid', 'why must not be blank.')
  if (status === state.status) return []
  return [{ type: statusEvents[status], subject: documentId, data: { documentId, why } }]
}

/** A document counts as a copy if at least this share of its pages is repeated. */
const copyShare = 0.9

/** Acts once on the duplicates of a version, so as not to override a person's later decision. */
function link({ documentId, version, duplicates, onDuplicate }: Of<'link'>, state: DocumentState): Fact[] {
  if (version !== state.version || duplicates.length === 0) return []
  if (state.duplicates?.version === version) return []
  const linked: Fact = { type: 'document.linked', subject: documentId, data: { documentId, duplicates } }
  if (onDuplicate === 'link' || state.status !== 'current') return [linked]
  const repeated = duplicates.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0)
  const pages = state.pages ? state.pages.end - state.pages.start + 1 : 0
  if (repeated < pages * copyShare) return [linked]
  const why = `${repeated} of its ${pages} pages are in the file already, nearly word for word.`
  const type = onDuplicate === 'hold' ? 'document.held' : 'document.removed'
  return [linked, { type, subject: documentId, data: { documentId, why } }]
}

function setLinked({ documentId, linked }: Of<'setLinked'>, state: DocumentState): Fact[] {
  const { duplicates } = state
  if (!duplicates) throw new Refusal('stateForbids', 'This document has no known duplicates.')
  if (duplicates.isLinked === linked) return []
  if (!linked) return [{ type: 'document.unlinked', subject: documentId, data: { documentId } }]
  return [{ type: 'document.linked', subject: documentId, data: { documentId, duplicates: duplicates.runs } }]
}

/** Skips annotations that are already on this version: a person may have placed them in the meantime. */
function reanchor({ documentId, version, anchors }: Of<'reanchor'>, state: DocumentState): Fact[] {
  if (version !== state.version) return []
  return anchors.flatMap(({ annotationId, found }): Fact[] => {
    const annotation = memberOf(state.annotations, annotationId)
    if (!annotation || isOn(state, annotation.page)) return []
    if (found && isOn(state, found.page)) {
      const data = { documentId, annotationId, ...found }
      return [{ type: 'document.annotationMoved', subject: documentId, data }]
    }
    if (annotation.isOrphaned) return []
    return [{ type: 'document.annotationOrphaned', subject: documentId, data: { documentId, annotationId } }]
  })
}

function isOn({ pages }: DocumentState, page: number): boolean {
  return pages !== null && page >= pages.start && page <= pages.end
}

/** Unless someone has sorted the document, setting its type changes its category. */
function edit(
  { documentId, ...command }: DocumentCommand & { type: 'editDocument' },
  { labels }: DocumentState,
  { profile, at }: Context,
): Fact[] {
  if (!labels) throw new Refusal('notFound', 'There is no such document in this case.')
  const { name = labels.name, description = labels.description, receiptDate = labels.receiptDate } = command
  if (name.trim() === '') throw new Refusal('invalid', 'name must not be blank.')
  refuseReceivedLater(command.receiptDate, at)
  const { documentType = labels.documentType } = command
  const isUnsorted = labels.categories.every((category) => category === profile.unsortedCategory)
  const keptCategories = isUnsorted && command.documentType !== undefined ? undefined : labels.categories
  const isKnownType = profile.documentTypes.some((type) => type.name === documentType)
  const sorting =
    command.documentType === undefined && !isKnownType
      ? {
          ...(documentType === undefined ? {} : { documentType }),
          ...labelsFrom({ categories: command.categories ?? keptCategories }, profile, []),
        }
      : labelsFrom({ documentType, categories: command.categories ?? keptCategories }, profile, [])
  const edited = { name: name.trim(), description, receiptDate, ...sorting }
  if (isSame(edited, labels)) return []
  return [{ type: 'document.edited', subject: documentId, data: { documentId, ...edited } }]
}

function labelsOf({
  name,
  documentType,
  description,
  categories,
  receiptDate,
}: DocumentLabels): DocumentLabels {
  return {
    name,
    ...(documentType === undefined ? {} : { documentType }),
    description,
    categories,
    receiptDate,
  }
}
