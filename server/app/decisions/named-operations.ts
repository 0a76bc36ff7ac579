import { randomBytes } from 'node:crypto'
import type { Anchor, NewAnchor } from '@portico/contract/anchors'
import type { NewOperation, Operation } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import type { Block, NewBlock, NewInline, NewRichText } from '@portico/contract/rich-text'
import { withIds } from '../../core/decision/block-ids.ts'
import { checkText } from '../../core/decision/check-text.ts'
import { findBlock, sectionsOf, type Text } from '../../core/decision/operations.ts'
import { type MaybeId, mapBlocks, type Run } from '../../core/decision/rich-text.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Queryable } from '../../store/db.ts'
import { refuseWrongValues } from './taken-boilerplate.ts'
import { wholeAnchors } from './work-product-content.ts'

/**
 * Operations whose blocks have IDs and whose citations have whole anchors. A block that replaces another has its ID, and
 * its items and rows keep theirs; one that is added gets a new one.
 */
export async function namedOperations(
  tx: Queryable,
  caseId: string,
  given: readonly NewOperation[],
  { base, at, profile }: { base: Text; at: Date; profile: Profile },
): Promise<Operation[]> {
  const blocks = given.flatMap((operation) => ('block' in operation ? [blockAlone(operation)] : []))
  checkText(
    {
      opening: blocks.flatMap(({ isOfIssue, block }) => (isOfIssue ? [] : [block])),
      issues: [
        { issueId: '', content: blocks.flatMap(({ isOfIssue, block }) => (isOfIssue ? [block] : [])) },
      ],
      closing: [],
    } as Parameters<typeof checkText>[0],
    profile.workProducts.parts,
  )
  const anchors: (Anchor | NewAnchor)[] = []
  const collected = (run: NewRun) => {
    if (run.type === 'citation') anchors.push(run.anchor)
    return run
  }
  for (const operation of given) eachRun(operation, collected)
  const whole = await wholeAnchors(tx, caseId, anchors)
  const resolved = (run: NewRun): Run =>
    run.type === 'citation' ? { ...run, anchor: whole(run.anchor) } : run
  const makeId = () => newId('blk', at, randomBytes(10))

  const named = given.map((operation): Operation => {
    const made = eachRun(operation, resolved)
    if (made.type === 'insertAfter') return { ...made, block: withOwnIds(made.block, undefined, makeId) }
    if (made.type !== 'replace') return made as Operation
    const before = findBlock(base.content, made.blockId)
    return { ...made, block: withOwnIds({ id: made.blockId, ...made.block }, before, makeId) }
  })
  await refuseWrongValues(tx, caseId, {
    before: () => sectionsOf(base.content).flatMap(({ blocks }) => blocks),
    given: named.flatMap((operation) => ('block' in operation ? [operation.block] : [])),
    profile,
    at,
  })
  return named
}

/** Whether an operation cites anything. */
export function cites(operation: Operation): boolean {
  let found = false
  eachRun(operation as NewOperation, (run) => {
    if (run.type === 'citation') found = true
    return run
  })
  return found
}

/** What has been given an ID, by the index of the operation. */
export function givenIds(
  given: readonly NewOperation[],
  named: readonly Operation[],
): Record<string, string> {
  return Object.fromEntries(
    given.flatMap((operation, index) => {
      const made = named[index]
      if (operation.type !== 'insertAfter' || operation.block.id !== undefined) return []
      return made?.type === 'insertAfter' ? [[String(index), made.block.id]] : []
    }),
  )
}

type NewRun = Exclude<NewInline, { type: 'footnote' }>
type NamelessBlock = NewRichText[number]

/** Where a block that replaces another stands is known only once it is applied: then its part is checked again. */
function blockAlone(operation: NewOperation & { block: NewBlock }) {
  const isOfIssue = operation.type !== 'insertAfter' || operation.section.part === 'issue'
  return { isOfIssue, block: operation.block }
}

function eachRun<To extends { type: string }>(operation: NewOperation, each: (run: NewRun) => To) {
  if (operation.type === 'replaceSpan') {
    const inner = operation.content.map((inline) =>
      inline.type === 'footnote' ? { ...inline, content: inline.content.map(each) } : each(inline),
    )
    return { ...operation, content: inner } as unknown as NewOperation
  }
  if (!('block' in operation)) return operation
  const [block] = mapBlocks<NewRun, To, MaybeId>([operation.block as never], each)
  return { ...operation, block } as unknown as NewOperation
}

function withOwnIds(block: NamelessBlock, before: Block | undefined, makeId: () => string): Block {
  const alone = { opening: [block as never], issues: [], closing: [] }
  const earlier = before && { opening: [before], issues: [], closing: [] }
  const { opening } = withIds<Run>(alone, { before: earlier, makeId })
  return opening[0] as Block
}
