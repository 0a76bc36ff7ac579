import { useEffect } from 'react'
import { words } from '../words/frame.ts'

/** The title of the tab, beginning with what the screen shows. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} – ${words.portico}` : words.portico
  }, [title])
}
