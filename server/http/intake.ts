import { routes } from '@portico/contract/table'
import type { FastifyRequest } from 'fastify'
import type { ReceivedFile } from '../app/intake/received-file.ts'
import type { Portico } from '../app/portico.ts'
import { maySee, refuseUnlessActingFor } from './access.ts'
import type { Caller } from './authentication.ts'
import { bodyBytes, hasBytes, readForm } from './bytes-body.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers, Input } from './route.ts'

/** Cases and documents as they come in, and what those may do to them who keep the file in order. */
export function intakeHandlers(portico: Portico, { mostBytes }: { mostBytes: number }) {
  const { intake, caseDocuments, uploads } = portico

  const revise = async ({ params, query, caller, request, call }: Revision) => {
    await caseDocuments.facts(params.id, params.docId, caller)
    if (query.uploadId !== undefined && hasBytes(request)) throw twoFiles()
    await using file =
      (await uploaded(query.uploadId, caller)) ?? (await intake.receive(bodyBytes(request, mostBytes), ''))
    if (file.bytes === 0) throw new HttpRefusal(400, 'The body is empty: send the bytes of the file.')
    await intake.reviseDocument(call(file.sha256), params.id, params.docId, file)
    if (query.uploadId !== undefined) await uploads.markUsed(query.uploadId, caller.id)
    return { document: await caseDocuments.get(params.id, params.docId, caller) }
  }

  /** What the form says, with its file or the upload that it names; that is used up once `use` is done. */
  async function takeIn<Name extends 'openCase' | 'fileDocument', Result>(
    name: Name,
    request: FastifyRequest,
    caller: Caller,
    use: (body: Input<Name>['body'], file: ReceivedFile | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { body: schema, bytes } = routes[name]
    const form = { schema, part: bytes.beside, mostBytes }
    const { body, file: sent } = await readForm<Input<Name>['body'], ReceivedFile>(
      request,
      form,
      intake.receive,
    )
    const { uploadId } = body as { uploadId?: string }
    await using file = sent ?? (await uploaded(uploadId, caller))
    if (sent && uploadId !== undefined) throw twoFiles()
    const result = await use(body, file)
    if (uploadId !== undefined) await uploads.markUsed(uploadId, caller.id)
    return result
  }

  async function uploaded(uploadId: string | undefined, caller: Caller): Promise<ReceivedFile | undefined> {
    return uploadId === undefined ? undefined : intake.fromUpload(uploadId, caller.id)
  }

  return {
    openCase: async ({ caller, request, call, reply }) => {
      const { caseId } = await takeIn('openCase', request, caller, (body, file) => {
        if (body.alias) refuseUnlessActingFor(portico, caller, body.alias.source)
        return intake.openCase(call([body, file?.sha256 ?? null]), body, file, (caseId) =>
          maySee(portico, caller, caseId),
        )
      })
      const { openedAt: _, ...facts } = await portico.cases.find(caseId)
      reply.header('location', `/cases/${caseId}`)
      return { case: facts, documents: await caseDocuments.list(caseId, { ...caller, curates: true }) }
    },

    fileDocument: async ({ params, caller, request, call, reply }) => {
      const { documentId } = await takeIn('fileDocument', request, caller, (body, file) => {
        if (!file)
          throw new HttpRefusal(400, 'The file is missing: send it as the part file, or send uploadId.')
        if (body.from) refuseUnlessActingFor(portico, caller, body.from.source)
        return intake.fileDocument(call([body, file.sha256]), params.id, body, file, async (documentId) => {
          const [found] = await caseDocuments.list(params.id, caller, { documentIds: [documentId] })
          return found !== undefined
        })
      })
      reply.header('location', `/cases/${params.id}/documents/${documentId}`)
      return { document: await caseDocuments.filed(params.id, documentId, caller) }
    },

    reviseDocument: revise,
    reviseAppealDocument: revise,

    listCaseDocuments: async ({ params, query, caller }) => ({
      documents: await caseDocuments.list(params.id, caller, query),
    }),

    getCaseDocument: async ({ params, caller, access }) => ({
      document: await caseDocuments.get(params.id, params.docId, caller),
      permissions: portico.permissions.actionsOn(caller, access.facts),
    }),

    getVersionContent: async ({ params, caller, sendFile }) => {
      const { name, content } = await caseDocuments.version(params.id, params.docId, params.version, caller)
      const file = await portico.files.documentFile(content)
      const named = { ...file, mediaType: 'application/pdf', name: `${name} (version ${params.version}).pdf` }
      return sendFile(named)
    },

    getOriginal: async ({ params, caller, authorize, sendFile }) => {
      await authorize('readCases', 'exportCase')
      const { name, content, original = content } = await caseDocuments.facts(params.id, params.docId, caller)
      const isSound = /^(audio|video)\//.test(original.mediaType)
      await authorize(isSound ? 'readCases' : 'exportCase')
      await caseDocuments.refuseShared(params.id, original.sha256, caller)
      const file = await portico.files.original(original.sha256, original.bytes)
      const named = {
        ...file,
        // Sound is played where it is; whatever else somebody has sent is not shown as what it says it is.
        mediaType: isSound ? original.mediaType : 'application/octet-stream',
        name: `${name}${endings[original.mediaType] ?? ''}`,
        isUnchecked: true,
      }
      return sendFile(named)
    },

    divideDocument: async ({ params, body, caller, call }) => {
      const { documentIds } = await intake.divideDocument(call(), params.id, params.docId, body.parts)
      return { documents: await caseDocuments.list(params.id, caller, { documentIds }) }
    },
  } satisfies Partial<Handlers>
}

type Revision = Pick<Input<'reviseDocument'>, 'params' | 'query' | 'caller' | 'request' | 'call'>

const endings: Record<string, string> = {
  'application/pdf': '.pdf',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/webm': '.webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
  'text/plain': '.txt',
  'text/vtt': '.vtt',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
}

const twoFiles = () => new HttpRefusal(400, 'Send either a file or uploadId, not both.')
