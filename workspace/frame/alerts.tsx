import type { Alert } from '@portico/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { alertsQuery } from '../data/alerts.ts'
import { keys } from '../data/keys.ts'
import { Menu } from '../ui/menu.tsx'
import { words } from '../words/alerts.ts'
import { AlertList } from './alert-list.tsx'

/** The bell with the number of unread alerts, and their list. */
export default function Alerts() {
  const { data } = useQuery(alertsQuery)
  useWorkerMessages()
  const unread = data?.unread ?? 0
  const button = (
    <>
      <Bell />
      {unread > 0 ? (
        <span className="badge" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </>
  )
  return (
    <>
      <span className="hidden-visually" role="status">
        {useArrived(data?.alerts)}
      </span>
      <Menu label={words.title(unread)} button={button} buttonClass="button plain icon bell" align="end">
        {(close) => <AlertList close={close} />}
      </Menu>
    </>
  )
}

/** Announces a new alert to screen readers, once; the number on the bell is only visible. */
function useArrived(alerts: readonly Alert[] | undefined): string {
  const newestId = useRef<string>(undefined)
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!alerts) return
    const [newest] = alerts
    const [before, now = ''] = [newestId.current, newest?.id]
    // Ids grow: if an alert is withdrawn, an older one becomes the newest again.
    if (before !== undefined && now <= before) return
    newestId.current = now
    if (before !== undefined && newest && !newest.readAt) setMessage(words.arrived(newest.subject))
  }, [alerts])
  return message
}

/** Messages of the service worker: an alert was pushed, or clicked. */
function useWorkerMessages() {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const onMessage = ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
      if (data?.type === 'alerted') void client.invalidateQueries({ queryKey: keys.alerts })
      const url = data?.type === 'open' && data.url ? URL.parse(data.url, location.origin) : null
      if (url?.origin === location.origin && url.pathname.startsWith('/workspace/'))
        router.history.push(`${url.pathname}${url.search}`)
    }
    workers?.addEventListener('message', onMessage)
    return () => workers?.removeEventListener('message', onMessage)
  }, [client, router])
}
