import { normalise } from './normalise.ts'
import type { Query } from './query.ts'
import { type Snippet, snippetWithMatches } from './snippet.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

/** What a query finds in a short text that stands in no index: a comment, a tag. */
export function findIn(text: string, query: Query): Snippet | undefined {
  const normalised = normalise(text)
  const runs = runsOf(normalised.text)
  return isHit(query, runs) ? snippetWithMatches(text, normalised, runs, query) : undefined
}
