import type { RouteName } from '@portico/contract/table'
import type { ApiDocument, Parameter, PlacedOperation } from './api-document.ts'
import { exampleOf } from './examples.ts'
import { workSamples } from './work-samples.ts'

/** A command to paste, once `BASE_URL`, `TOKEN` and the ids are set. */
export function curlSample(api: ApiDocument, operation: PlacedOperation): string {
  const { method, isPublic, parameters = [], requestBody, responses } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const isForm = requestBody?.content['multipart/form-data'] !== undefined
  const isBytes = requestBody?.content['application/octet-stream'] !== undefined
  const body = requestBody?.content['application/json']?.schema
  const json = body && JSON.stringify(exampleOf(api.components.schemas, body))
  const answer = Object.values(responses)[0]
  const file = answer && 'content' in answer && 'application/pdf' in (answer.content ?? {})
  const plainMethod = body || isBytes ? 'POST' : 'GET'
  return [
    `curl ${method === plainMethod ? '' : `-X ${method} `}"$BASE_URL${samplePath(api, operation)}${isBytes ? inUrl(api, query) : ''}"`,
    ...(isPublic ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(query.length && !isBytes ? ['-G', ...query.map((parameter) => urlEncoded(api, parameter))] : []),
    ...(isBytes ? [`-H 'content-type: application/octet-stream'`, '--data-binary @file.pdf'] : []),
    ...(json && isForm ? [`-F ${quoted(`${partOf(operation)}=${json}`)}`, '-F file=@file.pdf'] : []),
    ...(json && !isForm ? [`-H 'content-type: application/json'`, `-d ${quoted(json)}`] : []),
    ...(file ? ['-o file.pdf'] : []),
  ].join(' \\\n  ')
}

/** The part of a form that holds its JSON. */
function partOf({ requestBody }: PlacedOperation): string {
  return requestBody?.content['multipart/form-data']?.schema?.required?.[0] ?? ''
}

function samplePath(api: ApiDocument, { path, parameters = [] }: PlacedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (/^id$|Id$/.test(name)) return `$${variable(name)}`
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    return encodeURIComponent(String(exampleOf(api.components.schemas, parameter?.schema ?? {}, name)))
  })
}

