import type { Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'

export type Category = Profile['documentCategories'][number]

export const useCategories = (): readonly Category[] =>
  useQuery(profile).data?.profile.documentCategories ?? []

/** The first letter and colour of a category, and its name for screen readers. */
export function CategoryMark({ category }: { category: Category | undefined }) {
  if (!category) return <span className="category grey" aria-hidden="true" />
  return (
    <span className={`category ${category.colour}`} title={category.label}>
      <span aria-hidden="true">{category.label.slice(0, 1).toUpperCase()}</span>
      <span className="hidden-visually">{words.documents.of(category.label)}</span>
    </span>
  )
}
