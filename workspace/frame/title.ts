import { useEffect } from 'react'
import { words } from '../words/frame.ts'

/** The title of the tab: what is on the screen first. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} – ${words.portico}` : words.portico
  }, [title])
}
