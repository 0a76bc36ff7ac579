/** Once what is shown now is painted; a window that is not seen is not painted. */
export function afterPaint(work: () => void) {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    work()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 100)
}
