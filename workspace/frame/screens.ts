import { BarChart3, CalendarDays, FolderOpen, ListTodo, type LucideIcon, Mail, Settings2 } from 'lucide-react'
import { words } from '../words/frame.ts'
import type { Screen } from './home.ts'

/** Where each screen is, and how it is shown in the side bar. */
export const screens = {
  work: { to: '/', icon: ListTodo, name: words.work },
  cases: { to: '/cases', icon: FolderOpen, name: words.cases },
  sessions: { to: '/sessions', icon: CalendarDays, name: words.sessions },
  mail: { to: '/mail', icon: Mail, name: words.mail },
  reports: { to: '/reports', icon: BarChart3, name: words.reports },
  admin: { to: '/admin', icon: Settings2, name: words.admin },
} as const satisfies Record<Screen, { to: string; icon: LucideIcon; name: string }>
