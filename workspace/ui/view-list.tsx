import type { QueryKey } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { words } from '../words/lists.ts'
import { IconButton } from './button.tsx'
import { useCommand } from './use-command.ts'
import './views.css'

/** Saved views in their groups, each beside how much it shows. */
export function ViewGroups<View extends { id: string; group: string }>({
  groups,
  views,
  children,
}: {
  /** In the order in which they are listed, with their titles. */
  groups: Readonly<Record<View['group'], string | undefined>>
  views: readonly View[]
  children: (view: View) => ReactNode
}) {
  return (
    <nav className="views" aria-label={words.views}>
      {Object.entries<string | undefined>(groups).map(([group, title]) => {
        const listed = views.filter((view) => view.group === group)
        if (listed.length === 0) return null
        return (
          <div key={group}>
            {title ? <h2>{title}</h2> : null}
            <ul>
              {listed.map((view) => (
                <li key={view.id} data-id={view.id}>
                  {children(view)}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

export function RemoveView({
  name,
  remove,
  renews,
}: {
  name: string
  remove: () => Promise<unknown>
  renews: QueryKey
}) {
  const command = useCommand({ run: remove, renews: [renews], hasForm: false })
  return (
    <IconButton
      className="remove"
      name={words.removeView(name)}
      icon={<X />}
      onClick={() => command.send()}
    />
  )
}
