import { Permissions } from './actions.ts'
import { ofAppeal } from './appeals.ts'
import { shownTo } from './audience.ts'
import { alias, byUsername } from './envelope.ts'
import { Box, tagVisibility, visibility } from './marks.ts'
import { bytes, done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const Annotation = Type.Object({
  id: Type.String(),
  page: Type.Integer({ minimum: 1, description: 'A page of the appeal, within this document' }),
  x: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  y: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  comment: Type.Optional(Type.String()),
  relevantDate: Type.Optional(CalendarDate),
  rects: Type.Optional(Type.Array(Box)),
  quote: Type.Optional(Type.String()),
  visibility: Type.Optional(visibility),
  replyTo: Type.Optional(Type.String({ description: 'The ID of the annotation that this one answers' })),
  orphaned: Type.Optional(
    Type.Literal(true, {
      description:
        'The marked place does not exist in the revised document; the annotation stays on the old version',
    }),
  ),
  createdBy: byUsername,
  createdAt: Timestamp,
})
export type Annotation = Static<typeof Annotation>

export const DocumentSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startPage: Type.Integer({
    minimum: 1,
    description: 'First page within the appeal; page numbers never change',
  }),
  endPage: Type.Integer({ minimum: 1 }),
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the content; each revision gets new pages',
  }),
  position: Type.Integer({ minimum: 0, description: 'Zero-based position in the arrangement' }),
  receiptDate: CalendarDate,
  description: Type.String(),
  documentType: Type.Optional(
    Type.String({ description: 'A document type from the profile', examples: ['brief'] }),
  ),
  categories: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  read: Type.Boolean({ description: 'Whether the caller has marked it read' }),
  unreadable: Type.Optional(
    Type.String({
      description: 'Why the pages could not be read on receipt; the document then has one page',
    }),
  ),
})
export type DocumentSummary = Static<typeof DocumentSummary>

export const Document = Type.Object({
  ...DocumentSummary.properties,
  annotations: Type.Array(Annotation),
})
export type Document = Static<typeof Document>

export const DocumentList = Type.Object({ documents: Type.Array(DocumentSummary) })
export const DocumentDetail = Type.Object({ document: Document, permissions: Permissions })

export const NewTag = Type.Object(
  { text: Type.String({ examples: ['favorable evidence'] }), visibility: Type.Optional(tagVisibility) },
  strict,
)

export const Tag = Type.Object({ text: Type.String(), createdBy: byUsername, createdAt: Timestamp })
export type Tag = Static<typeof Tag>

export const TagCreated = Type.Object({ tag: Tag })

export const NewAnnotation = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    x: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    y: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    relevantDate: Type.Optional(CalendarDate),
    rects: Type.Optional(
      Type.Array(Box, {
        maxItems: 500,
        description: 'Marked areas on the page: the lines of a quote, or a region',
      }),
    ),
    quote: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'The marked words, used to relocate the annotation in a revision',
      }),
    ),
    visibility: Type.Optional(visibility),
    replyTo: Type.Optional(
      nonEmpty(100, {
        examples: ['ann_01kbr2n4g6k8n0q2s4v6x8z0b2'],
        description:
          'An annotation of the document that this one answers: it is on the same page, and seen by the same people',
      }),
    ),
  },
  strict,
)
export type NewAnnotation = Static<typeof NewAnnotation>

export const AnnotationCreated = Type.Object({ annotation: Annotation })

const words = {
  comment: Type.Optional(Type.String({ maxLength: 10_000, examples: ['The onset is dated here.'] })),
  relevantDate: Type.Optional(CalendarDate),
}
export const EditAnnotation = Type.Object(
  { ...words, visibility: Type.Optional(visibility) },
  {
    ...strict,
    description:
      'Replaces comment and relevantDate; an omitted one is removed. Without visibility, the same people see it as before',
  },
)
export type EditAnnotation = Static<typeof EditAnnotation>
export const MoveAnnotation = Type.Object(
  {
    page: NewAnnotation.properties.page,
    x: NewAnnotation.properties.x,
    y: NewAnnotation.properties.y,
    rects: NewAnnotation.properties.rects,
    quote: Type.Optional({
      ...NewAnnotation.properties.quote,
      description: 'The words that are marked there, if they are others',
    }),
  },
  { ...strict, description: 'The whole new place; an omitted field other than quote is removed' },
)
export type MoveAnnotation = Static<typeof MoveAnnotation>
export const AnnotationEdited = Type.Object({ annotation: Annotation })

