import Type, { type Static } from 'typebox'
import { rowTypes } from './manifest.ts'
import { Timestamp } from './text.ts'

const Status = Type.Union(
  [
    Type.Literal('waiting'),
    Type.Literal('running'),
    Type.Literal('paused'),
    Type.Literal('cancelled'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ],
  { examples: ['running'] },
)
export type ImportStatus = Static<typeof Status>

const count = Type.Integer({ minimum: 0 })

export const Import = Type.Object({
  id: Type.String({ examples: ['imp_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  status: Status,
  dryRun: Type.Boolean({ description: 'Every row is looked at as if to load it, and nothing is written' }),
  createdBy: Type.String(),
  createdAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  bytes: Type.Integer({ minimum: 0, description: 'The size of the manifest' }),
  bytesRead: count,
  rows: Type.Object(
    {
      loaded: count,
      skipped: Type.Integer({ minimum: 0, description: 'They were here already' }),
      failed: count,
    },
    { examples: [{ loaded: 41_200, skipped: 0, failed: 3 }] },
  ),
  loaded: Type.Object(Object.fromEntries(rowTypes.map((type) => [type, Type.Optional(count)])), {
    description: 'How many of each type',
    examples: [{ case: 1200, document: 40_000 }],
  }),
  rowsPerSecond: Type.Optional(Type.Number({ minimum: 0, examples: [8200] })),
  secondsLeft: Type.Optional(Type.Integer({ minimum: 0, examples: [95] })),
  error: Type.Optional(Type.String({ description: 'Why it failed as a whole' })),
})
export type Import = Static<typeof Import>

export const ImportDetail = Type.Object({ import: Import })

export const ImportList = Type.Object({
  imports: Type.Array(Import),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})

export const ImportError = Type.Object({
  line: Type.Integer({ minimum: 1, examples: [17] }),
  type: Type.Optional(Type.String({ examples: ['document'] })),
  source: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  error: Type.String({
    description: 'A sentence',
    examples: ['receiptDate must be a real date as YYYY-MM-DD.'],
  }),
})
export type ImportError = Static<typeof ImportError>

export const NewImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Look at every row, write nothing' })),
})

export const ImportsQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'An import: only those made before it' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})

export const ImportErrorsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'A line: only errors behind it' }),
  ),
})

export const SetImportStatus = Type.Object(
  {
    status: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('cancelled')], {
      examples: ['paused'],
    }),
  },
  { additionalProperties: false },
)
