import type { Conflict, Operation, SectionName, TitleConflict } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { Refusal } from '../kernel/decider.ts'
import {
  applyOperation,
  blocksIn,
  findBlock,
  idsOf,
  refuseTooMany,
  sectionsOf,
  type Text,
} from './operations.ts'
import { isSame } from './operations-between.ts'

export type Rebased = {
  text: Text
  /** As applied to the text as it is now. */
  operations: Operation[]
  /** Those that were applied or change nothing, by their index. */
  applied: number[]
  conflicts: Conflict[]
  title?: TitleConflict
}

/**
 * Applies operations that were made on `base` to the text as it is now. What changes a block or the title where somebody
 * else has changed it since is left out: both have their say, and a person decides.
 */
export function rebase({ base, now }: { base: Text; now: Text }, operations: readonly Operation[]): Rebased {
  const wanted = operations.reduce(applyNamed, base)
  if (base === now) {
    refuseUnfit(wanted, operations)
    return { text: wanted, operations: [...operations], applied: [...operations.keys()], conflicts: [] }
  }
  const verdictOn = createVerdict({ base, now, wanted })
  let mine = base
  let text = now
  const rebased: Operation[] = []
  const applied: number[] = []
  const inConflict = new Map<string, number[]>()
  const onTitle: number[] = []

  for (const [index, given] of operations.entries()) {
    const blockId = blockIdOf(given)
    const verdict = verdictOn(given, blockId)
    if (verdict === 'contested' && given.type === 'setTitle') onTitle.push(index)
    else if (verdict === 'contested') inConflict.set(blockId, [...(inConflict.get(blockId) ?? []), index])
    else applied.push(index)
    if (verdict === 'free') {
      const operation = fitted(given, { mine, text })
      text = applyOperation(text, operation)
      rebased.push(operation)
    }
    mine = applyOperation(mine, given)
  }
  refuseUnfit(text, rebased)
  const conflicts = [...inConflict].map(([blockId, indexes]) => ({
    blockId,
    operations: indexes,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(now.content, blockId) ?? null,
    yours: findBlock(wanted.content, blockId) ?? null,
  }))
  const titles = { base: base.title, theirs: now.title, yours: wanted.title }
  const title = onTitle.length > 0 ? { title: { operations: onTitle, ...titles } } : {}
  return { text, operations: rebased, applied, conflicts, ...title }
}

/** Refuses what a text that operations have made may not be. */
export function refuseUnfit(text: Text, operations: readonly Operation[]): void {
  if (operations.some(({ type }) => type === 'insertAfter' || type === 'replace')) refuseTwice(text)
  refuseTooMany(text)
}

/** `settled`: the block is already as it is wanted. */
type Verdict = 'free' | 'settled' | 'contested'

function createVerdict({ base, now, wanted }: { base: Text; now: Text; wanted: Text }) {
  const known = new Map<string, Verdict>()
  const judge = (blockId: string): Verdict => {
    const [was, is, will] = [base, now, wanted].map(({ content }) => findBlock(content, blockId))
    if (isSameBlock(was, is)) return 'free'
    return isSameBlock(is, will) ? 'settled' : 'contested'
  }
  const onTitle = base.title === now.title ? 'free' : now.title === wanted.title ? 'settled' : 'contested'
  return (operation: Operation, blockId: string): Verdict => {
    if (operation.type === 'setTitle') return onTitle
    if (blockId === '') return 'free'
    let verdict = known.get(blockId)
    if (!verdict) {
      verdict = judge(blockId)
      known.set(blockId, verdict)
    }
    // Where a block stands and what it says are changed apart.
    return operation.type === 'move' && findBlock(now.content, blockId) ? 'free' : verdict
  }
}

function blockIdOf(operation: Operation): string {
  if (operation.type === 'insertAfter') return operation.block.id
  return 'blockId' in operation ? operation.blockId : ''
}

function applyNamed(text: Text, operation: Operation, index: number): Text {
  try {
    return applyOperation(text, operation)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.code, `operations/${index}: ${error.message}`)
    throw error
  }
}

/** The operation for the text as it is now. */
function fitted(operation: Operation, { mine, text }: { mine: Text; text: Text }): Operation {
  if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
  return { ...operation, after: anchorNow(operation, mine, text) }
}

/** The block itself, or the nearest before it that is still in the section. */
function anchorNow(
  { section, after }: { section: SectionName; after: string | null },
  mine: Text,
  text: Text,
): string | null {
  if (after === null) return null
  const here = new Set((blocksIn(text.content, section) ?? []).map(({ id }) => id))
  const seen = (blocksIn(mine.content, section) ?? []).map(({ id }) => id)
  return seen.slice(0, seen.indexOf(after) + 1).findLast((id) => here.has(id)) ?? null
}

const isSameBlock = (one: Block | undefined, other: Block | undefined) =>
  one === other || (one !== undefined && other !== undefined && isSame(one, other))

function refuseTwice({ content }: Text): void {
  const seen = new Set<string>()
  for (const { blocks } of sectionsOf(content))
    for (const block of blocks)
      for (const id of idsOf(block)) {
        if (seen.has(id))
          throw new Refusal('invalid', `The text must name each block once: ${id} would be in it twice.`)
        seen.add(id)
      }
}
