import { Permissions } from './actions.ts'
import { Case } from './cases.ts'
import { DocumentSummary, DuplicateRun, ofDocument, original } from './documents.ts'
import { bytes, json, ofCase, type Route, write } from './route.ts'
import { CalendarDate, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

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

const DocumentStatus = Type.Union([Type.Literal('current'), Type.Literal('held'), Type.Literal('removed')], {
  examples: ['current'],
  description: '`held` waits for a person, `removed` was taken out: neither is listed, searched or exported',
})
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
  original: Type.Optional(original),
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

const CaseDocumentsQuery = Type.Object({ status: Type.Optional(DocumentStatus) })

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

const RevisionQuery = Type.Object({ uploadId })

const ofCaseDocument = Type.Object({
  ...ofCase.properties,
  docId: Type.String({ description: 'The document' }),
})
const ofVersion = Type.Object({
  ...ofCaseDocument.properties,
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] }),
})

export const routes = {
  openCase: {
    method: 'POST',
    path: '/cases',
    tag: 'Intake',
    audience: 'integration',
    needs: 'openCases',
    summary: 'Open a case, with or without its file',
    description:
      'As JSON; or as a form with that JSON as the part `case` and the file as the part `file`. Nothing is visible before all of it is here.',
    body: NewCase,
    bodyLimit: 8 * 1024 ** 2,
    bytes: { beside: 'case', description: 'One PDF, or what becomes one: an image, a TIFF, a DOCX, a text' },
    answers: { 201: json('The case, with its documents', OpenedCase) },
    errors: write,
  },
  listCaseDocuments: {
    method: 'GET',
    path: '/cases/{id}/documents',
    tag: 'Intake',
    audience: 'party',
    needs: 'readCases',
    summary: 'Every document of a case, also those that are held or removed',
    params: ofCase,
    query: CaseDocumentsQuery,
    answers: { 200: json('The documents', CaseDocumentList) },
    errors: [400, 401, 404],
  },
  fileDocument: {
    method: 'POST',
    path: '/cases/{id}/documents',
    tag: 'Intake',
    audience: 'integration',
    needs: 'fileDocuments',
    summary: 'File a document: it gets the next free pages',
    description:
      'As a form with the JSON as the part `document` and the bytes as the part `file`; or as JSON that names an upload. What the bytes are is found out from them. Bytes that are in the file already are linked, held for a person or refused, as the deployment has decided.',
    params: ofCase,
    body: NewDocument,
    bytes: {
      beside: 'document',
      description: 'A PDF, or what becomes one: an image, a TIFF, a DOCX, a text',
    },
    answers: { 201: json('The document as it was filed', CaseDocumentDetail) },
    errors: write,
  },
  getCaseDocument: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}',
    tag: 'Intake',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'document' },
    summary: 'One document with its versions, whatever its status',
    params: ofCaseDocument,
    answers: { 200: json('The document', CaseDocumentDetail) },
    errors: [401, 404],
  },
  reviseDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/content',
    tag: 'Intake',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Revise a document: a new version, on new pages',
    description:
      'The body is the bytes, or nothing where `uploadId` names them. Tags stay. Annotations move to where their words are in the new version, or are marked orphaned.',
    params: ofCaseDocument,
    query: RevisionQuery,
    bytes: { description: 'The new version: a PDF, or what becomes one' },
    answers: { 200: json('The document as revised', CaseDocumentDetail) },
    errors: write,
  },
  reviseAppealDocument: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/content',
    tag: 'Documents',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Revise a document: the same as under `/cases`',
    params: ofDocument,
    query: RevisionQuery,
    bytes: { description: 'The new version: a PDF, or what becomes one' },
    answers: { 200: json('The document as revised', CaseDocumentDetail) },
    errors: write,
  },
  getVersionContent: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/versions/{version}/content',
    tag: 'Intake',
    audience: 'party',
    needs: 'readCases',
    trace: { download: 'document' },
    summary: 'One version of a document as PDF; ranges are understood',
    params: ofVersion,
    answers: {
      200: bytes('The PDF', 'application/pdf'),
      206: bytes('A range of it', 'application/pdf'),
    },
    errors: [401, 404, 416, 422],
  },
  getOriginal: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/original',
    tag: 'Intake',
    audience: 'party',
    needs: 'exportCase',
    trace: { download: 'document' },
    summary: 'The bytes as they were received, to be saved and not shown',
    params: ofCaseDocument,
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'application/octet-stream'),
    },
    errors: [401, 403, 404, 416],
  },
  proposeDivision: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/division',
    tag: 'Intake',
    audience: 'party',
    needs: 'readCases',
    summary: 'Where a file that came as one seems to hold several documents, and why',
    description: 'From its outline where it has one, else from its pages, as far as their text is read.',
    params: ofCaseDocument,
    answers: { 200: json('The proposal', ProposedDivision) },
    errors: [401, 404],
  },
  divideDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/division',
    tag: 'Intake',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Divide a document into several; no page moves',
    params: ofCaseDocument,
    body: Division,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('Its parts', CaseDocumentList) },
    errors: write,
  },
  editDocument: {
    method: 'PATCH',
    path: '/cases/{id}/documents/{docId}',
    tag: 'Intake',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Say anew what a document is: its type, name, categories, description or date',
    params: ofCaseDocument,
    body: EditDocument,
    answers: { 200: json('The document', CaseDocumentDetail) },
    errors: write,
  },
  setDocumentStatus: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/status',
    tag: 'Intake',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Hold a document, remove it from the file, or admit it (again)',
    params: ofCaseDocument,
    body: SetDocumentStatus,
    answers: { 200: json('The document', CaseDocumentDetail) },
    errors: write,
  },
  setDocumentLinked: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/duplicates',
    tag: 'Intake',
    audience: 'integration',
    needs: 'curateDocuments',
    summary: 'Undo the link between a document and what it repeats, or make it again',
    params: ofCaseDocument,
    body: SetLinked,
    answers: { 200: json('The document', CaseDocumentDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>
