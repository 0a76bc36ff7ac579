import type { DocumentSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useNameOf } from '../../data/people.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import type { Category } from './category.tsx'
import type { DocumentFilter, Sort } from './filter.ts'

/** A filter for every column, and the order. */
export function FilterPanel({
  filter,
  onFilter,
  documents,
  categories,
  commenters,
  onClear,
}: {
  filter: DocumentFilter
  onFilter: (change: Partial<DocumentFilter>) => void
  documents: readonly DocumentSummary[]
  categories: readonly Category[]
  commenters: readonly string[]
  onClear: () => void
}) {
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  const usedTypes = new Set(documents.map(({ documentType }) => documentType))
  const tags = [...new Set(documents.flatMap(({ tags }) => tags))].toSorted()
  const { documents: text } = words
  return (
    <div className="filters">
      <Choice label={text.category} value={filter.category} onChange={(category) => onFilter({ category })}>
        <option value="">{text.allCategories}</option>
        {categories.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Choice>
      <Choice
        label={text.show}
        value={filter.shown}
        onChange={(shown) => onFilter({ shown: shown as DocumentFilter['shown'] })}
      >
        {Object.entries(text.shown).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Choice>
      <Choice label={text.tags} value={filter.tag} onChange={(tag) => onFilter({ tag })}>
        <option value="">{text.any}</option>
        {tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </Choice>
      <Choice
        label={text.types}
        value={filter.documentType}
        onChange={(documentType) => onFilter({ documentType })}
      >
        <option value="">{text.any}</option>
        {types
          .filter(({ name }) => usedTypes.has(name))
          .map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
      </Choice>
      <Choice
        label={text.commentedBy}
        value={filter.commentedBy}
        onChange={(commentedBy) => onFilter({ commentedBy })}
      >
        <option value="">{text.any}</option>
        {commenters.map((username) => (
          <Commenter key={username} username={username} />
        ))}
      </Choice>
      <Choice label={text.sort} value={filter.sort} onChange={(sort) => onFilter({ sort: sort as Sort })}>
        {Object.entries(text.sorts).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Choice>
      <label className="whole">
        <input
          type="checkbox"
          checked={filter.isDescending}
          onChange={(event) => onFilter({ isDescending: event.target.checked })}
        />
        {text.reversed}
      </label>
      <Day
        label={text.receivedFrom}
        value={filter.receivedFrom}
        onChange={(receivedFrom) => onFilter({ receivedFrom })}
      />
      <Day
        label={text.receivedTo}
        value={filter.receivedTo}
        onChange={(receivedTo) => onFilter({ receivedTo })}
      />
      <label className="whole">
        <input
          type="checkbox"
          checked={filter.foldsCopies}
          onChange={(event) => onFilter({ foldsCopies: event.target.checked })}
        />
        {text.foldCopies}
      </label>
      <Button onClick={onClear}>{text.clear}</Button>
    </div>
  )
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </>
  )
}

function Commenter({ username }: { username: string }) {
  return <option value={username}>{useNameOf(username)}</option>
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="field"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
