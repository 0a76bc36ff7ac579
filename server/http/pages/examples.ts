import { nameOf, resolve, type Schema, type Schemas } from './api-document.ts'

const ids = {
  case: 'case_01kbr2n4d0e8t6v1w3x5z7a9c2',
  document: 'doc_01kbr2n4f3h5k7n9q1s3v5x7z9',
  otherDocument: 'doc_01kbr2n4f4j6m8p0r2t4w6y8a1',
  annotation: 'ann_01kbr5t8c1e3g5j7m9p1r3t5w7',
  event: 'evt_01kbr5t8d2f4h6k8n0q2s4v6x8',
  member: 'mem_01kbqzw2b4d6f8h0k2n4q6s8v0',
  request: 'req_01kbr5t8e3g5j7m9p1r3t5w7y9',
}
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** What a field holds where the contract shows no example: by its schema and name, or by its name alone. */
const known: Record<string, unknown> = {
  'AppealSummary.id': ids.case,
  'Appeal.id': ids.case,
  'Case.id': ids.case,
  'Document.id': ids.document,
  'DocumentSummary.id': ids.document,
  'Annotation.id': ids.annotation,
  'Actor.id': ids.member,
  'Actor.name': 'ada',
  'CaseState.assignee': null,
  'CaseState.why': 'The case waits on the docket for an adjudicator.',
  'CaseState.step': 'intake',
  'CaseState.next': 'An adjudicator is given the case.',
  'CaseSearchResult.corrected': 'tinnitus',
  'CaseSearchResult.total': 1,
  'CaseSearchResult.isExact': true,
  'CaseSearchResult.query': 'tinitus',
  'CaseSearchHit.matches': [{ start: 10, end: 18 }],
  'CaseSearchHit.boxes': [{ left: 0.31, top: 0.42, right: 0.39, bottom: 0.435 }],
  'AnnotationHit.matches': [{ start: 10, end: 18 }],
  'document.id': ids.document,
  'DocumentCount.id': ids.document,
  'ErrorBody.error': 'There is no document with this id in this appeal.',
  'Queue.name': 'Overdue drafts',
  'NewQueue.name': 'Overdue drafts',
  'QueueChange.name': 'Overdue drafts',
  'AcceptInvitation.token': 'the-token-of-the-invitation-link',
  id: ids.event,
  caseId: ids.case,
  documentId: ids.document,
  documentIds: [ids.document, ids.otherDocument],
  annotationId: ids.annotation,
  causationId: ids.event,
  correlationId: ids.request,
  onBehalfOf: { id: ids.member, name: 'grace', kind: 'person' },
  username: 'ada',
  createdBy: 'ada',
  password: 'correct horse battery staple',
  token: 'eyJhbGciOiJFUzI1NiJ9…',
  refreshToken: 'the-refresh-token-of-the-last-answer',
  firstName: 'Maria',
  middleName: 'Elena',
  lastName: 'Lindqvist',
  docketNumber: '240319-100482',
  caseType: 'appeal',
  name: 'VA Form 21-526EZ',
  description: 'Application for disability compensation',
  categories: ['medical'],
  tags: ['favorable evidence'],
  text: 'favorable evidence',
  comment: 'The onset is dated here.',
  query: 'tinnitus',
  snippet:
    '… reports tinnitus since service, worse in quiet rooms; the examiner finds it at least as likely …',
  originalPdfBytes: 48_213_077,
  bytes: 48_213_077,
  documentCount: 214,
  pageCount: 4,
  'Case.pageCount': 1873,
  pages: 1873,
  pagesRead: 1873,
  pagesToRecognise: 12,
  unreadablePages: 0,
  startPage: 12,
  endPage: 15,
  firstPage: 12,
  page: 12,
  position: 1041,
  'Document.position': 3,
  'DocumentSummary.position': 3,
  'data.position': 3,
  x: 0.25,
  y: 0.4,
  sequence: 7,
  'CaseOpened.sequence': 1,
  version: 7,
  ageInStepDays: 4,
  openTasks: 1,
  read: true,
  mediaType: 'application/pdf',
  source: 'docket-system',
  externalId: '2024-100482',
  sha256,
  hash: sha256,
  keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: 'key_01kbqzw2…', x: '…', y: '…' }],
  status: 'ok',
  next: '1041',
  why: 'The examiner asked for it.',
  label: 'Service connection',
  'Task.label': 'Drafting',
  'QueuedTask.label': 'Drafting',
  caseName: 'Maria Lindqvist',
  docket: 'directReview',
  type: 'drafting',
  role: 'appellant',
  outcome: 'passed',
  team: 'drafters',
  by: 'ada',
  openedBy: 'ada',
  grantedBy: 'ada',
  askedBy: 'ada',
  scope: 'The rating before 2019',
  externalStatus: 'remanded',
  unreadable: 'The file is encrypted.',
  sentence: 'Issue 2 cites no evidence.',
  reason: 'untimely',
  'CaseAdvanced.reason': 'seriousIllness',
  subject: 'Your appeal {{ case.docketNumber }}',
  'broken.subject': 'task_01kbr5t8c1e3g5j7m9p1r3t5w7',
  from: 'distribution',
  'NewWorkProduct.from': 'wp_01kbr2n4f3h5k7n9q1s3v5x7z9',
  inReplyTo: 'comment_01kbr5t8c1e3g5j7m9p1r3t5w7',
  signedIn: 'wp_01kbr2n4f3h5k7n9q1s3v5x7z9',
  mergedInto: 'party_01kbr5t8c1e3g5j7m9p1r3t5w7',
  'Import.error': 'The ZIP has no manifest.ndjson.',
  partyFrom: 'received',
  partyTo: 'onDocket',
  to: 'drafting',
  step: 'drafting',
  advanced: ['seriousIllness'],
  reasons: ['The reasons do not address the lay evidence.'],
  suggestedMail: ['extensionRequest'],
  types: ['drafting'],
  dockets: ['directReview'],
  caseTypes: ['appeal'],
  teams: ['drafters'],
  heading: 'Service connection for tinnitus',
  instructions: 'Please request the 1994 service records.',
  issueType: 'serviceConnection',
  benefitType: 'compensation',
  disposition: 'allowed',
  documentType: 'brief',
  category: 'medical',
  timing: 'beforeCertification',
  mailType: 'extensionRequest',
  channel: 'mail',
  tracking: '9400 1000 0000 0000 0000 00',
  linkedBy: 'ada',
  placedBy: 'ada',
  purgedBy: 'ada',
  filedBy: 'ada',
  url: 'https://portico.example.org/scoped-bytes/…',
  link: 'https://portico.example.org/workspace/join#the-token',
  href: '/cases/case_01kbr2n4d0e8t6v1w3x5z7a9c2/decision-package/file',
  onHoldWhy: 'Waiting for the 1994 service records.',
  email: 'grace@example.org',
  displayName: 'Grace Hopper',
  documentName: 'VA Form 21-526EZ',
  organization: 'Disabled American Veterans',
  quote: 'tinnitus since service',
  note: 'Two pages are illegible.',
  title: 'Decision',
  body: 'The appeal is granted.',
  place: 'Room 4',
  left: 0.31,
  top: 0.42,
  right: 0.39,
  bottom: 0.435,
  similarity: 0.97,
  confidence: 0.93,
}

