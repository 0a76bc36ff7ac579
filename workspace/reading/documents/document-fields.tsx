import { useQuery } from '@tanstack/react-query'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useCategories } from './category.tsx'

export type DocumentDraft = { documentType: string; category: string; receiptDate: string }

/** What a document is and when it came. */
export function DocumentFields({
  field,
  byType,
}: {
  field: (name: keyof DocumentDraft) => { value: string; onChange: (value: string) => void }
  /** Says that the category follows from the type, where none need be chosen. */
  byType?: string
}) {
  const categories = useCategories()
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  const category = field('category')
  return (
    <>
      <SelectField label={words.edit.documentType} none="" options={types} {...field('documentType')} />
      <SelectField
        label={words.edit.category}
        none={byType ?? (category.value === '' ? '' : undefined)}
        options={categories}
        {...category}
      />
      <TextField label={words.edit.receiptDate} type="date" {...field('receiptDate')} />
    </>
  )
}
