import { hash } from 'node:crypto'
import type { EventType } from '@portico/contract/events'
import type { SharedContent } from '@portico/contract/links'
import { canonicalJson } from '../kernel/chain.ts'
import { authorOf, type Fact, type Recorded } from '../kernel/decider.ts'
import { derivedId, type IdPrefix } from '../kernel/ids.ts'

/** An event of the original case. */
type SourceEvent = Recorded & { sequence: number }

/**
 * Events that replace or revoke one another have the same key. `isLast`: it replaces the earlier ones. `isEnd`: it revokes
 * them, so neither it nor they are copied.
 */
type Thread = { key: string; isLast?: true; isEnd?: true }

/** The types of events that are copied, with the thread of an event, if any. */
const threads: { [Type in EventType]?: (event: Extract<SourceEvent, { type: Type }>) => Thread | undefined } =
  {
    'case.documentsArranged': () => ({ key: 'order', isLast: true }),
    'document.filed': () => undefined,
    'document.revised': () => undefined,
    'document.divided': () => undefined,
    'document.edited': () => undefined,
    'document.held': () => undefined,
    'document.admitted': () => undefined,
    'document.removed': () => undefined,
    'document.linked': () => undefined,
    'document.unlinked': () => undefined,
    'document.writtenBack': () => undefined,
    'document.tagged': ({ data }) => ({ key: `tag ${data.documentId} ${data.text}` }),
    'document.untagged': ({ data }) => ({ key: `tag ${data.documentId} ${data.text}`, isEnd: true }),
    'document.annotated': ({ data }) => ({ key: data.annotationId }),
    'document.annotationEdited': ({ data }) => ({ key: data.annotationId }),
    'document.annotationMoved': ({ data }) => ({ key: data.annotationId }),
    'document.annotationOrphaned': ({ data }) => ({ key: data.annotationId }),
    'document.annotationRemoved': ({ data }) => ({ key: data.annotationId, isEnd: true }),
    'document.markedRead': (event) => ({ key: readMarkOf(event), isLast: true }),
    'document.markedUnread': (event) => ({ key: readMarkOf(event), isEnd: true }),
    'issue.added': () => undefined,
    'issue.edited': () => undefined,
    'issue.decided': ({ data }) => ({ key: `decision ${data.issueId}`, isLast: true }),
    'issue.undecided': ({ data }) => ({ key: `decision ${data.issueId}`, isEnd: true }),
    'issue.cited': ({ data }) => ({ key: citationOf(data) }),
    'issue.citationMoved': ({ data }) => ({ key: citationOf(data) }),
    'issue.citationOrphaned': ({ data }) => ({ key: citationOf(data) }),
    'issue.uncited': ({ data }) => ({ key: citationOf(data), isEnd: true }),
    'remand.sentBack': ({ data }) => ({ key: data.remandId }),
    'remand.received': ({ data }) => ({ key: data.remandId }),
    'remand.mandateCorrected': ({ data }) => ({ key: data.remandId }),
    'remand.progressed': ({ data }) => ({ key: data.remandId }),
    'remand.returned': ({ data }) => ({ key: data.remandId }),
    'remand.answered': ({ data }) => ({ key: data.remandId }),
    'remand.answerRemoved': ({ data }) => ({ key: data.remandId }),
    'remand.instructionJudged': ({ data }) => ({ key: data.remandId }),
    'remand.ended': ({ data }) => ({ key: data.remandId, isEnd: true }),
    'workProduct.drafted': () => undefined,
    'workProduct.saved': () => undefined,
    'workProduct.returned': () => undefined,
    'workProduct.commented': () => undefined,
    'workProduct.commentResolved': () => undefined,
    'workProduct.commentReopened': () => undefined,
    'workProduct.proposed': () => undefined,
    'workProduct.proposalAccepted': () => undefined,
    'workProduct.proposalRejected': () => undefined,
    'workProduct.proposalWithdrawn': () => undefined,
    'case.legalHoldPlaced': ({ data }) => ({ key: `hold ${data.holdId}` }),
    'case.legalHoldLifted': ({ data }) => ({ key: `hold ${data.holdId}`, isEnd: true }),
  }

