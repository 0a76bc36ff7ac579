import * as rules from '../generated/rules.js'
import type { Annotation, Case, CaseDocument, Content, DocumentSummary, Tag } from '../generated/types.ts'
import { defined, type Logged } from './engine.ts'
import type { World } from './world.ts'

type Labels = Pick<CaseDocument, 'name' | 'description' | 'receiptDate' | 'categories' | 'documentType'>

export type VersionRecord = {
  version: number
  startPage: number
  endPage: number
  content: Content
  original?: CaseDocument['original']
  unreadable?: string
  filedBy: string
  filedAt: string
}

export type DocumentRecord = Labels &
  VersionRecord &
  Pick<CaseDocument, 'status' | 'why' | 'duplicates'> & {
    id: string
    place: number
    filedPage: number
    tags: Tag[]
    annotations: Annotation[]
    readBy: Map<string, { read: boolean; at: string; name: string }>
    earlier: VersionRecord[]
  }

/** The documents of a case as its events have left them, whatever their status, as arranged. */
export function documentsOf(world: World, caseId: string): DocumentRecord[] {
  world.opening(caseId)
  const documents = new Map<string, DocumentRecord>()
  for (const event of world.eventsOf(caseId)) {
    if (event.type === 'case.documentsArranged') {
      for (const [place, id] of event.data.documentIds.entries())
        Object.assign(documents.get(id) ?? {}, { place })
    } else if (event.type === 'document.filed') {
      const { documentId: id, position: place, ...filed } = event.data
      const first = { version: 1, status: 'current' as const, tags: [], annotations: [], earlier: [] }
      const own = { ...filing(event), id, place, filedPage: filed.startPage, readBy: new Map() }
      documents.set(id, { ...first, ...filed, ...own })
    } else if ('documentId' in event.data) {
      const document = documents.get(String(event.data.documentId))
      if (document) evolve(document, event)
    }
  }
  return [...documents.values()].sort((a, b) => a.place - b.place || a.filedPage - b.filedPage)
}

const statuses = {
  'document.held': 'held',
  'document.admitted': 'current',
  'document.removed': 'removed',
}

function evolve(document: DocumentRecord, event: Logged) {
  const { annotations, tags } = document
  const by = event.onBehalfOf ?? event.actor
  const annotationOf = ({ annotationId }: { annotationId: string }) =>
    annotations.find(({ id }) => id === annotationId)
  switch (event.type) {
    case 'document.revised': {
      const { version, startPage, endPage, content, original, unreadable, filedBy, filedAt } = document
      const before = { version, startPage, endPage, content, original, unreadable, filedBy, filedAt }
      document.earlier.push(defined<VersionRecord>(before))
      Object.assign(document, { original: undefined, unreadable: undefined, duplicates: undefined })
      const { documentId: _, ...revised } = event.data
      return Object.assign(document, revised, filing(event))
    }
    case 'document.divided':
    case 'document.edited': {
      const { documentId: _, ...edited } = event.data
      return Object.assign(document, edited, { into: undefined })
    }
    case 'document.held':
    case 'document.admitted':
    case 'document.removed':
      return Object.assign(document, { status: statuses[event.type], why: event.data.why })
    case 'document.linked':
      return Object.assign(document, { duplicates: { linked: true, runs: event.data.duplicates } })
    case 'document.unlinked':
      return document.duplicates && Object.assign(document.duplicates, { linked: false })
    case 'document.tagged':
      return tags.push({ text: event.data.text, createdBy: by.name, createdAt: event.at })
    case 'document.untagged': {
      const { text } = event.data
      return tags.splice(
        tags.findIndex((tag) => tag.text === text),
        1,
      )
    }
    case 'document.annotated': {
      const { documentId: _, annotationId: id, visibility, alias: __, teams: ___, ...marked } = event.data
      const shown = visibility === undefined || visibility === 'staff' ? {} : { visibility }
      return annotations.push({ id, ...marked, ...shown, createdBy: by.name, createdAt: event.at })
    }
    case 'document.annotationMoved': {
      const { documentId: _, annotationId: __, ...moved } = event.data
      return Object.assign(annotationOf(event.data) ?? {}, moved, { orphaned: undefined })
    }
    case 'document.annotationOrphaned':
      return Object.assign(annotationOf(event.data) ?? {}, { orphaned: true })
    case 'document.annotationRemoved': {
      const annotation = annotationOf(event.data)
      return annotation && annotations.splice(annotations.indexOf(annotation), 1)
    }
    case 'document.markedRead':
    case 'document.markedUnread': {
      const read = event.type === 'document.markedRead'
      return document.readBy.set(by.id, { read, at: event.at, name: by.name })
    }
  }
}

const filing = ({ actor, onBehalfOf, at }: Logged) => ({ filedBy: (onBehalfOf ?? actor).name, filedAt: at })

export const isCurrent = ({ status }: DocumentRecord) => status === 'current'

/** The text of each page of a version. */
export function pagesOf(
  world: World,
  { content: { sha256, firstPage, pageCount } }: VersionRecord,
): string[] {
  const pages = world.files.get(sha256)?.pages ?? []
  return Array.from({ length: pageCount }, (_, index) => pages[firstPage - 1 + index] ?? '')
}

export function summaryOf(
  world: World,
  all: readonly DocumentRecord[],
  document: DocumentRecord,
): DocumentSummary {
  const { id, name, startPage, endPage, version, receiptDate, description, categories, documentType } =
    document
  const before = all.slice(0, all.indexOf(document))
  return defined<DocumentSummary>({
    ...{ id, name, startPage, endPage, version, position: before.filter(isCurrent).length },
    ...{ receiptDate, description, documentType, categories, tags: document.tags.map(({ text }) => text) },
    read: document.readBy.get(world.me.actor.id)?.read ?? false,
    unreadable: document.unreadable,
  })
}

export function caseDocumentOf(
  world: World,
  all: readonly DocumentRecord[],
  document: DocumentRecord,
): CaseDocument {
  const { status, why, duplicates, original, content, documentType } = document
  const mail = rules.mailSuggestedBy(documentType, world.profile)
  return defined<CaseDocument>({
    ...summaryOf(world, all, document),
    ...{ status, why, sha256: content.sha256, bytes: content.bytes, original, duplicates },
    suggestedMail: mail.length > 0 ? mail : undefined,
  })
}

export function caseOf(world: World, caseId: string): Case {
  const { docketNumber, caseType, veteran, receiptDate, uploadedAt, originalPdfBytes } =
    world.opening(caseId).data
  const all = documentsOf(world, caseId)
  const shown = all.filter(isCurrent)
  const pages = shown.reduce((sum, { content }) => sum + content.pageCount, 0)
  const unreadablePages = shown.filter(({ unreadable }) => unreadable !== undefined).length
  const last = all.flatMap((one) => [one, ...one.earlier]).map(({ endPage }) => endPage)
  return {
    ...{ id: caseId, docketNumber, caseType, veteran, receiptDate, uploadedAt, originalPdfBytes },
    documentCount: shown.length,
    pageCount: Math.max(0, ...last),
    text: { pagesRead: pages - unreadablePages, pages, pagesToRecognise: 0, unreadablePages },
    version: world.eventsOf(caseId).length,
  }
}
