import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useCategories } from './category.tsx'

/** The fields `documentType`, `category` and `receiptDate` of a form. */
export function DocumentFields({
  documentType,
  category,
  byType,
  receiptDate,
}: {
  documentType?: string | undefined
  category?: string | undefined
  /** The choice to take the category from the type. */
  byType?: string
  receiptDate?: string
}) {
  const ids = { type: useId(), category: useId(), date: useId() }
  const categories = useCategories()
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  return (
    <>
      <label htmlFor={ids.type}>{words.edit.documentType}</label>
      <select id={ids.type} name="documentType" className="field" defaultValue={documentType ?? ''}>
        <option value="" />
        <Options of={types} />
      </select>
      <label htmlFor={ids.category}>{words.edit.category}</label>
      <select id={ids.category} name="category" className="field" defaultValue={category}>
        {byType === undefined ? null : <option value="">{byType}</option>}
        <Options of={categories} />
      </select>
      <label htmlFor={ids.date}>{words.edit.receiptDate}</label>
      <input id={ids.date} name="receiptDate" type="date" className="field" defaultValue={receiptDate} />
    </>
  )
}

function Options({ of }: { of: readonly { name: string; label: string }[] }) {
  return of.map(({ name, label }) => (
    <option key={name} value={name}>
      {label}
    </option>
  ))
}
