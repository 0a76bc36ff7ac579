import { bandKeys, type Signature } from './min-hash.ts'

/** A page of the file that says enough to be compared. */
export type SignedPage = { page: number; documentId: string; hash: string; signature: Signature }

export type PageIndex = {
  /** Pages of other documents that may be the same, in page order. */
  candidates(page: SignedPage): SignedPage[]
}

export function indexPages(pages: readonly SignedPage[]): PageIndex {
  const places = new Map<string, SignedPage[]>()
  for (const page of pages) {
    for (const key of keysOf(page)) {
      const there = places.get(key)
      if (there) there.push(page)
      else places.set(key, [page])
    }
  }
  return {
    candidates(page) {
      const found = new Set<SignedPage>()
      for (const key of keysOf(page))
        for (const other of places.get(key) ?? []) if (other.documentId !== page.documentId) found.add(other)
      return [...found].sort((a, b) => a.page - b.page)
    },
  }
}

function keysOf({ hash, signature }: SignedPage): string[] {
  return [hash, ...bandKeys(signature)]
}