const readMarkOf = (event: Extract<SourceEvent, { type: 'document.markedRead' | 'document.markedUnread' }>) =>
  `read ${event.data.documentId} ${authorOf(event).id}`
const citationOf = ({ issueId, citationId }: { issueId: string; citationId: string }) =>
  `${issueId} ${citationId}`

export const carriedTypes = Object.keys(threads) as EventType[]

export type Handover = {
  from: string
  to: string
  shared: SharedContent
  /** The unfinished work products. */
  drafts: readonly string[]
  /** The texts of those, by the hashes in their events. */
  texts: ReadonlyMap<string, unknown>
}

/**
 * Copies what people have added to a file as facts of the continuing case: under new IDs, on the same pages, with their
 * authors and times. What was revoked is not copied, and a draft in review becomes a draft again.
 */
export function carryOver(
  events: readonly SourceEvent[],
  { from, to, shared, drafts, texts }: Handover,
): {
  facts: Fact[]
  texts: unknown[]
  documentIds: ReadonlyMap<string, string>
  /** Replaces the IDs of the original case in any value by those of the continuing one. */
  as: <Value>(value: Value) => Value
} {
  const documentIds = new Map(shared.documents.map(({ id, as }) => [id, as]))
  const issueIds = new Map(shared.issues.map(({ id, as }) => [id, as]))
  const isCopied = (event: SourceEvent) => isCopiedEvent(event, { documentIds, issueIds, drafts })
  const current = withoutEnded(events.filter(isCopied))
  const names = new Map([...documentIds, ...issueIds, [from, to], ...newIds(current, to)])
  const copiedTexts: unknown[] = []

  const copyText = (sha256: string): string | undefined => {
    const text = texts.get(sha256)
    if (text === undefined) return undefined
    const copy = renamed(text, names)
    copiedTexts.push(copy)
    return hash('sha256', canonicalJson(copy))
  }

  const facts = current.flatMap((event): Fact[] => {
    const data = copiedData(event, { from, names, textNamed: copyText })
    if (!data) return []
    const carried = { caseId: from, sequence: event.sequence, by: authorOf(event), at: event.at }
    const subject = names.get(event.subject) ?? event.subject
    return [{ type: event.type, subject, data, carried } as Fact]
  })
  const order = { issueIds: shared.issues.map(({ as }) => as) }
  const ordering: Fact[] =
    order.issueIds.length > 0 ? [{ type: 'case.issuesOrdered', subject: to, data: order }] : []
  return {
    facts: [...facts, ...ordering],
    texts: copiedTexts,
    documentIds,
    as: <Value>(value: Value) => renamed(value, names) as Value,
  }
}

type Copied = {
  documentIds: ReadonlyMap<string, string>
  issueIds: ReadonlyMap<string, string>
  drafts: readonly string[]
}

function isCopiedEvent({ type, data }: SourceEvent, { documentIds, issueIds, drafts }: Copied): boolean {
  if (data === null || threads[type] === undefined) return false
  const { documentId, issueId, workProductId } = data as Record<string, string | undefined>
  if (type.startsWith('document.')) return documentIds.has(documentId ?? '')
  if (type.startsWith('issue.')) return issueIds.has(issueId ?? '')
  // A remand that ended by this case being closed continues in the other one.
  if (type === 'remand.ended') return data.how === 'recalled'
  if (type.startsWith('workProduct.')) return drafts.includes(workProductId ?? '')
  return true
}

function withoutEnded(events: readonly SourceEvent[]): SourceEvent[] {
  const endedKeys = new Set<string>()
  return events
    .toReversed()
    .filter((event) => {
      const thread = (threads[event.type] as (event: SourceEvent) => Thread | undefined)(event)
      if (!thread) return true
      const isOver = endedKeys.has(thread.key)
      if (thread.isLast || thread.isEnd) endedKeys.add(thread.key)
      return !isOver && !thread.isEnd
    })
    .toReversed()
}

