import { setImmediate } from 'node:timers/promises'
import type { Action } from '@portico/contract/actions'
import type { DecisionPackage, DecisionPackageDetail } from '@portico/contract/decision-package'
import type { NewOperation } from '@portico/contract/operations'
import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import type {
  Comment,
  NewComment,
  NewWorkProduct,
  NewWorkProductContent,
  WorkProductAction,
  WorkProductChanged,
  WorkProductContent,
} from '@portico/contract/work-products'
import { commentNow, placeInText } from '../../core/decision/comment-place.ts'
import { findingsOf } from '../../core/decision/findings.ts'
import { signatureOverride } from '../../core/decision/holders.ts'
import { layOut, layoutById } from '../../core/decision/layout.ts'
import type { Text } from '../../core/decision/operations.ts'
import { operationsBetween } from '../../core/decision/operations-between.ts'
import { outlineOf } from '../../core/decision/outline.ts'
import { composePackage } from '../../core/decision/package.ts'
import { productOffers } from '../../core/decision/product-offers.ts'
import { rebase } from '../../core/decision/rebase.ts'
import { hashOfShown } from '../../core/decision/shown.ts'
import {
  type ProductCommand,
  type WorkProductCommand,
  workProducts,
} from '../../core/decision/work-product.ts'
import { isUnfinished, type WorkProductsState } from '../../core/decision/work-product-state.ts'
import type { Reader } from '../../core/file/reader.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { type Call, type Context, type Decider, fold, Refusal, workerIn } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { WorkState } from '../../core/work/state.ts'
import { work } from '../../core/work/work.ts'
import { createReadEvidence } from '../../projections/evidence-manifest.ts'
import { listIssues } from '../../projections/issues.ts'
import { listHeldTasks } from '../../projections/list-tasks.ts'
import { listComments, type StoredComment } from '../../projections/work-product-comments.ts'
import {
  asSummary,
  findSigned,
  listVersions,
  listWorkProducts,
  type WorkProductFacts,
} from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { forgetChanges } from '../../store/draft-changes.ts'
import { loadState } from '../../store/events/load.ts'
import { positionOf } from '../../store/events/positions.ts'
import { keepText, readPackage } from '../../store/work-product-texts.ts'
import { nameOf } from '../engine/decide-and-react.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { decisive, isInterested } from '../work/assignees.ts'
import { readDraft, textOn, versionText } from './draft-text.ts'
import { firstContent } from './first-content.ts'
import { mentionsIn, nobodySees, type SeesDrafts } from './mentions.ts'
import { decisionFacts, prepareSignature } from './sign.ts'
import { contestedIn, isContested } from './text-contested.ts'
import { refuseNewSections } from './text-limits.ts'
import { readContent, resolvedContent } from './work-product-content.ts'
import { appendWhole, keptText } from './writing.ts'
import { findWrittenIn } from './written-in.ts'

type Target = { caseId: string; workProductId: string }
type Changed = WorkProductChanged

/** Who asks, and which actions their roles allow on the case. */
type Asking = { call: Call; allowed: readonly Action[] }

type Signing = { version: number; shown?: string; name: string; override?: string; mayOverride?: boolean }

type Ending = { type: 'submit'; version: number; override?: string } | { type: 'discard'; why: string }

type Save = {
  baseVersion: number
  base?: number
  title?: string
  content: NewWorkProductContent
  mayEditInReview: boolean
}

