import { Link } from '@tanstack/react-router'
import { words } from '../words/frame.ts'

/** The way on from a case that is not there, or no longer for its reader. */
export function ToCases() {
  return (
    <Link className="button" to="/cases">
      {words.notFound.cases}
    </Link>
  )
}
