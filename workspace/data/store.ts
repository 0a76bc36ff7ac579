import { useSyncExternalStore } from 'react'
import { afterPaint } from '../ui/after-paint.ts'

/** A value that components follow. */
export type Store<Value> = {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A value that is shown by itself, at once, by who sets it: all others hear of it when that is painted. Whoever presses
 * a key or a button before meets a screen that knows.
 */
export function createPaintedStore<Value>(initial: Value): Store<Value> {
  const told = createStore(initial)
  let current = initial
  let isDue = false
  let followers = 0
  const tell = () => {
    isDue = false
    told.set(current)
  }
  const tellNow = () => {
    if (isDue) tell()
  }
  return {
    get: () => current,
    set(value) {
      current = value
      if (isDue) return
      isDue = true
      afterPaint(tellNow)
    },
    subscribe(listener) {
      if (followers++ === 0) for (const name of inputs) window.addEventListener(name, tellNow, true)
      const stop = told.subscribe(listener)
      return () => {
        stop()
        if (--followers === 0) for (const name of inputs) window.removeEventListener(name, tellNow, true)
      }
    },
  }
}

const inputs = ['keydown', 'pointerdown', 'click', 'input', 'submit'] as const

export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
