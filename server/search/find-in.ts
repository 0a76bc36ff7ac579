import type { Query } from './query.ts'
import { readPage } from './read-page.ts'
import { type Snippet, snippetWithMatches } from './snippet.ts'

/** What a query finds in a short text that stands in no index: a comment, a tag. */
export function findIn(text: string, query: Query): Snippet | undefined {
  const page = readPage(text)
  return page.isHit(query) ? snippetWithMatches(page, query) : undefined
}