/** The shell variable of a path's parameter: `docId` is `DOC_ID`. */
export function variable(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

function urlEncoded(api: ApiDocument, { name, schema }: Parameter): string {
  return `--data-urlencode ${quoted(`${name}=${exampleOf(api.components.schemas, schema, name)}`)}`
}

/** Where the body is bytes, curl has no other place for a query. */
function inUrl(api: ApiDocument, query: Parameter[]): string {
  const pairs = query.map(({ name, schema }) => `${name}=${exampleOf(api.components.schemas, schema, name)}`)
  return pairs.length ? `?${pairs.join('&')}` : ''
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The same call with the SDK; some routes are for machines that have none. */
export const sdkSamples: Record<RouteName, string | undefined> = {
  signIn: `const { idToken, refreshToken } = await signIn({
  baseUrl,
  username,
  password,
})`,
  refresh: `// Given a refresh token, the client does it by itself.
const client = new PorticoClient({
  baseUrl,
  token: idToken,
  refreshToken,
})`,
  signOut: `await client.signOut()`,
  acceptInvitation: `const account = await acceptInvitation({ baseUrl, token, password })
console.log(account.username)`,
  jwks: undefined,
  openIdConfiguration: undefined,
  listAppeals: `const appeals = await client.appeals.list()`,
  getAppeal: `const { appeal } = await client.appeals.get(appealId)`,
  search: `const query = '"38 CFR 3.303" -tinnitus'
const { hits } = await client.search(appealId, query)
for (const { page, snippet } of hits) console.log(page, snippet)`,
  arrangeDocuments: `const documents = await client.documents.list(appealId)
const ids = documents.map((document) => document.id)
await client.documents.arrange(appealId, ids.reverse())`,
  getFile: `const content = await client.appeals.file(appealId)
const file = await new Response(content.stream).blob()`,
  listDocuments: `const documents = await client.documents.list(appealId)`,
  getDocument: `const document = await client.documents.get(
  appealId,
  documentId,
)`,
  getContent: `const content = await client.documents.content(
  appealId,
  documentId,
)
const pdf = await new Response(content.stream).blob()`,
  addTag: `const text = 'favorable evidence'
const tag = await client.tags.add(appealId, documentId, text)`,
  removeTag: `const text = 'favorable evidence'
await client.tags.remove(appealId, documentId, text)`,
  createAnnotation: `const annotation = await client.annotations.create(
  appealId,
  documentId,
  { page: 12, comment: 'The onset is dated here.' },
)`,
  removeAnnotation: `await client.annotations.remove(appealId, documentId, annotationId)`,
  setReadState: `await client.readState.set(appealId, documentId, true)`,
  getCase: `const { version, pageCount } = await client.cases.get(caseId)`,
  getCaseState: `const { status, why } = await client.cases.state(caseId)`,
  searchCase: `const query = '"38 CFR 3.303" -tinnitus'
const found = await client.cases.search(caseId, query, {
  category: 'medical',
  limit: 20,
})
for (const { page, document, snippet } of found.hits) {
  console.log(document.name, page, snippet)
}`,
  getPageText: `const { text, words } = await client.cases.pageText(caseId, documentId, 12)
for (const { start, end, left, top } of words) {
  console.log(text.slice(start, end), left, top)
}`,
  listCaseEvents: `const page = await client.cases.events(caseId, { limit: 50 })

// Live; a dropped connection is resumed.
for await (const event of client.cases.watch(caseId)) {
  console.log(event.sequence, event.type)
  if (event.type === 'document.filed') break
}`,
  getPageMap: `const { pages, uniquePages, documents } = await client.cases.pageMap(caseId)
for (const { name, duplicates } of documents) {
  for (const { startPage, endPage, ofDocument } of duplicates) {
    console.log(name, startPage, endPage, 'repeats', ofDocument.name)
  }
}`,
  listAccess: `const { entries } = await client.cases.accessLog(caseId)
for (const { at, member, kind } of entries) console.log(at, member.name, kind)`,
  listEvents: `const page = await client.events.list({ limit: 50 })`,
  openCase: `const { case: opened } = await client.intake.openCase({
  veteran: { firstName: 'Ada', lastName: 'Byron' },
  receiptDate: '2026-03-02',
})
console.log(opened.docketNumber)`,
  listCaseDocuments: `const held = await client.intake.documents(caseId, {
  status: 'held',
})
for (const { name, why } of held) console.log(name, why)`,
  fileDocument: `const file = new Blob(['The knee gave way in 1998.'])
const filed = await client.intake.fileDocument(
  caseId,
  { name: 'Lay statement', categories: ['other'] },
  file,
)
console.log(filed.startPage, filed.endPage)`,
  getCaseDocument: `const { versions } = await client.intake.document(
  caseId,
  documentId,
)`,
  reviseDocument: `const file = new Blob(['The knee gave way in 1999.'])
const revised = await client.intake.revise(
  caseId,
  documentId,
  file,
)
console.log(revised.version)`,
  // A document is revised as one of its case.
  reviseAppealDocument: undefined,
  getVersionContent: `const content = await client.intake.version(
  caseId,
  documentId,
  1,
)
const pdf = await new Response(content.stream).blob()`,
  getOriginal: `const content = await client.intake.original(caseId, documentId)
const bytes = await new Response(content.stream).blob()`,
  proposeDivision: `const { parts } = await client.intake.proposeDivision(
  caseId,
  documentId,
)
for (const { name, reasons } of parts) console.log(name, reasons)`,
  divideDocument: `const file = new Blob(['Rating decision\\fExamination'])
const mail = await client.intake.fileDocument(
  caseId,
  { name: 'Mail' },
  file,
)
await client.intake.divide(caseId, mail.id, [
  { name: 'Rating decision', pageCount: 1 },
  { name: 'Examination', pageCount: 1 },
])`,
  editDocument: `await client.intake.edit(caseId, documentId, { documentType: 'brief' })`,
  setDocumentStatus: `await client.intake.setStatus(caseId, documentId, {
  status: 'current',
  why: 'It belongs to this case.',
})`,
  setDocumentLinked: `const file = new Blob(['Sent twice.'])
await client.intake.fileDocument(caseId, { name: 'Note' }, file)
const copy = await client.intake.fileDocument(
  caseId,
  { name: 'Note', onDuplicate: 'link' },
  file,
)
await client.intake.setLinked(caseId, copy.id, false)`,
  beginUpload: `const file = new Blob(['The knee gave way in 1998.'])

// Begins an upload, sends it in parts, and goes on where it broke.
const upload = await client.uploads.send(file, { name: 'letter.txt' })
const filed = await client.intake.fileDocument(caseId, {
  name: 'Lay statement',
  uploadId: upload.id,
})`,
  getUpload: `const { offset, bytes } = await client.uploads.get(uploadId)`,
  continueUpload: `// Goes on with an upload that broke off, with the same bytes.
const file = new Blob(['The knee gave way in 1998.'])
await client.uploads.send(file, { uploadId })`,
  removeUpload: `await client.uploads.remove(uploadId)`,
  grantScopedAccess: `const { files, expiresAt } = await client.cases.scopedAccess(caseId)
for (const { url } of files) console.log(url, expiresAt)`,
  // The URL is fetched as it is.
  getScopedBytes: undefined,
  startImport: `const rows = [
  { type: 'manifest', version: 1, source: 'old-system' },
  {
    type: 'case',
    externalId: '2019-100482',
    docketNumber: '190319-100482',
    veteran: { firstName: 'Maria', lastName: 'Lindqvist' },
    receiptDate: '2019-03-19',
  },
]
const lines = rows.map((row) => JSON.stringify(row) + '\\n')
const { id } = await client.imports.start(new Blob(lines), {
  dryRun: true,
})`,
  listImports: `const { imports } = await client.imports.list()
for (const { id, status, rows } of imports) {
  console.log(id, status, rows.loaded, rows.failed)
}`,
  getImport: `const { imports } = await client.imports.list({ limit: 1 })
for (const { id } of imports) {
  const { status, rowsPerSecond, secondsLeft } = await client.imports.get(id)
  console.log(status, rowsPerSecond, secondsLeft)
}`,
  listImportErrors: `const { imports } = await client.imports.list({ limit: 1 })
for (const { id } of imports) {
  for await (const { line, error } of client.imports.errors(id)) {
    console.log(line, error)
  }
}`,
  setImportStatus: `const { imports } = await client.imports.list()
for (const { id, status } of imports) {
  if (status === 'running') await client.imports.setStatus(id, 'paused')
}`,
  health: undefined,
  ready: undefined,
  ...workSamples,
}