export function openWorkProducts(options: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  recognition: 'on' | 'off'
  /** The bindings of the output port, by name. */
  deliveredBy?: readonly string[] | undefined
  /** Those of the authoring port. */
  editors?: readonly string[] | undefined
  /** Who may be named in comments; where it is left out, nobody. */
  permissions?: SeesDrafts
}) {
  const {
    db,
    execute,
    profileFor,
    recognition,
    deliveredBy = [],
    editors = [],
    permissions = nobodySees,
  } = options
  const readEvidence = createReadEvidence()

  const factsOf = async (tx: Queryable, { caseId, workProductId }: Target): Promise<WorkProductFacts> => {
    const [facts] = await listWorkProducts(tx, caseId, workProductId)
    if (!facts) throw new Refusal('notFound', 'There is no such work product in this case.')
    return facts
  }

  const contentOf = async (tx: Queryable, caseId: string, sha256: string) => {
    const content = await readContent(tx, caseId, sha256)
    if (!content) throw new Refusal('notFound', 'The text of this version was erased.')
    return content
  }

  const stateOf = async <State>(tx: Queryable, decider: Decider<never, State>, caseId: string) => {
    const { key, reads } = nameOf(decider, { caseId, type: '' })
    const { snapshot, tail } = await loadState<State>(tx, key, reads, undefined)
    return fold(decider, tail, snapshot ?? decider.initial)
  }

  const offersOn = async (tx: Queryable, target: Target, { call, allowed }: Asking) => {
    const { caseId } = target
    const [profile, state, caseWork] = await Promise.all([
      profileFor(tx),
      stateOf(tx, workProducts as Decider<never, WorkProductsState>, caseId),
      stateOf(tx, work as Decider<never, WorkState>, caseId),
    ])
    const context = { ...call, profile }
    const offers = productOffers(target, state, { context, allowed, caseWork })
    if (!(await isInterested(tx, caseId, context))) return offers
    const isFree = (action: WorkProductAction) => !decisive.includes(action)
    return { ...offers, may: offers.may.filter(isFree), override: offers.override.filter(isFree) }
  }

  /** For commands with text: it is stored in the transaction of the event that names it. */
  const changeUnderLock = (
    request: Request,
    { caseId, workProductId }: Target,
    command: (tx: Queryable, profile: Profile) => Promise<WorkProductCommand>,
  ) =>
    execute(workProducts, request, { caseId, underLock: command }, ({ state }) =>
      changed(state, workProductId),
    )

  return {
    list: async (caseId: string) => (await listWorkProducts(db, caseId)).map(asSummary),

    find: (target: Target, asking: Asking) =>
      consistentRead(db, async (tx) => {
        const [facts, draft, list, actions, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          listIssues(tx, target.caseId),
          offersOn(tx, target, asking),
          profileFor(tx),
        ])
        const writtenIn =
          facts.status === 'draft' && (await findWrittenIn(tx, target.caseId, { profile, editors }))
        const { revision, changed, text } = draft
        const outline = outlineOf(text.content, list, target.workProductId)
        const written = { title: text.title, revision, ...(changed ? { changed } : {}) }
        return {
          ...asSummary(facts),
          ...(writtenIn ? { writtenIn } : {}),
          ...written,
          content: text.content,
          outline,
          actions,
        }
      }),

    async versions(target: Target, page: { after?: number | undefined; limit: number }) {
      await factsOf(db, target)
      return listVersions(db, target.caseId, target.workProductId, page)
    },

    async version({ caseId, workProductId }: Target, version: number) {
      const [found] = await listVersions(db, caseId, workProductId, { after: version + 1, limit: 1 })
      if (found?.version !== version) throw new Refusal('notFound', 'There is no such version.')
      return { ...found, content: await contentOf(db, caseId, found.contentSha256) }
    },

    async comments(target: Target) {
      const [draft, comments] = await consistentRead(db, (tx) =>
        Promise.all([readDraft(tx, target), listComments(tx, target.caseId, target.workProductId)]),
      )
      const shown: Comment[] = []
      for (const comment of comments) {
        shown.push(presented(comment, draft.text.content))
        // To follow words through many long blocks takes long, and others are served meanwhile.
        await setImmediate()
      }
      return shown
    },

    blockers: (target: Target, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [facts, { revision, text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        if (!isUnfinished(facts.status))
          throw new Refusal('stateForbids', 'This work product is not being written, so it cannot be signed.')
        const options = { profile, signature, recognition, readEvidence }
        const shownFacts = await decisionFacts(tx, target.caseId, { ...facts, text }, options)
        const found = findingsOf(shownFacts)
        const shown = hashOfShown(shownFacts, found)
        return { version: facts.version, revision, shown, maySign: found.blockers.length === 0, ...found }
      }),

    preview: (target: Target, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [product, { revision, text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        const options = { profile, signature, recognition, readEvidence }
        const facts = await decisionFacts(tx, target.caseId, { ...product, text }, options)
        const { sections, structure, authorities, citations, dispositions, recipients } = composePackage(
          facts,
          [],
          [],
        )
        const placed = citations.map(({ status: _, ...citation }) => citation)
        const { version } = product
        return {
          version,
          revision,
          shown: hashOfShown(facts, findingsOf(facts)),
          sections,
          layout: layoutById(layOut(sections, structure)),
          ...(authorities ? { authorities } : {}),
          citations: placed,
          dispositions,
          recipients,
          deliveredBy: [...deliveredBy],
        }
      }),

    /** What a signature would freeze now, to be set as a draft. */
    draftPackage: (target: Target, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [product, { text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        if (!isUnfinished(product.status))
          throw new Refusal(
            'stateForbids',
            'This work product is not being written: it has no draft to preview.',
          )
        const options = { profile, signature, recognition, readEvidence }
        return composePackage(await decisionFacts(tx, target.caseId, { ...product, text }, options), [], [])
      }),

    decisionPackage: (caseId: string, reader: Reader, workProductId?: string) =>
      consistentRead(db, async (tx) => {
        const detail = await packageDetail(tx, caseId, await findSigned(tx, caseId, reader, workProductId))
        const { concealed = [] } = reader
        const manifest = detail.package.manifest.filter(({ documentId }) => !concealed.includes(documentId))
        return { ...detail, package: { ...detail.package, manifest } }
      }),

    draft: (request: Request, target: Target, given: NewWorkProduct) =>
      changeUnderLock(request, target, async (tx, profile) => {
        const content = await firstContent(tx, target.caseId, given, { at: request.at, profile })
        const text = await kept(tx, target.caseId, content)
        return { ...target, type: 'draft', title: given.title ?? 'Decision', ...text }
      }),

    save: (request: Request, target: Target, { content, base, title: given, ...save }: Save) =>
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
      target: Target,
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

    comment: (
      request: Request,
      { commentId, ...target }: Target & { commentId: string },
      { text, place: given, mentions: named, inReplyTo }: NewComment,
    ): Promise<Comment> => {
      const { caseId, workProductId } = target
      let said: Pick<Comment, 'place' | 'mentions' | 'state' | 'now'> = {}
      const underLock = async (tx: Queryable): Promise<WorkProductCommand> => {
        const today = dayOf(request.at)
        const [{ text: now }, mentions] = await Promise.all([
          readDraft(tx, target),
          mentionsIn(tx, caseId, { text, ...(named ? { mentions: named } : {}) }, { permissions, today }),
        ])
        const { place, on } = given ? placeInText(given, now.content) : {}
        const placeSha256 = on && (await keepText(tx, caseId, on))
        const textSha256 = await keepText(tx, caseId, text)
        said = {
          ...(given && place ? { place: { ...given, ...place }, ...commentNow(place, on, now.content) } : {}),
          ...(mentions.length > 0 ? { mentions } : {}),
        }
        return {
          ...target,
          type: 'comment',
          commentId,
          textSha256,
          ...(place ? { place } : {}),
          ...(placeSha256 === undefined ? {} : { placeSha256 }),
          ...(inReplyTo === undefined ? {} : { inReplyTo }),
          ...(mentions.length > 0 ? { mentions: mentions.map(({ id }) => id) } : {}),
        }
      }
      return execute(workProducts, request, { caseId, underLock }, ({ state }) => ({
        id: commentId,
        version: state.products[workProductId]!.version,
        text,
        ...(inReplyTo === undefined ? {} : { inReplyTo }),
        ...said,
        by: workerIn(request),
        at: request.at.toISOString(),
      }))
    },

    giveBack: (
      request: Request,
      target: Target,
      { version, reasons, override }: { version: number; reasons: string[]; override?: string },
    ) =>
      changeUnderLock(request, target, async (tx) => ({
        ...target,
        type: 'return',
        version,
        reasonsSha256: await keepText(tx, target.caseId, reasons),
        unkept: await keptText(tx, target, await readDraft(tx, target)),
        ...(override === undefined ? {} : { override }),
      })),

    sign: (request: Request, target: Target, { version, name, ...asked }: Signing) => {
      const signature = { by: workerIn(request), name, at: request.at.toISOString() }
      const { caseId, workProductId } = target
      return execute(
        workProducts,
        request,
        {
          caseId,
          underLock: async (tx, profile): Promise<WorkProductCommand> => {
            const override = await overrideOf(tx, caseId, asked, { ...request, profile })
            const options = { profile, signature, override, recognition, readEvidence }
            await refuseUnkept(tx, target)
            const prepared = await prepareSignature(tx, { ...target, version }, options)
            await forgetChanges(tx, target)
            return { ...target, type: 'sign', version, ...asked, ...(prepared ? { prepared } : {}) }
          },
        },
        ({ state }) => changed(state, workProductId),
      )
    },

    /** What was changed since the last version becomes one with it. */
    end: (request: Request, target: Target, command: Ending) =>
      changeUnderLock(request, target, async (tx) => ({
        ...target,
        ...command,
        unkept: await keptText(tx, target, await readDraft(tx, target)),
      })),

    /** For commands that leave the text alone: resolve, release, recall. */
    change: (request: Request, command: ProductCommand) =>
      execute(workProducts, request, command, ({ state }) => changed(state, command.workProductId)),
  }
}

export type WorkProducts = ReturnType<typeof openWorkProducts>

/** A comment beside the text as it is now. */
function presented({ on, ...comment }: StoredComment, content: WorkProductContent): Comment {
  const { place } = comment
  return place ? { ...comment, ...commentNow(place, on, content) } : comment
}

function changed({ products }: WorkProductsState, id: string): Changed {
  const { title, status, version, packageSha256 } = products[id]!
  return { workProduct: { id, title, status, version, ...(packageSha256 === null ? {} : { packageSha256 }) } }
}

/** In the place of whom it would be signed, and why; undefined where the decider accepts or refuses it without. */
async function overrideOf(
  tx: Queryable,
  caseId: string,
  asked: { override?: string; mayOverride?: boolean },
  context: Context,
): Promise<DecisionPackage['override']> {
  if (asked.override === undefined || !asked.mayOverride) return undefined
  const tasks = await listHeldTasks(tx, caseId)
  const override = signatureOverride({ tasks, context }, asked)
  if (!override) return undefined
  const holder = override.task?.assignee
  if (!holder) return { why: override.why }
  return { why: override.why, holder, name: (await displayNameOf(tx, holder)) ?? holder.name }
}

async function displayNameOf(tx: Queryable, { kind, id }: Assignee): Promise<string | undefined> {
  if (kind !== 'person') return undefined
  const [row] = await tx.rows<{ name: string }>(`select display_name as name from members where id = $1`, [
    id,
  ])
  return row?.name
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

/** A signature is that of a version: what was changed since would be lost. */
async function refuseUnkept(tx: Queryable, target: Target): Promise<void> {
  const { pending, version, text } = await readDraft(tx, target)
  if (pending === 0) return
  const last = await versionText(tx, target, version)
  if (last.title === text.title && canonicalJson(last.content) === canonicalJson(text.content)) return
  throw new Refusal(
    'conflict',
    `The text was changed since version ${version}: keep it as a version, read that, and sign it.`,
  )
}

async function kept(tx: Queryable, caseId: string, content: WorkProductContent) {
  const contentSha256 = await keepText(tx, caseId, content)
  return { contentSha256, issueIds: issueIdsOf(content) }
}

const issueIdsOf = ({ issues }: WorkProductContent) => issues.map(({ issueId }) => issueId)

async function packageDetail(
  tx: Queryable,
  caseId: string,
  { id, status, recalled, sealed, signedSequence = 0 }: WorkProductFacts,
): Promise<DecisionPackageDetail> {
  const [kept, position] = await Promise.all([
    readPackage(tx, caseId, id),
    positionOf(tx, caseId, signedSequence),
  ])
  if (!kept || position === undefined) throw new Refusal('notFound', 'The decision package was erased.')
  const decision = JSON.parse(kept.body) as DecisionPackage
  const { sections, structure } = decision
  return {
    sha256: kept.sha256,
    status: status as DecisionPackageDetail['status'],
    position,
    ...(recalled ? { recalled } : {}),
    file: sealed ? { ...sealed, href: `/cases/${caseId}/decision-package/file?workProductId=${id}` } : null,
    ...(structure ? { layout: layoutById(layOut(sections, structure)) } : {}),
    package: decision,
  }
}
