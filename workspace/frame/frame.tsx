import { Outlet } from '@tanstack/react-router'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { filings } from '../data/filings.ts'
import { pageSeen } from '../data/page-first.ts'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import { useSession } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { later } from '../ui/later.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Toasts, toast } from '../ui/toasts.tsx'
import { words } from '../words/frame.ts'
import { words as states } from '../words/states.ts'
import type { Overlay } from './overlay.ts'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'
import './frame.css'

/** Loaded when they are first opened. */
const overlays = {
  jump: overlay(async () => (await import('./overlays.tsx')).Jump),
  shortcuts: overlay(async () => (await import('./overlays.tsx')).ShortcutsDialog),
  password: overlay(async () => (await import('./overlays.tsx')).ChangePassword),
  passkeys: overlay(async () => (await import('./overlays.tsx')).Passkeys),
}

const SessionEnded = later<object>(async () => (await import('./overlays.tsx')).SessionEnded, null, NotOpened)
const LiveLists = later(async () => (await import('../data/live-lists.ts')).default)
const FilingsElsewhere = later(async () => (await import('./overlays.tsx')).FilingsElsewhere)

/** Around every screen of a signed-in person. */
export function Frame() {
  const { isSideBarFolded } = usePreferences()
  const { status } = useSession()
  // Signing out and overlays must also work without a connection.
  useEffect(
    () =>
      void pageSeen()
        .then(() => Promise.all([import('./sign-in.tsx'), import('./overlays.tsx')]))
        .catch(() => {}),
    [],
  )
  const [overlay, open] = useState<Overlay>()
  const Shown = overlay ? overlays[overlay] : undefined

  useShortcuts(words.shortcuts.everywhere, [
    { keys: ['mod+k'], name: words.jumpKey, inFields: true, run: () => open('jump') },
    {
      keys: ['['],
      name: words.foldSideBar,
      run: () => setPreferences({ isSideBarFolded: !isSideBarFolded }),
    },
    { keys: ['?'], name: words.shortcuts.show, run: () => open('shortcuts') },
  ])

  // Until the sign-in page is there.
  if (status === 'out') return null
  return (
    <div className="frame">
      <a className="skip" href="#screen">
        {words.skipToContent}
      </a>
      <TopBar open={open} />
      <SideBar isFolded={isSideBarFolded} />
      <main className="screen" id="screen" tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
      <LiveLists />
      {Shown ? <Shown onClose={() => open(undefined)} open={open} /> : null}
      {status === 'ended' ? <SessionEnded /> : null}
      <Uploads />
    </div>
  )
}

type Opened = { onClose: () => void; open: (overlay: Overlay) => void }

function overlay(fetchPart: () => Promise<ComponentType<Opened>>) {
  return later(fetchPart, null, NotOpened)
}

/** Reports an overlay that could not be fetched, and closes it. */
function NotOpened({ onClose, retry }: { onClose?: () => void; retry: () => void }) {
  const report = useEffectEvent(() => {
    toast(states.error.title, { isBad: true, action: { label: states.tryAgain, run: retry } })
    onClose?.()
  })
  useEffect(() => report(), [])
  return null
}

function Uploads() {
  return useStore(filings).length > 0 ? <FilingsElsewhere /> : null
}
