import type { PersonName } from '@portico/contract/appeals'
import type { Brought } from '@portico/contract/cases'
import type { Content, MadeAs, Original, SourceReference } from '@portico/contract/documents'
import type { Alias } from '@portico/contract/envelope'
import type { LinkKind } from '@portico/contract/links'
import type { MatchReason, NewPiece } from '@portico/contract/mail'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** The labels a person gives a document. */
export type DocumentLabels = {
  name: string
  documentType?: string
  description: string
  categories: string[]
  receiptDate: string
}

/** The bytes that its pages are read from, and the original if that differs. */
export type DocumentBytes = { content: Content; original?: Original; unreadable?: string }

/** The document of another case with the same bytes. */
export type SharedFrom = { caseId: string; documentId: string; version: number }

export type NewDocument = {
  documentId: string
  alias?: Alias
  sharedFrom?: SharedFrom
  /** Its reference in the source. */
  from?: SourceReference
  /** Present if the platform made the document. */
  madeAs?: MadeAs
} & DocumentLabels &
  DocumentBytes

export type OpenCase = {
  type: 'openCase'
  caseId: string
  docketNumber: string
  caseType: string
  veteran: PersonName
  receiptDate: string
  uploadedAt: string
  originalPdfBytes: number
  alias?: Alias
  /** Its status in the source system. */
  brought?: Brought
  sensitivity?: number
  /** The ID of the claimant's party; generated if absent. */
  claimantId?: string
  /** The case that this one continues. */
  link?: { kind: LinkKind; caseId: string; why: string }
  documents: NewDocument[]
  /** Facts copied from the case that this one continues. */
  carried?: Fact[]
}

/** Duplicates are linked, held for a person to check, or refused. */
export const duplicatePolicies = ['link', 'hold', 'refuse'] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

/** A piece of mail, and how it was matched to the case. */
export type ArrivedMail = Pick<NewPiece, 'channel' | 'receiptDate'> & {
  pieceId: string
  mailType: string
  sender?: NewPiece['sender']
  subject?: string
  files: { name: string; sha256: string; bytes: number; documentId?: string; why?: string }[]
  reasons?: MatchReason[]
  /** Known duplicates; unless given, repeated bytes are refused. */
  duplicateOf?: string[]
  why?: string
  instructions?: string
}

export type FiledArtifact = Omit<Fact<'session.artifactFiled'>['data'], 'documentId'>

export type DroppedMail = Pick<ArrivedMail, 'pieceId' | 'channel' | 'receiptDate' | 'files'> & {
  duplicateOf: string
  why: string
}

export type DocumentPart = { documentId: string; pageCount: number } & DocumentLabels

export type CaseFileCommand =
  | OpenCase
  | { type: 'fileDocuments'; caseId: string; documents: NewDocument[]; onDuplicate: DuplicatePolicy }
  /** The readable files of a piece of mail; a task that routes it follows. */
  | ({ type: 'fileMail'; caseId: string; documents: NewDocument[] } & ArrivedMail)
  /** A recording or transcript of a session. */
  | {
      type: 'fileArtifact'
      caseId: string
      document: NewDocument
      artifact: FiledArtifact
    }
  /** A piece of mail that repeats a document of the case. */
  | ({ type: 'dropMail'; caseId: string } & DroppedMail)
  /** Files the document, or revises the one with the same ID in its source. */
  | {
      type: 'takeDocument'
      caseId: string
      document: NewDocument & { from: SourceReference }
      onDuplicate: DuplicatePolicy
    }
  | ({ type: 'reviseDocument'; caseId: string; documentId: string } & DocumentBytes)
  /** A source has stored a document made by the platform. */
  | { type: 'noteWrittenBack'; caseId: string; documentId: string; source: string; sourceId?: string }
  | { type: 'divideDocument'; caseId: string; documentId: string; parts: DocumentPart[] }
  /** `concealed` documents are hidden from the caller, who need not name them. */
  | { type: 'arrangeDocuments'; caseId: string; documentIds: string[]; concealed?: readonly string[] }
  /** Moves some documents, in their order, before another one or to the end. */
  | {
      type: 'moveDocuments'
      caseId: string
      documentIds: string[]
      before?: string
      concealed?: readonly string[]
    }

export type FiledDocument = {
  id: string
  /** Documents are ordered by place, then by filing. */
  place: number
  filedPage: number
  startPage: number
  endPage: number
  version: number
  isListed: boolean
  isRemoved: boolean
  content: Content
  original: Original | null
  madeAs: MadeAs | null
  from: Sourced | null
}

