import type { Content } from '@portico/contract/events'
import type { DerivedFiles, ServedFile } from '../files/derived.ts'

export type ExportRequest = {
  format: 'pdf' | 'zip'
  annotations: boolean
  memberId: string
  now: Date
  signal: AbortSignal
}

export type NamedFile = ServedFile & { name: string; mediaType: string }

/** What leaves the service as bytes: one document, or the whole file of a case. */
export type CaseExport = {
  documentFile(content: Content): Promise<ServedFile>
  exportCase(caseId: string, request: ExportRequest): Promise<NamedFile>
}
export type { DerivedFiles }
