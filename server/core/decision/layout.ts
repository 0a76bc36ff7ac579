import type { LayoutSection, PackageStructure } from '@portico/contract/decision-package'

type Placed = { type: string; part?: string }

export type LaidBlock<Block> = {
  block: Block
  issueId?: string
  /** Its number within its part. */
  number?: number
  heading?: string
}

export type LaidIssue<Block> = { issueId: string; blocks: LaidBlock<Block>[] }

/** The part of a decision under one heading; the order and the reasons are arranged by issue. */
export type LaidSection<Block> = {
  kind: LayoutSection['kind']
  heading?: string
  part?: string
  issues?: LaidIssue<Block>[]
  blocks?: LaidBlock<Block>[]
}

type Sections<Block> = readonly {
  part: 'opening' | 'issue' | 'closing'
  issueId?: string
  content: readonly Block[]
}[]

type Part = PackageStructure['parts'][number]

const defaultHeadings = { issues: 'Issues', order: 'Order', reasons: 'Reasons' }
const unstructured: PackageStructure = { headings: {}, sentBack: [], parts: [] }

/**
 * Every block of a text once, in printed order, which the preview, the workspace, the PDF and the numbers of citations
 * share. Blocks of parts unknown to the structure stay in place.
 */
export function layOut<Block extends Placed>(
  sections: Sections<Block>,
  structure: PackageStructure = unstructured,
): LaidSection<Block>[] {
  const { headings, parts } = structure
  const partsByName = new Map(parts.map((part) => [part.name, part]))
  const framing = (edge: 'opening' | 'closing'): LaidSection<Block> => ({
    kind: edge,
    blocks: sections
      .filter(({ part }) => part === edge)
      .flatMap(({ content }) => content.map((block) => ({ block }))),
  })
  const issues = sections.flatMap(({ part, issueId, content }) =>
    part === 'issue' && issueId !== undefined ? [{ issueId, content }] : [],
  )
  if (issues.length === 0) return [framing('opening'), framing('closing')]
  const issuesAt = (place: Part['place']): LaidIssue<Block>[] =>
    issues.map(({ issueId, content }) => {
      const placed = content.filter(({ part }) => (partsByName.get(part ?? '')?.place ?? 'inPlace') === place)
      return { issueId, blocks: withHeadings(withNumbers(placed, partsByName), partsByName, issueId) }
    })
  return [
    framing('opening'),
    {
      kind: 'issues',
      heading: headings.issues ?? defaultHeadings.issues,
      issues: issues.map(({ issueId }) => ({ issueId, blocks: [] })),
    },
    ...orders(issuesAt('order'), structure),
    ...parts.filter(({ place }) => place === 'collected').flatMap((part) => collected(part, issues)),
    { kind: 'reasons', heading: headings.reasons ?? defaultHeadings.reasons, issues: issuesAt('inPlace') },
    framing('closing'),
  ]
}

export function inReadingOrder<Block>(laid: readonly LaidSection<Block>[]): LaidBlock<Block>[] {
  return laid.flatMap(({ issues = [], blocks = [] }) => [
    ...issues.flatMap((issue) => issue.blocks),
    ...blocks,
  ])
}

/** The same, with blocks by their ID. */
export function layoutById(laid: readonly LaidSection<Placed & { id?: string }>[]): LayoutSection[] {
  const byId = (blocks: readonly LaidBlock<Placed & { id?: string }>[]) =>
    blocks.map(({ block, issueId: _, ...shown }) => ({ blockId: String(block.id), ...shown }))
  return laid.map(({ issues, blocks, ...section }) => ({
    ...section,
    ...(issues && {
      issues: issues.map((issue) => ({ issueId: issue.issueId, blocks: byId(issue.blocks) })),
    }),
    ...(blocks && { blocks: byId(blocks) }),
  }))
}

/** Remanded issues have a separate order, if the profile has a heading for it. */
function orders<Block>(
  all: LaidIssue<Block>[],
  { headings, sentBack }: PackageStructure,
): LaidSection<Block>[] {
  const isSentBack = ({ issueId }: LaidIssue<Block>) =>
    headings.sentBack !== undefined && sentBack.includes(issueId)
  return [
    { heading: headings.order ?? defaultHeadings.order, issues: all.filter((issue) => !isSentBack(issue)) },
    { heading: headings.sentBack ?? '', issues: all.filter(isSentBack) },
  ].flatMap(({ heading, issues }) => (issues.length > 0 ? [{ kind: 'order' as const, heading, issues }] : []))
}

function collected<Block extends Placed>(
  part: Part,
  issues: readonly { issueId: string; content: readonly Block[] }[],
): LaidSection<Block>[] {
  const blocks = issues.flatMap(({ issueId, content }) =>
    content.flatMap((block) => (block.part === part.name ? [{ block, issueId }] : [])),
  )
  if (blocks.length === 0) return []
  const isSingle = blocks.filter(({ block }) => isCounted(block)).length === 1
  const { heading = part.label, headingOfOne = heading } = part
  let number = 0
  return [
    {
      kind: 'part',
      part: part.name,
      heading: isSingle ? headingOfOne : heading,
      blocks: blocks.map((block) =>
        part.isNumbered && !isSingle && isCounted(block.block) ? { ...block, number: ++number } : block,
      ),
    },
  ]
}

const isCounted = ({ type }: Placed) => type !== 'heading'

function withNumbers<Block extends Placed>(
  blocks: readonly Block[],
  partsByName: ReadonlyMap<string, Part>,
): LaidBlock<Block>[] {
  const counts = new Map<string, number>()
  return blocks.map((block) => {
    const part = partsByName.get(block.part ?? '')
    if (!part?.isNumbered || !isCounted(block)) return { block }
    const number = (counts.get(part.name) ?? 0) + 1
    counts.set(part.name, number)
    return { block, number }
  })
}

/** Puts a heading above each run of blocks of a part that is printed in place. */
function withHeadings<Block extends Placed>(
  laid: readonly LaidBlock<Block>[],
  partsByName: ReadonlyMap<string, Part>,
  issueId: string,
): LaidBlock<Block>[] {
  return laid.map((entry, index) => {
    const { part } = entry.block
    const { place, heading } = partsByName.get(part ?? '') ?? {}
    const isFirst = laid[index - 1]?.block.part !== part
    return { ...entry, issueId, ...(place === 'inPlace' && heading && isFirst ? { heading } : {}) }
  })
}
