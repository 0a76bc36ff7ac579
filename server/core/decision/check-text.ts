import { Refusal } from '../kernel/decider.ts'
import type { BlockOf, ContentOf, MaybeId } from './rich-text.ts'

/** Refuses what a schema cannot: two sections for one issue, and tables whose rows do not fit their header. */
export function checkText<Run>(content: ContentOf<Run, MaybeId>): void {
  const { opening, issues, closing } = content
  const seen = new Set<string>()
  for (const { issueId } of issues) {
    if (seen.has(issueId))
      throw new Refusal('invalid', `content.issues must have one section for each issue: ${issueId} has two.`)
    seen.add(issueId)
  }
  for (const block of [...opening, ...issues.flatMap((section) => section.content), ...closing])
    checkTable(block)
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
