import type { Operation, SectionName } from '@portico/contract/operations'
import type { ProposalState, ProposedBlock } from '@portico/contract/proposals'
import type { Block } from '@portico/contract/rich-text'
import type { WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'
import { mergeBlocks } from './merge-blocks.ts'
import {
  applyOperation,
  applyOperations,
  findBlock,
  findPlace,
  isSameSection,
  sectionsOf,
  type Text,
} from './operations.ts'
import { isSame } from './operations-between.ts'
import { rebase, refuseUnfit } from './rebase.ts'

/** Operations that wait for an answer, and of the text that they were made on what they are about. */
export type Proposed = { base: Text; operations: readonly Operation[] }

export type AppliedProposal = {
  /** As it was where something stands against the proposal. */
  text: Text
  /** As applied to the text as it is now. */
  operations: Operation[]
  conflicts: ProposedBlock[]
  /** What stands against it. */
  why?: string
}

/**
 * The text with a proposal. Its blocks are followed to where they are now; words that somebody has changed elsewhere in a
 * block stay as they are. All of it is applied, or nothing.
 */
export function applyProposal(now: Text, proposed: Proposed): AppliedProposal {
  const against = (why: string, conflicts: ProposedBlock[] = []) => ({
    text: now,
    operations: [],
    conflicts,
    why,
  })
  const titles = titleOf(proposed)
  if (titles && now.title !== titles.base && now.title !== titles.yours)
    return against('The title was changed since.')
  try {
    const { base, operations } = rehomed(proposed, now.content)
    const made = rebase({ base, now }, operations)
    const merged = made.conflicts.map(({ base, theirs, yours }) =>
      base && theirs && yours ? mergeBlocks({ base, theirs, yours }) : undefined,
    )
    const conflicts = made.conflicts
      .filter((_, index) => !merged[index])
      .map(({ operations: _, ...conflict }) => conflict)
    if (conflicts.length > 0) return against(contestedSentence(conflicts), conflicts)
    const replaced = merged.flatMap((block): Operation[] =>
      block ? [{ type: 'replace', blockId: block.id, block }] : [],
    )
    const text = applyOperations(made.text, replaced)
    refuseUnfit(text, replaced)
    return {
      text,
      operations: [...made.operations, ...replaced],
      conflicts: [],
    }
  } catch (error) {
    if (error instanceof Refusal) return against(error.message)
    throw error
  }
}

/** The proposal as it is kept: of a long text, only what its operations are about. */
export function excerptOf(text: Text, operations: readonly Operation[]): Text {
  const { whole, anchors } = aboutOf(text, operations)
  const { opening, issues, closing } = text.content
  const kept = (blocks: readonly Block[]): Block[] => {
    const last = blocks.findLastIndex(({ id }) => anchors.has(id))
    return blocks.flatMap((block, index): Block[] => {
      if (whole.has(block.id)) return [block]
      return index <= last ? [{ type: 'paragraph', id: block.id, content: [] }] : []
    })
  }
  const named = issues.map(({ issueId, content }) => ({ issueId, content: kept(content) }))
  return {
    title: text.title,
    content: {
      opening: kept(opening),
      issues: named.filter(({ content }) => content.length > 0),
      closing: kept(closing),
    },
  }
}

type Sides = { blocks: ProposedBlock[]; title?: { base: string; theirs: string; yours: string } }

/** A proposal beside the text as it is now. */
export function sidesOf(now: Text, proposed: Proposed): Sides {
  const { base, operations } = proposed
  const wanted = applyOperations(base, operations)
  const blocks = namedIn(operations).map((blockId) => ({
    blockId,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(now.content, blockId) ?? null,
    yours: findBlock(wanted.content, blockId) ?? null,
  }))
  const titles = titleOf(proposed)
  return { blocks, ...(titles ? { title: { ...titles, theirs: now.title } } : {}) }
}

/** The same, and whether it can be accepted. */
export function presentProposal(
  now: Text,
  proposed: Proposed,
): Sides & { state: ProposalState; why?: string } {
  const sides = sidesOf(now, proposed)
  const made = applyProposal(now, proposed)
  return {
    state: stateOf(made, { now, proposed, blocks: sides.blocks }),
    ...sides,
    ...(made.why === undefined ? {} : { why: made.why }),
  }
}

type Answered<Given> = AppliedProposal & { given: Given }

/**
 * Proposals one after the other: each on the text that those before it have made. What stands against one leaves it open,
 * and the others alone. `refuse` throws for a text that may not be.
 */
export function acceptInTurn<Given extends Proposed>(
  now: Text,
  proposals: readonly Given[],
  refuse: (before: Text, made: AppliedProposal) => void = () => {},
): { text: Text; accepted: Answered<Given>[]; open: Answered<Given>[] } {
  let text = now
  const accepted: Answered<Given>[] = []
  const open: Answered<Given>[] = []
  for (const given of proposals) {
    const made = { ...applyProposal(text, given), given }
    const why = made.why ?? refusedBy(() => refuse(text, made))
    if (why === undefined) {
      text = made.text
      accepted.push(made)
    } else open.push({ ...made, text, operations: [], why })
  }
  return { text, accepted, open }
}

function refusedBy(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function stateOf(
  { why, conflicts, operations }: AppliedProposal,
  { now, proposed, blocks }: { now: Text; proposed: Proposed; blocks: readonly ProposedBlock[] },
): ProposalState {
  if (why !== undefined)
    return conflicts.length > 0 && conflicts.every(({ theirs }) => !theirs) ? 'gone' : 'contested'
  if (operations.length === 0) return 'settled'
  const { anchors } = aboutOf(proposed.base, proposed.operations)
  const hasChanged = blocks.some(({ base, theirs }) => base && !(theirs && isSame(base, theirs)))
  const hasMoved = [...blocks.flatMap(({ blockId, base }) => (base ? [blockId] : [])), ...anchors].some(
    (id) => {
      const [was, is] = [proposed.base.content, now.content].map((content) => findPlace(content, id))
      return was && !(is && isSameSection(was.section, is.section))
    },
  )
  return hasChanged || hasMoved ? 'changed' : 'holds'
}

const contestedSentence = (conflicts: readonly ProposedBlock[]) =>
  conflicts.length === 1 && !conflicts[0]?.theirs
    ? 'The block that it would change was removed since.'
    : conflicts.length === 1
      ? 'Somebody has changed the same words since.'
      : `Somebody has changed the same words since, in ${conflicts.length} blocks.`

function titleOf({ base, operations }: Proposed): { base: string; yours: string } | undefined {
  const last = operations.findLast(({ type }) => type === 'setTitle')
  return last?.type === 'setTitle' ? { base: base.title, yours: last.title.trim() } : undefined
}

/** The blocks that operations change, add, move and remove. */
function namedIn(operations: readonly Operation[]): string[] {
  const ids = operations.flatMap((operation) => {
    if (operation.type === 'insertAfter') return [operation.block.id]
    return 'blockId' in operation ? [operation.blockId] : []
  })
  return [...new Set(ids)]
}

/** Of the text, the blocks that operations change, and those that they put something behind. */
function aboutOf({ content }: Text, operations: readonly Operation[]) {
  const whole = new Set(namedIn(operations).filter((id) => findBlock(content, id)))
  const anchors = new Set(
    operations.flatMap((operation) =>
      (operation.type === 'insertAfter' || operation.type === 'move') && operation.after !== null
        ? [operation.after]
        : [],
    ),
  )
  return { whole, anchors: new Set([...anchors].filter((id) => findBlock(content, id))) }
}

/**
 * What was to stand behind a block stands behind it wherever that is now: a section goes with its issue, and what was
 * proposed for it goes along.
 */
function rehomed({ base, operations }: Proposed, now: WorkProductContent): Proposed {
  let there = base
  const own = new Set<string>()
  const moved = new Map<string, SectionName>()
  const placed = operations.map((operation): Operation => {
    if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
    own.add(operation.type === 'move' ? operation.blockId : operation.block.id)
    const { after } = operation
    if (after === null || own.has(after)) return operation
    const [was, is] = [findPlace(base.content, after), findPlace(now, after)]
    if (!was || !is || isSameSection(was.section, is.section)) return operation
    if (!moved.has(after)) there = withBlockIn(there, was.block, is.section)
    moved.set(after, is.section)
    return { ...operation, section: is.section }
  })
  return { base: there, operations: placed }
}

/** The same block in another section, wherever it stood. */
function withBlockIn(text: Text, block: Block, section: SectionName): Text {
  const without = (blocks: readonly Block[]) => blocks.filter(({ id }) => id !== block.id)
  const { opening, issues, closing } = text.content
  const content = {
    opening: without(opening),
    issues: issues.map(({ issueId, content }) => ({ issueId, content: without(content) })),
    closing: without(closing),
  }
  const withSection =
    section.part === 'issue'
      ? applyOperation({ ...text, content }, { type: 'addSection', issueId: section.issueId as string })
      : { ...text, content }
  const place = sectionsOf(withSection.content).find((one) => isSameSection(one.section, section))
  place?.blocks.push(block)
  return withSection
}
