import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { pageSeen } from '../data/page-first.ts'
import { useMe } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { keyLabel } from '../ui/shortcuts.ts'
import { words } from '../words/frame.ts'
import { LiveLight } from './live-light.tsx'
import type { Overlay } from './overlay.ts'

/** Loaded after the first paint. */
const Alerts = replacing(<span className="button plain icon" />, () => import('./alerts.tsx'))
const AccountMenu = replacing(<span className="avatar" />, () => import('./account-menu.tsx'))

function replacing<Props extends object>(
  placeholder: ReactNode,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return later(async () => (await pageSeen().then(load)).default, placeholder)
}

export function TopBar({ open }: { open: (overlay: Overlay) => void }) {
  const me = useMe()
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        {words.portico}
      </Link>
      {me.isSandbox ? (
        <span className="ribbon" title={words.syntheticDataWhy}>
          {words.syntheticData}
        </span>
      ) : null}
      <Button className="jump" onClick={() => open('jump')}>
        <Search />
        <span>{words.jump}</span>
        <kbd>{keyLabel('mod+k')}</kbd>
      </Button>
      <LiveLight />
      <Alerts />
      <AccountMenu me={me} open={open} />
    </header>
  )
}