/** The IDs of copied things in the other case, derived so that copying again gives the same. */
function newIds(events: readonly SourceEvent[], to: string): [string, string][] {
  const newId = (prefix: IdPrefix, { at }: SourceEvent, id: string): [string, string] => [
    id,
    derivedId(prefix, { id: to, at }, id),
  ]
  return events.flatMap((event): [string, string][] => {
    switch (event.type) {
      case 'document.annotated':
        return [newId('ann', event, event.data.annotationId)]
      case 'issue.cited':
        return [newId('cite', event, event.data.citationId)]
      case 'remand.sentBack':
      case 'remand.received':
        return [newId('remand', event, event.data.remandId)]
      case 'remand.answered':
        return [newId('cite', event, event.data.answerId)]
      case 'workProduct.drafted':
        return [newId('product', event, event.data.workProductId)]
      case 'workProduct.commented':
        return [newId('comment', event, event.data.commentId)]
      case 'workProduct.proposed':
        return [newId('proposal', event, event.data.proposalId)]
      default:
        return []
    }
  })
}

type NewIds = ReadonlyMap<string, string>
type Renaming = { from: string; names: NewIds; textNamed: (sha256: string) => string | undefined }

/** The payload in the other case; undefined if its text was erased. */
function copiedData(event: SourceEvent, { from, names, textNamed: copyText }: Renaming): object | undefined {
  const data = renamed(event.data, names) as Record<string, unknown>
  switch (event.type) {
    case 'case.documentsArranged':
      return { documentIds: event.data.documentIds.flatMap((id) => names.get(id) ?? []) }
    case 'document.filed': {
      // The alias belongs to the original case: that is where the other system reports to.
      const { alias: _, ...filed } = data
      const { documentId } = event.data
      return { ...filed, sharedFrom: { caseId: from, documentId, version: 1 } }
    }
    case 'document.annotated': {
      const { alias: _, ...annotated } = data
      return annotated
    }
    case 'issue.added': {
      const { alias: _, raisedIssueIds: __, ...added } = data
      return { ...added, sharedFrom: { caseId: from, issueId: event.data.issueId } }
    }
    case 'remand.sentBack':
    case 'remand.received': {
      // The decision belongs to the case in which it was made.
      const { decided: _, workProductId: __, ...sent } = data
      return { ...sent, issueIds: event.data.issueIds.flatMap((id) => names.get(id) ?? []) }
    }
    case 'remand.returned':
      return { ...data, issueIds: event.data.issueIds.flatMap((id) => names.get(id) ?? []) }
    case 'workProduct.drafted':
    case 'workProduct.saved':
      return withText(data, 'contentSha256', copyText(event.data.contentSha256))
    case 'workProduct.commented':
      return withTexts(data, {
        textSha256: copyText(event.data.textSha256),
        ...(event.data.placeSha256 === undefined ? {} : { placeSha256: copyText(event.data.placeSha256) }),
      })
    case 'workProduct.proposed':
      return withText(data, 'proposalSha256', copyText(event.data.proposalSha256))
    case 'workProduct.proposalRejected':
      return event.data.whySha256 === undefined
        ? data
        : withText(data, 'whySha256', copyText(event.data.whySha256))
    case 'workProduct.returned':
      return withText(data, 'reasonsSha256', copyText(event.data.reasonsSha256))
    default:
      return data
  }
}

const withText = (data: object, name: string, sha256: string | undefined) =>
  withTexts(data, { [name]: sha256 })

function withTexts(data: object, texts: Record<string, string | undefined>): object | undefined {
  return Object.values(texts).includes(undefined) ? undefined : { ...data, ...texts }
}

export function textsNamedIn({ type, data }: Recorded): string[] {
  if (data === null) return []
  switch (type) {
    case 'workProduct.drafted':
    case 'workProduct.saved':
      return [data.contentSha256]
    case 'workProduct.commented':
      return [data.textSha256, ...(data.placeSha256 === undefined ? [] : [data.placeSha256])]
    case 'workProduct.proposed':
      return [data.proposalSha256]
    case 'workProduct.proposalRejected':
      return data.whySha256 === undefined ? [] : [data.whySha256]
    case 'workProduct.returned':
      return [data.reasonsSha256]
    default:
      return []
  }
}

function renamed(value: unknown, names: NewIds): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, names)]))
}
