import { bytes, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Sha256, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const ScopedBlob = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  url: Type.String({
    description: 'Needs no token, supports range requests, and stops working when it expires',
  }),
})
export const ScopedDocument = Type.Object({
  id: Type.String(),
  sha256: Sha256,
  firstPage: Type.Integer({
    minimum: 1,
    description: 'Page of the file at the URL on which the document starts',
  }),
  pageCount: Type.Integer({ minimum: 1 }),
  startPage: Type.Integer({ minimum: 1, description: 'Case page on which the document starts' }),
})
export const ScopedAccess = Type.Object({
  access: Type.Object({
    expiresAt: Timestamp,
    documents: Type.Array(ScopedDocument),
    files: Type.Array(ScopedBlob),
  }),
})
export type ScopedAccess = Static<typeof ScopedAccess>

export const tag = 'Cases'

export const routes = {
  grantScopedAccess: {
    method: 'POST',
    path: '/cases/{id}/scoped-access',
    audience: 'party',
    needs: 'exportCase',
    trace: { download: 'scopedAccess' },
    summary: 'Get short-lived signed URLs for the documents of a case',
    description: 'The bytes are served directly from the store: this service, or the S3 bucket behind it.',
    params: ofCase,
    answers: { 201: json('The URLs', ScopedAccess) },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.cases.scopedAccess',
      about:
        'Get signed URLs for the documents of a case. They need no token and expire in minutes: for an application that reads byte ranges straight from the store.',
      example: sample`
        const { documents, files, expiresAt } = await client.cases.scopedAccess(appealId)
        const [file] = files
        if (file) {
          const start = await fetch(file.url, { headers: { range: 'bytes=0-1023' } })
          console.log(documents.length, (await start.arrayBuffer()).byteLength, expiresAt)
        }
      `,
    },
  },
  getScopedBytes: {
    method: 'GET',
    path: '/scoped-bytes/{grant}',
    audience: 'party',
    trace: { download: 'scopedAccess' },
    summary: 'Download a file from a signed URL; the signature is the credential',
    public: true,
    params: Type.Object({ grant: Type.String() }),
    answers: {
      200: bytes('The bytes', 'application/octet-stream'),
      206: bytes('A range of them', 'The requested range'),
    },
    errors: [403, 404, 416],
  },
} as const satisfies Record<string, Row>
