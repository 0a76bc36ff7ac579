import type { LayoutSection, PackageStructure } from '@portico/contract/decision-package'

type Placed = { type: string; part?: string }

export type Laid<Block> = {
  block: Block
  issueId?: string
  /** Within its part. */
  number?: number
  /** Stands above it. */
  heading?: string
}

export type LaidIssue<Block> = { issueId: string; blocks: Laid<Block>[] }

/** A stretch of a decision under one heading; the order and the reasons go issue by issue. */
export type LaidSection<Block> = {
  kind: LayoutSection['kind']
  heading?: string
  part?: string
  issues?: LaidIssue<Block>[]
  blocks?: Laid<Block>[]
}

type Sections<Block> = readonly {
  part: 'opening' | 'issue' | 'closing'
  issueId?: string
  content: readonly Block[]
}[]

type Part = PackageStructure['parts'][number]

const usual = { issues: 'Issues', order: 'Order', reasons: 'Reasons' }
const unstructured: PackageStructure = { headings: {}, sentBack: [], parts: [] }

/**
 * Every block of a text once, in the order in which the decision prints them. The preview, the workspace, the PDF and
 * the numbers of citations follow it. A part that the structure does not know stays where it stands.
 */
export function layOut<Block extends Placed>(
  sections: Sections<Block>,
  structure: PackageStructure = unstructured,
): LaidSection<Block>[] {
  const { headings, parts } = structure
  const known = new Map(parts.map((part) => [part.name, part]))
  const outside = (where: 'opening' | 'closing'): LaidSection<Block> => ({
    kind: where,
    blocks: sections
      .filter(({ part }) => part === where)
      .flatMap(({ content }) => content.map((block) => ({ block }))),
  })
  const issues = sections.flatMap(({ part, issueId, content }) =>
    part === 'issue' && issueId !== undefined ? [{ issueId, content }] : [],
  )
  if (issues.length === 0) return [outside('opening'), outside('closing')]
  const laidIn = (place: Part['place']): LaidIssue<Block>[] =>
    issues.map(({ issueId, content }) => {
      const here = content.filter(({ part }) => (known.get(part ?? '')?.place ?? 'inPlace') === place)
      return { issueId, blocks: withHeadings(numbered(here, known), known, issueId) }
    })
  return [
    outside('opening'),
    {
      kind: 'issues',
      heading: headings.issues ?? usual.issues,
      issues: issues.map(({ issueId }) => ({ issueId, blocks: [] })),
    },
    ...orders(laidIn('order'), structure),
    ...parts.filter(({ place }) => place === 'collected').flatMap((part) => collected(part, issues)),
    { kind: 'reasons', heading: headings.reasons ?? usual.reasons, issues: laidIn('inPlace') },
    outside('closing'),
  ]
}

/** The blocks as they are laid out. */
export function inReadingOrder<Block>(laid: readonly LaidSection<Block>[]): Laid<Block>[] {
  return laid.flatMap(({ issues = [], blocks = [] }) => [
    ...issues.flatMap((issue) => issue.blocks),
    ...blocks,
  ])
}

/** The same, with blocks by their ID. */
export function layoutById(laid: readonly LaidSection<Placed & { id?: string }>[]): LayoutSection[] {
  const byId = (blocks: readonly Laid<Placed & { id?: string }>[]) =>
    blocks.map(({ block, issueId: _, ...shown }) => ({ blockId: String(block.id), ...shown }))
  return laid.map(({ issues, blocks, ...section }) => ({
    ...section,
    ...(issues && {
      issues: issues.map((issue) => ({ issueId: issue.issueId, blocks: byId(issue.blocks) })),
    }),
    ...(blocks && { blocks: byId(blocks) }),
  }))
}

/** What is sent back has an order of its own, if the profile has a heading for it. */
function orders<Block>(
  all: LaidIssue<Block>[],
  { headings, sentBack }: PackageStructure,
): LaidSection<Block>[] {
  const isApart = ({ issueId }: LaidIssue<Block>) =>
    headings.sentBack !== undefined && sentBack.includes(issueId)
  return [
    { heading: headings.order ?? usual.order, issues: all.filter((issue) => !isApart(issue)) },
    { heading: headings.sentBack ?? '', issues: all.filter(isApart) },
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
  const isOne = blocks.filter(({ block }) => isCounted(block)).length === 1
  const { heading = part.label, headingOfOne = heading } = part
  let number = 0
  return [
    {
      kind: 'part',
      part: part.name,
      heading: isOne ? headingOfOne : heading,
      blocks: blocks.map((one) =>
        part.isNumbered && !isOne && isCounted(one.block) ? { ...one, number: ++number } : one,
      ),
    },
  ]
}

const isCounted = ({ type }: Placed) => type !== 'heading'

function numbered<Block extends Placed>(
  blocks: readonly Block[],
  known: ReadonlyMap<string, Part>,
): Laid<Block>[] {
  const counts = new Map<string, number>()
  return blocks.map((block) => {
    const part = known.get(block.part ?? '')
    if (!part?.isNumbered || !isCounted(block)) return { block }
    const number = (counts.get(part.name) ?? 0) + 1
    counts.set(part.name, number)
    return { block, number }
  })
}

/** Above each run of blocks of a part that stands in place. */
function withHeadings<Block extends Placed>(
  laid: readonly Laid<Block>[],
  known: ReadonlyMap<string, Part>,
  issueId: string,
): Laid<Block>[] {
  return laid.map((one, index) => {
    const { part } = one.block
    const { place, heading } = known.get(part ?? '') ?? {}
    const isFirst = laid[index - 1]?.block.part !== part
    return { ...one, issueId, ...(place === 'inPlace' && heading && isFirst ? { heading } : {}) }
  })
}
