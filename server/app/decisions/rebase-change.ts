import type { NewOperations, OperationsApplied } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import { rebase } from '../../core/decision/rebase.ts'
import type { Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import type { Draft } from './draft-text.ts'
import { textOn } from './draft-text.ts'
import type { Known } from './known-drafts.ts'
import { cites, givenIds, namedOperations } from './named-operations.ts'
import { isContested, TextContested } from './text-contested.ts'
import { refuseNewSections, refuseTooLarge, refuseTooManyCitations } from './text-limits.ts'

export type Changes = Pick<NewOperations, 'base' | 'operations'>

export type RebasedChange = Awaited<ReturnType<typeof rebaseChange>>

/** Operations on an earlier revision of a draft, as operations on the text as it is now. */
export async function rebaseChange(
  tx: Queryable,
  target: DraftTarget,
  { base, operations: given }: Changes,
  { draft, texts, at, profile }: Pick<Known, 'draft' | 'texts'> & { at: Date; profile: Profile },
) {
  const text = await baseText(tx, base, { draft, texts })
  const operations = await namedOperations(tx, target.caseId, given, { base: text, at, profile })
  const made = rebase({ base: text, now: draft.text }, operations)
  if (made.operations.some(cites)) refuseTooManyCitations(made.text)
  await refuseNewSections(tx, target.caseId, { before: draft.text.content, after: made.text.content })
  refuseTooLarge(draft.text, made, draft.revision)
  return { ...made, ids: givenIds(given, operations) }
}

/** The text that the operations were made on. */
function baseText(tx: Queryable, base: number, { draft, texts }: Pick<Known, 'draft' | 'texts'>) {
  const text = base <= draft.revision ? texts.get(base) : undefined
  return text ?? textOn(tx, draft, base)
}

export const answerOf = (
  { version }: Draft,
  revision: number,
  { applied, conflicts, ids, title }: RebasedChange,
): OperationsApplied => ({ revision, version, applied, ids, conflicts, ...(title ? { title } : {}) })

export function refuseContested(answer: OperationsApplied) {
  if (isContested(answer)) throw new TextContested(answer)
}