/** The reference of a document in its source; the revision is null if the document was not fetched from there. */
type Sourced = { source: string; sourceId: string; revision: string | null }

export type CaseFileState = {
  isOpen: boolean
  lastPage: number
  documents: FiledDocument[]
  /** Further references, in sources other than the one a document came from, or under other IDs. */
  alsoFrom: (Sourced & { documentId: string })[]
}

/** The file of a case: its page space, which only grows, and the arrangement of its documents. */
export const caseFile: Decider<CaseFileCommand, CaseFileState> = {
  name: 'caseFile',
  needs: {
    openCase: null,
    fileDocuments: 'fileDocuments',
    fileMail: 'routeMail',
    dropMail: 'routeMail',
    fileArtifact: null,
    takeDocument: 'fileDocuments',
    noteWrittenBack: null,
    reviseDocument: 'curateDocuments',
    divideDocument: 'curateDocuments',
    arrangeDocuments: 'arrange',
    moveDocuments: 'arrange',
  },
  stateVersion: 5,
  reads: () => ({
    types: [
      'case.opened',
      'case.documentsArranged',
      'document.filed',
      'document.refused',
      'document.revised',
      'document.writtenBack',
      'source.unchanged',
      'document.divided',
      'document.held',
      'document.admitted',
      'document.removed',
    ],
  }),
  opens: (command) => command.type === 'openCase',
  initial: { isOpen: false, lastPage: 0, documents: [], alsoFrom: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened':
        return { ...state, isOpen: true }
      case 'document.filed': {
        const { documentId, position, startPage, endPage, content, original, from, alias } = event.data
        const filed = {
          id: documentId,
          place: position,
          filedPage: startPage,
          startPage,
          endPage,
          version: 1,
          isListed: true,
          isRemoved: false,
          content,
          original: original ?? null,
          madeAs: event.data.madeAs ?? null,
          from: from
            ? referenceOf(from)
            : alias
              ? { source: alias.source, sourceId: alias.externalId, revision: null }
              : null,
        }
        return {
          ...state,
          lastPage: Math.max(state.lastPage, endPage),
          documents: [...state.documents, filed],
        }
      }
      case 'document.refused':
        return withReference(state, event.data.from, event.data.duplicateOf)
      case 'document.writtenBack': {
        const { documentId, source, sourceId } = event.data
        return sourceId === undefined
          ? state
          : withReference(state, { source, sourceId, revision: null }, documentId)
      }
      case 'source.unchanged':
        return withReference(state, event.data, event.data.documentId)
      case 'document.revised': {
        const { documentId, version, startPage, endPage, content, original, from } = event.data
        const changes = { version, startPage, endPage, content, original: original ?? null }
        return {
          ...withReference(withChanges(state, documentId, changes), from, documentId),
          lastPage: endPage,
        }
      }
      case 'document.divided': {
        const { documentId, endPage, content } = event.data
        return withChanges(state, documentId, { endPage, content })
      }
      case 'document.held':
        return withChanges(state, event.data.documentId, { isListed: false, isRemoved: false })
      case 'document.admitted':
        return withChanges(state, event.data.documentId, { isListed: true, isRemoved: false })
      case 'document.removed':
        return withChanges(state, event.data.documentId, { isListed: false, isRemoved: true })
      case 'case.documentsArranged': {
        const places = new Map(event.data.documentIds.map((id, place) => [id, place]))
        const documents = state.documents.map((document) => ({
          ...document,
          place: places.get(document.id) ?? document.place,
        }))
        return { ...state, documents }
      }
      default:
        return state
    }
  },

  decide(command, state, context) {
    switch (command.type) {
      case 'openCase':
        return open(command, state, context)
      case 'fileDocuments':
        return file(command.caseId, command.documents, state, command.onDuplicate)
      case 'fileMail': {
        const { type: _, caseId, documents, ...mail } = command
        if (!mail.duplicateOf) refuseRepeated(documents, state)
        const received: Fact = { type: 'mail.received', subject: mail.pieceId, data: mail }
        return [...file(caseId, documents, state, 'link'), received]
      }
      case 'fileArtifact': {
        const { caseId, document, artifact } = command
        const { documentId } = document
        const { sessionId } = artifact
        const filed: Fact = {
          type: 'session.artifactFiled',
          subject: sessionId,
          data: { ...artifact, documentId },
        }
        return [...file(caseId, [document], state, 'link'), filed]
      }
      case 'dropMail': {
        const { type: _, caseId: __, ...mail } = command
        findDocument(mail.duplicateOf, state)
        return [{ type: 'mail.dropped', subject: mail.pieceId, data: mail }]
      }
      case 'takeDocument':
        return take(command, state)
      case 'noteWrittenBack': {
        const { type: _, caseId: __, ...data } = command
        return [{ type: 'document.writtenBack', subject: data.documentId, data }]
      }
      case 'reviseDocument':
        return revise(command, state)
      case 'divideDocument':
        return divide(command, state)
      case 'arrangeDocuments':
        return arrange(command, state)
      case 'moveDocuments':
        return arrange(
          { ...command, type: 'arrangeDocuments', documentIds: arrangementAfter(command, state) },
          state,
        )
    }
  },
}

