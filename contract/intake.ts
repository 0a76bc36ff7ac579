import Type, { type Static } from 'typebox'
import { Permissions } from './actions.ts'
import { DocumentSummary } from './appeals.ts'
import { Case } from './cases.ts'
import { DuplicateRun, Original } from './events.ts'
import { CalendarDate, Sha256, Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const name = Type.String({ minLength: 1, maxLength: 500, examples: ['Private treatment records'] })
const partOfName = Type.String({ minLength: 1, maxLength: 200 })
const categories = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 20,
  description: 'Of the profile: `medical`, `procedural`, `other`, `index` in the default one',
  examples: [['medical']],
})

const documentType = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'What it is, in the words of the profile: it suggests the category, and what mail it is',
  examples: ['privateMedicalRecord'],
})

const labels = {
  name,
  documentType: Type.Optional(documentType),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  categories: Type.Optional(categories),
  receiptDate: Type.Optional(CalendarDate),
}

export const NewPart = Type.Object(
  { ...labels, pageCount: Type.Integer({ minimum: 1, maximum: 1_000_000 }) },
  strict,
)
export type NewPart = Static<typeof NewPart>

const uploadId = Type.Optional(
  Type.String({ description: 'A whole upload of `POST /uploads`, in place of the part `file`' }),
)

export const NewCase = Type.Object(
  {
    veteran: Type.Object(
      { firstName: partOfName, middleName: Type.Optional(partOfName), lastName: partOfName },
      strict,
    ),
    receiptDate: CalendarDate,
    docketNumber: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Made from the receipt date if left out' }),
    ),
    caseType: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    alias: Type.Optional(
      Type.Object(
        {
          source: Type.String({ minLength: 1, maxLength: 200 }),
          externalId: Type.String({ minLength: 1, maxLength: 500 }),
        },
        { ...strict, description: 'What another system calls the case; no two cases share one' },
      ),
    ),
    uploadId,
    documents: Type.Optional(
      Type.Array(NewPart, {
        minItems: 1,
        maxItems: 100_000,
        description: 'The documents in the file, in the order of its pages: together they have all of them',
      }),
    ),
    boundaries: Type.Optional(
      Type.Union([Type.Literal('outline'), Type.Literal('none')], {
        description:
          'Where no documents are given: take them from the outline of the PDF if it has one, or file it as one document',
        default: 'outline',
      }),
    ),
  },
  {
    ...strict,
    examples: [{ veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }],
  },
)
export type NewCase = Static<typeof NewCase>

const DuplicatePolicy = Type.Union([Type.Literal('link'), Type.Literal('hold'), Type.Literal('refuse')], {
  description: 'What becomes of bytes that the file has already; the deployment decides if left out',
})

export const NewDocument = Type.Object(
  { ...labels, uploadId, onDuplicate: Type.Optional(DuplicatePolicy) },
  {
    ...strict,
    examples: [{ name: 'Private treatment records', categories: ['medical'], receiptDate: '2026-03-09' }],
  },
)
export type NewDocument = Static<typeof NewDocument>

export const DocumentStatus = Type.Union(
  [Type.Literal('current'), Type.Literal('held'), Type.Literal('removed')],
  {
    examples: ['current'],
    description:
      '`held` waits for a person, `removed` was taken out: neither is listed, searched or exported',
  },
)
export type DocumentStatus = Static<typeof DocumentStatus>

export const DocumentVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  sha256: Sha256,
  filedBy: Type.String(),
  filedAt: Timestamp,
})
export type DocumentVersion = Static<typeof DocumentVersion>

export const CaseDocument = Type.Object({
  ...DocumentSummary.properties,
  status: DocumentStatus,
  why: Type.Optional(Type.String({ description: 'Why it stands as it stands' })),
  sha256: Type.String({ description: 'Of the bytes that its pages are read from' }),
  bytes: Type.Integer({ minimum: 0 }),
  original: Type.Optional(Original),
  suggestedMail: Type.Optional(
    Type.Array(Type.String(), { description: 'What mail it may be, by its type; a person confirms it' }),
  ),
  duplicates: Type.Optional(
    Type.Object({
      linked: Type.Boolean({ description: 'False where a person has undone the link' }),
      runs: Type.Array(DuplicateRun),
    }),
  ),
})
export type CaseDocument = Static<typeof CaseDocument>

