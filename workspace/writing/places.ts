import type {
  Comment,
  Finding,
  PackageBlock,
  PackageCitation,
  PackageInline,
  PackageSection,
  WorkProductContent,
  WorkProductPreview,
} from '@portico/sdk'

export type FoundHere = Finding & { isBlocker: boolean }

type Place = NonNullable<Comment['place']>
export type Cited = Pick<PackageCitation, 'number' | 'label' | 'anchor' | 'documentName' | 'documentPage'>
export type Decided = {
  sections: readonly PackageSection[]
  citations: readonly Cited[]
  layout?: WorkProductPreview['layout']
}

/** The name of a section or, with a block, of a place in it. */
export function placeKey({ part, issueId, block }: Place): string {
  return [part === 'issue' ? issueId : part, block].filter((one) => one !== undefined).join('.')
}

export const sectionKey = ({ part, issueId }: Pick<PackageSection, 'part' | 'issueId'>): string =>
  placeKey({ part, ...(issueId === undefined ? {} : { issueId }) })

/** Where a finding is shown: at the citation, the boilerplate or the issue that it is about; the others have no place. */
export function findingPlace(
  { anchor, blockId, entryId, issueId }: Finding,
  { sections, citations }: Decided,
): string | undefined {
  const sectionOfIssue = sections.find((section) => issueId !== undefined && section.issueId === issueId)
  const inside = sectionOfIssue && sectionKey(sectionOfIssue)
  if (anchor) {
    const { number } = citations.find((one) => isSameAnchor(one.anchor, anchor)) ?? {}
    return (
      blockWhere(sections, (block) => number !== undefined && numbersIn(block).includes(number)) ?? inside
    )
  }
  if (blockId !== undefined) return blockWhere(sections, ({ id }) => id === blockId) ?? inside
  if (entryId !== undefined)
    return blockWhere(sections, (block) => block.type === 'boilerplate' && block.entryId === entryId)
  return inside
}

function blockWhere(
  sections: readonly PackageSection[],
  isWanted: (block: PackageBlock) => boolean,
): string | undefined {
  for (const section of sections) {
    const index = section.content.findIndex(isWanted)
    if (index >= 0) return `${sectionKey(section)}.${index}`
  }
  return undefined
}

/** The citations of a block, in the order of its text. */
export function numbersIn(block: PackageBlock): number[] {
  return inlinesIn(block)
    .flatMap((inline) => (inline.type === 'footnote' ? inline.content : [inline]))
    .flatMap((run) => (run.type === 'citation' ? [run.number] : []))
}

type LayoutSection = WorkProductPreview['layout'][number]

export type LaidBlock = {
  block: PackageBlock
  /** As `placeKey` names it. */
  at: string
  /** Its place in its section. */
  index: number
  section: PackageSection
  number?: number
  heading?: string
}

export type LaidPart = Omit<LayoutSection, 'issues' | 'blocks'> & {
  issues: { issueId: string; blocks: LaidBlock[] }[]
  blocks: LaidBlock[]
}

/**
 * The blocks as the decision prints them. Where none has a part, that is the order in which they stand, and the issues
 * and the order are not told apart.
 */
export function laidOut(
  sections: readonly PackageSection[],
  layout: readonly LayoutSection[] = [],
): LaidPart[] {
  const isPlain = sections.every(({ content }) => content.every(({ part }) => part === undefined))
  if (isPlain || layout.length === 0) return sections.map(plain)
  const places = new Map(
    sections.flatMap((section) =>
      section.content.map((block, index) => {
        const at = `${sectionKey(section)}.${index}`
        return [block.id ?? at, { block, at, index, section }] as const
      }),
    ),
  )
  const placed = (blocks: NonNullable<LayoutSection['blocks']>): LaidBlock[] =>
    blocks.flatMap(({ blockId, ...shown }) => {
      const place = places.get(blockId)
      return place ? [{ ...place, ...shown }] : []
    })
  return layout.map(({ issues = [], blocks = [], ...part }) => ({
    ...part,
    issues: issues.map((issue) => ({ issueId: issue.issueId, blocks: placed(issue.blocks) })),
    blocks: placed(blocks),
  }))
}

function plain(section: PackageSection): LaidPart {
  const blocks = section.content.map((block, index) => ({
    block,
    at: `${sectionKey(section)}.${index}`,
    index,
    section,
  }))
  const { part, issueId } = section
  return issueId === undefined || part !== 'issue'
    ? { kind: part === 'opening' ? 'opening' : 'closing', issues: [], blocks }
    : { kind: 'reasons', issues: [{ issueId, blocks }], blocks: [] }
}

/** The places of the text from top to bottom: issues, and their blocks. */
export function placesOf(laid: readonly LaidPart[]): string[] {
  return laid.flatMap(({ kind, issues, blocks }) => [
    ...issues.flatMap((issue) => [
      ...(kind === 'reasons' ? [issue.issueId] : []),
      ...issue.blocks.map(({ at }) => at),
    ]),
    ...blocks.map(({ at }) => at),
  ])
}

