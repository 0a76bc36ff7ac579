import { rowTypes } from './manifest.ts'
import { afterId, limit, next } from './paging.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Status = oneOf(['waiting', 'running', 'paused', 'cancelled', 'done', 'failed'], {
  examples: ['running'],
})
export type ImportStatus = Static<typeof Status>

const count = Type.Integer({ minimum: 0 })

export const Import = Type.Object({
  id: Type.String({ examples: ['imp_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  status: Status,
  dryRun: Type.Boolean({ description: 'Validates every row without writing anything' }),
  createdBy: Type.String(),
  createdAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  bytes: Type.Integer({ minimum: 0, description: 'Size of the manifest' }),
  bytesRead: count,
  rows: Type.Object(
    {
      loaded: count,
      skipped: Type.Integer({ minimum: 0, description: 'Rows that already exist' }),
      failed: count,
    },
    { examples: [{ loaded: 41_200, skipped: 0, failed: 3 }] },
  ),
  loaded: Type.Object(Object.fromEntries(rowTypes.map((type) => [type, Type.Optional(count)])), {
    description: 'Counts by record type',
    examples: [{ case: 1200, document: 40_000 }],
  }),
  rowsPerSecond: Type.Optional(Type.Number({ minimum: 0, examples: [8200] })),
  secondsLeft: Type.Optional(Type.Integer({ minimum: 0, examples: [95] })),
  error: Type.Optional(Type.String({ description: 'Why the import failed as a whole' })),
})
export type Import = Static<typeof Import>

export const ImportDetail = Type.Object({ import: Import })

export const ImportList = Type.Object({
  imports: Type.Array(Import),
  next,
})

export const ImportError = Type.Object({
  line: Type.Integer({ minimum: 1, examples: [17] }),
  type: Type.Optional(Type.String({ examples: ['document'] })),
  source: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  error: Type.String({
    description: 'The error as a sentence',
    examples: ['receiptDate must be a real date as YYYY-MM-DD.'],
  }),
})
export type ImportError = Static<typeof ImportError>

const NewImportQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Validate every row without writing anything' }),
  ),
})

const ImportsQuery = Type.Object({
  after: afterId('imp'),
  limit: limit(200, 50),
})

const ImportErrorsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Return only errors after this line' }),
  ),
})

export const SetImportStatus = Type.Object(
  {
    status: oneOf(['running', 'paused', 'cancelled'], {
      examples: ['paused'],
    }),
  },
  { additionalProperties: false },
)

const ofImport = Type.Object({ id: Type.String({ description: 'The ID of the import' }) })

export const tag = 'Imports'

export const routes = {
  startImport: {
    method: 'POST',
    path: '/imports',
    audience: 'integration',
    needs: 'importCases',
    summary: 'Import cases in bulk',
    description:
      'Upload a ZIP that contains a manifest, or a manifest alone. Rows that already exist, by `(source, externalId)`, are skipped; an invalid row does not affect the others. The import runs in the background.',
    query: NewImportQuery,
    bytes: {
      description:
        'A ZIP with `manifest.ndjson` and the files it names; or NDJSON alone, with documents named by `sha256`',
    },
    answers: { 202: json('Received and queued', ImportDetail) },
    errors: [400, 401, 403, 409, 413],
    sdk: {
      call: 'client.imports.start',
      takes: ['file'],
      about:
        'Import cases in bulk: a ZIP with a `manifest.ndjson` and its files, or a manifest alone. The import runs in the background.',
      example: sample`
        const manifest = '{"type":"manifest","version":1,"source":"old-system"}\\n'
        const { id } = await client.imports.start(new Blob([manifest]), { dryRun: true })
        console.log(id)
      `,
    },
  },
  listImports: {
    method: 'GET',
    path: '/imports',
    audience: 'integration',
    needs: 'importCases',
    summary: 'List imports, newest first',
    query: ImportsQuery,
    answers: { 200: json('The imports', ImportList) },
    sdk: {
      call: 'client.imports.list',
      example: sample`
        for await (const { id, status, rows } of client.imports.list()) console.log(id, status, rows.failed)
      `,
    },
  },
  getImport: {
    method: 'GET',
    path: '/imports/{id}',
    audience: 'integration',
    needs: 'importCases',
    summary: 'Get the progress of an import: speed and time remaining',
    params: ofImport,
    answers: { 200: json('The import', ImportDetail) },
    sdk: {
      call: 'client.imports.get',
      example: sample`
        const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
        const { status, bytesRead, bytes, secondsLeft } = await client.imports.get(id)
        console.log(status, bytesRead / bytes, secondsLeft)
      `,
    },
  },
  listImportErrors: {
    method: 'GET',
    path: '/imports/{id}/errors',
    audience: 'integration',
    needs: 'importCases',
    summary: 'List failed rows as NDJSON',
    params: ofImport,
    query: ImportErrorsQuery,
    answers: { 200: { description: 'The errors in line order', lines: ImportError } },
    sdk: {
      call: 'client.imports.errors',
      isByHand: true,
      about: 'List the rows that failed, by line, starting after the line `after`.',
      example: sample`
        const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
        for await (const { line, error } of client.imports.errors(id)) console.log(line, error)
      `,
    },
  },
  setImportStatus: {
    method: 'PUT',
    path: '/imports/{id}/status',
    audience: 'integration',
    needs: 'importCases',
    summary: 'Pause, resume or cancel an import; rows already imported are kept',
    params: ofImport,
    body: SetImportStatus,
    answers: { 200: json('The import', ImportDetail) },
    errors: [400, 401, 403, 404, 413, 415, 422],
    sdk: {
      call: 'client.imports.setStatus',
      takes: ['status'],
      about: 'Pause, resume or cancel an import. Imported rows stay.',
      example: sample`
        const [latest] = (await client.imports.list({ limit: 1 }).page()).imports
        if (latest?.status === 'running') await client.imports.setStatus(latest.id, 'paused')
      `,
    },
  },
} as const satisfies Record<string, Row>
