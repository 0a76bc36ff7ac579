import { FolderOpen, ListTodo, type LucideIcon, Mail } from 'lucide-react'
import { words as commands } from '../words/command-menu.ts'
import { words } from '../words/frame.ts'
import type { Screen } from './home.ts'

/** What the side bar and the command menu know of each screen. */
export const screens = {
  work: { to: '/', icon: ListTodo, name: words.work, command: commands.toWork },
  cases: { to: '/cases', icon: FolderOpen, name: words.cases, command: commands.toCases },
  mail: { to: '/mail', icon: Mail, name: words.mail, command: commands.toMail },
} as const satisfies Partial<Record<Screen, { to: string; icon: LucideIcon; name: string; command: string }>>
