import { Permissions } from './actions.ts'
import { shownTo } from './audience.ts'
import { Case } from './cases.ts'
import { DocumentSummary, DuplicateRun, madeAs, ofDocument, original, sourceReference } from './documents.ts'
import { byUsername } from './envelope.ts'
import { bytes, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const name = nonEmpty(500, { examples: ['Private treatment records'] })
const partOfName = nonEmpty(200)
const categories = Type.Array(nonEmpty(100), {
  maxItems: 20,
  description: 'A category from the profile; by default `medical`, `procedural`, `other` or `index`',
  examples: [['medical']],
})

const documentType = nonEmpty(60, {
  description: 'A document type from the profile; suggests the category and the mail type',
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
  Type.String({ description: 'A completed upload from `POST /uploads`, instead of the `file` part' }),
)

export const NewCase = Type.Object(
  {
    veteran: Type.Object(
      { firstName: partOfName, middleName: Type.Optional(partOfName), lastName: partOfName },
      strict,
    ),
    receiptDate: CalendarDate,
    docketNumber: Type.Optional(
      nonEmpty(100, { description: 'Defaults to a number derived from the receipt date' }),
    ),
    caseType: Type.Optional(nonEmpty(100)),
    alias: Type.Optional(
      Type.Object(
        {
          source: nonEmpty(200),
          externalId: nonEmpty(500),
        },
        { ...strict, description: 'The ID of the case in another system; must be unique' },
      ),
    ),
    uploadId,
    documents: Type.Optional(
      Type.Array(NewPart, {
        minItems: 1,
        maxItems: 100_000,
        description: 'The documents in the file, in page order; together they must cover every page',
      }),
    ),
    boundaries: Type.Optional(
      oneOf(['outline', 'none'], {
        description:
          'If no documents are given: take them from the PDF outline if it has one, or file the PDF as one document',
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

const DuplicatePolicy = oneOf(['link', 'hold', 'refuse'], {
  description:
    'What to do with a file that is already in the case; defaults to the setting of the deployment',
})

export const NewDocument = Type.Object(
  {
    ...labels,
    uploadId,
    onDuplicate: Type.Optional(DuplicatePolicy),
    from: Type.Optional({
      ...sourceReference,
      description:
        'What the source calls the document. Filed again under the same ID, it is the same document, and other bytes are a revision of it',
    }),
    madeAs: Type.Optional(madeAs),
  },
  {
    ...strict,
    examples: [{ name: 'Private treatment records', categories: ['medical'], receiptDate: '2026-03-09' }],
  },
)
export type NewDocument = Static<typeof NewDocument>

const DocumentStatus = oneOf(['current', 'held', 'removed'], {
  examples: ['current'],
  description:
    "`held` documents await a person's decision and `removed` ones were taken out; neither is listed, searched or exported",
})
export type DocumentStatus = Static<typeof DocumentStatus>

export const DocumentVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  sha256: Sha256,
  filedBy: byUsername,
  filedAt: Timestamp,
})
export type DocumentVersion = Static<typeof DocumentVersion>

const ofOrigin = { integration: ['from', 'madeAs'] } as const

export const CaseDocument = shownTo(
  'party',
  Type.Object({
    ...DocumentSummary.properties,
    status: DocumentStatus,
    why: Type.Optional(Type.String({ description: 'The reason for the status' })),
    sha256: Type.String({ description: 'SHA-256 of the bytes its pages are read from' }),
    bytes: Type.Integer({ minimum: 0 }),
    original: Type.Optional(original),
    from: Type.Optional(sourceReference),
    madeAs: Type.Optional(madeAs),
    suggestedMail: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Mail types suggested by the document type; a person confirms',
      }),
    ),
    duplicates: Type.Optional(
      Type.Object({
        linked: Type.Boolean({ description: 'False if someone has undone the link' }),
        runs: Type.Array(DuplicateRun),
      }),
    ),
  }),
  ofOrigin,
)
export type CaseDocument = Static<typeof CaseDocument>

export const CaseDocumentDetail = Type.Object({
  document: shownTo(
    'party',
    Type.Object({
      ...CaseDocument.properties,
      versions: Type.Array(DocumentVersion, { description: 'Oldest first; each version keeps its pages' }),
    }),
    ofOrigin,
  ),
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
    why: nonBlank(2000, { examples: ['It belongs to this case.'] }),
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
  firstPage: Type.Integer({ minimum: 1, description: 'Page within the document, starting at 1' }),
  pageCount: Type.Integer({ minimum: 1 }),
  category: Type.Optional(Type.String()),
  reasons: Type.Array(Type.String(), {
    description: 'Why a document seems to start here',
    examples: [['“Page 1 of 4” begins here']],
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
})
export type ProposedPart = Static<typeof ProposedPart>

export const ProposedDivision = Type.Object({
  parts: Type.Array(ProposedPart, { description: 'In page order; each page belongs to exactly one part' }),
  pagesRead: Type.Integer({ minimum: 0, description: 'Number of pages read so far' }),
})
export type ProposedDivision = Static<typeof ProposedDivision>

export const Division = Type.Object(
  {
    parts: Type.Array(NewPart, {
      minItems: 2,
      maxItems: 100_000,
      description: 'In page order; together they must cover every page',
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
  docId: Type.String({ description: 'The ID of the document' }),
})
const ofVersion = Type.Object({
  ...ofCaseDocument.properties,
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] }),
})

export const tag = 'Intake'

export const routes = {
  openCase: {
    method: 'POST',
    path: '/cases',
    audience: 'integration',
    needs: 'openCases',
    summary: 'Open a case, with or without its file',
    description:
      'Send JSON; or a form with the JSON in the `case` part and the file in the `file` part. The case becomes visible only when everything has arrived.',
    body: NewCase,
    bodyLimit: 8 * 1024 ** 2,
    bytes: {
      beside: 'case',
      description: 'A PDF, or a file that can be converted to one: an image, TIFF, DOCX or text file',
    },
    answers: { 201: json('The case, with its documents', OpenedCase) },
    errors: [400, 401, 403, 404, 409, 413, 415, 422],
    sdk: {
      call: 'client.cases.open',
      takes: ['given', 'file?'],
      about:
        'Open a case, with or without its file. The file is divided into the documents you name, or those in its outline, or taken as one. It may be a PDF, an image, a TIFF, a Word document or plain text.',
      example: sample`
        const file = new Blob(['The knee gave way in 1998.'])
        const opened = await client.cases.open(
          { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' },
          file,
        )
        console.log(opened.case.docketNumber, opened.documents.length)
      `,
    },
  },
  listCaseDocuments: {
    method: 'GET',
    path: '/cases/{id}/documents',
    audience: 'party',
    needs: 'readCases',
    trace: 'list',
    summary: 'List every document of a case, including held and removed ones',
    params: ofCase,
    query: CaseDocumentsQuery,
    answers: { 200: json('The documents', CaseDocumentList) },
    errors: [400, 401, 404],
    sdk: {
      call: 'client.documents.listAll',
      about: 'List the documents of a case in any status, or in one: `current`, `held` or `removed`.',
      example: sample`
        const held = await client.documents.listAll(appealId, { status: 'held' })
        for (const { name, why } of held) console.log(name, why)
      `,
    },
  },
  fileDocument: {
    method: 'POST',
    path: '/cases/{id}/documents',
    audience: 'integration',
    needs: 'fileDocuments',
    trace: 'change',
    summary: 'File a document on the next free pages',
    description:
      'Send a form with the JSON in the `document` part and the file in the `file` part; or JSON that names an upload. The file type is detected from its content. Files already in the case are linked, held or refused, depending on the deployment.',
    params: ofCase,
    body: NewDocument,
    bytes: {
      beside: 'document',
      description: 'A PDF, or a file that can be converted to one: an image, TIFF, DOCX or text file',
    },
    answers: { 201: json('The filed document', CaseDocumentDetail) },
    sdk: {
      call: 'client.documents.add',
      takes: ['document', 'file?'],
      returns: 'document',
      about:
        'File a document on the next free pages. Pass the bytes, or an `uploadId`. An exact duplicate is linked, held for review or refused, according to `onDuplicate` or the settings of the deployment.',
      example: sample`
        const statement = new Blob(['It has hurt ever since.'])
        const filed = await client.documents.add(
          appealId,
          { name: 'Lay statement', categories: ['other'], onDuplicate: 'link' },
          statement,
        )
        console.log(filed.status, filed.startPage, filed.endPage)
      `,
    },
  },
  getCaseDocument: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'document' },
    summary: 'Get a document with its versions, whatever its status',
    params: ofCaseDocument,
    answers: { 200: json('The document', CaseDocumentDetail) },
    errors: [401, 404],
    sdk: {
      call: 'client.documents.withVersions',
      returns: 'document',
      about: 'Get a document in any status, with its versions.',
      example: sample`
        const { versions } = await client.documents.withVersions(appealId, documentId)
        for (const { version, startPage, filedBy } of versions) console.log(version, startPage, filedBy)
      `,
    },
  },
  reviseDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/content',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Revise a document: adds a version on new pages',
    description:
      'Send the bytes as the body, or an empty body with `uploadId`. Tags are kept. Annotations move to the same words in the new version, or are marked as orphaned.',
    params: ofCaseDocument,
    query: RevisionQuery,
    bytes: { description: 'The new version: a PDF, or a file that can be converted to one' },
    answers: { 200: json('The revised document', CaseDocumentDetail) },
    sdk: {
      call: 'client.documents.revise',
      isByHand: true,
      about:
        'Add a version of a document, on new pages, from bytes or an upload. Tags stay; annotations follow their words or are marked orphaned.',
      example: sample`
        const draft = new Blob(['It hurt for a year.'])
        const { id } = await client.documents.add(appealId, { name: 'Statement', onDuplicate: 'link' }, draft)
        const revised = await client.documents.revise(appealId, id, new Blob(['It hurt for two years.']))
        console.log(revised.version, revised.startPage)
      `,
    },
  },
  reviseAppealDocument: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/content',
    tag: 'Documents',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Revise a document; same as under `/cases`',
    params: ofDocument,
    query: RevisionQuery,
    bytes: { description: 'The new version: a PDF, or a file that can be converted to one' },
    answers: { 200: json('The revised document', CaseDocumentDetail) },
  },
  getVersionContent: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/versions/{version}/content',
    audience: 'party',
    needs: 'readCases',
    trace: { download: 'document' },
    summary: 'Download one version of a document as PDF; supports range requests',
    params: ofVersion,
    answers: {
      200: bytes('The PDF', 'application/pdf'),
      206: bytes('A range of it', 'The requested range'),
    },
    errors: [401, 404, 416, 422],
  },
  getOriginal: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/original',
    audience: 'party',
    needs: { dependsOnRequest: ['readCases', 'exportCase'] },
    trace: { download: 'document' },
    summary: 'Download the file as it was received',
    description:
      'The sound of a recording is heard by everybody who may read the case; other files need the right to export.',
    params: ofCaseDocument,
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'The requested range'),
    },
    errors: [401, 403, 404, 416],
    sdk: {
      call: 'client.documents.original',
      about: 'Download a document as it was received. Save it; do not display it.',
      example: sample`
        const original = await client.documents.original(appealId, documentId)
        console.log(original.name, (await original.bytes()).length)
      `,
    },
  },
  proposeDivision: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/division',
    audience: 'party',
    needs: 'readCases',
    trace: 'list',
    summary: 'Propose how to divide a file that contains several documents',
    description: 'Based on the PDF outline if there is one, otherwise on the pages read so far.',
    params: ofCaseDocument,
    answers: { 200: json('The proposal', ProposedDivision) },
    errors: [401, 404],
    servedBy: { call: ['documents.proposeDivision', 'id', 'docId', 'caller'] },
    sdk: {
      call: 'client.documents.proposeDivision',
      about: 'Propose how to divide a file that seems to hold several documents, with the reasons.',
      example: sample`
        const { parts, pagesRead } = await client.documents.proposeDivision(appealId, documentId)
        for (const { name, firstPage, reasons } of parts) console.log(name, firstPage, reasons)
        console.log(pagesRead)
      `,
    },
  },
  divideDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/division',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Divide a document into several; page numbers do not change',
    params: ofCaseDocument,
    body: Division,
    bodyLimit: 8 * 1024 ** 2,
    answers: { 200: json('Its parts', CaseDocumentList) },
    sdk: {
      call: 'client.documents.divide',
      takes: ['parts'],
      about: 'Divide a document into several. Every page belongs to exactly one, and none moves.',
      example: sample`
        const pages = new Blob(['Rating decision\\fExamination'])
        const { id } = await client.documents.add(appealId, { name: 'Mail', onDuplicate: 'link' }, pages)
        const [decision, examination] = await client.documents.divide(appealId, id, [
          { name: 'Rating decision', pageCount: 1 },
          { name: 'Examination', pageCount: 1, categories: ['medical'] },
        ])
        console.log(decision?.endPage, examination?.startPage)
      `,
    },
  },
  editDocument: {
    method: 'PATCH',
    path: '/cases/{id}/documents/{docId}',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Update the type, name, categories, description or date of a document',
    params: ofCaseDocument,
    body: EditDocument,
    answers: { 200: json('The document', CaseDocumentDetail) },
    servedBy: {
      command: 'document.editDocument',
      answer: ['caseDocuments.get', 'id', 'docId', 'caller'],
      as: 'document',
    },
    sdk: {
      call: 'client.documents.edit',
      takes: ['changes'],
      returns: 'document',
      about:
        'Update the name, type and dates of a document. Its type suggests the category, if nobody has set one, and the mail type.',
      example: sample`
        const letter = new Blob(['Please advance my appeal.'])
        const { id } = await client.documents.add(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
        const { categories, suggestedMail } = await client.documents.edit(appealId, id, { documentType: 'motion' })
        console.log(categories, suggestedMail)
      `,
    },
  },
  setDocumentStatus: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/status',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Hold, remove or admit a document',
    params: ofCaseDocument,
    body: SetDocumentStatus,
    answers: { 200: json('The document', CaseDocumentDetail) },
    servedBy: {
      command: 'document.setStatus',
      answer: ['caseDocuments.get', 'id', 'docId', 'caller'],
      as: 'document',
    },
    sdk: {
      call: 'client.documents.setStatus',
      takes: ['change'],
      returns: 'document',
      about: 'Hold a document, remove it from the file, or admit it, with a reason.',
      example: sample`
        const letter = new Blob(['For somebody else.'])
        const { id } = await client.documents.add(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
        await client.documents.setStatus(appealId, id, { status: 'removed', why: 'It is of another case.' })
      `,
    },
  },
  setDocumentLinked: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/duplicates',
    audience: 'integration',
    needs: 'curateDocuments',
    trace: 'change',
    summary: 'Link a document to the one it duplicates, or undo the link',
    params: ofCaseDocument,
    body: SetLinked,
    answers: { 200: json('The document', CaseDocumentDetail) },
    servedBy: {
      command: 'document.setLinked',
      answer: ['caseDocuments.get', 'id', 'docId', 'caller'],
      as: 'document',
    },
    sdk: {
      call: 'client.documents.setLinked',
      takes: ['linked'],
      returns: 'document',
      about: 'Unlink a document from the one it duplicates, or link it again.',
      example: sample`
        const note = new Blob(['Sent twice.'])
        await client.documents.add(appealId, { name: 'Note' }, note)
        const copy = await client.documents.add(appealId, { name: 'Note', onDuplicate: 'link' }, note)
        const { duplicates } = await client.documents.setLinked(appealId, copy.id, false)
        console.log(duplicates?.linked)
      `,
    },
  },
} as const satisfies Record<string, Row>
