import type { Comment, WorkProduct } from '@portico/sdk'
import { useQueries } from '@tanstack/react-query'
import { versionQuery } from '../data/writing.ts'
import { type CommentPlace, commentPlace } from './places.ts'

export type Thread = { first: Comment; replies: Comment[]; place: CommentPlace }

const none: readonly Comment[] = []

/** Comments by thread, each where its words stand now. The versions that they were written on are read for it. */
export function useThreads(
  caseId: string,
  product: WorkProduct,
  comments: readonly Comment[] = none,
): Thread[] {
  const firsts = comments.filter(({ inReplyTo }) => inReplyTo === undefined)
  const earlier = [
    ...new Set(
      firsts
        .filter(({ place, version }) => place?.block !== undefined && version !== product.version)
        .map(({ version }) => version),
    ),
  ]
  const versions = useQueries({
    queries: earlier.map((version) => versionQuery(caseId, product.id, version)),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => (data ? [[data.version, data.content] as const] : []))),
  })
  return firsts.map((first) => ({
    first,
    replies: comments.filter(({ inReplyTo }) => inReplyTo === first.id),
    place: commentPlace(first, product.content, versions.get(first.version)),
  }))
}
