import { useEffect, useRef, useState } from 'react'

/** What comes many at a time is told once, when no more has come for a moment. */
export function counted(tell: (count: number) => void, restMs = 1000) {
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add() {
      count += 1
      clearTimeout(timer)
      timer = setTimeout(() => {
        tell(count)
        count = 0
      }, restMs)
    },
    stop: () => clearTimeout(timer),
  }
}

export function useCounted(tell: (count: number) => void) {
  const told = useRef(tell)
  told.current = tell
  const [all] = useState(() => counted((count) => told.current(count)))
  useEffect(() => all.stop, [all])
  return all
}
