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
  /** As applied to the current text. */
  operations: Operation[]
  /** The indexes of operations that were applied or change nothing. */
  applied: number[]
  conflicts: Conflict[]
  title?: TitleConflict
}

/**
 * Applies operations that were made on `base` to the current text, `now`. Operations on a block or title that someone else
 * has changed since are left out as conflicts, for a person to resolve.
 */
export function rebase({ base, now }: { base: Text; now: Text }, operations: readonly Operation[]): Rebased {
  const target = operations.reduce(applyWithIndex, base)
  if (base === now) {
    refuseInvalid(target, operations)
    return { text: target, operations: [...operations], applied: [...operations.keys()], conflicts: [] }
  }
  const verdictOn = createVerdict({ base, now, wanted: target })
  let ownText = base
  let text = now
  const rebased: Operation[] = []
  const applied: number[] = []
  const conflictsByBlock = new Map<string, number[]>()
  const titleConflicts: number[] = []

  for (const [index, original] of operations.entries()) {
    const blockId = blockIdOf(original)
    const verdict = verdictOn(original, blockId)
    if (verdict === 'contested' && original.type === 'setTitle') titleConflicts.push(index)
    else if (verdict === 'contested')
      conflictsByBlock.set(blockId, [...(conflictsByBlock.get(blockId) ?? []), index])
    else applied.push(index)
    if (verdict === 'free') {
      const operation = fitToText(original, { mine: ownText, text })
      text = applyOperation(text, operation)
      rebased.push(operation)
    }
    ownText = applyOperation(ownText, original)
  }
  refuseInvalid(text, rebased)
  const conflicts = [...conflictsByBlock].map(([blockId, indexes]) => ({
    blockId,
    operations: indexes,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(now.content, blockId) ?? null,
    yours: findBlock(target.content, blockId) ?? null,
  }))
  const titles = { base: base.title, theirs: now.title, yours: target.title }
  const title = titleConflicts.length > 0 ? { title: { operations: titleConflicts, ...titles } } : {}
  return { text, operations: rebased, applied, conflicts, ...title }
}

/** Refuses a result of operations that is not allowed. */
export function refuseInvalid(text: Text, operations: readonly Operation[]): void {
  if (operations.some(({ type }) => type === 'insertAfter' || type === 'replace')) refuseDuplicateIds(text)
  refuseTooMany(text)
}

/** `settled`: the block already has the target state. */
type Verdict = 'free' | 'settled' | 'contested'

function createVerdict({ base, now, wanted: target }: { base: Text; now: Text; wanted: Text }) {
  const verdicts = new Map<string, Verdict>()
  const judge = (blockId: string): Verdict => {
    const [was, is, will] = [base, now, target].map(({ content }) => findBlock(content, blockId))
    if (isSameBlock(was, is)) return 'free'
    return isSameBlock(is, will) ? 'settled' : 'contested'
  }
  const titleConflicts =
    base.title === now.title ? 'free' : now.title === target.title ? 'settled' : 'contested'
  return (operation: Operation, blockId: string): Verdict => {
    if (operation.type === 'setTitle') return titleConflicts
    if (blockId === '') return 'free'
    let verdict = verdicts.get(blockId)
    if (!verdict) {
      verdict = judge(blockId)
      verdicts.set(blockId, verdict)
    }
    // The place of a block and its content can change independently.
    return operation.type === 'move' && findBlock(now.content, blockId) ? 'free' : verdict
  }
}

function blockIdOf(operation: Operation): string {
  if (operation.type === 'insertAfter') return operation.block.id
  return 'blockId' in operation ? operation.blockId : ''
}

function applyWithIndex(text: Text, operation: Operation, index: number): Text {
  try {
    return applyOperation(text, operation)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.code, `operations/${index}: ${error.message}`)
    throw error
  }
}

/** Adapts the place of an insertion or move to the current text. */
function fitToText(operation: Operation, { mine: ownText, text }: { mine: Text; text: Text }): Operation {
  if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
  return { ...operation, after: anchorNow(operation, ownText, text) }
}

/** The block to insert after: the original one, or the nearest before it that is still in the section. */
function anchorNow(
  { section, after }: { section: SectionName; after: string | null },
  ownText: Text,
  text: Text,
): string | null {
  if (after === null) return null
  const currentIds = new Set((blocksIn(text.content, section) ?? []).map(({ id }) => id))
  const ownIds = (blocksIn(ownText.content, section) ?? []).map(({ id }) => id)
  return ownIds.slice(0, ownIds.indexOf(after) + 1).findLast((id) => currentIds.has(id)) ?? null
}

const isSameBlock = (a: Block | undefined, b: Block | undefined) =>
  a === b || (a !== undefined && b !== undefined && isSame(a, b))

function refuseDuplicateIds({ content }: Text): void {
  const ownIds = new Set<string>()
  for (const { blocks } of sectionsOf(content))
    for (const block of blocks)
      for (const id of idsOf(block)) {
        if (ownIds.has(id))
          throw new Refusal(
            'invalid',
            `The text must not have two blocks of the same ID: ${id} would be in it twice.`,
          )
        ownIds.add(id)
      }
}
