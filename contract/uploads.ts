import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const NewUpload = Type.Object(
  {
    bytes: Type.Integer({ minimum: 1, maximum: 2 ** 40, description: 'Size of the file' }),
    name: Type.Optional(Type.String({ maxLength: 500 })),
    sha256: Type.Optional(Sha256),
  },
  { ...strict, examples: [{ bytes: 52_428_800, name: 'claims-file.pdf' }] },
)

export const Upload = Type.Object({
  id: Type.String({ examples: ['upl_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  name: Type.String(),
  bytes: Type.Integer({ minimum: 1 }),
  offset: Type.Integer({ minimum: 0, description: 'Number of bytes received; the next part starts here' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Upload = Static<typeof Upload>
export const UploadDetail = Type.Object({ upload: Upload })
const UploadQuery = Type.Object({
  offset: Type.Integer({ minimum: 0, maximum: 2 ** 40, description: 'Position of these bytes in the file' }),
})

const ofUpload = Type.Object({ uploadId: Type.String() })

export const tag = 'Intake'

export const routes = {
  beginUpload: {
    method: 'POST',
    path: '/uploads',
    audience: 'integration',
    needs: ['openCases', 'fileDocuments', 'importCases'],
    summary: 'Start a resumable upload',
    description:
      'Kept for seven days and visible only to the caller. One account has at most 100 unused uploads, and as many bytes in them, by the sizes it announced, as the deployment allows (16 GB by default); more gets 429.',
    body: NewUpload,
    answers: { 201: json('The upload', UploadDetail) },
    errors: [400, 401, 403, 413, 415, 429, 507],
    sdk: {
      call: 'client.uploads.send',
      alsoCalls: ['continueUpload'],
      isByHand: true,
      about:
        'Upload a large file in parts, resuming after interruptions. Use the upload to open a case, file a document or revise one. `timeoutMs` applies to each part. If it fails for good, pass `uploadId` with the same bytes to resume later.',
      example: sample`
        const scan = new Blob(['Imagine a file of 300 MB.'])
        const upload = await client.uploads.send(scan, {
          name: 'claims-file.txt',
          onProgress: ({ offset, bytes }) => console.log(\`\${Math.round((100 * offset) / bytes)} %\`),
        })
        const document = { name: 'Claims file', uploadId: upload.id, onDuplicate: 'link' } as const
        console.log((await client.documents.add(appealId, document)).status)
      `,
    },
  },
  getUpload: {
    method: 'GET',
    path: '/uploads/{uploadId}',
    audience: 'integration',
    needs: 'token',
    summary: 'Get the progress of an upload',
    params: ofUpload,
    answers: { 200: json('The upload', UploadDetail) },
    errors: [401, 404],
    servedBy: { call: ['uploads.find', 'uploadId', 'caller.id'] },
    sdk: {
      call: 'client.uploads.get',
      about: 'Get your upload and how much of it has arrived.',
      example: sample`
        const { id } = await client.uploads.send(new Blob(['Soon.']))
        const { offset, bytes, expiresAt } = await client.uploads.get(id)
        console.log(offset === bytes, expiresAt)
      `,
    },
  },
  continueUpload: {
    method: 'PATCH',
    path: '/uploads/{uploadId}',
    audience: 'integration',
    needs: 'token',
    summary: 'Send the next part of an upload',
    description: 'If the connection breaks, received bytes are kept: get the offset and resume from there.',
    params: ofUpload,
    query: UploadQuery,
    bytes: { description: 'Bytes starting at the offset, of any length' },
    answers: { 200: json('The upload', UploadDetail) },
    errors: [400, 401, 404, 409, 410, 413],
  },
  removeUpload: {
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    audience: 'integration',
    needs: 'token',
    summary: 'Cancel an upload',
    params: ofUpload,
    answers: { 204: done },
    errors: [401, 404],
    servedBy: { call: ['uploads.remove', 'uploadId', 'caller.id'] },
    sdk: {
      call: 'client.uploads.remove',
      about: 'Delete an upload. Documents filed from it stay.',
      example: sample`
        const { id } = await client.uploads.send(new Blob(['Never mind.']))
        await client.uploads.remove(id)
      `,
    },
  },
} as const satisfies Record<string, Row>
