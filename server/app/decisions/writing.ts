import type { NewOperations, OperationsApplied } from '@portico/contract/operations'
import { Refusal } from '../../core/kernel/decider.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import { brokenConstraint, type Database } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { appendChange, appendIfKnown, beginHead, readChanges } from '../../store/draft-changes.ts'
import { lockCase } from '../../store/events/stream.ts'
import { earlierAnswer, keepAnswer } from '../engine/answers.ts'
import type { Execute, KnownProfile, ProfileFor } from '../engine/execute.ts'
import { takeTurns } from '../engine/take-turns.ts'
import { createChangeAndDecide } from './change-and-decide.ts'
import { createDecideChange, type DecidedChange, type EditRequest } from './decide-change.ts'
import { readDraft } from './draft-text.ts'
import { openDraftVersions } from './draft-versions.ts'
import { type Known, rememberDrafts } from './known-drafts.ts'
import { type Changes, refuseContested } from './rebase-change.ts'

/** What is answered, and how many changes wait for a version then. */
type Written = { answer: OperationsApplied; pending: number }

const mostTries = 4
const longestAnswer = 16 * 1024 ** 2
/** A version is tried after each so many changes, also where nobody pauses: it may come to nothing, or be refused. */
const triedAfter = 1000

export type Writing = ReturnType<typeof openWriting>

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
  const decideChange = createDecideChange({ db, knownProfile })
  const changeAndDecide = createChangeAndDecide({ execute })
  const { keep, keepDue, keepIfAllowed } = openDraftVersions({ db, execute })

  const change = async (target: DraftTarget, edit: EditRequest, asked: Changes): Promise<Written> => {
    const pendingNow = () => drafts.known(target)?.draft.pending ?? 0
    const { actor, idempotency } = edit.request
    const earlier = async () => {
      const found = idempotency && (await earlierAnswer(db, actor.id, idempotency))
      return found?.answer as OperationsApplied | undefined
    }
    for (let tried = 0; tried < mostTries; tried += 1) {
      const known = drafts.known(target)
      const isFresh = !known || tried > 0
      const now = known && !isFresh ? known : await drafts.load(target)
      try {
        const made = await decideChange(db, target, edit, asked, now)
        const isNothing = made.change.operations.length === 0
        if (isNothing && isFresh) return { answer: (await earlier()) ?? made.answer, pending: pendingNow() }
        if (!isNothing && (await append(target, edit, now, made)))
          return { answer: made.answer, pending: pendingNow() }
      } catch (error) {
        const isRepeat = brokenConstraint(error) === 'answers_pkey'
        if (!isRepeat && !(error instanceof Refusal)) throw error
        // What is refused by what was known is looked at again, and what was done before is not refused.
        const answer = isRepeat || isFresh ? await earlier() : undefined
        if (answer) return { answer, pending: 0 }
        if (isFresh) throw error
      }
    }
    return changeLocked(target, edit, asked)
  }

  /** In one statement, where the case is still as it is known here. */
  const append = async (
    target: DraftTarget,
    { request }: EditRequest,
    now: Known,
    { change, text, answer, profile }: DecidedChange,
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
  const changeLocked = (target: DraftTarget, edit: EditRequest, asked: Changes): Promise<Written> =>
    db.transaction(async (tx) => {
      const { actor, idempotency, also, refuse } = edit.request
      if (!(await lockCase(tx, target.caseId)))
        throw new Refusal('notFound', 'There is no case with this id.')
      await refuse?.(tx)
      const earlier = idempotency && (await earlierAnswer(tx, actor.id, idempotency))
      if (earlier) return { answer: earlier.answer as OperationsApplied, pending: 0 }
      const now = await drafts.read(tx, target)
      const { change, answer } = await decideChange(tx, target, edit, asked, now)
      if (also) refuseContested(answer)
      const isNews = change.operations.length > 0
      await also?.(tx, isNews)
      const { pending } = now.draft
      if (!isNews) return { answer, pending }
      await beginHead(tx, target, now.draft.version)
      await appendChange(tx, target, change)
      if (idempotency)
        await keepAnswer(tx, { caseId: target.caseId, request: edit.request, idempotency, answer })
      return { answer, pending: pending + 1 }
    })

  return {
    changeText: (target: DraftTarget, edit: EditRequest, { dispositions = [], ...asked }: NewOperations) =>
      inTurn(target.workProductId, async () => {
        if (dispositions.length > 0) return changeAndDecide(target, edit, { ...asked, dispositions })
        const isWhole = edit.request.also !== undefined
        const { answer, pending } = await (isWhole ? changeLocked : change)(target, edit, asked)
        if (pending === 0 || pending % triedAfter !== 0) return answer
        return { ...answer, version: (await keepIfAllowed(target, edit)) ?? answer.version }
      }),

    keep,
    keepDue,

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
