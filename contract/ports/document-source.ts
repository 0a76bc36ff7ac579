import { CalendarDate, Sha256 } from '../text.ts'
import Type from '../type.ts'
import { CaseRef, happened, strict } from './fields.ts'
import { definePort, FileRef } from './kit.ts'

const sourceId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'What the source calls the document. A revision keeps it',
})

/** What a source says of a document, for deduplication and filing. */
const about = {
  sourceId,
  revision: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Changes when the bytes change: a version, an ETag, or the hash',
  }),
  name: Type.String({ minLength: 1, maxLength: 300 }),
  receiptDate: CalendarDate,
  sha256: Type.Optional({ ...Sha256, description: 'The content hash, if the source knows it' }),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  suggestedCategory: Type.Optional(Type.String({ maxLength: 100 })),
  suggestedType: Type.Optional(Type.String({ maxLength: 100 })),
}
export const SourceDocument = Type.Object(about)

export const DocumentReport = Type.Object(
  {
    case: CaseRef,
    ...about,
    uploadId: Type.Optional(
      Type.String({
        description:
          'The bytes, if they were uploaded by the adapter, or by the account of the binding; else they are fetched from the source',
      }),
    ),
    at: happened,
  },
  strict,
)

export const documentSource = definePort({
  name: 'document-source',
  title: 'Document source',
  does: 'Brings case-file documents and evidence in, and takes copies of what the platform made.',
  spec: 1,
  many: true,
  settings: Type.Object({
    pollSeconds: Type.Optional(
      Type.Number({ minimum: 1, maximum: 86_400, description: 'How often arrivals are asked for: 60' }),
    ),
    account: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The username of the account of kind integration by which the source uploads: what it reports may name uploads of that account',
      }),
    ),
  }),
  supports: {
    arrivals: 'Can say what has arrived since a marker.',
    writeBack:
      'Takes documents that were acquired after intake: transcripts, sent letters, annotated copies.',
  },
  calls: {
    list: {
      mode: 'do',
      does: 'Lists the documents that the source has for a case.',
      input: Type.Object({ case: CaseRef }),
      output: Type.Object({ documents: Type.Array(SourceDocument) }),
    },
    fetch: {
      mode: 'ask',
      does: 'The bytes of one document.',
      input: Type.Object({
        case: CaseRef,
        sourceId,
        revision: Type.String({
          description: 'The one that is wanted; another one is answered by `conflict`',
        }),
      }),
      output: Type.Object({}),
      answersBytes: true,
    },
    arrivals: {
      mode: 'ask',
      does: 'What arrived after a marker, oldest first; without one, from the beginning.',
      needs: 'arrivals',
      input: Type.Object({ since: Type.Optional(Type.String()), limit: Type.Integer({ minimum: 1 }) }),
      output: Type.Object({
        arrivals: Type.Array(Type.Object({ case: CaseRef, document: SourceDocument })),
        marker: Type.Optional(Type.String({ description: 'The marker after the last one' })),
        hasMore: Type.Boolean(),
      }),
    },
    writeBack: {
      mode: 'do',
      does: 'Hands over a document that was acquired after intake, and each later version of it.',
      needs: 'writeBack',
      input: Type.Object({
        case: CaseRef,
        documentId: Type.String(),
        version: Type.Integer({ minimum: 1 }),
        kind: Type.Union([
          Type.Literal('transcript'),
          Type.Literal('recording'),
          Type.Literal('sentLetter'),
          Type.Literal('annotatedCopy'),
        ]),
        name: Type.String(),
        receiptDate: CalendarDate,
        file: FileRef,
      }),
      output: Type.Object({ sourceId: Type.Optional(sourceId) }),
    },
  },
  hears: {
    'case.opened': 'list',
    'document.filed': 'writeBack',
    'document.revised': 'writeBack',
  },
  tells: {
    submitted: { does: 'A new submission arrived. It is pulled into intake.', fact: DocumentReport },
    revised: {
      does: 'A document that the case has was updated. The case picks up the revision.',
      fact: DocumentReport,
    },
  },
})
