import { issuesAdded, refuseUnknownIssues } from '../../core/decision/check-text.ts'
import { sectionsOf, type Text } from '../../core/decision/operations.ts'
import type { Rebased } from '../../core/decision/rebase.ts'
import { anchorsIn } from '../../core/decision/rich-text.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { listIssues } from '../../projections/issues.ts'
import type { Queryable } from '../../store/db.ts'
import { mostCitations } from './work-product-content.ts'

const largestText = 4 * 1024 ** 2

export function refuseTooManyCitations({ content }: Text) {
  const count = sectionsOf(content).reduce((total, { blocks }) => total + anchorsIn(blocks).length, 0)
  if (count > mostCitations)
    throw new Refusal(
      'invalid',
      `The text must have at most ${mostCitations} citations: it would have ${count}.`,
    )
}

/** The issues of the case, also those that are not in its list any more. */
export async function issuesKnown(tx: Queryable, caseId: string): Promise<ReadonlySet<string>> {
  const { issues, past } = await listIssues(tx, caseId)
  return new Set([...issues, ...past].map(({ id }) => id))
}

/** Refuses sections that are new in a text, and of no issue of the case. */
export async function refuseNewSections(
  tx: Queryable,
  caseId: string,
  { before, after }: { before: Sections; after: Sections },
): Promise<void> {
  if (issuesAdded(before, after).length === 0) return
  refuseUnknownIssues(await issuesKnown(tx, caseId), before, after)
}

type Sections = Pick<Text['content'], 'issues'>

/**
 * A text is weighed at times, and when much is added to it at once; from then on what is added is counted, and it is
 * weighed again once it might be too large. One that is too large may become smaller.
 */
export function refuseTooLarge(
  before: Text,
  { operations, text }: Pick<Rebased, 'operations' | 'text'>,
  revision: number,
) {
  const added = JSON.stringify(operations).length + operations.length * mostAround
  const weighed = atMost.get(before.content)
  if (weighed === undefined && revision % 256 !== 0 && added < 16_384) return
  const isSmall = weighed !== undefined && weighed + added <= largestText
  const size = isSmall ? weighed + added : sizeOf(text)
  atMost.set(text.content, size)
  if (size > largestText && size >= sizeOf(before))
    throw new Refusal('invalid', `A text holds at most ${largestText / 1024 ** 2} MiB.`)
}

/** What a text holds at the most, as JSON. */
const atMost = new WeakMap<Text['content'], number>()
/** What an operation adds around its words, where it splits a run in two. */
const mostAround = 500

const sizeOf = ({ content }: Text) => JSON.stringify(content).length
