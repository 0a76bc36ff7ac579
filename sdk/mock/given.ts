import type { BoilerplateEntry, Case, CaseState, Document } from '../generated/types.ts'
import type { Portico } from '../portico.ts'

/** Only `id` is needed; what a test does not care about is filled in. `state` overrides what the work would say. */
export type MockAppeal = { id: string; state?: Partial<CaseState> } & Partial<
  Pick<Case, 'docketNumber' | 'caseType' | 'veteran' | 'receiptDate' | 'uploadedAt' | 'originalPdfBytes'>
>

/** Only `id` is needed. `pages` is the text of each page, `content` the bytes of the PDF. */
export type MockDocument = { id: string; pages?: readonly string[]; content?: Uint8Array } & Partial<
  Pick<Document, 'name' | 'description' | 'receiptDate' | 'categories' | 'tags' | 'read' | 'annotations'>
>

/** Somebody whom work can be given to. */
export type MockMember = { username: string; roles?: readonly string[]; teams?: readonly string[] }

/** Methods of your own, in the place of what the mock plays or does not play. */
export type MockParts = {
  [Name in Exclude<keyof Portico, 'appeals' | 'documents' | 'search' | 'signOut'>]?:
    | Partial<Portico[Name]>
    | undefined
}

export type MockOptions = MockParts & {
  /** Who the mock's writes are `createdBy`. */
  username?: string
  /** What they are; an administrator, who may do everything, where it is left out. */
  roles?: readonly string[]
  teams?: readonly string[]
  /** Others whom tasks can be assigned to. */
  people?: readonly MockMember[]
  appeals?: readonly MockAppeal[]
  /** The documents of each appeal, by its id, in page order. */
  documents?: Readonly<Record<string, readonly MockDocument[]>>
  /**
   * Boilerplate of your own, oldest first, beside that of the default profile. The last of each name is in force; those
   * before it are what texts may have taken earlier.
   */
  boilerplate?: readonly BoilerplateEntry[]
  now?: () => Date
}