type Of<Type extends CaseFileCommand['type']> = CaseFileCommand & { type: Type }

/** The document with this ID in a source, and its latest revision. */
export function sourcedFrom(
  { documents, alsoFrom }: CaseFileState,
  { source, sourceId }: Pick<Sourced, 'source' | 'sourceId'>,
): { documentId: string; revision: string | null } | undefined {
  const isSame = (from: Sourced | null) => from?.source === source && from.sourceId === sourceId
  const filed = documents.find(({ from }) => isSame(from))
  if (filed?.from) return { documentId: filed.id, revision: filed.from.revision }
  return alsoFrom.find(isSame)
}

const referenceOf = ({ source, sourceId, revision }: Sourced): Sourced => ({ source, sourceId, revision })

function withReference(state: CaseFileState, from: Sourced | undefined, documentId: string): CaseFileState {
  if (!from) return state
  const { source, sourceId } = from
  const isSame = (known: Sourced | null) => known?.source === source && known.sourceId === sourceId
  if (state.documents.some((document) => isSame(document.from)))
    return {
      ...state,
      documents: state.documents.map((document) =>
        isSame(document.from) ? { ...document, from: referenceOf(from) } : document,
      ),
    }
  const others = state.alsoFrom.filter((known) => !isSame(known))
  return { ...state, alsoFrom: [...others, { ...referenceOf(from), documentId }] }
}

/** Without held and removed documents. */
export function arrangementOf({ documents }: CaseFileState): string[] {
  return inOrder(documents.filter(({ isListed }) => isListed)).map(({ id }) => id)
}

function inOrder(documents: FiledDocument[]): FiledDocument[] {
  return documents.toSorted((a, b) => a.place - b.place || a.filedPage - b.filedPage)
}

function withChanges(state: CaseFileState, id: string, changes: Partial<FiledDocument>): CaseFileState {
  const documents = state.documents.map((document) =>
    document.id === id ? { ...document, ...changes } : document,
  )
  return { ...state, documents }
}

function open(command: OpenCase, state: CaseFileState, { at, profile }: Context): Fact[] {
  if (state.isOpen) throw new Refusal('conflict', 'A case with this id already exists.')
  const { type: _, caseId, documents, link, carried = [], ...details } = command
  const sensitivity = Math.max(command.sensitivity ?? 0, profile.sensitivity.ofNewCases)
  // A continued case has the parties of the original.
  const claimantId = link ? undefined : (details.claimantId ?? claimantOf(caseId, at))
  const data = {
    ...details,
    ...withoutUndefined({ claimantId }),
    ...(sensitivity > 0 ? { sensitivity } : {}),
  }
  const linked: Fact[] = link
    ? [
        {
          type: 'case.linked',
          subject: caseId,
          data: { ...link, direction: 'from', docketNumber: data.docketNumber },
        },
      ]
    : []
  return [
    { type: 'case.opened', subject: caseId, data },
    ...linked,
    ...file(caseId, documents, state, 'link'),
    ...carried,
  ]
}

/** Derived, so that opening the case again gives the same ID. */
function claimantOf(caseId: string, at: Date): string {
  return derivedId('party', { id: caseId, at: at.toISOString() }, 'claimant')
}