/** A value that the schema allows, as a reader would meet it. */
export function exampleOf(schemas: Schemas, schema: Schema, field = '', owner = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  const here = [`${owner}.${field}`, field].find((key) => Object.hasOwn(known, key))
  if (here !== undefined && field !== '' && fits(schemas, schema, known[here])) return known[here]
  const name = nameOf(schema)
  const { properties, items, minItems, anyOf, type, examples } = resolve(schemas, schema)
  if (examples?.length) return examples[0]
  const inside = name ?? (field || owner)
  if (type === 'string' && idPrefix(field)) return `${idPrefix(field)}_01kbr5t8c1e3g5j7m9p1r3t5w7`
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, exampleOf(schemas, value, key, inside)]),
    )
  }
  if (items)
    return Array.from({ length: minItems ?? 1 }, () =>
      exampleOf(schemas, items, /Ids$/.test(field) ? field : '', inside),
    )
  if (anyOf?.[0]) return exampleOf(schemas, anyOf[0], field, inside)
  return type === undefined ? null : plain[type]
}

/** A name may mean a plain value in one schema and an object, a list or one of a few words in another. */
function fits(schemas: Schemas, schema: Schema, value: unknown): boolean {
  const { properties, items, anyOf, type, const: constant } = resolve(schemas, schema)
  if (constant !== undefined) return value === constant
  if (anyOf) return anyOf.some((one) => fits(schemas, one, value))
  if (items) return Array.isArray(value) && value.every((item) => fits(schemas, items, item))
  if (value === null || type === 'null') return value === null && type === 'null'
  if (properties) return typeof value === 'object' && !Array.isArray(value)
  return type === undefined || typeof value === (type === 'integer' ? 'number' : type)
}

/** `issueId` is an id of an issue; so are `issueIds` those of issues. */
function idPrefix(field: string): string | undefined {
  const word = /([A-Z]?[a-z]+)Ids?$/.exec(field)?.[1]?.toLowerCase()
  return word && (prefixes[word] ?? word)
}

const prefixes: Record<string, string> = { member: 'mem', citation: 'cite', upload: 'upl' }

const plain: Record<string, unknown> = {
  string: 'text',
  integer: 1,
  number: 0.5,
  boolean: true,
  object: {},
  array: [],
  null: null,
}
