import type { SourceDocument } from '@portico/contract/ports/document-source'
import type { AnnouncedDocument } from '@portico/contract/sources'
import type { Static } from '@portico/contract/type'
import { documentName } from '../../files/intake/document-name.ts'

/** What a source says of a document, without what the contract does not name or the database cannot hold. */
export function announcedOf(said: Static<typeof SourceDocument>): AnnouncedDocument {
  const { sourceId, revision, name, receiptDate, sha256, size, suggestedCategory, suggestedType } = said
  return {
    sourceId: storable(sourceId),
    revision: storable(revision),
    name: documentName(name, 300) ?? storable(name),
    receiptDate,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(size === undefined ? {} : { size }),
    ...(suggestedCategory === undefined ? {} : { suggestedCategory: storable(suggestedCategory) }),
    ...(suggestedType === undefined ? {} : { suggestedType: storable(suggestedType) }),
  }
}

const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD').toWellFormed()
