import { useNavigate } from '@tanstack/react-router'
import { setPreferences } from '../data/preferences.ts'
import { signOut, useMe } from '../data/session.ts'
import { useShortcutGroups } from '../ui/shortcuts.ts'
import { words } from '../words/command-menu.ts'
import { screensOf } from './home.ts'
import { screens } from './screens.ts'

export type Command = { name: string; keys?: string; run: () => void }

/** The commands that work anywhere, and the shortcuts of the present screen by name. */
export function useCommands(dialogs: { changePassword: () => void; passkeys: () => void }): Command[] {
  const navigate = useNavigate()
  const groups = useShortcutGroups()
  const own = screensOf(useMe())
  const ofScreen = groups.flatMap(({ shortcuts }) =>
    shortcuts.map(({ name, keys: [keys = ''], run }) => ({
      name,
      keys,
      run: () => run(new KeyboardEvent('keydown')),
    })),
  )
  return [
    ...own.map((screen) => ({
      name: words.to[screen],
      run: () => void navigate({ to: screens[screen].to }),
    })),
    ...ofScreen,
    { name: words.alerts, run: () => void navigate({ to: '/alerts' }) },
    { name: words.alertSettings, run: () => void navigate({ to: '/alerts/settings' }) },
    { name: words.light, run: () => setPreferences({ theme: 'light' }) },
    { name: words.dark, run: () => setPreferences({ theme: 'dark' }) },
    { name: words.system, run: () => setPreferences({ theme: 'system' }) },
    { name: words.compact, run: () => setPreferences({ density: 'compact' }) },
    { name: words.comfortable, run: () => setPreferences({ density: 'comfortable' }) },
    { name: words.changePassword, run: dialogs.changePassword },
    { name: words.passkeys, run: dialogs.passkeys },
    { name: words.tour, run: () => void navigate({ to: '/welcome' }) },
    { name: words.signOut, run: () => void signOut() },
  ]
}
