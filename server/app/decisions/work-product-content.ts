import type { Anchor, NewAnchor } from '@portico/contract/anchors'
import type { NewInline } from '@portico/contract/rich-text'
import type {
  NewWorkProduct,
  NewWorkProductContent,
  WorkProductContent,
} from '@portico/contract/work-products'
import { type BlockOf, mapBlocks } from '../../core/decision/rich-text.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { listIssues } from '../../projections/issues.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import { readText } from '../../store/work-product-texts.ts'
import { resolveAnchors } from '../anchors/anchors.ts'

/** The given content, a copy of another, or an empty section for each decided issue. */
export async function firstContent(
  tx: Queryable,
  caseId: string,
  { content, from }: NewWorkProduct,
): Promise<WorkProductContent> {
  if (content && from !== undefined)
    throw new Refusal('invalid', 'The body must have content or from, not both.')
  if (content) return resolvedContent(tx, caseId, content)
  if (from !== undefined) {
    const [facts] = await listWorkProducts(tx, caseId, from)
    if (!facts) throw new Refusal('notFound', 'There is no work product to begin from in this case.')
    return (await readText(tx, caseId, facts.contentSha256)) as WorkProductContent
  }
  const { issues } = await listIssues(tx, caseId)
  const decided = issues.filter(({ status }) => status === 'decided')
  return { opening: [], issues: decided.map(({ id }) => ({ issueId: id, content: [] })), closing: [] }
}

/** Turns citations given only as a page into anchors. */
export async function resolvedContent(
  tx: Queryable,
  caseId: string,
  content: NewWorkProductContent,
): Promise<WorkProductContent> {
  const twice = content.issues.find(
    ({ issueId }, index) => content.issues.findIndex((other) => other.issueId === issueId) !== index,
  )
  if (twice)
    throw new Refusal(
      'invalid',
      `content.issues must have one section for each issue: ${twice.issueId} has two.`,
    )
  const anchors: (Anchor | NewAnchor)[] = []
  mapContent(content, (run: NewInline) => {
    if (run.type === 'citation') anchors.push(run.anchor)
    return run
  })
  if (anchors.length > mostCitations)
    throw new Refusal(
      'invalid',
      `content must have at most ${mostCitations} citations: it has ${anchors.length}.`,
    )
  const given = anchors.filter((anchor) => !isWhole(anchor))
  const resolved = new Map<NewAnchor | Anchor, Anchor>()
  for (const [index, { anchor }] of (await resolveAnchors(tx, caseId, given)).entries())
    resolved.set(given[index]!, anchor)
  return mapContent(content, (run) =>
    run.type === 'citation'
      ? { ...run, anchor: isWhole(run.anchor) ? run.anchor : resolved.get(run.anchor)! }
      : run,
  )
}

/** All are checked against their pages while the case is locked. */
const mostCitations = 2000

function isWhole(anchor: Anchor | NewAnchor): anchor is Anchor {
  return 'sha256' in anchor
}

function mapContent<From, To>(
  { opening, issues, closing }: ContentOf<From>,
  each: (run: From) => To,
): ContentOf<To> {
  return {
    opening: mapBlocks(opening, each),
    issues: issues.map(({ issueId, content }) => ({ issueId, content: mapBlocks(content, each) })),
    closing: mapBlocks(closing, each),
  }
}

type ContentOf<Run> = {
  opening: BlockOf<Run>[]
  issues: { issueId: string; content: BlockOf<Run>[] }[]
  closing: BlockOf<Run>[]
}
