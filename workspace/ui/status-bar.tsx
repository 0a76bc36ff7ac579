import type { ReactNode } from 'react'
import { keyLabel } from './shortcuts.ts'
import './status-bar.css'

/** The last line of a screen: what is shown, and the keys that work here. */
export function StatusBar({
  children,
  hints,
}: {
  children?: ReactNode
  hints: readonly { keys: readonly string[]; name: string }[]
}) {
  return (
    <footer className="status-bar">
      {children}
      <span className="right">
        {hints.map(({ keys, name }) => (
          <span key={name}>
            {keys.map((key) => (
              <kbd key={key}>{keyLabel(key)}</kbd>
            ))}{' '}
            {name}
          </span>
        ))}
      </span>
    </footer>
  )
}
