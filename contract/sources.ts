import { shownTo } from './audience.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** A document as its source announces it, before its bytes are here. */
const Announced = Type.Object({
  sourceId: Type.String(),
  revision: Type.String(),
  name: Type.String(),
  receiptDate: CalendarDate,
  sha256: Type.Optional(Sha256),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  suggestedCategory: Type.Optional(Type.String()),
  suggestedType: Type.Optional(Type.String()),
})
export type AnnouncedDocument = Static<typeof Announced>

const SourceFailure = Type.Object({
  sourceId: Type.String({ description: 'What the source calls the document' }),
  revision: Type.String(),
  name: Type.String(),
  why: Type.String({ description: 'Why it could not be fetched or filed. It is tried again' }),
  failedAt: Timestamp,
})

const Arrival = Type.Object({
  documentId: Type.String(),
  name: Type.String(),
  change: oneOf(['filed', 'revised'], { description: 'Whether it is new, or a revision of a document' }),
  arrivedAt: Timestamp,
})

export const CaseSource = Type.Object({
  source: Type.String({ description: 'The name of the binding, or of the system that files documents' }),
  isBound: Type.Boolean({ description: 'Whether a binding of the document source has this name' }),
  status: oneOf(['listing', 'syncing', 'complete', 'incomplete'], {
    description:
      '`listing`: the source has not said yet what it has. `syncing`: documents are on their way. `complete`: all are here. `incomplete`: some could not be fetched or filed',
    examples: ['complete'],
  }),
  problem: Type.Optional(Type.String({ description: 'Why the source has not said what it has' })),
  expected: Type.Integer({ minimum: 0, description: 'Documents that the source has for the case' }),
  present: Type.Integer({ minimum: 0, description: 'Those that are in the case, in their last revision' }),
  failed: Type.Integer({ minimum: 0 }),
  failures: Type.Array(SourceFailure, { description: 'At most 100, the latest first' }),
  lastSyncAt: Type.Optional({ ...Timestamp, description: 'When the source last said what it has' }),
  arrived: Type.Integer({
    minimum: 0,
    description: 'Documents that were filed or revised since the caller last looked',
  }),
  arrivals: Type.Array(Arrival, { description: 'At most 100 of them, the latest first' }),
})
export type CaseSource = Static<typeof CaseSource>

export const CaseSources = Type.Object({
  sources: Type.Array(CaseSource),
  lookedAt: Type.Optional({ ...Timestamp, description: 'When the caller last looked' }),
  version: Type.Integer({ description: 'The version of the case that this is about' }),
})
export type CaseSources = Static<typeof CaseSources>

export const LookedAtSources = Type.Object(
  { version: Type.Integer({ minimum: 0, description: 'The version of the case that was looked at' }) },
  { ...strict, examples: [{ version: 3 }] },
)

export const tag = 'Intake'

export const routes = {
  listSources: {
    method: 'GET',
    path: '/cases/{id}/sources',
    audience: 'integration',
    needs: 'readCases',
    trace: 'standing',
    summary: 'How complete a case is, for each source of its documents',
    description:
      'What each source has for the case, what of it is here, what failed and why, and what has arrived since the caller last looked.',
    params: ofCase,
    answers: { 200: json('The sources', CaseSources) },
    errors: [401, 403, 404],
    servedBy: { call: ['sources.list', 'id', 'caller.id', 'version'] },
    sdk: {
      call: 'client.documents.sources',
      about:
        'How complete a case is: what each source of documents has, what of it has been filed, what failed and why, and what has arrived since you last looked.',
      example: sample`
        const { sources } = await client.documents.sources(caseId)
        for (const { source, present, expected, arrived } of sources) console.log(source, present, expected, arrived)
      `,
    },
  },
  lookAtSources: {
    method: 'PUT',
    path: '/cases/{id}/sources/looked',
    audience: 'integration',
    needs: 'readCases',
    trace: 'own',
    summary: 'Say that you have looked: what arrived up to this version is not new to you any more',
    params: ofCase,
    body: LookedAtSources,
    answers: { 200: json('The sources', CaseSources) },
    errors: [400, 401, 403, 404, 409],
    sdk: {
      call: 'client.documents.looked',
      takes: ['version'],
      about: 'Mark what the sources of a case have brought as seen by you.',
      example: sample`
        const { version } = await client.documents.sources(caseId)
        await client.documents.looked(caseId, version)
      `,
    },
  },
} as const satisfies Record<string, Row>

const source = nonEmpty(100)
const one = { source, sourceId: Type.String(), revision: Type.String() }

export const events = {
  /** It was asked what it has for the case. */
  'source.listed': shownTo(
    'integration',
    Type.Object({
      source,
      documents: Type.Array(Announced, { description: 'Those that are new, or have another revision' }),
      isWhole: Type.Boolean({ description: 'False if more of the same list follows' }),
      listedAt: Timestamp,
    }),
  ),
  /** It has one more, or another revision of one. */
  'source.submitted': shownTo(
    'integration',
    Type.Object({
      source,
      document: Announced,
      uploadId: Type.Optional(Type.String({ description: 'The bytes, if they were uploaded' })),
      submittedAt: Timestamp,
    }),
  ),
  'source.failed': shownTo('integration', Type.Object({ ...one, why: Type.String() }), { staff: ['why'] }),
  /** A document of the case has these bytes already. */
  'source.unchanged': shownTo('integration', Type.Object({ ...one, documentId: Type.String() })),
}
