import { routes } from '@portico/contract/table'
import type { ReceivedFile } from '../app/intake/received-file.ts'
import type { Portico } from '../app/portico.ts'
import { authorizeOnCase } from './access.ts'
import { readForm } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers, Input } from './route.ts'

/** Mail that arrives, and the queue of what somebody has to work. */
export function mailHandlers(portico: Portico, { mostBytes }: { mostBytes: number }) {
  const { mail, intake, uploads } = portico

  return {
    takeInPiece: async ({ caller, request, call, reply }) => {
      const { body: schema, bytes } = routes.takeInPiece
      const form = { schema, part: bytes.beside, mostBytes }
      type Body = Input<'takeInPiece'>['body']
      const { body, file } = await readForm<Body, ReceivedFile>(request, form, intake.receive)
      await using sent = file
      const { uploadIds = [] } = body
      if (sent && uploadIds.length > 0)
        throw new HttpRefusal(400, 'Send either a file or uploadIds, not both.')
      if (!sent && uploadIds.length === 0)
        throw new HttpRefusal(400, 'The file is missing: send it as the part file, or send uploadIds.')
      const received: ReceivedFile[] = sent ? [sent] : []
      for (const uploadId of uploadIds) received.push(await intake.fromUpload(uploadId, caller.id))
      const hashes = received.map(({ sha256 }) => sha256)
      const piece = await mail.takeIn(call([body, hashes]), body, received, caller)
      for (const uploadId of uploadIds) await uploads.markUsed(uploadId, caller.id)
      reply.header('location', `/correspondence/${piece.id}`)
      return { piece }
    },

    getPieceFile: async ({ params, caller, sendFile }) => {
      const { name, sha256, bytes, caseId } = await mail.file(caller, params.pieceId, params.partId)
      const file = await portico.files.original(sha256, bytes)
      const named = { ...file, name, mediaType: 'application/octet-stream', isUnchecked: true }
      return sendFile(named, { caseId })
    },

    matchPiece: async ({ params, body, caller, call }) => {
      await mail.refuseUnseen(caller, params.pieceId)
      await authorizeOnCase(portico, caller, ['routeMail'], body.caseId)
      return { piece: await mail.match(call(), caller, params.pieceId, body) }
    },

    dropPiece: async ({ params, body, caller, call }) => {
      await mail.refuseUnseen(caller, params.pieceId)
      await authorizeOnCase(portico, caller, ['routeMail'], body.caseId)
      return { piece: await mail.drop(call(), caller, params.pieceId, body) }
    },
  } satisfies Partial<Handlers>
}
