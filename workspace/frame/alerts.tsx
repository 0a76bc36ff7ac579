import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { alertsQuery } from '../data/alerts.ts'
import { Menu } from '../ui/menu.tsx'
import { words } from '../words/alerts.ts'
import { AlertList } from './alert-list.tsx'

/** What the person was told: how much of it is unread, and the list when it is opened. */
export default function Alerts() {
  const { data } = useQuery(alertsQuery)
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
    <Menu label={words.title(unread)} button={button} buttonClass="button plain icon bell" align="end">
      {(close) => <AlertList close={close} />}
    </Menu>
  )
}
