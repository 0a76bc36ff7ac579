import { openContent } from './content.ts'
import { path } from './path.ts'
import type { DocumentWithVersions, Portico } from './portico.ts'
import type { Call, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type { CaseDocumentDetail, CaseDocumentList, OpenedCase, ProposedDivision } from './types.ts'

export function intakeOver(transport: Transport): Portico['intake'] {
  async function detail(call: Call): Promise<DocumentWithVersions> {
    return (await transport.json<CaseDocumentDetail>(call)).document
  }
  const put = (at: string, body: unknown, options: WriteOptions | undefined) =>
    detail({ method: 'PUT', path: at, body, options })

  return {
    async openCase(given, file, options) {
      return transport.json<OpenedCase>({
        method: 'POST',
        path: '/cases',
        ...withFile('case', given, file, options),
      })
    },
    async fileDocument(caseId, document, file, options) {
      return detail({
        method: 'POST',
        path: path`/cases/${caseId}/documents`,
        ...withFile('document', document, file, options),
      })
    },
    async documents(caseId, { status, ...options } = {}) {
      const { documents } = await transport.json<CaseDocumentList>({
        method: 'GET',
        path: path`/cases/${caseId}/documents`,
        query: { status },
        options,
      })
      return documents
    },
    async document(caseId, documentId, options) {
      return detail({ method: 'GET', path: path`/cases/${caseId}/documents/${documentId}`, options })
    },
    async revise(caseId, documentId, file, options) {
      const at = path`/cases/${caseId}/documents/${documentId}/content`
      return file instanceof Blob
        ? detail({ method: 'PUT', path: at, bytes: file, options: unhurried(options) })
        : detail({
            method: 'PUT',
            path: at,
            query: { uploadId: file.uploadId },
            options: unhurried(options),
          })
    },
    async version(caseId, documentId, version, options) {
      const number = String(version)
      return openContent(
        transport,
        path`/cases/${caseId}/documents/${documentId}/versions/${number}/content`,
        options,
      )
    },
    async original(caseId, documentId, options) {
      return openContent(transport, path`/cases/${caseId}/documents/${documentId}/original`, options)
    },
    async proposeDivision(caseId, documentId, options) {
      return transport.json<ProposedDivision>({
        method: 'GET',
        path: path`/cases/${caseId}/documents/${documentId}/division`,
        options,
      })
    },
    async divide(caseId, documentId, parts, options) {
      const { documents } = await transport.json<CaseDocumentList>({
        method: 'PUT',
        path: path`/cases/${caseId}/documents/${documentId}/division`,
        body: { parts },
        options,
      })
      return documents
    },
    edit: async (caseId, documentId, changes, options) => {
      const { document } = await transport.json<CaseDocumentDetail>({
        method: 'PATCH',
        path: path`/cases/${caseId}/documents/${documentId}`,
        body: changes,
        options,
      })
      return document
    },
    setStatus: async (caseId, documentId, status, options) =>
      put(path`/cases/${caseId}/documents/${documentId}/status`, status, options),
    setLinked: async (caseId, documentId, linked, options) =>
      put(path`/cases/${caseId}/documents/${documentId}/duplicates`, { linked }, options),
  }
}

/** A form where there is a file; the name of a `File` goes with it. */
function withFile(
  part: string,
  body: object,
  file: Blob | undefined,
  options: WriteOptions | undefined,
): Pick<Call, 'body' | 'bytes' | 'options'> {
  if (!file) return { body, options: unhurried(options) }
  const form = new FormData()
  form.set(part, JSON.stringify(body))
  if ('name' in file) form.set('file', file)
  else form.set('file', file, '')
  return { bytes: form, options: unhurried(options) }
}

/** How long bytes take to arrive and to be read is not the service's silence: only the caller sets a limit. */
function unhurried(options: WriteOptions | undefined): WriteOptions {
  return { ...options, timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY }
}
