import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { setPreferences } from '../data/preferences.ts'
import { useMe } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/frame.ts'
import { screensOf } from './home.ts'
import { screens } from './screens.ts'

/** The screens that this person may use. */
export function SideBar({ isFolded }: { isFolded: boolean }) {
  const own = screensOf(useMe())
  const fold = isFolded ? words.unfoldSideBar : words.foldSideBar
  return (
    <nav className={`side-bar ${isFolded ? 'folded' : ''}`} aria-label={words.navigation}>
      {own.map((screen) => {
        const { to, icon: Icon, name } = screens[screen]
        return (
          <Link
            key={screen}
            to={to}
            activeOptions={{ exact: screen === 'work' }}
            title={isFolded ? name : undefined}
          >
            <Icon />
            <span className="name">{name}</span>
          </Link>
        )
      })}
      <Button
        kind="plain"
        className="fold"
        title={`${fold} [`}
        aria-label={fold}
        onClick={() => setPreferences({ isSideBarFolded: !isFolded })}
      >
        {isFolded ? <PanelLeftOpen /> : <PanelLeftClose />}
      </Button>
    </nav>
  )
}
