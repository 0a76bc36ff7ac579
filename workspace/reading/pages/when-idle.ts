/** Runs the work when nothing else is to be done, soon anyway. What is returned takes it back. */
export function whenIdle(work: () => void, timeoutMs = 500): () => void {
  // Not every browser tells when it is idle.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
