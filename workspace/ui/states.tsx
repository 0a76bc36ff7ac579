import { PorticoError } from '@portico/sdk'
import type { ReactNode } from 'react'
import { useConnection } from '../data/connection.ts'
import { words } from '../words/states.ts'
import { Button } from './button.tsx'
import './states.css'

/** What a screen says when it has nothing to show: why, and what can be done. */
export function State({
  title,
  level: Heading = 'h2',
  role,
  children,
  actions,
}: {
  title: string
  level?: 'h1' | 'h2'
  role?: 'alert' | undefined
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="state" role={role}>
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
  )
}

export function Skeleton({ lines = 8 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have nothing else to be known by
        <i key={line} />
      ))}
    </div>
  )
}

const Offline = ({ actions }: { actions: ReactNode }) => (
  <State title={words.offline.title} actions={actions}>
    {words.offline.text}
  </State>
)

/** Any failure in plain words, with a way on. */
export function Failure({
  error,
  retry,
  wayOn,
}: {
  error: unknown
  retry?: (() => void) | undefined
  wayOn?: ReactNode
}) {
  // A whole screen that is gone is told: it may have been read a moment ago.
  const gone = wayOn ? ({ level: 'h1', role: 'alert', actions: wayOn } as const) : {}
  const again = retry ? <Button onClick={retry}>{words.tryAgain}</Button> : undefined
  const { isReachable } = useConnection()
  if (!(error instanceof PorticoError)) {
    // A part of the workspace that could not be fetched is no fault of the screen.
    if (!isReachable) return <Offline actions={again} />
    return (
      <State title={words.error.title} actions={again}>
        {words.error.unexpected}
      </State>
    )
  }
  switch (error.code) {
    case 'notFound':
      return (
        <State title={words.notFound.title} {...gone}>
          {words.notFound.text}
        </State>
      )
    case 'unauthenticated':
      return <State title={words.ended.title}>{words.ended.text}</State>
    case 'forbidden':
      return (
        <State title={words.noPermission.title} {...gone}>
          {words.noPermission.text}
        </State>
      )
    case 'network':
    case 'timeout':
    case 'unavailable':
      return <Offline actions={again} />
    default:
      return (
        <State title={words.error.title} actions={again}>
          {error.message}
          {error.requestId ? <span className="detail"> {words.error.request(error.requestId)}</span> : null}
        </State>
      )
  }
}
