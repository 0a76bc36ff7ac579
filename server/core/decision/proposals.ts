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
import { rebase, refuseInvalid } from './rebase.ts'

/** Proposed operations, and the relevant excerpt of the text that they were made on. */
export type Proposal = { base: Text; operations: readonly Operation[] }

export type AppliedProposal = {
  /** Unchanged if the proposal cannot be applied. */
  text: Text
  /** As applied to the current text. */
  operations: Operation[]
  conflicts: ProposedBlock[]
  /** The reason why the proposal cannot be applied. */
  why?: string
}

/**
 * Applies a proposal wholly or not at all. Its blocks are followed to their current places, and other people's changes
 * elsewhere in a block are kept.
 */
export function applyProposal(current: Text, proposal: Proposal): AppliedProposal {
  const rejected = (why: string, conflicts: ProposedBlock[] = []) => ({
    text: current,
    operations: [],
    conflicts,
    why,
  })
  const titles = titleOf(proposal)
  if (titles && current.title !== titles.base && current.title !== titles.yours)
    return rejected('The title was changed since.')
  try {
    const { base, operations } = withCurrentSections(proposal, current.content)
    const rebased = rebase({ base, now: current }, operations)
    const merged = rebased.conflicts.map(({ base, theirs, yours }) =>
      base && theirs && yours ? mergeBlocks({ base, theirs, yours }) : undefined,
    )
    const conflicts = rebased.conflicts
      .filter((_, index) => !merged[index])
      .map(({ operations: _, ...conflict }) => conflict)
    if (conflicts.length > 0) return rejected(contestedSentence(conflicts), conflicts)
    const replaced = merged.flatMap((block): Operation[] =>
      block ? [{ type: 'replace', blockId: block.id, block }] : [],
    )
    const text = applyOperations(rebased.text, replaced)
    refuseInvalid(text, replaced)
    return {
      text,
      operations: [...rebased.operations, ...replaced],
      conflicts: [],
    }
  } catch (error) {
    if (error instanceof Refusal) return rejected(error.message)
    throw error
  }
}

/** The part of a text that operations concern, which is stored with a proposal. */
export function excerptOf(text: Text, operations: readonly Operation[]): Text {
  const { whole, anchors } = blocksConcerned(text, operations)
  const { opening, issues, closing } = text.content
  const excerpt = (blocks: readonly Block[]): Block[] => {
    const last = blocks.findLastIndex(({ id }) => anchors.has(id))
    return blocks.flatMap((block, index): Block[] => {
      if (whole.has(block.id)) return [block]
      return index <= last ? [{ type: 'paragraph', id: block.id, content: [] }] : []
    })
  }
  const excerpts = issues.map(({ issueId, content }) => ({ issueId, content: excerpt(content) }))
  return {
    title: text.title,
    content: {
      opening: excerpt(opening),
      issues: excerpts.filter(({ content }) => content.length > 0),
      closing: excerpt(closing),
    },
  }
}

type Sides = { blocks: ProposedBlock[]; title?: { base: string; theirs: string; yours: string } }

/** The blocks of a proposal beside those of the current text. */
export function sidesOf(current: Text, proposal: Proposal): Sides {
  const { base, operations } = proposal
  const yours = applyOperations(base, operations)
  const blocks = changedBlocks(operations).map((blockId) => ({
    blockId,
    base: findBlock(base.content, blockId) ?? null,
    theirs: findBlock(current.content, blockId) ?? null,
    yours: findBlock(yours.content, blockId) ?? null,
  }))
  const titles = titleOf(proposal)
  return { blocks, ...(titles ? { title: { ...titles, theirs: current.title } } : {}) }
}

