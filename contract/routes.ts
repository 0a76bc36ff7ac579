import Type, { type TObject, type TSchema } from 'typebox'
import * as accessLog from './access-log.ts'
import * as appeals from './appeals.ts'
import * as auth from './auth.ts'
import * as cases from './cases.ts'
import * as events from './events.ts'
import * as imports from './imports.ts'
import * as intake from './intake.ts'

export const apiVersion = '2026-11-01'

export type Answer = {
  description: string
  schema?: TSchema
  mediaTypes?: readonly string[]
  /** One such object a line, as NDJSON. */
  lines?: TSchema
}

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  tag: 'Sign-in' | 'Appeals' | 'Documents' | 'Cases' | 'Intake' | 'Imports' | 'Service'
  summary: string
  description?: string
  /** Needs no token. Every other route answers 401 without one. */
  public?: true
  params?: TObject
  query?: TObject
  body?: TObject
  /** The body is bytes of any kind. With a schema for `body` too, a form brings both: its JSON as this part, the bytes as `file`. */
  bytes?: { description: string; beside?: string }
  answers: Readonly<Record<number, Answer>>
  errors: readonly ErrorStatus[]
}

export const ErrorBody = Type.Object({ error: Type.String({ description: 'A sentence' }) })

export const errorMeanings = {
  400: 'The request is malformed',
  401: 'The token is missing, expired or invalid; or the credentials are wrong',
  403: 'The caller is known, but may not do this',
  404: 'There is no such thing here',
  405: 'The path exists, but not with this method',
  406: 'The API version asked for is not known',
  409: 'The version is stale, or the idempotency key came with another body',
  413: 'The body is too large',
  415: 'The media type is not understood',
  416: 'The range lies outside the content',
  422: "The case's state forbids it",
  429: 'Too many requests: wait as long as `Retry-After` says',
  500: 'Internal error; `x-request-id` names it',
  503: 'The service cannot answer just now: wait as long as `Retry-After` says',
} as const
export type ErrorStatus = keyof typeof errorMeanings

const ofAppeal = Type.Object({ id: Type.String({ description: 'The appeal' }) })
const ofDocument = Type.Object({
  ...ofAppeal.properties,
  docId: Type.String({ description: 'The document' }),
})
const ofTag = Type.Object({
  ...ofDocument.properties,
  text: Type.String({ description: 'The tag, URL-encoded' }),
})
const ofAnnotation = Type.Object({ ...ofDocument.properties, annId: Type.String() })
const ofCase = Type.Object({ id: Type.String({ description: 'The case' }) })
const ofImport = Type.Object({ id: Type.String({ description: 'The import' }) })
const ofCaseDocument = Type.Object({
  ...ofCase.properties,
  docId: Type.String({ description: 'The document' }),
})
const ofVersion = Type.Object({
  ...ofCaseDocument.properties,
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] }),
})
const ofPage = Type.Object({
  ...ofCaseDocument.properties,
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
})
const ofUpload = Type.Object({ uploadId: Type.String() })

const done: Answer = { description: 'Done; nothing to tell' }
const json = (description: string, schema: TSchema): Answer => ({ description, schema })
const bytes = (description: string, ...mediaTypes: string[]): Answer => ({ description, mediaTypes })

const write = [400, 401, 403, 404, 409, 413, 415, 422] as const satisfies ErrorStatus[]