function file(
  caseId: string,
  documents: NewDocument[],
  state: CaseFileState,
  onDuplicate: DuplicatePolicy,
): Fact[] {
  let { lastPage } = state
  let place = state.documents.reduce((last, { place }) => Math.max(last, place), -1) + 1
  return documents.flatMap((document): Fact[] => {
    const { documentId, content } = document
    const runs = duplicatesOf(document, state)
    const [same] = runs
    if (same && onDuplicate === 'refuse') {
      const { name, original = content } = document
      const { sha256, bytes } = original
      const { from } = document
      return [
        {
          type: 'document.refused',
          subject: caseId,
          data: { name, sha256, bytes, duplicateOf: same.filed.id, ...withoutUndefined({ from }) },
        },
      ]
    }
    const startPage = lastPage + 1
    const endPage = startPage + content.pageCount - 1
    lastPage = endPage
    const filed: Fact = {
      type: 'document.filed',
      subject: documentId,
      data: { ...document, startPage, endPage, position: place++ },
    }
    if (!same) return [filed]
    const duplicates = runs.map(({ offset, pageCount, ofStartPage }) => ({
      startPage: startPage + offset,
      endPage: startPage + offset + pageCount - 1,
      ofStartPage,
      kind: 'exact' as const,
      similarity: 1,
    }))
    const linked: Fact = { type: 'document.linked', subject: documentId, data: { documentId, duplicates } }
    if (onDuplicate === 'link') return [filed, linked]
    const where = runs.map(({ ofStartPage: from, pageCount }) => `${from} to ${from + pageCount - 1}`)
    const why = `The same bytes are in the file already, on pages ${where.join(', ')}.`
    return [filed, linked, { type: 'document.held', subject: documentId, data: { documentId, why } }]
  })
}

function refuseRepeated(documents: readonly NewDocument[], state: CaseFileState) {
  for (const document of documents) {
    if (duplicatesOf(document, state).length === 0) continue
    throw new Refusal(
      'conflict',
      'The same bytes are in the file already: file it anyway, or drop it as a duplicate.',
    )
  }
}

/** A document is filed once, however often its source offers it. */
function take({ caseId, document, onDuplicate }: Of<'takeDocument'>, state: CaseFileState): Fact[] {
  const { from } = document
  const known = sourcedFrom(state, from)
  if (known && known.revision === from.revision) return []
  const { source, sourceId, revision } = from
  const unchanged = (documentId: string): Fact[] => [
    {
      type: 'source.unchanged',
      subject: documentId,
      data: { source, sourceId, revision, documentId },
    },
  ]
  if (known) {
    const { content, original, unreadable } = document
    const bytes = { content, ...withoutUndefined({ original, unreadable }) }
    const command = { type: 'reviseDocument' as const, caseId, documentId: known.documentId, ...bytes }
    const revised = revise(command, state, from)
    return revised.length === 0 ? unchanged(known.documentId) : revised
  }
  // The source may offer what the platform has written back to it.
  const own = state.documents.find(
    (filed) => filed.madeAs !== null && receivedOf(filed) === receivedOf(document),
  )
  return own ? unchanged(own.id) : file(caseId, [document], state, onDuplicate)
}

type ExactRun = { filed: FiledDocument; offset: number; pageCount: number; ofStartPage: number }

/** Where the file already has all pages of these bytes, in one document or in the parts of a divided one. */
function duplicatesOf({ content, original }: DocumentBytes, state: CaseFileState): ExactRun[] {
  const received = receivedOf({ content, original })
  const same = state.documents
    .filter((filed) => !filed.isRemoved && receivedOf(filed) === received)
    .toSorted(({ content: a }, { content: b }) => a.firstPage - b.firstPage || b.pageCount - a.pageCount)
  const runs: ExactRun[] = []
  let offset = 0
  for (const filed of same) {
    const start = content.firstPage + offset - filed.content.firstPage
    if (start < 0) break
    const pageCount = Math.min(content.pageCount - offset, filed.content.pageCount - start)
    if (pageCount <= 0) continue
    const ofStartPage = filed.startPage + start
    const last = runs.at(-1)
    if (last && last.ofStartPage + last.pageCount === ofStartPage) last.pageCount += pageCount
    else runs.push({ filed, offset, pageCount, ofStartPage })
    offset += pageCount
  }
  return offset === content.pageCount ? runs : []
}

function receivedOf({
  content,
  original,
}: {
  content: Content
  original?: Original | null | undefined
}): string {
  return original?.sha256 ?? content.sha256
}

