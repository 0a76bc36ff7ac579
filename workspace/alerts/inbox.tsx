import type { Alert } from '@portico/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { CheckCheck, Mail, MailOpen } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { inboxQuery, subscriptionsQuery } from '../data/alerts.ts'
import { useMarkRead } from '../data/mark-alerts.ts'
import type { AlertsSearch } from '../frame/search-params.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { age, moment } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/alerts.ts'
import { words as lists } from '../words/lists.ts'
import './alerts.css'

const text = words.inbox

/** Everything that this person was told in the workspace. */
export function Inbox() {
  useTitle(text.title)
  const search = useSearch({ from: '/frame/alerts' })
  const navigate = useNavigate()
  const router = useRouter()
  const mark = useMarkRead()
  const list = useRef<HTMLUListElement>(null)
  const found = useInfiniteQuery(
    inboxQuery({ unread: search.unread || undefined, notification: search.kind }),
  )
  const kinds = useQuery(subscriptionsQuery).data?.choices ?? []
  const alerts = useMemo(() => found.data?.pages.flatMap((page) => page.alerts) ?? [], [found.data])
  const unread = found.data?.pages.at(-1)?.unread ?? 0
  const current = alerts.find(({ id }) => id === search.alert) ?? alerts[0]

  const change = (changes: Partial<AlertsSearch>) =>
    void navigate({ to: '/alerts', search: { ...search, ...changes }, replace: true })
  const step = (by: number) => {
    const next =
      alerts[Math.max(0, Math.min(alerts.length - 1, (current ? alerts.indexOf(current) : -1) + by))]
    if (next) change({ alert: next.id })
  }
  const toggle = (alert: Alert | undefined) =>
    alert && mark.mutate({ id: alert.id, isRead: alert.readAt === undefined })
  const markAll = () => {
    const newest = found.data?.pages[0]?.alerts[0]
    if (!newest || unread === 0) return
    // All, whatever is shown: those of other kinds too.
    mark.mutate({ id: newest.id, isAll: true }, { onSuccess: () => toast(text.markedAll) })
  }
  const open = (alert: Alert | undefined) => {
    if (!alert) return
    if (!alert.readAt) mark.mutate({ id: alert.id })
    router.history.push(`/workspace/${alert.path}`)
  }

  useEffect(() => {
    list.current?.querySelector(`[data-id="${current?.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current?.id])

  useShortcuts(text.title, [
    { keys: ['j', 'ArrowDown'], name: text.keys.next, run: () => step(1), repeats: true },
    { keys: ['k', 'ArrowUp'], name: text.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['Enter', 'o'], name: text.keys.open, run: () => open(current) },
    { keys: ['m'], name: text.keys.toggle, run: () => toggle(current) },
    { keys: ['shift+Enter', 'A'], name: text.keys.all, run: markAll },
    { keys: ['u'], name: text.keys.unread, run: () => change({ unread: search.unread ? undefined : true }) },
  ])

  return (
    <div className="alerts-screen">
      <header className="screen-head">
        <h1>{text.title}</h1>
        <span className="soft" role="status">
          {found.data ? text.count(unread >= 1000 ? '1,000+' : String(unread)) : ''}
        </span>
        <span className="right">
          <span className="segmented" role="group" aria-label={text.show}>
            {([false, true] as const).map((isUnread) => (
              <Button
                key={String(isUnread)}
                aria-pressed={(search.unread ?? false) === isUnread}
                onClick={() => change({ unread: isUnread || undefined, alert: undefined })}
              >
                {isUnread ? text.unread : text.all}
              </Button>
            ))}
          </span>
          <select
            className="input"
            aria-label={text.kind}
            value={search.kind ?? ''}
            onChange={({ target }) => change({ kind: target.value || undefined, alert: undefined })}
          >
            <option value="">{text.anyKind}</option>
            {kinds.map(({ notification, label }) => (
              <option key={notification} value={notification}>
                {label}
              </option>
            ))}
          </select>
          <Button aria-disabled={unread === 0} onClick={markAll}>
            <CheckCheck />
            {words.markAll}
          </Button>
          <Link to="/alerts/settings" className="button plain">
            {text.settings}
          </Link>
        </span>
      </header>
      <section className="inbox" aria-label={text.list}>
        <Answer query={found}>
          {() =>
            alerts.length === 0 ? (
              <Empty search={search} showAll={() => change({ unread: undefined, kind: undefined })} />
            ) : (
              <>
                <ul ref={list}>
                  {alerts.map((alert) => (
                    <Row
                      key={alert.id}
                      alert={alert}
                      isCurrent={alert === current}
                      open={open}
                      toggle={toggle}
                    />
                  ))}
                </ul>
                {found.hasNextPage ? (
                  <Button
                    className="more"
                    aria-disabled={found.isFetchingNextPage}
                    onClick={() => found.isFetchingNextPage || void found.fetchNextPage()}
                  >
                    {found.isFetchingNextPage ? text.loading : text.more}
                  </Button>
                ) : null}
              </>
            )
          }
        </Answer>
      </section>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['m'], name: text.hints.mark },
          { keys: ['Enter'], name: text.hints.open },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      />
    </div>
  )
}

function Row({
  alert,
  isCurrent,
  open,
  toggle,
}: {
  alert: Alert
  isCurrent: boolean
  open: (alert: Alert) => void
  toggle: (alert: Alert) => void
}) {
  const isRead = alert.readAt !== undefined
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(alert)
  }
  return (
    <li data-id={alert.id} className={`${isRead ? '' : 'unread'} ${isCurrent ? 'current' : ''}`}>
      <a href={`/workspace/${alert.path}`} onClick={follow} aria-current={isCurrent ? 'true' : undefined}>
        {isRead ? null : <span className="dot">{words.unread}</span>}
        <span className="subject">{alert.subject}</span>
        <span className="said">{alert.text.split('\n')[0]}</span>
        <span className="number docket">{alert.docketNumber}</span>
        <time dateTime={alert.at} title={moment(alert.at)}>
          {age(alert.at)}
        </time>
      </a>
      <IconButton
        name={isRead ? words.unmark(alert.subject) : words.mark(alert.subject)}
        icon={isRead ? <Mail /> : <MailOpen />}
        onClick={() => toggle(alert)}
      />
    </li>
  )
}

function Empty({ search, showAll }: { search: AlertsSearch; showAll: () => void }) {
  const said = search.kind ? text.noneOfKind : search.unread ? text.allRead : text.empty
  const isFiltered = search.kind !== undefined || search.unread === true
  return (
    <State
      title={said.title}
      actions={isFiltered ? <Button onClick={showAll}>{text.showAll}</Button> : undefined}
    >
      {said.text}
    </State>
  )
}
