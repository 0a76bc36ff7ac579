import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 900px)')

/** Whether the text and what stands beside it take turns. */
export const isNarrow = () => narrow.matches

export const useNarrow = () =>
  useSyncExternalStore((changed) => {
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, isNarrow)
