import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Answer } from '../ui/answer.tsx'
import { Skeleton } from '../ui/states.tsx'

/** A part of the case page: its title, how many, and what it has or why it has none. */
export function Section<Item>({
  title,
  query,
  items,
  none,
  actions,
  children,
}: {
  title: string
  query: UseQueryResult<Item>
  items: (data: Item) => readonly unknown[]
  none: string
  /** What can be added to it. */
  actions?: ReactNode
  children: (data: Item) => ReactNode
}) {
  const heading = useId()
  const count = query.data === undefined ? 0 : items(query.data).length
  return (
    <section className="case-section" aria-labelledby={heading}>
      <h2 id={heading}>
        {title} {count > 0 ? <span className="faint number">{count}</span> : null}
      </h2>
      <Answer query={query} skeleton={<Skeleton lines={2} />}>
        {(data) => (items(data).length === 0 ? <p className="faint">{none}</p> : children(data))}
      </Answer>
      {actions ? <div className="actions">{actions}</div> : null}
    </section>
  )
}