function revise(command: Of<'reviseDocument'>, state: CaseFileState, from?: SourceReference): Fact[] {
  const { type: _, caseId: __, documentId, ...bytes } = command
  const filed = findDocument(documentId, state)
  if (filed.isRemoved) {
    throw new Refusal('stateForbids', 'A removed document cannot be revised: admit it first.')
  }
  const { content, original } = bytes
  const isSame =
    receivedOf(filed) === receivedOf({ content, original }) &&
    filed.content.firstPage === content.firstPage &&
    filed.content.pageCount === content.pageCount
  if (isSame) return []
  const startPage = state.lastPage + 1
  const endPage = state.lastPage + content.pageCount
  // So that a revision by the source is not written back to it.
  const origin = from ? { from } : filed.madeAs ? { madeAs: filed.madeAs } : {}
  const data = { documentId, version: filed.version + 1, startPage, endPage, ...bytes, ...origin }
  return [{ type: 'document.revised', subject: documentId, data }]
}

function divide({ documentId, parts }: Of<'divideDocument'>, state: CaseFileState): Fact[] {
  const { place, startPage, version, isListed, content, original } = findDocument(documentId, state)
  const [first, ...others] = parts
  if (!first || others.length === 0) throw new Refusal('invalid', 'parts must have at least 2 entries.')
  if (!isListed) throw new Refusal('stateForbids', 'A held or removed document cannot be divided.')
  if (version > 1) throw new Refusal('stateForbids', 'A revised document cannot be divided.')
  const pages = parts.reduce((sum, { pageCount }) => sum + pageCount, 0)
  if (pages !== content.pageCount) {
    throw new Refusal(
      'invalid',
      `parts must have as many pages as the document: they have ${pages}, and it has ${content.pageCount}.`,
    )
  }
  const { pageCount, documentId: _, ...labels } = first
  const divided: Fact = {
    type: 'document.divided',
    subject: documentId,
    data: {
      documentId,
      ...labels,
      endPage: startPage + pageCount - 1,
      content: { ...content, pageCount },
      into: others.map(({ documentId }) => documentId),
    },
  }
  let before = pageCount
  const filed = others.map(({ pageCount, ...part }): Fact => {
    const data = {
      ...part,
      startPage: startPage + before,
      endPage: startPage + before + pageCount - 1,
      position: place,
      content: { ...content, firstPage: content.firstPage + before, pageCount },
      ...(original ? { original } : {}),
      dividedFrom: documentId,
    }
    before += pageCount
    return { type: 'document.filed', subject: part.documentId, data }
  })
  return [divided, ...filed]
}

function findDocument(documentId: string, { documents }: CaseFileState): FiledDocument {
  const filed = documents.find(({ id }) => id === documentId)
  if (!filed) throw new Refusal('notFound', 'There is no such document in this case.')
  return filed
}

function arrangementAfter(
  { documentIds, before, concealed }: Of<'moveDocuments'>,
  state: CaseFileState,
): string[] {
  const arrangement = arrangementOf(state).filter((id) => !concealed?.includes(id))
  const unknownId = [...documentIds, ...(before === undefined ? [] : [before])].find(
    (id) => !arrangement.includes(id),
  )
  if (unknownId !== undefined) throw new Refusal('invalid', `There is no document ${unknownId} in this case.`)
  if (before !== undefined && documentIds.includes(before))
    throw new Refusal('invalid', `before must not be one of documentIds: ${before} is.`)
  const moving = new Set(documentIds)
  const others = arrangement.filter((id) => !moving.has(id))
  const index = before === undefined ? others.length : others.indexOf(before)
  return others.toSpliced(index, 0, ...arrangement.filter((id) => moving.has(id)))
}

function arrange(
  { caseId, documentIds, concealed = [] }: Of<'arrangeDocuments'>,
  state: CaseFileState,
): Fact[] {
  const arrangement = arrangementOf(state).filter((id) => !concealed.includes(id))
  const known = new Set(arrangement)
  const named = new Set(documentIds)
  const unknownId = documentIds.find((id) => !known.has(id))
  if (unknownId !== undefined) throw new Refusal('invalid', `There is no document ${unknownId} in this case.`)
  if (named.size < documentIds.length)
    throw new Refusal('invalid', 'documentIds must not have the same document twice.')
  if (named.size < known.size) {
    const missing = arrangement.filter((id) => !named.has(id))
    throw new Refusal(
      'invalid',
      `documentIds must name every document of the case: ${missing.length} missing, such as ${missing[0]}.`,
    )
  }
  if (documentIds.every((id, index) => id === arrangement[index])) return []
  // Hidden documents keep their order after the others, so that an admitted one has a place.
  const hidden = inOrder(
    state.documents.filter(({ id, isListed }) => !isListed || concealed.includes(id)),
  ).map(({ id }) => id)
  return [
    {
      type: 'case.documentsArranged',
      subject: caseId,
      data: { documentIds: [...documentIds, ...hidden] },
    },
  ]
}