/** The footnotes of a text, in the order in which they are numbered. */
export function footnotesIn(laid: readonly LaidPart[]): PackageInline[] {
  return laid
    .flatMap(({ issues, blocks }) => [...issues.flatMap((issue) => issue.blocks), ...blocks])
    .flatMap(({ block }) => inlinesIn(block))
    .filter((inline) => inline.type === 'footnote')
}

function inlinesIn(block: PackageBlock): PackageInline[] {
  switch (block.type) {
    case 'boilerplate':
      return block.content.flatMap(inlinesIn)
    case 'list':
      return block.items.flatMap(({ content }) => content)
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)].flatMap((cells) =>
        cells.flatMap(({ content }) => content),
      )
    default:
      return block.content
  }
}

export const isSameAnchor = (one: Finding['anchor'], other: Finding['anchor']): boolean =>
  one?.documentId === other?.documentId &&
  one?.version === other?.version &&
  one?.page === other?.page &&
  one?.quote === other?.quote &&
  JSON.stringify(one?.rect) === JSON.stringify(other?.rect)

export type CommentPlace = {
  /** Undefined: about the whole text. */
  at: string | undefined
  /** The words that it was written on, where they have changed since. */
  was?: string
}

/**
 * Where a comment stands now. It was written on a block of a version: it follows that block, and where its words have
 * changed it stays with the section and says on which words it was written.
 */
export function commentPlace(
  { place }: Pick<Comment, 'place'>,
  now: WorkProductContent,
  then: WorkProductContent | undefined,
): CommentPlace {
  if (!place) return { at: undefined }
  const { block, blockId, ...section } = place
  const here = blockId === undefined ? undefined : placeOfBlock(now, blockId)
  if (here) {
    const before = then && blockIn(then, blockId)
    const isSame = !before || JSON.stringify(before) === JSON.stringify(blockIn(now, blockId))
    return { at: here, ...(isSame ? {} : { was: plainText(before) }) }
  }
  const blocks = blocksOf(now, place)
  if (!blocks) return { at: undefined }
  if (block === undefined) return { at: placeKey(section) }
  if (!then) return { at: block < blocks.length ? placeKey(place) : placeKey(section) }
  const written = blocksOf(then, place)?.[block]
  if (!written) return { at: placeKey(section) }
  const text = JSON.stringify(written)
  const [nearest] = blocks
    .flatMap((one, index) => (JSON.stringify(one) === text ? [index] : []))
    .toSorted((one, other) => Math.abs(one - block) - Math.abs(other - block))
  if (nearest !== undefined) return { at: placeKey({ ...place, block: nearest }) }
  return { at: placeKey(section), was: plainText(written) }
}

function* sectionsOf({ opening, issues, closing }: WorkProductContent) {
  yield { part: 'opening' as const, content: opening }
  for (const section of issues) yield { part: 'issue' as const, ...section }
  yield { part: 'closing' as const, content: closing }
}

function placeOfBlock(content: WorkProductContent, blockId: string): string | undefined {
  for (const { content: blocks, ...section } of sectionsOf(content)) {
    const block = blocks.findIndex(({ id }) => id === blockId)
    if (block >= 0) return placeKey({ ...section, block })
  }
  return undefined
}

function blockIn(content: WorkProductContent, blockId: string | undefined): ContentBlock | undefined {
  return [...sectionsOf(content)].flatMap((section) => section.content).find(({ id }) => id === blockId)
}

type ContentBlock = WorkProductContent['opening'][number]

function blocksOf(content: WorkProductContent, { part, issueId }: Place): ContentBlock[] | undefined {
  if (part !== 'issue') return content[part]
  return content.issues.find((section) => section.issueId === issueId)?.content
}

/** The text of a saved block, with its citations by page. */
export function plainText(block: ContentBlock, nameOf: (entryId: string) => string = (id) => id): string {
  switch (block.type) {
    case 'boilerplate':
      return block.edited
        ? block.edited.map((one) => plainText(one, nameOf)).join(' ')
        : `[${nameOf(block.entryId)}]`
    case 'list':
      return block.items.map(({ content }) => `• ${runsText(content)}`).join(' ')
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)]
        .map((cells) => cells.map(({ content }) => runsText(content)).join(' | '))
        .join(' ‖ ')
    default:
      return runsText(block.content)
  }
}

type Runs = Extract<ContentBlock, { type: 'paragraph' }>['content']

const runsText = (runs: Runs): string => runs.map(runText).join('').replaceAll(/\s+/g, ' ').trim()

function runText(run: Runs[number]): string {
  switch (run.type) {
    case 'text':
      return run.text
    case 'citation':
      return ` [p ${run.anchor.page}] `
    case 'footnote':
      return ` (${runsText(run.content)}) `
    case 'lineBreak':
      return ' '
  }
}
