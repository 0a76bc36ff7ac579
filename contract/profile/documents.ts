import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name } from './text.ts'

const colours = ['blue', 'red', 'teal', 'yellow', 'green', 'orange', 'purple', 'grey'] as const

export const DocumentCategory = Type.Object({ name: Name, label: Label, colour: oneOf(colours) }, strict)

export const DocumentType = Type.Object({ name: Name, label: Label, category: Name }, strict)

export const documentSections = {
  documentCategories: Type.Array(DocumentCategory, { minItems: 1, maxItems: 50 }),
  unsortedCategory: { ...Name, description: 'Category of an unsorted document' },
  documentTypes: listOf(DocumentType, 'Document types', 500),
}

export type DocumentCategory = Static<typeof DocumentCategory>
export type DocumentType = Static<typeof DocumentType>
