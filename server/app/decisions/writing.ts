import { randomBytes } from 'node:crypto'
import type { NewDisposition, NewOperations, OperationsApplied } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import type { WorkProductChanged } from '@portico/contract/work-products'
import { refuseOnClosed } from '../../core/closed-case.ts'
import type { Text } from '../../core/decision/operations.ts'
import { operationsBetween } from '../../core/decision/operations-between.ts'
import { rebase } from '../../core/decision/rebase.ts'
import {
  refuseUnlessEditable,
  type UnsavedText,
  type WorkProductCommand,
  workProducts,
} from '../../core/decision/work-product.ts'
import type { WorkProductsState } from '../../core/decision/work-product-state.ts'
import type { IssueCommand } from '../../core/issue/commands.ts'
import { issues } from '../../core/issue/issue.ts'
import { type Context, Refusal, workerIn } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { msBetween, msEarlier } from '../../core/time/moments.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import { type Database, type Queryable, violatedConstraint } from '../../store/db.ts'
import {
  appendChange,
  appendIfKnown,
  beginHead,
  type DraftTarget,
  listDueDrafts,
  readChanges,
  settleHead,
} from '../../store/draft-changes.ts'
import { lockCase } from '../../store/events/stream.ts'
import { keepText } from '../../store/work-product-texts.ts'
import { earlierAnswer, keepAnswer } from '../engine/answers.ts'
import {
  type Execute,
  type KnownProfile,
  type ProfileFor,
  type Request,
  refuseStale,
} from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { takeTurns } from '../engine/take-turns.ts'
import { refuseInterested } from '../work/assignees.ts'
import { type Draft, readDraft, textOn } from './draft-text.ts'
import { type Known, productNow, rememberDrafts } from './known-drafts.ts'
import { cites, givenIds, namedOperations } from './named-operations.ts'
import { isContested, TextContested } from './text-contested.ts'
import { refuseNewSections, refuseTooLarge, refuseTooManyCitations } from './text-limits.ts'

type Changes = Pick<NewOperations, 'base' | 'operations'>

/** Who writes, and whether a review is theirs. */
export type Writing = { request: Request; mayEditInReview: boolean }

/** What is answered, and how many changes wait for a version then. */
type Written = { answer: OperationsApplied; pending: number }

const mostTries = 4
const longestAnswer = 16 * 1024 ** 2
/** A version is tried after each so many changes, also where nobody pauses: it may come to nothing, or be refused. */
const triedAfter = 1000
const interestsHoldMs = 60_000

