export type SearchFilter = Partial<{
  /** Whichever is read. */
  isThisDocument: true | undefined
  read: boolean | undefined
  category: string | undefined
  tag: string | undefined
  documentType: string | undefined
  receivedFrom: string | undefined
  receivedTo: string | undefined
}>

/** The filter as the service takes it, while this document is read. */
export function askedOf({ isThisDocument, ...filter }: SearchFilter, documentId: string | undefined) {
  return isThisDocument && documentId ? { ...filter, documentId } : filter
}
