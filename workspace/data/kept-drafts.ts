/** What somebody has typed and the service has not confirmed, and the tab that it was typed in. */
export type Kept<Value> = { id: string; tab: string; at: number; value: Value }

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Drafts of one place in the browser's storage, each under a key of its own, so that no tab writes over another's. What
 * a full or forbidden storage does not take is kept as long as the page.
 */
export function keptDrafts<Value>(shelf: Shelf | undefined, place: string) {
  const keyOf = (id: string) => `${place}@${id}`
  const notTaken = new Map<string, string>()
  const attempt = <Result>(run: (shelf: Shelf) => Result): Result | undefined => {
    try {
      return shelf && run(shelf)
    } catch {
      return undefined
    }
  }
  const read = (key: string): Kept<Value> | undefined => {
    const text = notTaken.get(key) ?? attempt((shelf) => shelf.getItem(key))
    try {
      return text ? JSON.parse(text) : undefined
    } catch {
      return undefined
    }
  }
  const keys = () => {
    const taken = attempt((shelf) => Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? ''))
    return [...new Set([...(taken ?? []), ...notTaken.keys()])]
  }
  return {
    get: (id: string) => read(keyOf(id)),
    /** The latest is the last. */
    all: (): Kept<Value>[] =>
      keys()
        .flatMap((key) => (key.startsWith(keyOf('')) ? (read(key) ?? []) : []))
        .toSorted((a, b) => a.at - b.at),
    put(kept: Kept<Value>) {
      const [key, text] = [keyOf(kept.id), JSON.stringify(kept)]
      notTaken.set(key, text)
      attempt((shelf) => {
        shelf.setItem(key, text)
        notTaken.delete(key)
      })
    },
    drop(id: string) {
      notTaken.delete(keyOf(id))
      attempt((shelf) => shelf.removeItem(keyOf(id)))
    },
  }
}

export type KeptDrafts<Value> = ReturnType<typeof keptDrafts<Value>>

export function browserShelf(): Shelf | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/**
 * The draft of a form that a tab has open at most once. Without one of its own, the tab goes on with the latest that
 * another has left: that tab may have crashed.
 */
export function tabDraft<Value>(drafts: KeptDrafts<Value>, tab: string, now: () => number = Date.now) {
  const own = drafts.get(tab)
  const found = own ?? drafts.all().at(-1)
  return {
    found: found && { value: found.value },
    keep: (value: Value) => drafts.put({ id: tab, tab, at: now(), value }),
    /** Also what it went on with, unless somebody has gone on with that elsewhere. */
    clear() {
      drafts.drop(tab)
      if (found && !own && JSON.stringify(drafts.get(found.id)) === JSON.stringify(found))
        drafts.drop(found.id)
    },
  }
}
