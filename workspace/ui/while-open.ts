import { useLayoutEffect, useRef } from 'react'

/**
 * What a dialog is about, for as long as it is open: who is typing is not interrupted when somebody else removes it, and
 * the service says whether it can still be done.
 */
export function useWhileOpen<Subject>(open: string | undefined, found: Subject | undefined) {
  const last = useRef<{ open: string; found: Subject }>(undefined)
  const kept = last.current?.open === open ? last.current?.found : undefined
  const subject = open === undefined ? undefined : (found ?? kept)
  useLayoutEffect(() => {
    last.current = open !== undefined && subject !== undefined ? { open, found: subject } : undefined
  })
  return subject
}
