import { Link } from '@tanstack/react-router'
import { FolderOpen, ListTodo, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { setPreferences } from '../data/preferences.ts'
import { useMe } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/frame.ts'
import { screensOf } from './home.ts'

/** The screens there are; one that may not be used is not there. */
export function SideBar({ isFolded }: { isFolded: boolean }) {
  const screens = screensOf(useMe())
  const fold = isFolded ? words.unfoldSideBar : words.foldSideBar
  return (
    <nav className={`side-bar ${isFolded ? 'folded' : ''}`} aria-label={words.navigation}>
      {screens.includes('work') ? (
        <Link to="/" activeOptions={{ exact: true }} title={isFolded ? words.work : undefined}>
          <ListTodo />
          <span className="name">{words.work}</span>
        </Link>
      ) : null}
      {screens.includes('cases') ? (
        <Link to="/cases" title={isFolded ? words.cases : undefined}>
          <FolderOpen />
          <span className="name">{words.cases}</span>
        </Link>
      ) : null}
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
