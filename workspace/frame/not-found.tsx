import { Link } from '@tanstack/react-router'
import { State } from '../ui/states.tsx'
import { words } from '../words/frame.ts'

export function NotFound() {
  return (
    <main>
      <State
        level="h1"
        title={words.notFound.title}
        actions={
          <Link className="button" to="/">
            {words.notFound.home}
          </Link>
        }
      >
        {words.notFound.text}
      </State>
    </main>
  )
}
