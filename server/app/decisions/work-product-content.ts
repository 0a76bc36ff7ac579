import { randomBytes } from 'node:crypto'
import type { Anchor, NewAnchor } from '@portico/contract/anchors'
import type { Profile } from '@portico/contract/profile'
import type { NewInline } from '@portico/contract/rich-text'
import type {
  NewWorkProduct,
  NewWorkProductContent,
  WorkProductContent,
} from '@portico/contract/work-products'
import { withDerivedIds, withIds } from '../../core/decision/block-ids.ts'
import { checkText } from '../../core/decision/check-text.ts'
import { sectionsOf } from '../../core/decision/operations.ts'
import { type MaybeId, mapContent, type Run } from '../../core/decision/rich-text.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { listIssues } from '../../projections/issues.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import { readText } from '../../store/work-product-texts.ts'
import { resolveAnchors } from '../anchors/anchors.ts'
import { refuseWrongValues } from './taken-boilerplate.ts'

/** The given content, a copy of another, or an empty section for each decided issue. */
export async function firstContent(
  tx: Queryable,
  caseId: string,
  { content, from }: NewWorkProduct,
  { at, profile }: { at: Date; profile: Profile },
): Promise<WorkProductContent> {
  if (content && from !== undefined)
    throw new Refusal('invalid', 'The body must have content or from, not both.')
  if (content) return resolvedContent(tx, caseId, content, { at, profile })
  if (from !== undefined) {
    const [facts] = await listWorkProducts(tx, caseId, from)
    if (!facts) throw new Refusal('notFound', 'There is no work product to begin from in this case.')
    return (await readContent(tx, caseId, facts.contentSha256)) as WorkProductContent
  }
  const { issues } = await listIssues(tx, caseId)
  const decided = issues.filter(({ status }) => status === 'decided')
  return { opening: [], issues: decided.map(({ id }) => ({ issueId: id, content: [] })), closing: [] }
}

/** The text under a hash, as it was kept; blocks of a time before they had IDs get them. */
export async function readContent(
  tx: Queryable,
  caseId: string,
  sha256: string,
): Promise<WorkProductContent | undefined> {
  const kept = await readText(tx, caseId, sha256)
  return kept === undefined ? undefined : withDerivedIds(kept as WorkProductContent)
}

/**
 * Turns citations given only as a page into anchors. Blocks that come without an ID keep that of the text `before`, or
 * get a new one.
 */
export async function resolvedContent(
  tx: Queryable,
  caseId: string,
  content: NewWorkProductContent,
  { before, at, profile }: { before?: WorkProductContent | undefined; at: Date; profile: Profile },
): Promise<WorkProductContent> {
  checkText(content, profile.workProducts.parts)
  const anchors: (Anchor | NewAnchor)[] = []
  mapContent<NewRun, NewRun, MaybeId>(content, (run) => {
    if (run.type === 'citation') anchors.push(run.anchor)
    return run
  })
  if (anchors.length > mostCitations)
    throw new Refusal(
      'invalid',
      `content must have at most ${mostCitations} citations: it has ${anchors.length}.`,
    )
  const anchorOf = await wholeAnchors(tx, caseId, anchors)
  const whole = mapContent<NewRun, Run, MaybeId>(content, (run) =>
    run.type === 'citation' ? { ...run, anchor: anchorOf(run.anchor) } : run,
  )
  const named = withIds(whole, { before, makeId: () => newId('blk', at, randomBytes(10)) })
  await refuseWrongValues(tx, caseId, {
    before: () => (before ? allBlocks(before) : []),
    given: allBlocks(named),
    profile,
    at,
  })
  return named
}

const allBlocks = (content: WorkProductContent) => sectionsOf(content).flatMap(({ blocks }) => blocks)

/** The anchors of pages that were given alone: those of the document that has them now. */
export async function wholeAnchors(
  tx: Queryable,
  caseId: string,
  anchors: readonly (Anchor | NewAnchor)[],
): Promise<(anchor: Anchor | NewAnchor) => Anchor> {
  const given = anchors.filter((anchor) => !isWhole(anchor))
  const found = given.length > 0 ? await resolveAnchors(tx, caseId, given) : []
  const resolved = new Map(given.map((anchor, index) => [anchor, found[index]!.anchor]))
  return (anchor) => (isWhole(anchor) ? anchor : resolved.get(anchor)!)
}

/** All are checked against their pages while the case is locked. */
export const mostCitations = 2000

function isWhole(anchor: Anchor | NewAnchor): anchor is Anchor {
  return 'sha256' in anchor
}

type NewRun = Exclude<NewInline, { type: 'footnote' }>
