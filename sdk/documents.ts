import { openContent } from './content.ts'
import { path } from './path.ts'
import type { Portico } from './portico.ts'
import type { Transport } from './transport.ts'
import type { AnnotationCreated, DocumentDetail, DocumentList, ReadStateSet, TagCreated } from './types.ts'

export function documentsOver(transport: Transport): Portico['documents'] {
  return {
    async list(appealId, options) {
      const { documents } = await transport.json<DocumentList>({
        method: 'GET',
        path: path`/appeals/${appealId}/documents`,
        options,
      })
      return documents
    },
    async get(appealId, documentId, options) {
      const { document } = await transport.json<DocumentDetail>({
        method: 'GET',
        path: path`/appeals/${appealId}/documents/${documentId}`,
        options,
      })
      return document
    },
    async content(appealId, documentId, options) {
      return openContent(transport, path`/appeals/${appealId}/documents/${documentId}/content`, options)
    },
    async arrange(appealId, documentIds, options) {
      const { documents } = await transport.json<DocumentList>({
        method: 'PUT',
        path: path`/appeals/${appealId}/document-order`,
        body: { documentIds },
        options,
      })
      return documents
    },
  }
}

export function tagsOver(transport: Transport): Portico['tags'] {
  return {
    async add(appealId, documentId, text, { visibility, ...options } = {}) {
      const { tag } = await transport.json<TagCreated>({
        method: 'POST',
        path: path`/appeals/${appealId}/documents/${documentId}/tags`,
        body: { text, ...(visibility === undefined ? {} : { visibility }) },
        options,
      })
      return tag
    },
    async remove(appealId, documentId, text, options) {
      await transport.nothing({
        method: 'DELETE',
        path: path`/appeals/${appealId}/documents/${documentId}/tags/${text}`,
        options,
      })
    },
  }
}

export function annotationsOver(transport: Transport): Portico['annotations'] {
  return {
    async create(appealId, documentId, annotation, options) {
      const { annotation: created } = await transport.json<AnnotationCreated>({
        method: 'POST',
        path: path`/appeals/${appealId}/documents/${documentId}/annotations`,
        body: annotation,
        options,
      })
      return created
    },
    async remove(appealId, documentId, annotationId, options) {
      await transport.nothing({
        method: 'DELETE',
        path: path`/appeals/${appealId}/documents/${documentId}/annotations/${annotationId}`,
        options,
      })
    },
  }
}

export function readStateOver(transport: Transport): Portico['readState'] {
  return {
    async set(appealId, documentId, read, options) {
      const { readState } = await transport.json<ReadStateSet>({
        method: 'PUT',
        path: path`/appeals/${appealId}/documents/${documentId}/read-state`,
        body: { read },
        options,
      })
      return readState
    },
  }
}
