import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import { useCategories } from '../documents/category.tsx'
import { profile } from '../queries.ts'
import { useReading } from '../reading.ts'
import type { SearchFilter } from './search-filter.ts'

const { search: text, documents: columns } = words

/** Where the search looks: this document, unread ones, or those of a category, tag, type or time. */
export function SearchFilters({
  filter,
  onFilter,
}: {
  filter: SearchFilter
  onFilter: (filter: SearchFilter) => void
}) {
  const { file } = useReading()
  const categories = useCategories()
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  const id = useId()
  const used = new Set(file.documents.map(({ documentType }) => documentType))
  const tags = [...new Set(file.documents.flatMap(({ tags }) => tags))].toSorted()
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const change = (name: keyof SearchFilter, value: string) =>
    onFilter({ ...filter, [name]: value || undefined })
  const choices: [keyof SearchFilter, string, { name: string; label: string }[]][] = [
    ['category', columns.category, [...categories]],
    ['tag', columns.tags, tags.map((tag) => ({ name: tag, label: tag }))],
    ['documentType', columns.types, types.filter(({ name }) => used.has(name))],
  ]
  return (
    <details className="search-filter" open={isNarrowed || undefined}>
      <summary>{isNarrowed ? text.narrowed : text.filters}</summary>
      <label className="whole">
        <input
          type="checkbox"
          checked={filter.isThisDocument === true}
          onChange={(event) =>
            onFilter({ ...filter, isThisDocument: event.target.checked ? true : undefined })
          }
        />
        {text.thisDocument}
      </label>
      <label className="whole">
        <input
          type="checkbox"
          checked={filter.read === false}
          onChange={(event) => onFilter({ ...filter, read: event.target.checked ? false : undefined })}
        />
        {text.unreadOnly}
      </label>
      {choices.map(([name, label, options]) => (
        <span key={name} className="pair">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <select
            id={`${id}-${name}`}
            className="field"
            value={String(filter[name] ?? '')}
            onChange={(event) => change(name, event.target.value)}
          >
            <option value="">{columns.any}</option>
            {options.map((option) => (
              <option key={option.name} value={option.name}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      ))}
      {(['receivedFrom', 'receivedTo'] as const).map((name) => (
        <span key={name} className="pair">
          <label htmlFor={`${id}-${name}`}>{columns[name]}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            className="field"
            value={filter[name] ?? ''}
            onChange={(event) => change(name, event.target.value)}
          />
        </span>
      ))}
      {isNarrowed ? <Button onClick={() => onFilter({})}>{columns.clear}</Button> : null}
    </details>
  )
}
