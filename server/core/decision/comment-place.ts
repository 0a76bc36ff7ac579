import type { CommentPlace, WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'

/** The place with the ID of its block: that is what the comment follows, wherever the block goes. */
export function placeInText(place: CommentPlace, content: WorkProductContent): CommentPlace {
  const { part, issueId, block, blockId } = place
  if (block === undefined && blockId === undefined) return place
  const blocks =
    part === 'issue'
      ? (content.issues.find((section) => section.issueId === issueId)?.content ?? [])
      : content[part]
  const named = block === undefined ? undefined : blocks[block]
  if (blockId === undefined) return named ? { ...place, blockId: named.id } : place
  if (!blocks.some(({ id }) => id === blockId))
    throw new Refusal('invalid', `place.blockId must name a block of its section: ${blockId} is not in it.`)
  if (block !== undefined && named?.id !== blockId)
    throw new Refusal(
      'invalid',
      'place.block and place.blockId must name the same block: leave place.block out.',
    )
  return place
}