export const SetReadState = Type.Object({ read: Type.Boolean() }, strict)
export const ReadState = Type.Object({ read: Type.Boolean(), at: Timestamp })
export type ReadState = Static<typeof ReadState>
export const ReadStateSet = Type.Object({ readState: ReadState })

export const DocumentOrder = Type.Object(
  {
    documentIds: Type.Array(Type.String(), {
      maxItems: 100_000,
      description: 'Every document of the appeal, exactly once',
    }),
  },
  strict,
)
export type DocumentOrder = Static<typeof DocumentOrder>

export const DocumentMove = Type.Object(
  {
    documentIds: Type.Array(nonEmpty(100), {
      minItems: 1,
      maxItems: 100_000,
      uniqueItems: true,
      description: 'The documents that move; they keep their order among themselves',
      examples: [['doc_01kbr2n4f3h5k7n9q1s3v5x7z9']],
    }),
    before: Type.Optional(
      nonEmpty(100, {
        description: 'The document that they are put before; left out, they go to the end',
        examples: ['doc_01kbr2n4f4j6m8p0r2t4w6y8a1'],
      }),
    ),
  },
  strict,
)
export type DocumentMove = Static<typeof DocumentMove>

export const ofDocument = Type.Object({
  ...ofAppeal.properties,
  docId: Type.String({ description: 'The ID of the document' }),
})
const ofTag = Type.Object({
  ...ofDocument.properties,
  text: Type.String({ description: 'The tag, URL-encoded' }),
})
const ofAnnotation = Type.Object({ ...ofDocument.properties, annId: Type.String() })

export const tag = 'Documents'