/** The sides of a proposal, and whether it can be accepted. */
export function presentProposal(
  current: Text,
  proposal: Proposal,
): Sides & { state: ProposalState; why?: string } {
  const sides = sidesOf(current, proposal)
  const applied = applyProposal(current, proposal)
  return {
    state: stateOf(applied, { current, proposal, blocks: sides.blocks }),
    ...sides,
    ...(applied.why === undefined ? {} : { why: applied.why }),
  }
}

type Answered<Given> = AppliedProposal & { given: Given }

/**
 * Applies proposals one after another, each to the result of those before it. One that cannot be applied stays open and
 * does not affect the others. `refuse` throws if a resulting text is not allowed.
 */
export function acceptInTurn<Given extends Proposal>(
  current: Text,
  proposals: readonly Given[],
  refuse: (before: Text, applied: AppliedProposal) => void = () => {},
): { text: Text; accepted: Answered<Given>[]; open: Answered<Given>[] } {
  let text = current
  const accepted: Answered<Given>[] = []
  const open: Answered<Given>[] = []
  for (const given of proposals) {
    const applied = { ...applyProposal(text, given), given }
    const why = applied.why ?? refusedBy(() => refuse(text, applied))
    if (why === undefined) {
      text = applied.text
      accepted.push(applied)
    } else open.push({ ...applied, text, operations: [], why })
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
  { current, proposal, blocks }: { current: Text; proposal: Proposal; blocks: readonly ProposedBlock[] },
): ProposalState {
  if (why !== undefined)
    return conflicts.length > 0 && conflicts.every(({ theirs }) => !theirs) ? 'gone' : 'contested'
  if (operations.length === 0) return 'settled'
  const { anchors } = blocksConcerned(proposal.base, proposal.operations)
  const hasChanged = blocks.some(({ base, theirs }) => base && !(theirs && isSame(base, theirs)))
  const hasMoved = [...blocks.flatMap(({ blockId, base }) => (base ? [blockId] : [])), ...anchors].some(
    (id) => {
      const [was, is] = [proposal.base.content, current.content].map((content) => findPlace(content, id))
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

function titleOf({ base, operations }: Proposal): { base: string; yours: string } | undefined {
  const last = operations.findLast(({ type }) => type === 'setTitle')
  return last?.type === 'setTitle' ? { base: base.title, yours: last.title.trim() } : undefined
}

/** The blocks that operations change, add, move or remove. */
function changedBlocks(operations: readonly Operation[]): string[] {
  const ids = operations.flatMap((operation) => {
    if (operation.type === 'insertAfter') return [operation.block.id]
    return 'blockId' in operation ? [operation.blockId] : []
  })
  return [...new Set(ids)]
}

/** The blocks of the text that operations change, and those after which they insert. */
function blocksConcerned({ content }: Text, operations: readonly Operation[]) {
  const whole = new Set(changedBlocks(operations).filter((id) => findBlock(content, id)))
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
 * Insertions follow the block they come after into its current section, since sections move with their issues.
 */
function withCurrentSections({ base, operations }: Proposal, now: WorkProductContent): Proposal {
  let movedBase = base
  const insertedIds = new Set<string>()
  const moved = new Map<string, SectionName>()
  const movedOperations = operations.map((operation): Operation => {
    if (operation.type !== 'insertAfter' && operation.type !== 'move') return operation
    insertedIds.add(operation.type === 'move' ? operation.blockId : operation.block.id)
    const { after } = operation
    if (after === null || insertedIds.has(after)) return operation
    const [was, is] = [findPlace(base.content, after), findPlace(now, after)]
    if (!was || !is || isSameSection(was.section, is.section)) return operation
    if (!moved.has(after)) movedBase = withBlockIn(movedBase, was.block, is.section)
    moved.set(after, is.section)
    return { ...operation, section: is.section }
  })
  return { base: movedBase, operations: movedOperations }
}

/** The text with a block moved to the end of another section. */
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
  const place = sectionsOf(withSection.content).find((candidate) => isSameSection(candidate.section, section))
  place?.blocks.push(block)
  return withSection
}
