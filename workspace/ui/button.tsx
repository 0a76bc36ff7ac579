import type { ComponentProps, ReactNode } from 'react'
import './button.css'

type Kind = 'quiet' | 'solid' | 'plain'

export type ButtonProps = ComponentProps<'button'> & {
  kind?: Kind
  /** The key that does the same, shown beside the words. */
  shortcut?: string | undefined
}

export function Button({ kind = 'quiet', shortcut, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${kind} ${className}`} aria-keyshortcuts={shortcut} {...rest}>
      {children}
      {shortcut ? <kbd>{shortcut}</kbd> : null}
    </button>
  )
}

/** An icon alone; its name is told to all who do not see it, and on hover. */
export function IconButton({
  name,
  icon,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'name' | 'children'> & { name: string; icon: ReactNode }) {
  return (
    <button
      type="button"
      className={`button plain icon ${className}`}
      aria-label={name}
      title={name}
      {...rest}
    >
      {icon}
    </button>
  )
}