export const routes = {
  arrangeDocuments: {
    method: 'PUT',
    path: '/appeals/{id}/document-order',
    tag: 'Appeals',
    audience: 'party',
    needs: 'arrange',
    trace: 'change',
    summary: 'Arrange documents; page numbers do not change',
    params: ofAppeal,
    body: DocumentOrder,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('The documents in their new order', DocumentList) },
    sdk: {
      call: 'client.documents.arrange',
      takes: ['documentIds'],
      about: 'Reorder the documents of an appeal: name each exactly once. Page numbers do not change.',
      example: sample`
        const ids = (await client.documents.list(appealId)).map((document) => document.id)
        await client.documents.arrange(appealId, ids.reverse())
      `,
    },
  },
  moveDocuments: {
    method: 'POST',
    path: '/cases/{id}/document-order/moves',
    tag: 'Documents',
    audience: 'party',
    needs: 'arrange',
    trace: 'change',
    summary: 'Move some documents in the arrangement',
    description:
      'Applies to the arrangement as it is by then: what others have moved meanwhile stays where they put it.',
    params: ofCase,
    body: DocumentMove,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('The documents in their new order', DocumentList) },
    sdk: {
      call: 'client.documents.move',
      takes: ['documentIds'],
      about:
        'Move some documents before another one, or to the end. What others have moved meanwhile stays where they put it.',
      example: sample`
        const [first, second] = await client.documents.list(appealId)
        if (first && second) await client.documents.move(appealId, [second.id], { before: first.id })
      `,
    },
  },
  listDocuments: {
    method: 'GET',
    path: '/appeals/{id}/documents',
    audience: 'party',
    needs: 'readCases',
    trace: 'list',
    summary: 'List the documents of an appeal, as arranged',
    params: ofAppeal,
    answers: { 200: json('The documents', DocumentList) },
    errors: [401, 404],
    sdk: {
      call: 'client.documents.list',
      about: 'List the documents of an appeal in order, with their tags.',
      example: sample`
        const documents = await client.documents.list(appealId)
        console.log(documents.filter((document) => !document.read).map((document) => document.name))
      `,
    },
  },
  getDocument: {
    method: 'GET',
    path: '/appeals/{id}/documents/{docId}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'document' },
    summary: 'Get a document with its annotations',
    params: ofDocument,
    answers: { 200: json('The document', DocumentDetail) },
    errors: [401, 404],
    sdk: {
      call: 'client.documents.get',
      returns: 'document',
      example: sample`
        const document = await client.documents.get(appealId, documentId)
        console.log(document.name, document.annotations.length)
      `,
    },
  },
  getContent: {
    method: 'GET',
    path: '/appeals/{id}/documents/{docId}/content',
    audience: 'party',
    needs: 'readCases',
    trace: { download: 'document' },
    summary: 'Download a document as PDF; supports range requests',
    params: ofDocument,
    answers: {
      200: bytes('The PDF', 'application/pdf'),
      206: bytes('A range of it', 'The requested range'),
    },
    errors: [401, 404, 416, 422],
    sdk: {
      call: 'client.documents.content',
      alsoCalls: ['getVersionContent'],
      isByHand: true,
      about:
        'Download the PDF of a document, or a range of it; of the current version or an earlier `version`.',
      example: sample`
        const start = await client.documents.content(appealId, documentId, { range: { start: 0, end: 4 } })
        console.log(new TextDecoder().decode(await start.bytes()), 'of', start.range?.total, 'bytes')

        const first = await client.documents.content(appealId, documentId, { version: 1 })
        console.log(first.name, (await first.bytes()).length)
      `,
    },
  },
  addTag: {
    method: 'POST',
    path: '/appeals/{id}/documents/{docId}/tags',
    audience: 'party',
    needs: 'tag',
    trace: 'change',
    summary: 'Add a tag; an existing tag is returned unchanged',
    params: ofDocument,
    body: NewTag,
    answers: { 201: json('The tag', TagCreated) },
    sdk: {
      call: 'client.documents.addTag',
      takes: ['text'],
      about:
        'Add a tag to a document; an existing tag is returned unchanged. Tags by staff are visible to staff, unless `visibility` makes them visible to everyone who sees the case.',
      example: sample`
        const tag = await client.documents.addTag(appealId, documentId, 'favorable evidence')
        console.log(tag.createdBy, tag.createdAt)
        await client.documents.addTag(appealId, documentId, 'exhibit A', { visibility: 'case' })
      `,
    },
  },
  removeTag: {
    method: 'DELETE',
    path: '/appeals/{id}/documents/{docId}/tags/{text}',
    audience: 'party',
    needs: 'tag',
    trace: 'change',
    summary: 'Remove a tag; succeeds even if there is no such tag',
    params: ofTag,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409],
    servedBy: { command: 'document.untag' },
    sdk: {
      call: 'client.documents.removeTag',
      about: 'Remove a tag. Succeeds even if there is no such tag.',
      example: sample`
        await client.documents.removeTag(appealId, documentId, 'favorable evidence')
      `,
    },
  },
  createAnnotation: {
    method: 'POST',
    path: '/appeals/{id}/documents/{docId}/annotations',
    audience: 'party',
    needs: 'annotate',
    trace: 'change',
    summary: 'Annotate a page',
    params: ofDocument,
    body: NewAnnotation,
    answers: { 201: json('The annotation', AnnotationCreated) },
    sdk: {
      call: 'client.documents.annotate',
      takes: ['annotation'],
      about: 'Annotate a page of a document. `x` and `y` run from 0 to 1, from the top left.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const annotation = await client.documents.annotate(appealId, documentId, {
          page: startPage,
          x: 0.25,
          y: 0.4,
          comment: 'The onset is dated here.',
          relevantDate: '1998-04-30',
        })
        console.log(annotation.id)
      `,
    },
  },
  editAnnotation: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/annotations/{annId}',
    audience: 'party',
    needs: 'annotate',
    trace: 'change',
    summary: 'Update the comment and date of one of your annotations',
    params: ofAnnotation,
    body: EditAnnotation,
    answers: { 200: json('The annotation', AnnotationEdited) },
    sdk: {
      call: 'client.documents.editAnnotation',
      takes: ['words'],
      about:
        'Change the comment and the date of your annotation; an omitted one is removed. `visibility` changes who sees it.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, comment: 'Onset?' })
        const edited = await client.documents.editAnnotation(appealId, documentId, id, { comment: 'Onset: 1998.' })
        console.log(edited.comment)
      `,
    },
  },
  moveAnnotation: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/annotations/{annId}/place',
    audience: 'party',
    needs: 'annotate',
    trace: 'change',
    summary: 'Move one of your annotations within its document',
    params: ofAnnotation,
    body: MoveAnnotation,
    answers: { 200: json('The annotation', AnnotationEdited) },
    sdk: {
      call: 'client.documents.moveAnnotation',
      takes: ['place'],
      about: 'Move your annotation within its document; fields of the place that are omitted are removed.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, x: 0.2, y: 0.2 })
        await client.documents.moveAnnotation(appealId, documentId, id, { page: startPage, x: 0.6, y: 0.4 })
      `,
    },
  },
  restoreAnnotation: {
    method: 'POST',
    path: '/appeals/{id}/documents/{docId}/annotations/{annId}/restore',
    audience: 'party',
    needs: 'annotate',
    trace: 'change',
    summary: 'Undo the deletion of one of your annotations; succeeds even if it is there',
    params: ofAnnotation,
    answers: { 200: json('The annotation', AnnotationEdited) },
    sdk: {
      call: 'client.documents.restoreAnnotation',
      about: 'Undo the removal of your annotation: it is there again under its ID.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, comment: 'Onset?' })
        await client.documents.removeAnnotation(appealId, documentId, id)
        console.log((await client.documents.restoreAnnotation(appealId, documentId, id)).comment)
      `,
    },
  },
  removeAnnotation: {
    method: 'DELETE',
    path: '/appeals/{id}/documents/{docId}/annotations/{annId}',
    audience: 'party',
    needs: 'readCases',
    trace: 'change',
    summary: 'Delete one of your annotations; succeeds even if there is no such annotation',
    params: ofAnnotation,
    answers: { 204: done },
    errors: [401, 403, 404, 409],
    sdk: {
      call: 'client.documents.removeAnnotation',
      about: 'Remove your annotation. Succeeds even if there is no such annotation.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const { id } = await client.documents.annotate(appealId, documentId, { page: startPage })
        await client.documents.removeAnnotation(appealId, documentId, id)
      `,
    },
  },
  setReadState: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/read-state',
    audience: 'party',
    needs: 'markRead',
    trace: 'change',
    summary: 'Mark a document read or unread for yourself',
    params: ofDocument,
    body: SetReadState,
    answers: { 200: json('The read state', ReadStateSet) },
    sdk: {
      call: 'client.documents.setRead',
      takes: ['read'],
      about: 'Mark a document as read or unread for yourself.',
      example: sample`
        const { read, at } = await client.documents.setRead(appealId, documentId, true)
        console.log(read, at)
      `,
    },
  },
} as const satisfies Record<string, Row>

/** A page range of a blob: bytes received are kept whole under their hash. */
export const Content = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  mediaType: Type.String(),
  firstPage: Type.Integer({ minimum: 1 }),
  pageCount: Type.Integer({ minimum: 1 }),
})
export type Content = Static<typeof Content>

/** Bytes as they came in, where what people read is a PDF that was made from them. */
export const original = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  mediaType: Type.String(),
})
export type Original = Static<typeof original>

/** Pages of a document that are in the file already, elsewhere: a run of them, page by page. */
export const DuplicateRun = Type.Object({
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  ofStartPage: Type.Integer({ minimum: 1, description: 'First page of the run that is repeated' }),
  kind: oneOf(['exact', 'near']),
  similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Similarity of the least similar pair of pages',
  }),
})
export type DuplicateRun = Static<typeof DuplicateRun>

/** What a source of documents calls one of them. */
export const sourceReference = Type.Object(
  {
    source: nonEmpty(100, {
      description: 'The source: a binding of the port, or the system that an intake account acts for',
      examples: ['main'],
    }),
    sourceId: nonEmpty(500, {
      description: 'What the source calls the document; a revision keeps it',
      examples: ['R-1/2024-03-19-form-9.pdf'],
    }),
    revision: nonEmpty(200, { description: 'Changes when the bytes change', examples: ['2'] }),
    suggestedCategory: Type.Optional(Type.String({ maxLength: 100 })),
    suggestedType: Type.Optional(Type.String({ maxLength: 100 })),
  },
  strict,
)
export type SourceReference = Static<typeof sourceReference>

export const madeAs = oneOf(['transcript', 'recording', 'sentLetter', 'annotatedCopy'], {
  description: 'What the platform made after intake; it is handed to the sources that take such documents',
  examples: ['transcript'],
})
export type MadeAs = Static<typeof madeAs>

const origin = {
  from: Type.Optional(sourceReference),
  madeAs: Type.Optional(madeAs),
}

const bytesAndPages = {
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  content: Content,
  original: Type.Optional(original),
  unreadable: Type.Optional(
    Type.String({ description: 'Why the pages could not be counted; the document then has one page' }),
  ),
}

const labels = {
  name: Type.String(),
  documentType: Type.Optional(Type.String()),
  description: Type.String(),
  categories: Type.Array(Type.String()),
  receiptDate: CalendarDate,
}

const Filed = Type.Object({
  documentId: Type.String(),
  ...labels,
  position: Type.Integer({ minimum: 0 }),
  ...bytesAndPages,
  dividedFrom: Type.Optional(Type.String({ description: 'The document these pages came from' })),
  sharedFrom: Type.Optional(
    Type.Object(
      { caseId: Type.String(), documentId: Type.String(), version: Type.Integer({ minimum: 1 }) },
      { description: 'The document in another case that has the same bytes' },
    ),
  ),
  alias: Type.Optional(alias),
  ...origin,
})

const Revised = Type.Object({
  documentId: Type.String(),
  version: Type.Integer({ minimum: 2 }),
  ...bytesAndPages,
  ...origin,
})

const Divided = Type.Object({
  documentId: Type.String(),
  endPage: Type.Integer({ minimum: 1 }),
  content: Content,
  ...labels,
  into: Type.Array(Type.String(), { description: 'The documents that hold the other pages' }),
})

const Refused = Type.Object({
  name: Type.String(),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  duplicateOf: Type.String({ description: 'The document with the same bytes' }),
  from: origin.from,
})

const WrittenBack = Type.Object({
  documentId: Type.String(),
  source: Type.String({ description: 'The source that has taken it' }),
  sourceId: Type.Optional(Type.String({ description: 'What the source calls it from now on' })),
})

const Annotated = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  x: Type.Optional(Type.Number()),
  y: Type.Optional(Type.Number()),
  comment: Type.Optional(Type.String()),
  relevantDate: Type.Optional(CalendarDate),
  alias: Type.Optional(alias),
  rects: Type.Optional(Type.Array(Box)),
  quote: Type.Optional(Type.String()),
  visibility: Type.Optional(visibility),
  teams: Type.Optional(Type.Array(Type.String(), { description: "The author's teams at the time" })),
  replyTo: Type.Optional(Type.String()),
})

const ofAnnotationEdited = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  ...words,
  visibility: Type.Optional(visibility),
  teams: Type.Optional(Type.Array(Type.String())),
})

const AnnotationMoved = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  x: Type.Optional(Type.Number()),
  y: Type.Optional(Type.Number()),
  rects: Type.Optional(Type.Array(Box)),
})

const OfDocument = Type.Object({ documentId: Type.String() })
const OfDocumentWithReason = Type.Object({ documentId: Type.String(), why: Type.String() })
const OfAnnotation = Type.Object({ documentId: Type.String(), annotationId: Type.String() })
const ofCuration = shownTo('staff', OfDocumentWithReason, { integration: ['documentId'] })

const Tagged = Type.Object({
  documentId: Type.String(),
  text: Type.String(),
  visibility: Type.Optional(tagVisibility),
})

export const events = {
  'case.documentsArranged': shownTo('integration', Type.Object({ documentIds: Type.Array(Type.String()) })),
  'document.filed': shownTo('party', Filed, { integration: ['alias', 'sharedFrom', 'from', 'madeAs'] }),
  'document.revised': shownTo('party', Revised, { integration: ['from', 'madeAs'] }),
  'document.divided': shownTo('party', Divided),
  'document.edited': shownTo(
    'party',
    Type.Object({ documentId: Type.String(), ...labels }, { description: 'The new labels' }),
  ),
  'document.refused': shownTo('integration', Refused),
  'document.writtenBack': shownTo('integration', WrittenBack),
  'document.held': ofCuration,
  'document.admitted': shownTo('staff', OfDocumentWithReason, { party: ['documentId'] }),
  'document.removed': ofCuration,
  'document.linked': shownTo(
    'integration',
    Type.Object({ documentId: Type.String(), duplicates: Type.Array(DuplicateRun) }),
  ),
  'document.unlinked': shownTo('integration', OfDocument),
  /** Narrowed by the visibility that a tag or an annotation has. */
  'document.tagged': shownTo('party', Tagged),
  'document.untagged': shownTo('staff', Type.Object({ documentId: Type.String(), text: Type.String() })),
  'document.annotated': shownTo('party', Annotated),
  'document.annotationEdited': shownTo('party', ofAnnotationEdited),
  'document.annotationMoved': shownTo('staff', AnnotationMoved),
  'document.annotationOrphaned': shownTo('staff', OfAnnotation),
  'document.annotationRemoved': shownTo('staff', OfAnnotation),
  'document.markedRead': shownTo('staff', OfDocument),
  'document.markedUnread': shownTo('staff', OfDocument),
}
