import { createStore, useStore } from './store.ts'

/**
 * Evidence first: whoever opens a case to read waits for its page, and what else a screen asks for and draws waits until
 * that is seen. It shares connections, the service and this thread with the page. Never longer than this.
 */
const mostMs = 2500

let seen = Promise.resolve()
let release: (() => void) | undefined
const isAwaited = createStore(false)

/** From now on, until the page is seen. */
export function waitForPage() {
  if (release) return
  const { promise, resolve } = Promise.withResolvers<void>()
  seen = promise
  release = resolve
  isAwaited.set(true)
  setTimeout(pageIsSeen, mostMs)
}

/** Once what was just drawn is painted, too. */
export function pageIsDrawn() {
  requestAnimationFrame(() => setTimeout(pageIsSeen))
}

export function pageIsSeen() {
  release?.()
  release = undefined
  isAwaited.set(false)
}

/** At once, where no page is waited for. */
export const pageSeen = () => seen

export const useIsPageAwaited = () => useStore(isAwaited)
