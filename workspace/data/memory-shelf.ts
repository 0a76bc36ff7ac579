import type { Shelf } from './kept-drafts.ts'

/** A storage for tests, as of a browser that several tabs share. */
export function memoryShelf(): Shelf {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
