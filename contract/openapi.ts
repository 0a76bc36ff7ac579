import type { TSchema } from 'typebox'
import * as accessGrants from './access-grants.ts'
import * as accessLog from './access-log.ts'
import * as anchors from './anchors.ts'
import * as appeals from './appeals.ts'
import { audiences, declaredIn } from './audience.ts'
import * as auth from './auth.ts'
import * as cases from './cases.ts'
import * as custody from './custody.ts'
import * as decisionPackages from './decision-package.ts'
import * as distribution from './distribution.ts'
import * as effectuation from './effectuation.ts'
import { Assignee } from './events/work.ts'
import * as events from './events.ts'
import * as imports from './imports.ts'
import * as intake from './intake.ts'
import * as issues from './issues.ts'
import * as links from './links.ts'
import * as marks from './marks.ts'
import * as members from './members.ts'
import * as parties from './parties.ts'
import * as priority from './priority.ts'
import * as profileVersions from './profile-versions.ts'
import * as queues from './queues.ts'
import * as richText from './rich-text.ts'
import { type Answer, ErrorBody, errorMeanings, type Route, type RouteTag } from './route.ts'
import { apiVersion, routes } from './routes.ts'
import * as sessions from './sessions.ts'
import * as tasks from './tasks.ts'
import * as workProducts from './work-products.ts'

type Json = { [key: string]: unknown }

/** Schemas that get a name of their own; everything else is written in place. */
export const namedSchemas: Record<string, TSchema> = {
  Accepted: auth.Accepted,
  AcceptInvitation: auth.AcceptInvitation,
  Access: accessLog.Access,
  Accessed: accessLog.Accessed,
  ...accessGrants.named,
  ...members.named,
  AccessPage: accessLog.AccessPage,
  Actor: events.Actor,
  Annotation: appeals.Annotation,
  AnnotationCreated: appeals.AnnotationCreated,
  AnnotationHit: cases.AnnotationHit,
  Appeal: appeals.Appeal,
  AppealDetail: appeals.AppealDetail,
  AppealList: appeals.AppealList,
  AppealSummary: appeals.AppealSummary,
  Box: marks.Box,
  Case: cases.Case,
  CaseDetail: cases.CaseDetail,
  CorrectCase: cases.CorrectCase,
  CasePage: cases.CasePage,
  CaseSummary: cases.CaseSummary,
  CaseDocument: intake.CaseDocument,
  EditDocument: intake.EditDocument,
  CaseDocumentDetail: intake.CaseDocumentDetail,
  CaseDocumentList: intake.CaseDocumentList,
  CaseSearchHit: cases.CaseSearchHit,
  CaseSearchResult: cases.CaseSearchResult,
  CaseState: cases.CaseState,
  Content: events.Content,
  Credentials: auth.Credentials,
  Division: intake.Division,
  Document: appeals.Document,
  DocumentCount: cases.DocumentCount,
  DocumentDetail: appeals.DocumentDetail,
  DocumentList: appeals.DocumentList,
  DocumentOrder: appeals.DocumentOrder,
  DocumentSummary: appeals.DocumentSummary,
  ...custody.named,
  DocumentVersion: intake.DocumentVersion,
  DuplicateRun: events.DuplicateRun,
  ErrorBody,
  Event: events.Event,
  EventPage: events.EventPage,
  ...events.eventSchemas,
  ...anchors.named,
  ...issues.named,
  Import: imports.Import,
  ImportDetail: imports.ImportDetail,
  ImportError: imports.ImportError,
  ImportList: imports.ImportList,
  NewAnnotation: appeals.NewAnnotation,
  NewCase: intake.NewCase,
  NewDocument: intake.NewDocument,
  NewPart: intake.NewPart,
  NewTag: appeals.NewTag,
  NewUpload: intake.NewUpload,
  OpenedCase: intake.OpenedCase,
  PageMap: cases.PageMap,
  PageText: cases.PageText,
  PageTextDetail: cases.PageTextDetail,
  PageWord: cases.PageWord,
  PersonName: appeals.PersonName,
  ...profileVersions.named,
  ProposedDivision: intake.ProposedDivision,
  ProposedPart: intake.ProposedPart,
  ReadState: appeals.ReadState,
  ReadStateSet: appeals.ReadStateSet,
  Refresh: auth.Refresh,
  ScopedAccess: intake.ScopedAccess,
  ScopedBlob: intake.ScopedBlob,
  ScopedDocument: intake.ScopedDocument,
  SearchHit: appeals.SearchHit,
  SearchResult: appeals.SearchResult,
  SetDocumentStatus: intake.SetDocumentStatus,
  SetLinked: intake.SetLinked,
  SetImportStatus: imports.SetImportStatus,
  SetReadState: appeals.SetReadState,
  Tag: appeals.Tag,
  TagCreated: appeals.TagCreated,
  TagHit: cases.TagHit,
  TextRange: cases.TextRange,
  Tokens: auth.Tokens,
  Upload: intake.Upload,
  UploadDetail: intake.UploadDetail,
  ...links.named,
  ...parties.named,
  ...priority.named,
  ...tasks.named,
  ...sessions.named,
  ...effectuation.named,
  Assignee,
  ...richText.named,
  ...decisionPackages.named,
  ...workProducts.named,
  ...queues.named,
  ...distribution.named,
}

