import type { CommentPlace, WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'

/** The place with both names of its block: the comment follows the ID, and its words are found by the number if it goes. */
export function placeInText(place: CommentPlace, content: WorkProductContent): CommentPlace {
  const { part, issueId, block, blockId } = place
  if (block === undefined && blockId === undefined) return place
  const blocks =
    part === 'issue'
      ? (content.issues.find((section) => section.issueId === issueId)?.content ?? [])
      : content[part]
  const named = block === undefined ? undefined : blocks[block]
  if (blockId === undefined) return named ? { ...place, blockId: named.id } : place
  const index = blocks.findIndex(({ id }) => id === blockId)
  if (index < 0)
    throw new Refusal('invalid', `place.blockId must name a block of its section: ${blockId} is not in it.`)
  if (block !== undefined && named?.id !== blockId)
    throw new Refusal(
      'invalid',
      'place.block and place.blockId must name the same block: leave place.block out.',
    )
  return { ...place, block: index }
}
