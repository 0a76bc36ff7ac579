import Type, { type Static } from 'typebox'
import { Permissions } from './actions.ts'
import { Box, TagVisibility, Visibility } from './marks.ts'
import { CalendarDate, Timestamp } from './text.ts'

const strict = { additionalProperties: false }

export const PersonName = Type.Object({
  firstName: Type.String(),
  middleName: Type.Optional(Type.String()),
  lastName: Type.String(),
})
export type PersonName = Static<typeof PersonName>

export const AppealSummary = Type.Object({
  id: Type.String({ examples: ['case_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  docketNumber: Type.String({ examples: ['240319-100482'] }),
  veteran: PersonName,
  uploadedAt: Timestamp,
})
export type AppealSummary = Static<typeof AppealSummary>

export const Appeal = Type.Object({
  ...AppealSummary.properties,
  originalPdfBytes: Type.Integer({ minimum: 0, description: 'Size of the PDF the appeal was opened with' }),
})
export type Appeal = Static<typeof Appeal>

export const AppealList = Type.Object({ appeals: Type.Array(AppealSummary) })

export const AppealDetail = Type.Object({
  appeal: Appeal,
  documentCount: Type.Integer({ minimum: 0 }),
})
export type AppealDetail = Static<typeof AppealDetail>

export const Annotation = Type.Object({
  id: Type.String(),
  page: Type.Integer({ minimum: 1, description: 'A page of the appeal, within the document' }),
  x: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  y: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  comment: Type.Optional(Type.String()),
  relevantDate: Type.Optional(CalendarDate),
  rects: Type.Optional(Type.Array(Box)),
  quote: Type.Optional(Type.String()),
  visibility: Type.Optional(Visibility),
  orphaned: Type.Optional(
    Type.Literal(true, {
      description: 'The document was revised, and the new version has no such place: it stays where it was',
    }),
  ),
  createdBy: Type.String(),
  createdAt: Timestamp,
})
export type Annotation = Static<typeof Annotation>

export const DocumentSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  startPage: Type.Integer({ minimum: 1, description: 'First page within the appeal; a page never moves' }),
  endPage: Type.Integer({ minimum: 1 }),
  version: Type.Integer({
    minimum: 1,
    description: 'Of its content: a revision is the next one, on new pages',
  }),
  position: Type.Integer({ minimum: 0, description: 'Zero-based place in the arrangement' }),
  receiptDate: CalendarDate,
  description: Type.String(),
  documentType: Type.Optional(
    Type.String({ description: 'What it is, in the words of the profile', examples: ['brief'] }),
  ),
  categories: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  read: Type.Boolean({ description: 'Whether the caller has marked it read' }),
  unreadable: Type.Optional(
    Type.String({ description: 'Why its pages could not be read when it came in; it then has one page' }),
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

export const SearchHit = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  snippet: Type.String({ description: 'The text around the first match on the page' }),
})
export type SearchHit = Static<typeof SearchHit>

export const SearchResult = Type.Object({
  query: Type.String(),
  hits: Type.Array(SearchHit, { maxItems: 50 }),
})
export type SearchResult = Static<typeof SearchResult>

export const SearchQuery = Type.Object({
  q: Type.String({
    description: 'Words are ANDed; `"a phrase"`, `OR`, `-not` and `prefix*` are understood',
    examples: ['"38 CFR 3.303" -tinnitus'],
  }),
})

export const NewTag = Type.Object(
  { text: Type.String({ examples: ['favorable evidence'] }), visibility: Type.Optional(TagVisibility) },
  strict,
)
export type NewTag = Static<typeof NewTag>

export const Tag = Type.Object({ text: Type.String(), createdBy: Type.String(), createdAt: Timestamp })
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
        description: 'What it marks on the page; lines of a quote, or an area',
      }),
    ),
    quote: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'The words it marks: by them it follows a revision' }),
    ),
    visibility: Type.Optional(Visibility),
  },
  strict,
)
export type NewAnnotation = Static<typeof NewAnnotation>

export const AnnotationCreated = Type.Object({ annotation: Annotation })

export const SetReadState = Type.Object({ read: Type.Boolean() }, strict)
export const ReadState = Type.Object({ read: Type.Boolean(), at: Timestamp })
export type ReadState = Static<typeof ReadState>
export const ReadStateSet = Type.Object({ readState: ReadState })

export const DocumentOrder = Type.Object(
  {
    documentIds: Type.Array(Type.String(), {
      maxItems: 100_000,
      description: 'Every document of the appeal, once',
    }),
  },
  strict,
)
export type DocumentOrder = Static<typeof DocumentOrder>

export const FileQuery = Type.Object({
  format: Type.Optional(Type.Union([Type.Literal('pdf'), Type.Literal('zip')], { default: 'pdf' })),
  annotations: Type.Optional(
    Type.Boolean({ default: false, description: 'Write annotations into the PDF as real PDF annotations' }),
  ),
})