const namesBySchema = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema as object, name]))

const tagMeanings: Record<RouteTag, string> = {
  'Sign-in': 'Tokens are short-lived; a refresh token mints the next one.',
  Appeals: 'A case, in the sandbox word.',
  Documents: 'The evidence of an appeal: read, tag, annotate.',
  Cases: 'The same record as it moves: its state and its history.',
  Intake: 'Cases and documents as they come in: whole, in parts, revised, divided.',
  Work: 'Tasks, queues and sessions: who has what to do, and what may be done with it.',
  Parties: 'Whom a case concerns, and who speaks for them.',
  Issues: 'What is to be decided, and the pages it rests on.',
  Decisions: 'Work product from the first draft to the signed and sealed decision.',
  Imports: 'Cases from another system, in bulk.',
  Administration: 'The words and rules of a deployment, its people, and how long things are kept.',
  Service: 'Whether it runs.',
}

/** The OpenAPI 3.1 document of the route table. */
export function openApi({ serverUrl = '/' }: { serverUrl?: string } = {}): Json {
  const paths: Record<string, Json> = {}
  const used = new Set<string>(Object.values(routes).map(({ tag }) => tag))
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: apiVersion,
      description:
        'Read the evidence on a case, decide its issues, and sign a decision whose every issue cites the pages that support it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(tagMeanings)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(
        Object.entries(namedSchemas).map(([name, schema]) => [name, inPlace(schema)]),
      ),
      responses: Object.fromEntries(
        Object.entries(errorMeanings)
          .filter(([status]) => status !== '405')
          .map(([status, description]) => [
            `Error${status}`,
            { description, content: { 'application/json': { schema: reference(ErrorBody) } } },
          ]),
      ),
      headers: {
        RequestId: { description: 'Names this request in the logs', schema: { type: 'string' } },
      },
    },
  }
}

function operation(name: string, route: Route): Json {
  const errors = new Set([400, ...route.errors, 406, 429, 500, 503, 507])
  const errorAnswers = [...errors]
    .sort()
    .map((status) => [status, { $ref: `#/components/responses/Error${status}` }])
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, answerOf(answer)])
  const parameters = [...inPath(route), ...inQuery(route), ...inHeaders(route)]
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.public ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(route),
    responses: Object.fromEntries([...answers, ...errorAnswers]),
  }
}

function requestBody({ body, bytes }: Route): Json {
  const content: Json = {}
  if (body) content['application/json'] = { schema: reference(body) }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  if (bytes?.beside && body) {
    const properties = { [bytes.beside]: reference(body), file: { ...file, description: bytes.description } }
    const required = [bytes.beside]
    content['multipart/form-data'] = { schema: { type: 'object', properties, required } }
  } else if (bytes) {
    content['application/octet-stream'] = { schema: { ...file, description: bytes.description } }
  }
  return Object.keys(content).length ? { requestBody: { required: true, content } } : {}
}

function answerOf({ description, schema, mediaTypes = [], lines }: Answer): Json {
  const content: Json = {}
  if (schema) content['application/json'] = { schema: reference(schema) }
  if (lines) content['application/x-ndjson'] = { schema: reference(lines) }
  for (const mediaType of mediaTypes) {
    content[mediaType] = mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
  }
  const headers = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }
  return Object.keys(content).length ? { description, headers, content } : { description, headers }
}

function inPath(route: Route): Json[] {
  return Object.entries(route.params?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'path', true, schema),
  )
}

function inQuery(route: Route): Json[] {
  const required: readonly string[] = route.query?.required ?? []
  return Object.entries(route.query?.properties ?? {}).map(([name, schema]) =>
    parameter(name, 'query', required.includes(name), schema),
  )
}

function inHeaders(route: Route): Json[] {
  if (route.public || route.method === 'GET' || /^\/(auth|uploads)/.test(route.path)) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key with the same body replays the first answer',
      schema: { type: 'string', maxLength: 200 },
    },
    {
      name: 'If-Match',
      in: 'header',
      description: "The case's version in quotes: a stale one is answered with 409",
      schema: { type: 'string' },
    },
  ]
}

function parameter(name: string, where: string, required: boolean, schema: TSchema): Json {
  const { description, ...rest } = plain(schema)
  return { name, in: where, required, ...(description ? { description } : {}), schema: rest }
}

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as Json

function reference(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reference)
  if (typeof schema !== 'object' || schema === null) return schema
  const name = namesBySchema.get(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : inPlace(schema)
}

function inPlace(schema: object): Json {
  const whole = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, reference(value)]))
  const narrowed = narrowedFields(schema as TSchema)
  const { required } = schema as { required?: string[] }
  return required && narrowed.size > 0
    ? { ...whole, required: required.filter((name) => !narrowed.has(name)) }
    : whole
}

/** Members that not everyone has who has the others: nobody can count on them. */
function narrowedFields(schema: TSchema): Set<string> {
  const { all, fields = {} } = declaredIn(schema) ?? { all: 'party' }
  const widest = audiences.findLast(
    (audience) => audience === all || Object.values(fields).includes(audience),
  )
  const named = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return new Set(named.filter((name) => (fields[name] ?? all) !== widest))
}