export const CaseDocumentDetail = Type.Object({
  document: Type.Object({
    ...CaseDocument.properties,
    versions: Type.Array(DocumentVersion, { description: 'The first one first; each keeps its pages' }),
  }),
  permissions: Type.Optional(Permissions),
})
export type CaseDocumentDetail = Static<typeof CaseDocumentDetail>

export const CaseDocumentList = Type.Object({ documents: Type.Array(CaseDocument) })
export const OpenedCase = Type.Object({ case: Case, documents: Type.Array(CaseDocument) })
export type OpenedCase = Static<typeof OpenedCase>

export const CaseDocumentsQuery = Type.Object({ status: Type.Optional(DocumentStatus) })

export const SetDocumentStatus = Type.Object(
  {
    status: DocumentStatus,
    why: Type.String({ minLength: 1, maxLength: 2000, examples: ['It belongs to this case.'] }),
  },
  { ...strict, examples: [{ status: 'current', why: 'It belongs to this case.' }] },
)
export const EditDocument = Type.Object(
  {
    name: Type.Optional(name),
    documentType: Type.Optional(documentType),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    categories: Type.Optional(categories),
    receiptDate: Type.Optional(CalendarDate),
  },
  { ...strict, minProperties: 1, examples: [{ documentType: 'privateMedicalRecord' }] },
)
export type EditDocument = Static<typeof EditDocument>

export const SetLinked = Type.Object({ linked: Type.Boolean() }, { ...strict, examples: [{ linked: false }] })

export const ProposedPart = Type.Object({
  name: Type.String(),
  firstPage: Type.Integer({ minimum: 1, description: 'A page of the document, counted from 1' }),
  pageCount: Type.Integer({ minimum: 1 }),
  category: Type.Optional(Type.String()),
  reasons: Type.Array(Type.String(), {
    description: 'Why a document seems to begin here',
    examples: [['“Page 1 of 4” begins here']],
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
})
export type ProposedPart = Static<typeof ProposedPart>

export const ProposedDivision = Type.Object({
  parts: Type.Array(ProposedPart, { description: 'In page order, each page in one' }),
  pagesRead: Type.Integer({ minimum: 0, description: 'How many of its pages have text so far' }),
})
export type ProposedDivision = Static<typeof ProposedDivision>

export const Division = Type.Object(
  {
    parts: Type.Array(NewPart, {
      minItems: 2,
      maxItems: 100_000,
      description: 'In page order; together they have every page',
      examples: [
        [
          { name: 'Rating decision', pageCount: 4 },
          { name: 'Examination', pageCount: 7 },
        ],
      ],
    }),
  },
  strict,
)

export const NewUpload = Type.Object(
  {
    bytes: Type.Integer({ minimum: 1, maximum: 2 ** 40, description: 'How large the file is' }),
    name: Type.Optional(Type.String({ maxLength: 500 })),
    sha256: Type.Optional(Sha256),
  },
  { ...strict, examples: [{ bytes: 52_428_800, name: 'claims-file.pdf' }] },
)

export const Upload = Type.Object({
  id: Type.String({ examples: ['upl_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  name: Type.String(),
  bytes: Type.Integer({ minimum: 1 }),
  offset: Type.Integer({ minimum: 0, description: 'How many bytes are here: the next part begins there' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Upload = Static<typeof Upload>
export const UploadDetail = Type.Object({ upload: Upload })
export const UploadQuery = Type.Object({
  offset: Type.Integer({ minimum: 0, maximum: 2 ** 40, description: 'Where these bytes begin in the file' }),
})
export const RevisionQuery = Type.Object({ uploadId })

export const ScopedBlob = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  url: Type.String({ description: 'Takes no token, understands ranges, and stops working when it expires' }),
})
export const ScopedDocument = Type.Object({
  id: Type.String(),
  sha256: Sha256,
  firstPage: Type.Integer({ minimum: 1, description: 'Where the document begins in the file of the URL' }),
  pageCount: Type.Integer({ minimum: 1 }),
})
export const ScopedAccess = Type.Object({
  access: Type.Object({
    expiresAt: Timestamp,
    documents: Type.Array(ScopedDocument),
    files: Type.Array(ScopedBlob),
  }),
})
export type ScopedAccess = Static<typeof ScopedAccess>
