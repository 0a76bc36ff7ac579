import { useEffect, useMemo } from 'react'

/** Adds up what comes in quick succession, and reports the count after a pause. */
export function counted(report: (count: number) => void, pauseMs = 1000) {
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add() {
      count += 1
      clearTimeout(timer)
      timer = setTimeout(() => {
        report(count)
        count = 0
      }, pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** `report` must stay the same function: another one starts to count anew. */
export function useCounted(report: (count: number) => void) {
  const counter = useMemo(() => counted(report), [report])
  useEffect(() => counter.stop, [counter])
  return counter
}
