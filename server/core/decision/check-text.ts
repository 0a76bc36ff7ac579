import { Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import type { BlockOf, ContentOf, MaybeId } from './rich-text.ts'

/**
 * Refuses what a schema cannot: two sections for one issue, tables whose rows do not fit their header, and parts that the
 * profile does not have, or outside the section of an issue.
 */
export function checkText<Run>(
  content: ContentOf<Run, MaybeId>,
  parts: readonly { name: string }[] = [],
): void {
  const { opening, issues, closing } = content
  const seen = new Set<string>()
  for (const { issueId } of issues) {
    if (seen.has(issueId))
      throw new Refusal('invalid', `content.issues must have one section for each issue: ${issueId} has two.`)
    seen.add(issueId)
  }
  for (const block of [...opening, ...closing])
    for (const { part } of [block, ...insideOf(block)])
      if (part !== undefined)
        throw new Refusal(
          'invalid',
          `A block with the part ${part} must stand in the section of an issue, not in the opening or closing.`,
        )
  for (const section of issues) for (const block of section.content) checkPart(block, namesOf(parts))
  for (const block of [...opening, ...issues.flatMap((section) => section.content), ...closing])
    checkTable(block)
}

/** Refuses sections that a text did not have before for what is no issue of the case. */
export function refuseUnknownIssues(known: ReadonlySet<string>, before: Sections, after: Sections): void {
  for (const issueId of issuesAdded(before, after))
    if (!known.has(issueId))
      throw new Refusal('invalid', `section.issueId must name an issue of the case: ${issueId} is none.`)
}

export function issuesAdded(before: Sections, after: Sections): string[] {
  if (before.issues === after.issues) return []
  const there = new Set(before.issues.map(({ issueId }) => issueId))
  return after.issues.flatMap(({ issueId }) => (there.has(issueId) ? [] : [issueId]))
}

type Sections = { issues: readonly { issueId: string }[] }

const insideOf = <Run>(block: BlockOf<Run, MaybeId>) =>
  block.type === 'boilerplate' ? (block.edited ?? []) : []

function checkPart<Run>(block: BlockOf<Run, MaybeId>, known: readonly string[]): void {
  for (const { part } of insideOf(block))
    if (part !== undefined)
      throw new Refusal(
        'invalid',
        `The part ${part} must stand at the boilerplate, not at a block inside it.`,
      )
  if (block.part !== undefined) refuseUnknownWord('part', block.part, known)
}

function checkTable<Run>(block: BlockOf<Run, MaybeId>): void {
  if (block.type === 'boilerplate') for (const edited of block.edited ?? []) checkTable(edited)
  if (block.type !== 'table') return
  const columns = block.header.length
  const uneven = block.rows.findIndex(({ cells }) => cells.length !== columns)
  if (uneven < 0) return
  const cells = block.rows[uneven]?.cells.length
  throw new Refusal(
    'invalid',
    `Row ${uneven + 1} of a table must have as many cells as its header, ${columns}: it has ${cells}.`,
  )
}