/** Changing the text of a draft block by block: durable at once, and a version for the history at times. */
export function openWriting({
  db,
  execute,
  profileFor,
  knownProfile,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  knownProfile: KnownProfile
}) {
  const drafts = rememberDrafts({ db, profileFor })
  const inTurn = takeTurns()

  const refuseOthers = async (target: DraftTarget, writing: Writing, now: Known, profile: Profile) => {
    const { request, mayEditInReview } = writing
    const { idempotency: _, ...call } = request
    const context: Context = { ...call, profile }
    const product = Object.hasOwn(now.state.products, target.workProductId)
      ? now.state.products[target.workProductId]
      : undefined
    if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
    const command = { caseId: target.caseId, type: 'save' }
    if (now.closed)
      refuseOnClosed(workProducts, command, { actor: request.actor, profile, closed: now.closed })
    refuseUnlessEditable(product, { tasks: now.state.tasks, context }, mayEditInReview)
    const lookedUp = now.free.get(workerIn(request).id)
    if (lookedUp && Math.abs(msBetween(lookedUp, request.at)) < interestsHoldMs) return
    await refuseInterested(db, { command, context })
    now.free.set(workerIn(request).id, request.at)
  }

  /** The text that the operations were made on. */
  const baseText = async (tx: Queryable, base: number, { draft, texts }: Pick<Known, 'draft' | 'texts'>) => {
    const isKnown = base <= draft.revision && texts.has(base)
    return isKnown ? (texts.get(base) as Text) : textOn(tx, draft, base)
  }

  const rebased = async (
    tx: Queryable,
    target: DraftTarget,
    { base, operations: given }: Changes,
    around: Pick<Known, 'draft' | 'texts'> & { at: Date; profile: Profile },
  ) => {
    const text = await baseText(tx, base, around)
    const { at, draft } = around
    const { profile } = around
    const operations = await namedOperations(tx, target.caseId, given, { base: text, at, profile })
    const made = rebase({ base: text, now: draft.text }, operations)
    if (made.operations.some(cites)) refuseTooManyCitations(made.text)
    await refuseNewSections(tx, target.caseId, { before: draft.text.content, after: made.text.content })
    refuseTooLarge(draft.text, made, draft.revision)
    return { ...made, ids: givenIds(given, operations) }
  }

  const answered = (
    { version }: Draft,
    revision: number,
    { applied, conflicts, ids, title }: Awaited<ReturnType<typeof rebased>>,
  ): OperationsApplied => ({ revision, version, applied, ids, conflicts, ...(title ? { title } : {}) })

  const change = async (target: DraftTarget, writing: Writing, asked: Changes): Promise<Written> => {
    const pendingNow = () => drafts.known(target)?.draft.pending ?? 0
    const { actor, idempotency } = writing.request
    const earlier = async () => {
      const found = idempotency && (await earlierAnswer(db, actor.id, idempotency))
      return found?.answer as OperationsApplied | undefined
    }
    for (let tried = 0; tried < mostTries; tried += 1) {
      const known = drafts.known(target)
      const isFresh = !known || tried > 0
      const now = known && !isFresh ? known : await drafts.load(target)
      try {
        const made = await decided(db, target, writing, asked, now)
        const isNothing = made.change.operations.length === 0
        if (isNothing && isFresh) return { answer: (await earlier()) ?? made.answer, pending: pendingNow() }
        if (!isNothing && (await append(target, writing, now, made)))
          return { answer: made.answer, pending: pendingNow() }
      } catch (error) {
        const isRepeat = violatedConstraint(error) === 'answers_pkey'
        if (!isRepeat && !(error instanceof Refusal)) throw error
        // What is refused by what was known is looked at again, and what was done before is not refused.
        const answer = isRepeat || isFresh ? await earlier() : undefined
        if (answer) return { answer, pending: 0 }
        if (isFresh) throw error
      }
    }
    return changeLocked(target, writing, asked)
  }

  /** What a change would be, by what is known of the draft. */
  const decided = async (
    tx: Queryable,
    target: DraftTarget,
    writing: Writing,
    asked: Changes,
    now: Known,
  ) => {
    const { number, profile } = knownProfile()
    const { request } = writing
    refuseStale(request, now.caseVersion)
    await refuseOthers(target, writing, now, profile)
    const made = await rebased(tx, target, asked, { ...now, at: request.at, profile })
    const { revision, version } = now.draft
    const by = request.onBehalfOf ?? request.actor
    const change = { version, operations: made.operations, by, at: request.at }
    const next = made.operations.length > 0 ? revision + 1 : revision
    return { change, text: made.text, answer: answered(now.draft, next, made), profile: number }
  }

  /** In one statement, where the case is still as it is known here. */
  const append = async (
    target: DraftTarget,
    { request }: Writing,
    now: Known,
    { change, text, answer, profile }: Awaited<ReturnType<typeof decided>>,
  ): Promise<boolean> => {
    const { actor, idempotency } = request
    const { caseVersion, draft } = now
    const { revision, version } = draft
    if (revision === 0) await beginHead(db, target, version)
    const kept = idempotency && { actor: actor.id, idempotency, answer }
    const isWritten = await appendIfKnown(db, target, { caseVersion, revision, profile }, change, kept)
    if (isWritten) drafts.follow(target, now, change, text)
    return isWritten
  }

  /** Where others are always faster, or more is to be written with it: then all of it is, or nothing. */
  const changeLocked = (target: DraftTarget, writing: Writing, asked: Changes): Promise<Written> =>
    db.transaction(async (tx) => {
      const { actor, idempotency, also, refuse } = writing.request
      if (!(await lockCase(tx, target.caseId)))
        throw new Refusal('notFound', 'There is no case with this id.')
      await refuse?.(tx)
      const earlier = idempotency && (await earlierAnswer(tx, actor.id, idempotency))
      if (earlier) return { answer: earlier.answer as OperationsApplied, pending: 0 }
      const now = await drafts.read(tx, target)
      const { change, answer } = await decided(tx, target, writing, asked, now)
      if (also) refuseContested(answer)
      const isNews = change.operations.length > 0
      await also?.(tx, isNews)
      const { pending } = now.draft
      if (!isNews) return { answer, pending }
      await beginHead(tx, target, now.draft.version)
      await appendChange(tx, target, change)
      if (idempotency)
        await keepAnswer(tx, { caseId: target.caseId, request: writing.request, idempotency, answer })
      return { answer, pending: pending + 1 }
    })

  /** With what issues are decided on: one transaction, under the lock. */
  const changeAndDecide = async (
    target: DraftTarget,
    writing: Writing,
    asked: Changes & { dispositions: readonly NewDisposition[] },
  ): Promise<OperationsApplied> => {
    const { request } = writing
    const { caseId } = target
    let answer: OperationsApplied | undefined
    const decided = await execute(
      issues,
      request,
      {
        caseId,
        underLock: async (tx, profile): Promise<IssueCommand> => {
          const [draft, { tasks, ...product }] = await Promise.all([
            readDraft(tx, target),
            productNow(tx, target),
          ])
          const { idempotency: _, ...call } = request
          refuseUnlessEditable(product, { tasks, context: { ...call, profile } }, writing.mayEditInReview)
          const made = await rebased(tx, target, asked, { draft, texts: new Map(), at: request.at, profile })
          if (isContested(made))
            throw new Contested(answered(draft, draft.revision, { ...made, applied: [] }))
          const isChanged = made.operations.length > 0
          if (isChanged) {
            await beginHead(tx, target, draft.version)
            const by = request.onBehalfOf ?? request.actor
            const { operations } = made
            await appendChange(tx, target, { version: draft.version, operations, by, at: request.at })
          }
          answer = answered(draft, draft.revision + (isChanged ? 1 : 0), made)
          return { type: 'decideIssues', caseId, decisions: [...asked.dispositions] }
        },
      },
      () => answer as OperationsApplied,
    ).catch((error) => {
      if (!(error instanceof Contested)) throw error
      if (request.also) refuseContested(error.answer)
      return error.answer
    })
    return decided
  }

  /** Makes a version of what was changed since the last. */
  const keep = async (
    target: DraftTarget,
    { request, mayEditInReview }: Writing,
  ): Promise<WorkProductChanged> => {
    const { caseId, workProductId } = target
    return execute(
      workProducts,
      request,
      {
        caseId,
        underLock: async (tx): Promise<WorkProductCommand> => {
          const draft = await readDraft(tx, target)
          const text = await keptText(tx, target, draft)
          return { ...target, type: 'save', baseVersion: draft.version, mayEditInReview, ...text }
        },
      },
      ({ state }) => changedOf(state, workProductId),
    )
  }

  /** What was written stands, also where it cannot be made a version now. */
  const keptIfMay = async (target: DraftTarget, writing: Writing): Promise<number | undefined> => {
    try {
      const { workProduct } = await keep(target, { ...writing, request: alone(writing.request) })
      return workProduct.version
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  return {
    changeText: (target: DraftTarget, writing: Writing, { dispositions = [], ...asked }: NewOperations) =>
      inTurn(target.workProductId, async () => {
        if (dispositions.length > 0) return changeAndDecide(target, writing, { ...asked, dispositions })
        const isWhole = writing.request.also !== undefined
        const { answer, pending } = await (isWhole ? changeLocked : change)(target, writing, asked)
        if (pending === 0 || pending % triedAfter !== 0) return answer
        return { ...answer, version: (await keptIfMay(target, writing)) ?? answer.version }
      }),

    keep,

    /** Versions of drafts whose authors have paused. */
    async keepDue(now: Date, signal?: AbortSignal): Promise<void> {
      const failed: unknown[] = []
      for (const { by, ...target } of await listDueDrafts(db, dueSince(now))) {
        if (signal?.aborted) break
        const correlationId = newId('req', now, randomBytes(10))
        const request: Request = { at: now, actor: systemActor, onBehalfOf: by, correlationId }
        await keep(target, { request, mayEditInReview: true }).catch(async (error) => {
          // The others do not wait for it.
          if (!(error instanceof Refusal)) return failed.push(error)
          // It is not written any more: its words stay where they are.
          return settleHead(db, target)
        })
      }
      if (failed.length > 0) throw failed[0]
    },

    async changes(target: DraftTarget, { after = 0, limit }: { after?: number | undefined; limit: number }) {
      return consistentRead(db, async (tx) => {
        const draft = await readDraft(tx, target)
        const changes = await readChanges(tx, target, { after, limit, mostUnits: longestAnswer })
        const { revision, version } = draft
        return { revision, version, changes: changes.map(({ version: _, ...change }) => change) }
      })
    },
  }
}

export type WritingDesk = ReturnType<typeof openWriting>

/** The text of a draft, kept for the event of its next version. Under the lock. */
export async function keptText(tx: Queryable, target: DraftTarget, draft: Draft): Promise<UnsavedText> {
  const { text, pending, contentSha256 } = draft
  const issueIds = text.content.issues.map(({ issueId }) => issueId)
  if (pending === 0) return { title: text.title, contentSha256, issueIds }
  await settleHead(tx, target)
  return { title: text.title, contentSha256: await keepText(tx, target.caseId, text.content), issueIds }
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

/** Since when authors have paused, and since when there was no version. */
const dueSince = (now: Date) => ({
  pausedSince: msEarlier(now, 60_000),
  begunBefore: msEarlier(now, 20 * 60_000),
})

function changedOf({ products }: WorkProductsState, id: string): WorkProductChanged {
  const { title, status, version, packageSha256 } = products[id]!
  return { workProduct: { id, title, status, version, ...(packageSha256 === null ? {} : { packageSha256 }) } }
}

/** Nothing is written where the text is contested: the disposition stands with its words. */
class Contested extends Error {
  readonly answer: OperationsApplied

  constructor(answer: OperationsApplied) {
    super('a block was changed by somebody else')
    this.answer = answer
  }
}

/** The request of what follows from another: what it was asked under is not asked again. */
function alone(asked: Request): Request {
  const { idempotency: _, also: __, refuse: ___, expectedVersion: ____, ...request } = asked
  return request
}

function refuseContested(answer: OperationsApplied) {
  if (isContested(answer)) throw new TextContested(answer)
}
