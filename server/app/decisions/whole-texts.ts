import type { NewOperation } from '@portico/contract/operations'
import type {
  NewWorkProduct,
  NewWorkProductContent,
  WorkProductContent,
} from '@portico/contract/work-products'
import type { Text } from '../../core/decision/operations.ts'
import { operationsBetween } from '../../core/decision/operations-between.ts'
import { rebase } from '../../core/decision/rebase.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { appendChange, beginHead, settleHead } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { ProfileFor, Request } from '../engine/execute.ts'
import { type Draft, readDraft, textOn, versionText } from './draft-text.ts'
import { firstContent } from './first-content.ts'
import { contestedIn, isContested } from './text-contested.ts'
import { refuseNewSections } from './text-limits.ts'
import type { ChangeUnderLock } from './work-product-changes.ts'
import { resolvedContent } from './work-product-content.ts'

type Save = {
  baseVersion: number
  base?: number
  title?: string
  content: NewWorkProductContent
  mayEditInReview: boolean
}

/** A work product whose text is sent whole: its first text, and each save of it. */
export function openWholeTexts({
  db,
  profileFor,
  changeUnderLock,
}: {
  db: Database
  profileFor: ProfileFor
  changeUnderLock: ChangeUnderLock
}) {
  return {
    draft: (request: Request, target: DraftTarget, given: NewWorkProduct) =>
      changeUnderLock(request, target, async (tx, profile) => {
        const content = await firstContent(tx, target.caseId, given, { at: request.at, profile })
        const text = await kept(tx, target.caseId, content)
        return { ...target, type: 'draft', title: given.title ?? 'Decision', ...text }
      }),

    save: (request: Request, target: DraftTarget, { content, base, title: given, ...save }: Save) =>
      changeUnderLock(request, target, async (tx, profile) => {
        const { caseId } = target
        const { at, actor, onBehalfOf = actor } = request
        const draft = await readDraft(tx, target)
        const { contentSha256, version, text: now } = draft
        const before = base === undefined ? undefined : await textOn(tx, draft, base)
        const seen = before ?? (draft.pending === 0 ? now : await versionText(tx, target, version))
        const read = await resolvedContent(tx, caseId, content, { before: seen.content, at, profile })
        const text = merged({ seen, now }, { title: given?.trim() ?? seen.title, content: read })
        await refuseNewSections(tx, caseId, { before: now.content, after: text.content })
        // What was kept before blocks had IDs is not kept once more for these alone.
        const isSame = draft.pending === 0 && canonicalJson(now.content) === canonicalJson(text.content)
        const named = isSame
          ? { contentSha256, issueIds: issueIdsOf(text.content) }
          : await kept(tx, caseId, text.content)
        if (!isSame || text.title !== now.title)
          await appendWhole(tx, target, draft, { text, by: onBehalfOf, at })
        return { ...target, type: 'save', ...save, title: text.title, ...named }
      }),

    /** What saving a text as a whole would change of its version, block by block. */
    asOperations: (
      target: DraftTarget,
      { baseVersion, base, title, content }: Omit<Save, 'mayEditInReview'>,
      at: Date,
    ) =>
      consistentRead(db, async (tx) => {
        const profile = await profileFor(tx)
        const draft = await readDraft(tx, target)
        const { version, revision, pending } = draft
        if (version !== baseVersion)
          throw new Refusal(
            'conflict',
            `The work product is at version ${version}, not ${baseVersion}: read it again.`,
          )
        const from = base ?? revision - pending
        const seen = await textOn(tx, draft, from)
        const read = await resolvedContent(tx, target.caseId, content, { before: seen.content, at, profile })
        const given = { title: title?.trim() ?? seen.title, content: read }
        return { base: from, operations: operationsBetween(seen, given) as NewOperation[] }
      }),
  }
}

/** What was saved as a whole, with what others have changed since it was read. */
function merged({ seen, now }: { seen: Text; now: Text }, given: Text): Text {
  if (seen === now) return given
  const made = rebase({ base: seen, now }, operationsBetween(seen, given))
  if (!isContested(made)) return made.text
  throw new Refusal(
    'conflict',
    `Somebody else has changed what you changed since (${contestedIn(made)}): read the text again, and send its revision as base.`,
  )
}

/** What a text that was saved as a whole changes is a change as any other, for those who follow. Under the lock. */
export async function appendWhole(
  tx: Queryable,
  target: DraftTarget,
  draft: Draft,
  { text, by, at }: { text: Text; by: Request['actor']; at: Date },
): Promise<void> {
  const operations = operationsBetween(draft.text, text)
  if (operations.length > 0) {
    await beginHead(tx, target, draft.version)
    await appendChange(tx, target, { version: draft.version, operations, by, at })
  }
  await settleHead(tx, target)
}

async function kept(tx: Queryable, caseId: string, content: WorkProductContent) {
  const contentSha256 = await keepText(tx, caseId, content)
  return { contentSha256, issueIds: issueIdsOf(content) }
}

const issueIdsOf = ({ issues }: WorkProductContent) => issues.map(({ issueId }) => issueId)
