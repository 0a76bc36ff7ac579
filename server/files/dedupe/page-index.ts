import { bandKeys, type Signature } from './min-hash.ts'

/** A page of the file that says enough to be compared. */
export type SignedPage = { page: number; documentId: string; hash: string; signature: Signature }

export type PageIndex = {
  /** Pages of other documents that may be the same. */
  candidates(page: SignedPage): SignedPage[]
}

export function indexPages(pages: readonly SignedPage[]): PageIndex {
  const places = new Map<string, number[]>()
  for (const [at, page] of pages.entries()) {
    for (const key of keysOf(page)) {
      const there = places.get(key)
      if (there) there.push(at)
      else places.set(key, [at])
    }
  }
  const foundFor = new Uint32Array(pages.length)
  let asked = 0
  return {
    candidates(page) {
      asked += 1
      const found: SignedPage[] = []
      for (const key of keysOf(page)) {
        for (const at of places.get(key) ?? []) {
          if (foundFor[at] === asked) continue
          foundFor[at] = asked
          const other = pages[at]!
          if (other.documentId !== page.documentId) found.push(other)
        }
      }
      return found
    },
  }
}

function keysOf({ hash, signature }: SignedPage): string[] {
  return [hash, ...bandKeys(signature)]
}