/** One table: the server, the OpenAPI document and the SDK come from it. */
export const routes = {
  signIn: {
    method: 'POST',
    path: '/auth/token',
    tag: 'Sign-in',
    summary: 'Exchange a username and password for a token',
    public: true,
    body: auth.Credentials,
    answers: { 200: json('Signed in', auth.Tokens) },
    errors: [400, 401, 404, 429],
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    tag: 'Sign-in',
    summary: 'Exchange a refresh token for a new token',
    description: 'A refresh token works once. Using one again ends every session that descends from it.',
    public: true,
    body: auth.Refresh,
    answers: { 200: json('Signed in anew', auth.Tokens) },
    errors: [400, 401, 404, 429],
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    tag: 'Sign-in',
    summary: 'End this session: its token and refresh tokens stop working at once',
    answers: { 204: done },
    errors: [401],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/auth/invitation',
    tag: 'Sign-in',
    summary: 'Set the password of an invited account',
    public: true,
    body: auth.AcceptInvitation,
    answers: { 201: json('The account is ready', auth.Accepted) },
    errors: [400, 404, 429],
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'Sign-in',
    summary: 'The public keys that tokens are signed with',
    public: true,
    answers: { 200: json('A JSON Web Key Set', auth.Jwks) },
    errors: [404],
  },
  openIdConfiguration: {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    tag: 'Sign-in',
    summary: 'Where an OpenID Connect client finds the keys',
    public: true,
    answers: { 200: json('Discovery', auth.OpenIdConfiguration) },
    errors: [404],
  },
  listAppeals: {
    method: 'GET',
    path: '/appeals',
    tag: 'Appeals',
    summary: 'Every appeal, most recently uploaded first',
    answers: { 200: json('The appeals', appeals.AppealList) },
    errors: [401],
  },
  getAppeal: {
    method: 'GET',
    path: '/appeals/{id}',
    tag: 'Appeals',
    summary: 'One appeal',
    params: ofAppeal,
    answers: { 200: json('The appeal', appeals.AppealDetail) },
    errors: [401, 404],
  },
  search: {
    method: 'GET',
    path: '/appeals/{id}/search',
    tag: 'Appeals',
    summary: "Search the full text of every page of the appeal's documents",
    description: 'One hit a page, in page order, at most 50.',
    params: ofAppeal,
    query: appeals.SearchQuery,
    answers: { 200: json('The hits', appeals.SearchResult) },
    errors: [400, 401, 404],
  },
  arrangeDocuments: {
    method: 'PUT',
    path: '/appeals/{id}/document-order',
    tag: 'Appeals',
    summary: 'Arrange the documents; page numbers stay as they are',
    params: ofAppeal,
    body: appeals.DocumentOrder,
    answers: { 200: json('The documents, as arranged', appeals.DocumentList) },
    errors: write,
  },
  getFile: {
    method: 'GET',
    path: '/appeals/{id}/file',
    tag: 'Appeals',
    summary: 'The whole case file: one PDF, or a ZIP with one PDF a document and a manifest',
    params: ofAppeal,
    query: appeals.FileQuery,
    answers: { 200: bytes('The file', 'application/pdf', 'application/zip') },
    errors: [400, 401, 403, 404],
  },
  listDocuments: {
    method: 'GET',
    path: '/appeals/{id}/documents',
    tag: 'Documents',
    summary: 'The documents of an appeal, as arranged',
    params: ofAppeal,
    answers: { 200: json('The documents', appeals.DocumentList) },
    errors: [401, 404],
  },
  getDocument: {
    method: 'GET',
    path: '/appeals/{id}/documents/{docId}',
    tag: 'Documents',
    summary: 'One document, with its annotations',
    params: ofDocument,
    answers: { 200: json('The document', appeals.DocumentDetail) },
    errors: [401, 404],
  },
  getContent: {
    method: 'GET',
    path: '/appeals/{id}/documents/{docId}/content',
    tag: 'Documents',
    summary: 'The document as PDF; ranges are understood',
    params: ofDocument,
    answers: {
      200: bytes('The PDF', 'application/pdf'),
      206: bytes('A range of it', 'application/pdf'),
    },
    errors: [401, 404, 416, 422],
  },
  addTag: {
    method: 'POST',
    path: '/appeals/{id}/documents/{docId}/tags',
    tag: 'Documents',
    summary: 'Add a tag; one that is there already is answered as it stands',
    params: ofDocument,
    body: appeals.NewTag,
    answers: { 201: json('The tag', appeals.TagCreated) },
    errors: write,
  },
  removeTag: {
    method: 'DELETE',
    path: '/appeals/{id}/documents/{docId}/tags/{text}',
    tag: 'Documents',
    summary: 'Remove a tag; one that is not there is removed already',
    params: ofTag,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409],
  },
  createAnnotation: {
    method: 'POST',
    path: '/appeals/{id}/documents/{docId}/annotations',
    tag: 'Documents',
    summary: 'Annotate a page of the document',
    params: ofDocument,
    body: appeals.NewAnnotation,
    answers: { 201: json('The annotation', appeals.AnnotationCreated) },
    errors: write,
  },
  removeAnnotation: {
    method: 'DELETE',
    path: '/appeals/{id}/documents/{docId}/annotations/{annId}',
    tag: 'Documents',
    summary: 'Remove an annotation of your own; one that is not there is removed already',
    params: ofAnnotation,
    answers: { 204: done },
    errors: [401, 403, 404, 409],
  },
  setReadState: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/read-state',
    tag: 'Documents',
    summary: 'Mark the document read or unread, for yourself',
    params: ofDocument,
    body: appeals.SetReadState,
    answers: { 200: json('The read state', appeals.ReadStateSet) },
    errors: write,
  },
  getCase: {
    method: 'GET',
    path: '/cases/{id}',
    tag: 'Cases',
    summary: 'The case: the same record as the appeal of that id',
    params: ofCase,
    answers: { 200: json('The case', cases.CaseDetail) },
    errors: [401, 404],
  },
  getCaseState: {
    method: 'GET',
    path: '/cases/{id}/state',
    tag: 'Cases',
    summary: 'Where the case stands, and why; now, or as of a position or time',
    params: ofCase,
    query: cases.StateQuery,
    answers: { 200: json('The state', cases.CaseState) },
    errors: [400, 401, 404],
  },
  searchCase: {
    method: 'GET',
    path: '/cases/{id}/search',
    tag: 'Cases',
    summary: 'Search the case: pages with what to highlight, counts, comments and tags',
    description:
      'Pages come in page order and are paged; filters choose the documents, and hold for comments and tags too.',
    params: ofCase,
    query: cases.CaseSearchQuery,
    answers: { 200: json('What was found', cases.CaseSearchResult) },
    errors: [400, 401, 404],
  },
  getPageText: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/pages/{page}/text',
    tag: 'Cases',
    summary: 'The text of a page, and where each of its words is printed',
    params: ofPage,
    answers: { 200: json('The text, as far as it is known', cases.PageTextDetail) },
    errors: [400, 401, 404],
  },
  listCaseEvents: {
    method: 'GET',
    path: '/cases/{id}/events',
    tag: 'Cases',
    summary: "The case's events, paged; or live, with `Accept: text/event-stream`",
    description: 'A live stream resumes behind the position in `Last-Event-ID`.',
    params: ofCase,
    query: events.EventsQuery,
    answers: { 200: { ...json('A page of events', events.EventPage), mediaTypes: ['text/event-stream'] } },
    errors: [400, 401, 404],
  },
  getPageMap: {
    method: 'GET',
    path: '/cases/{id}/page-map',
    tag: 'Cases',
    summary: 'Which pages of each document are in the file already, and where',
    description:
      'By their text: to the word, or nearly. Pages of documents that are held or removed are left out.',
    params: ofCase,
    answers: { 200: json('The map', cases.PageMap) },
    errors: [401, 404],
  },
  listAccess: {
    method: 'GET',
    path: '/cases/{id}/access-log',
    tag: 'Cases',
    summary: 'Who downloaded, viewed or searched the case, oldest first, for roles that may know',
    description: 'Reading leaves a trace of its own: it is no event, and wakes nobody.',
    params: ofCase,
    query: accessLog.AccessLogQuery,
    answers: { 200: json('A page of the log', accessLog.AccessPage) },
    errors: [400, 401, 403, 404],
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    tag: 'Cases',
    summary: 'The events of all cases, paged or live, for roles that may read them',
    query: events.EventsQuery,
    answers: { 200: { ...json('A page of events', events.EventPage), mediaTypes: ['text/event-stream'] } },
    errors: [400, 401, 403],
  },
  openCase: {
    method: 'POST',
    path: '/cases',
    tag: 'Intake',
    summary: 'Open a case, with or without its file',
    description:
      'As JSON; or as a form with that JSON as the part `case` and the file as the part `file`. Nothing is visible before all of it is here.',
    body: intake.NewCase,
    bytes: { beside: 'case', description: 'One PDF, or what becomes one: an image, a TIFF, a DOCX, a text' },
    answers: { 201: json('The case, with its documents', intake.OpenedCase) },
    errors: write,
  },
  listCaseDocuments: {
    method: 'GET',
    path: '/cases/{id}/documents',
    tag: 'Intake',
    summary: 'Every document of a case, also those that are held or removed',
    params: ofCase,
    query: intake.CaseDocumentsQuery,
    answers: { 200: json('The documents', intake.CaseDocumentList) },
    errors: [400, 401, 404],
  },
  fileDocument: {
    method: 'POST',
    path: '/cases/{id}/documents',
    tag: 'Intake',
    summary: 'File a document: it gets the next free pages',
    description:
      'As a form with the JSON as the part `document` and the bytes as the part `file`; or as JSON that names an upload. What the bytes are is found out from them. Bytes that are in the file already are linked, held for a person or refused, as the deployment has decided.',
    params: ofCase,
    body: intake.NewDocument,
    bytes: {
      beside: 'document',
      description: 'A PDF, or what becomes one: an image, a TIFF, a DOCX, a text',
    },
    answers: { 201: json('The document as it was filed', intake.CaseDocumentDetail) },
    errors: write,
  },
  getCaseDocument: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}',
    tag: 'Intake',
    summary: 'One document with its versions, whatever its status',
    params: ofCaseDocument,
    answers: { 200: json('The document', intake.CaseDocumentDetail) },
    errors: [401, 404],
  },
  reviseDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/content',
    tag: 'Intake',
    summary: 'Revise a document: a new version, on new pages',
    description:
      'The body is the bytes, or nothing where `uploadId` names them. Tags stay. Annotations move to where their words are in the new version, or are marked orphaned.',
    params: ofCaseDocument,
    query: intake.RevisionQuery,
    bytes: { description: 'The new version: a PDF, or what becomes one' },
    answers: { 200: json('The document as revised', intake.CaseDocumentDetail) },
    errors: write,
  },
  reviseAppealDocument: {
    method: 'PUT',
    path: '/appeals/{id}/documents/{docId}/content',
    tag: 'Documents',
    summary: 'Revise a document: the same as under `/cases`',
    params: ofDocument,
    query: intake.RevisionQuery,
    bytes: { description: 'The new version: a PDF, or what becomes one' },
    answers: { 200: json('The document as revised', intake.CaseDocumentDetail) },
    errors: write,
  },
  getVersionContent: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/versions/{version}/content',
    tag: 'Intake',
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
    summary: 'Where a file that came as one seems to hold several documents, and why',
    description: 'From its outline where it has one, else from its pages, as far as their text is read.',
    params: ofCaseDocument,
    answers: { 200: json('The proposal', intake.ProposedDivision) },
    errors: [401, 404],
  },
  divideDocument: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/division',
    tag: 'Intake',
    summary: 'Divide a document into several; no page moves',
    params: ofCaseDocument,
    body: intake.Division,
    answers: { 200: json('Its parts', intake.CaseDocumentList) },
    errors: write,
  },
  setDocumentStatus: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/status',
    tag: 'Intake',
    summary: 'Hold a document, remove it from the file, or admit it (again)',
    params: ofCaseDocument,
    body: intake.SetDocumentStatus,
    answers: { 200: json('The document', intake.CaseDocumentDetail) },
    errors: write,
  },
  setDocumentLinked: {
    method: 'PUT',
    path: '/cases/{id}/documents/{docId}/duplicates',
    tag: 'Intake',
    summary: 'Undo the link between a document and what it repeats, or make it again',
    params: ofCaseDocument,
    body: intake.SetLinked,
    answers: { 200: json('The document', intake.CaseDocumentDetail) },
    errors: write,
  },
  beginUpload: {
    method: 'POST',
    path: '/uploads',
    tag: 'Intake',
    summary: 'Begin an upload that can be resumed',
    description: 'It is kept for seven days, and seen by nobody but the caller.',
    body: intake.NewUpload,
    answers: { 201: json('The upload', intake.UploadDetail) },
    errors: [400, 401, 403, 413, 415],
  },
  getUpload: {
    method: 'GET',
    path: '/uploads/{uploadId}',
    tag: 'Intake',
    summary: 'How much of an upload is here',
    params: ofUpload,
    answers: { 200: json('The upload', intake.UploadDetail) },
    errors: [401, 404],
  },
  continueUpload: {
    method: 'PATCH',
    path: '/uploads/{uploadId}',
    tag: 'Intake',
    summary: 'Send the next bytes of an upload',
    description: 'What has arrived stays when the connection breaks: ask for the offset and go on there.',
    params: ofUpload,
    query: intake.UploadQuery,
    bytes: { description: 'The bytes from the offset on, as many as you like' },
    answers: { 200: json('The upload', intake.UploadDetail) },
    errors: [400, 401, 404, 409, 413],
  },
  removeUpload: {
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    tag: 'Intake',
    summary: 'Drop an upload',
    params: ofUpload,
    answers: { 204: done },
    errors: [401, 404],
  },
  grantScopedAccess: {
    method: 'POST',
    path: '/cases/{id}/scoped-access',
    tag: 'Cases',
    summary: "Signed URLs for the bytes of one case's documents, for some minutes",
    description:
      'Pages then flow straight from the store: this service, or the S3 bucket that it keeps bytes in.',
    params: ofCase,
    answers: { 201: json('The URLs', intake.ScopedAccess) },
    errors: [401, 403, 404],
  },
  getScopedBytes: {
    method: 'GET',
    path: '/scoped-bytes/{grant}',
    tag: 'Cases',
    summary: 'Bytes by a signed URL; the signature is the credential',
    public: true,
    params: Type.Object({ grant: Type.String() }),
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'application/octet-stream'),
    },
    errors: [403, 404, 416],
  },
  startImport: {
    method: 'POST',
    path: '/imports',
    tag: 'Imports',
    summary: 'Load cases in bulk: a ZIP with a manifest inside, or a manifest alone',
    description:
      'Rows that are here already, by `(source, externalId)`, are skipped; a row that is wrong fails alone. It goes on in the background.',
    query: imports.NewImportQuery,
    bytes: {
      description:
        'A ZIP with `manifest.ndjson` and the files that it names; or NDJSON alone, whose documents name bytes by `sha256`',
    },
    answers: { 202: json('It is received whole, and waits to be loaded', imports.ImportDetail) },
    errors: [400, 401, 403, 409, 413],
  },
  listImports: {
    method: 'GET',
    path: '/imports',
    tag: 'Imports',
    summary: 'The bulk loads, newest first',
    query: imports.ImportsQuery,
    answers: { 200: json('The imports', imports.ImportList) },
    errors: [400, 401, 403],
  },
  getImport: {
    method: 'GET',
    path: '/imports/{id}',
    tag: 'Imports',
    summary: 'How far a bulk load is, how fast, and how long it will take',
    params: ofImport,
    answers: { 200: json('The import', imports.ImportDetail) },
    errors: [401, 403, 404],
  },
  listImportErrors: {
    method: 'GET',
    path: '/imports/{id}/errors',
    tag: 'Imports',
    summary: 'The rows that failed, one JSON object a line',
    params: ofImport,
    query: imports.ImportErrorsQuery,
    answers: { 200: { description: 'The errors, by line', lines: imports.ImportError } },
    errors: [400, 401, 403, 404],
  },
  setImportStatus: {
    method: 'PUT',
    path: '/imports/{id}/status',
    tag: 'Imports',
    summary: 'Pause, resume or cancel a bulk load; what is loaded stays',
    params: ofImport,
    body: imports.SetImportStatus,
    answers: { 200: json('The import', imports.ImportDetail) },
    errors: [400, 401, 403, 404, 413, 415, 422],
  },
  health: {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    summary: 'Whether the service serves',
    public: true,
    answers: { 200: json('It serves', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    tag: 'Service',
    summary: 'Whether the service and its database answer',
    public: true,
    answers: { 200: json('It is ready', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
