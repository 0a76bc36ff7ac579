import { Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import type { BlockOf, ContentOf, MaybeId } from './rich-text.ts'

/**
 * Refuses what a schema cannot: two sections for one issue, table rows that do not fit their header, and parts that are
 * unknown to the profile or outside the section of an issue.
 */
export function checkText<Run>(
  content: ContentOf<Run, MaybeId>,
  parts: readonly { name: string }[] = [],
): void {
  const { opening, issues, closing } = content
  const seen = new Set<string>()
  for (const { issueId } of issues) {
    if (seen.has(issueId))
      throw new Refusal('invalid', `content.issues must have one section per issue: ${issueId} has two.`)
    seen.add(issueId)
  }
  for (const block of [...opening, ...closing])
    for (const { part } of [block, ...editedBlocks(block)])
      if (part !== undefined)
        throw new Refusal(
          'invalid',
          `A block with the part ${part} must be in the section of an issue, not in the opening or closing.`,
        )
  for (const section of issues) for (const block of section.content) checkPart(block, namesOf(parts))
  for (const block of [...opening, ...issues.flatMap((section) => section.content), ...closing])
    checkTable(block)
}

/** Refuses new sections for issues that the case does not have. */
export function refuseUnknownIssues(issueIds: ReadonlySet<string>, before: Sections, after: Sections): void {
  for (const issueId of issuesAdded(before, after))
    if (!issueIds.has(issueId))
      throw new Refusal(
        'invalid',
        `section.issueId must be the ID of an issue of the case: ${issueId} is not.`,
      )
}

export function issuesAdded(before: Sections, after: Sections): string[] {
  if (before.issues === after.issues) return []
  const earlier = new Set(before.issues.map(({ issueId }) => issueId))
  return after.issues.flatMap(({ issueId }) => (earlier.has(issueId) ? [] : [issueId]))
}

type Sections = { issues: readonly { issueId: string }[] }

const editedBlocks = <Run>(block: BlockOf<Run, MaybeId>) =>
  block.type === 'boilerplate' ? (block.edited ?? []) : []

function checkPart<Run>(block: BlockOf<Run, MaybeId>, parts: readonly string[]): void {
  for (const { part } of editedBlocks(block))
    if (part !== undefined)
      throw new Refusal(
        'invalid',
        `The part ${part} must be set on the boilerplate, not on a block inside it.`,
      )
  if (block.part !== undefined) refuseUnknownWord('part', block.part, parts)
}

function checkTable<Run>(block: BlockOf<Run, MaybeId>): void {
  if (block.type === 'boilerplate') for (const edited of block.edited ?? []) checkTable(edited)
  if (block.type !== 'table') return
  const columns = block.header.length
  const unevenIndex = block.rows.findIndex(({ cells }) => cells.length !== columns)
  if (unevenIndex < 0) return
  const cells = block.rows[unevenIndex]?.cells.length
  throw new Refusal(
    'invalid',
    `Row ${unevenIndex + 1} of a table must have as many cells as its header, ${columns}: it has ${cells}.`,
  )
}
