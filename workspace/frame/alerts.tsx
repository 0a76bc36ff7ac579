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

/** What the person was told: how much of it is unread, and the list when it is opened. */
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

/** What has come since the screen is open, told once; the number on the bell is only seen. */
function useArrived(alerts: readonly Alert[] | undefined): string {
  const known = useRef<string>(undefined)
  const [told, tell] = useState('')
  useEffect(() => {
    if (!alerts) return
    const [newest] = alerts
    const [before, now = ''] = [known.current, newest?.id]
    // Ids grow: an older one comes first again where a newer one was withdrawn.
    if (before !== undefined && now <= before) return
    known.current = now
    if (before !== undefined && newest && !newest.readAt) tell(words.arrived(newest.subject))
  }, [alerts])
  return told
}

/** What the service worker says: that something was pushed, or that somebody has clicked on it. */
function useWorkerMessages() {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const hear = ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
      if (data?.type === 'alerted') void client.invalidateQueries({ queryKey: keys.alerts })
      const url = data?.type === 'open' && data.url ? URL.parse(data.url, location.origin) : null
      if (url?.origin === location.origin && url.pathname.startsWith('/workspace/'))
        router.history.push(`${url.pathname}${url.search}`)
    }
    workers?.addEventListener('message', hear)
    return () => workers?.removeEventListener('message', hear)
  }, [client, router])
}
