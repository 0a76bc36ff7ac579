import type { Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'

export type Category = Profile['documentCategories'][number]

export const useCategories = (): readonly Category[] =>
  useQuery(profile).data?.profile.documentCategories ?? []

/** The first letter and the colour of a category. Neither alone carries the meaning: the name is beside it for those who do not see it. */
export function CategoryMark({ category }: { category: Category | undefined }) {
  if (!category) return <span className="category grey" aria-hidden="true" />
  return (
    <span className={`category ${category.colour}`} title={category.label}>
      <span aria-hidden="true">{category.label.slice(0, 1).toUpperCase()}</span>
      <span className="hidden-visually">{words.documents.of(category.label)}</span>
    </span>
  )
}
