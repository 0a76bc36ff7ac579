import { useCallback, useEffect, useState } from 'react'
import { browserShelf, keptDrafts, tabDraft } from './kept-drafts.ts'
import { ownKey } from './own-key.ts'
import { tab } from './tab.ts'

/** What was typed here before and is shown again; `forget` begins anew. */
export type KeptDraft = { forget: () => void } | undefined

/**
 * A value that outlives a reload, an ended sign-in and a lost connection: what somebody types. It is kept by the
 * browser for this person and place, until `clear` says that it was sent. Without a place it lasts as long as the form.
 */
export function useDraft<Value>(place: string | undefined, initial: Value | (() => Value)) {
  const key = ownKey(`draft.${place}`)
  const [begun] = useState(() => {
    const shelf = place === undefined ? undefined : browserShelf()
    const draft = tabDraft(keptDrafts<Value>(shelf, key), tab)
    const fresh = initial instanceof Function ? initial() : initial
    return { ...draft, fresh, value: draft.found ? draft.found.value : fresh }
  })
  const [value, setValue] = useState<Value>(begun.value)
  const [isKept, setKept] = useState(() => JSON.stringify(begun.value) !== JSON.stringify(begun.fresh))
  const { keep, fresh } = begun
  const clear = useCallback(() => {
    begun.clear()
    setKept(false)
  }, [begun])
  const set = useCallback(
    (next: Value) => {
      setValue(next)
      keep(next)
    },
    [keep],
  )
  const forget = useCallback(() => {
    clear()
    setValue(fresh)
  }, [clear, fresh])
  return [value, set, clear, isKept ? { forget } : undefined] as const
}

/** What is open in this tab: open again after a reload, but not when somebody comes back later. */
export function useOpenAfterReload<What>(place: string) {
  const key = ownKey(`open.${place}`)
  const [open, show] = useState(() => inTab<What>(key))
  useEffect(() => () => keepInTab(key, undefined), [key])
  const set = useCallback(
    (next: What | undefined) => {
      show(next)
      keepInTab(key, next)
    },
    [key],
  )
  return [open, set] as const
}

function inTab<What>(key: string): What | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as What
  } catch {
    return undefined
  }
}

function keepInTab(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
