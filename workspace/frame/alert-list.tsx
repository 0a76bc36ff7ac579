import type { Alert } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Check, CheckCheck, Inbox } from 'lucide-react'
import type { MouseEvent } from 'react'
import { alertsQuery } from '../data/alerts.ts'
import { useMarkRead } from '../data/mark-alerts.ts'
import { age, moment } from '../ui/dates.ts'
import { words } from '../words/alerts.ts'
import './alert-list.css'

/** The newest alerts, each a link to the page it is about. */
export function AlertList({ close }: { close: () => void }) {
  const { data, isError } = useQuery(alertsQuery)
  const router = useRouter()
  const markRead = useMarkRead()
  const alerts = data?.alerts ?? []
  const [newest] = alerts

  function open(event: MouseEvent, alert: Alert) {
    if (!alert.readAt) markRead.mutate({ id: alert.id })
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
    router.history.push(`/workspace/${alert.path}`)
  }

  return (
    <div className="alert-list" role="none">
      {newest && data && data.unread > 0 ? (
        <button type="button" role="menuitem" onClick={() => markRead.mutate({ id: newest.id, isAll: true })}>
          <CheckCheck />
          {words.markAll}
        </button>
      ) : null}
      {alerts.map((alert) => (
        <div key={alert.id} role="none" className="alert" data-id={alert.id}>
          <a
            role="menuitem"
            tabIndex={-1}
            href={`/workspace/${alert.path}`}
            className={alert.readAt ? undefined : 'unread'}
            onClick={(event) => open(event, alert)}
          >
            {alert.readAt ? null : <span className="dot">{words.unread}</span>}
            <span className="subject">{alert.subject}</span>
            <time dateTime={alert.at} title={moment(alert.at)}>
              {age(alert.at)}
            </time>
          </a>
          {alert.readAt ? null : (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-label={words.mark(alert.subject)}
              title={words.markOne}
              onClick={() => markRead.mutate({ id: alert.id })}
            >
              <Check />
            </button>
          )}
        </div>
      ))}
      {data && alerts.length === 0 ? (
        <div role="menuitem" tabIndex={-1}>
          {words.none}
        </div>
      ) : null}
      <button
        type="button"
        role="menuitem"
        className="all-alerts"
        onClick={() => {
          close()
          void router.navigate({ to: '/alerts' })
        }}
      >
        <Inbox />
        {words.openInbox}
      </button>
      {isError && !data ? (
        <div role="menuitem" tabIndex={-1}>
          {words.failed}
        </div>
      ) : null}
    </div>
  )
}
