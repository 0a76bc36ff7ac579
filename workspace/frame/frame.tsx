import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { filings } from '../data/filings.ts'
import { pageSeen } from '../data/page-first.ts'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import { useSession } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Toasts } from '../ui/toasts.tsx'
import { words } from '../words/frame.ts'
import type { Overlay } from './overlay.ts'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'
import './frame.css'

/** What opens over a screen is loaded when it is first asked for. */
const overlays = {
  jump: lazy(() => import('./overlays.tsx').then(({ Jump }) => ({ default: Jump }))),
  shortcuts: lazy(() =>
    import('./overlays.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
  ),
  password: lazy(() => import('./overlays.tsx').then(({ ChangePassword }) => ({ default: ChangePassword }))),
  passkeys: lazy(() => import('./overlays.tsx').then(({ Passkeys }) => ({ default: Passkeys }))),
}
const SessionEnded = lazy(() =>
  import('./overlays.tsx').then(({ SessionEnded }) => ({ default: SessionEnded })),
)

const LiveLists = lazy(() => import('../data/live-lists.ts'))
const FilingsElsewhere = lazy(() =>
  import('./overlays.tsx').then(({ FilingsElsewhere }) => ({ default: FilingsElsewhere })),
)

/** What stands around every screen of who is signed in. */
export function Frame() {
  const { isSideBarFolded } = usePreferences()
  const { status } = useSession()
  // Signing out leads there without a connection too.
  useEffect(
    () =>
      void pageSeen()
        .then(() => import('./sign-in.tsx'))
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

  // Until the sign-in page is there: no screen is drawn for nobody.
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
      <Suspense>
        <LiveLists />
      </Suspense>
      <Suspense>
        {Shown ? <Shown onClose={() => open(undefined)} open={open} /> : null}
        {status === 'ended' ? <SessionEnded /> : null}
        <OnTheirWay />
      </Suspense>
    </div>
  )
}

function OnTheirWay() {
  return useStore(filings).length > 0 ? <FilingsElsewhere /> : null
}
