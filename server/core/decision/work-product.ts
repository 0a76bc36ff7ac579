import type { Finding } from '@portico/contract/decision-package'
import { isIntegration } from '@portico/contract/envelope'
import type { PorticoEvent } from '@portico/contract/events'
import type { CommentPlace, WorkProductStatus } from '@portico/contract/work-products'
import { type Decider, type Fact, Refusal, workerIn } from '../kernel/decider.ts'
import { overrideUsed } from '../work/override.ts'
import {
  type Acting,
  overrideFor,
  refuseUnlessHolder,
  refuseUnlessReleaser,
  signatureOverride,
} from './holders.ts'
import {
  acceptProposals,
  type ProposalCommand,
  propose,
  rejectProposals,
  withdrawProposals,
} from './proposal-commands.ts'
import { changedSince } from './shown.ts'
import {
  evolve,
  isInForce,
  isLatest,
  isUnfinished,
  type Product,
  type WorkProductsState,
  workProductEventTypes,
} from './work-product-state.ts'

export type WorkProductCommand = ProductCommand | { type: 'recallInForce'; caseId: string; why: string }

/** A command on one work product. */
export type ProductCommand = { caseId: string; workProductId: string } & (
  | ({ type: 'draft'; title: string } & Text)
  | ({ type: 'draftUnlessWritten'; title: string } & Text)
  | ({ type: 'save'; baseVersion: number; title?: string; mayEditInReview: boolean } & Text)
  | { type: 'submit'; version: number; override?: string; unkept?: UnsavedText }
  | { type: 'return'; version: number; reasonsSha256: string; override?: string; unkept?: UnsavedText }
  | { type: 'discard'; why: string; unkept?: UnsavedText }
  | { type: 'reinstate'; status: 'draft' | 'inReview'; why: string }
  | {
      type: 'comment'
      commentId: string
      textSha256: string
      place?: CommentPlace
      placeSha256?: string
      inReplyTo?: string
      mentions?: string[]
    }
  | { type: 'setResolved'; commentId: string; resolved: boolean }
  | ProposalCommand
  | {
      type: 'sign'
      version: number
      shown?: string
      prepared?: Prepared
      override?: string
      mayOverride?: boolean
    }
  | { type: 'release' }
  | { type: 'releaseIfReady' }
  | { type: 'recall'; why: string }
  | { type: 'seal'; packageSha256: string; sha256: string; bytes: number }
)

type Text = { contentSha256: string; issueIds: string[] }

/** Changes since the last version, which are saved as a version first. */
export type UnsavedText = Text & { title: string }

/** What a signature would freeze, and its blockers. */
export type Prepared = {
  blockers: readonly Finding[]
  /** The hashes of what a signer would be shown now. */
  shown: string
  packageSha256: string
  dispositions: SignedData['dispositions']
  recipients: string[]
  warnings: string[]
}

type SignedData = Extract<PorticoEvent, { type: 'workProduct.signed' }>['data']

const maxComments = 2000

/**
 * The work products of a case: at most one in progress and one in force. A cleared work product is released only once it is
 * sealed, so that the file to deliver exists.
 */
export const workProducts: Decider<WorkProductCommand, WorkProductsState> = {
  name: 'workProducts',
  needs: {
    draft: 'draft',
    draftUnlessWritten: null,
    save: 'draft',
    submit: 'draft',
    discard: 'draft',
    reinstate: null,
    return: 'reviewDrafts',
    comment: 'commentOnDrafts',
    setResolved: 'commentOnDrafts',
    propose: 'commentOnDrafts',
    acceptProposals: 'draft',
    rejectProposals: 'draft',
    withdrawProposals: 'commentOnDrafts',
    sign: 'signDecisions',
    release: 'releaseDecisions',
    releaseIfReady: null,
    recall: 'recallDecisions',
    recallInForce: null,
    seal: null,
  },
  stateVersion: 5,
  reads: () => ({ types: workProductEventTypes }),
  initial: { products: {}, tasks: [] },
  evolve,

  decide(command, state, context) {
    const { products, tasks } = state
    const acting = { tasks, context }
    if (command.type === 'recallInForce') return recallInForce(command, state)
    if (command.type === 'draft') return draft(command, products, acting)
    if (command.type === 'draftUnlessWritten') {
      const isTaken = Object.values(products).some(
        (product) => isUnfinished(product.status) || isLatest(product),
      )
      return isTaken ? [] : draft({ ...command, type: 'draft' }, products, acting)
    }
    const product = Object.hasOwn(products, command.workProductId) && products[command.workProductId]
    if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
    switch (command.type) {
      case 'save':
        return save(command, product, acting)
      case 'submit':
        return submit(command, product, acting)
      case 'return':
        return returned(command, product, acting)
      case 'discard':
        return discard(command, product, acting)
      case 'reinstate':
        return reinstate(command, product)
      case 'comment':
        return comment(command, product)
      case 'setResolved':
        return setResolved(command, product)
      case 'propose':
        refuseUnlessUnfinished(product)
        return propose(command, product)
      case 'acceptProposals':
        refuseUnlessEditable(product, acting, command.mayEditInReview)
        return acceptProposals(command, product)
      case 'rejectProposals':
        refuseUnlessEditable(product, acting, command.mayEditInReview)
        return rejectProposals(command, product)
      case 'withdrawProposals':
        refuseUnlessUnfinished(product)
        return withdrawProposals(command, product, context)
      case 'sign':
        return sign(command, product, acting)
      case 'release':
        return release(command, product, acting)
      case 'releaseIfReady':
        return releaseIfReady(command, product)
      case 'recall':
        return recall(command, product, state)
      case 'seal':
        return seal(command, product)
    }
  },
}

type Of<Type extends WorkProductCommand['type']> = WorkProductCommand & { type: Type }

function draft(command: Of<'draft'>, products: WorkProductsState['products'], acting: Acting): Fact[] {
  const { workProductId, title, contentSha256, issueIds } = command
  if (Object.hasOwn(products, workProductId))
    throw new Refusal('conflict', 'This work product already exists.')
  for (const product of Object.values(products)) {
    if (isUnfinished(product.status))
      throw new Refusal(
        'stateForbids',
        'The case already has an unfinished work product: finish or discard it first.',
      )
    if (isLatest(product))
      throw new Refusal(
        'stateForbids',
        'The case has a signed work product: recall it before drafting another.',
      )
  }
  refuseUnlessHolder(acting, 'draft', 'begin')
  const data = { workProductId, version: 1, title: title.trim(), contentSha256, issueIds }
  return [{ type: 'workProduct.drafted', subject: workProductId, data }]
}

function save(command: Of<'save'>, product: Product, acting: Acting): Fact[] {
  const { workProductId, baseVersion, contentSha256, issueIds, mayEditInReview } = command
  refuseUnlessEditable(product, acting, mayEditInReview)
  refuseStale(baseVersion, product)
  const title = command.title?.trim() ?? product.title
  return saveUnsaved(workProductId, product, { title, contentSha256, issueIds }).facts
}

/** Refuses callers who may not change the text now. */
export function refuseUnlessEditable(product: Product, acting: Acting, mayEditInReview: boolean) {
  refuseUnlessUnfinished(product)
  if (product.status === 'inReview' && !mayEditInReview)
    throw new Refusal(
      'stateForbids',
      'The work product is in review and can be changed only by its reviewer.',
    )
  refuseUnlessHolder(acting, product.status, 'change')
}

/** Saves the text as the next version, if it differs from the last. */
function saveUnsaved(
  workProductId: string,
  product: Product,
  text: UnsavedText | undefined,
): { version: number; facts: Fact[] } {
  const { version, title, contentSha256 } = product
  if (!text || (text.title === title && text.contentSha256 === contentSha256)) return { version, facts: [] }
  const data = { workProductId, version: version + 1, ...text }
  return { version: version + 1, facts: [{ type: 'workProduct.saved', subject: workProductId, data }] }
}

function submit(command: Of<'submit'>, product: Product, acting: Acting): Fact[] {
  const { workProductId, version: expectedVersion, override, unkept } = command
  refuseUnlessUnfinished(product)
  refuseStale(expectedVersion, product)
  if (product.status === 'inReview') return []
  const overrides = overrideFor(acting, { action: 'submit', workProductId, override })
  const { version, facts } = saveUnsaved(workProductId, product, unkept)
  const submitted: Fact = {
    type: 'workProduct.submitted',
    subject: workProductId,
    data: { workProductId, version },
  }
  return [...facts, submitted, ...overrides]
}

function returned(command: Of<'return'>, product: Product, acting: Acting): Fact[] {
  const { workProductId, version: expectedVersion, reasonsSha256, override, unkept } = command
  refuseUnlessUnfinished(product)
  if (product.status !== 'inReview') throw new Refusal('stateForbids', 'The work product is not in review.')
  refuseStale(expectedVersion, product)
  const overrides = overrideFor(acting, { action: 'return', workProductId, override })
  const { version, facts } = saveUnsaved(workProductId, product, unkept)
  const data = { workProductId, version, reasonsSha256 }
  return [...facts, { type: 'workProduct.returned', subject: workProductId, data }, ...overrides]
}

function discard({ workProductId, why, unkept }: Of<'discard'>, product: Product, acting: Acting): Fact[] {
  if (product.status === 'discarded') return []
  refuseUnlessUnfinished(product)
  refuseUnlessHolder(acting, product.status, 'discard')
  const data = { workProductId, why: why.trim() }
  const { facts } = saveUnsaved(workProductId, product, unkept)
  return [...facts, { type: 'workProduct.discarded', subject: workProductId, data }]
}

function reinstate({ workProductId, status, why }: Of<'reinstate'>, product: Product): Fact[] {
  if (product.status !== 'discarded') return []
  return [{ type: 'workProduct.reinstated', subject: workProductId, data: { workProductId, status, why } }]
}

function comment(command: Of<'comment'>, product: Product): Fact[] {
  const { caseId: _, type: __, ...content } = command
  refuseUnlessUnfinished(product)
  if (Object.keys(product.comments).length >= maxComments)
    throw new Refusal(
      'stateForbids',
      `A work product has at most ${maxComments} comments, and this one has them all.`,
    )
  const { inReplyTo } = content
  if (inReplyTo !== undefined) {
    const thread = threadOf(inReplyTo, product)
    if (thread.inReplyTo !== undefined)
      throw new Refusal(
        'invalid',
        `inReplyTo must be the ID of the first comment of the thread, ${thread.inReplyTo}.`,
      )
    if (content.place)
      throw new Refusal('invalid', 'place must be left out of a reply, which has the place of its thread.')
  }
  if ((content.place?.part === 'issue') !== (content.place?.issueId !== undefined))
    throw new Refusal(
      'invalid',
      'place.issueId must be given for the part issue, and left out for any other.',
    )
  const data = { ...content, version: product.version }
  return [{ type: 'workProduct.commented', subject: content.workProductId, data }]
}

function setResolved({ workProductId, commentId, resolved }: Of<'setResolved'>, product: Product): Fact[] {
  refuseUnlessUnfinished(product)
  const thread = threadOf(commentId, product)
  if (thread.inReplyTo !== undefined)
    throw new Refusal(
      'invalid',
      `Only the first comment of a thread can be resolved: ${thread.inReplyTo}. This one is a reply.`,
    )
  if (thread.isResolved === resolved) return []
  const type = resolved ? 'workProduct.commentResolved' : 'workProduct.commentReopened'
  return [{ type, subject: workProductId, data: { workProductId, commentId } }]
}

function threadOf(commentId: string, { comments }: Product) {
  const thread = Object.hasOwn(comments, commentId) && comments[commentId]
  if (!thread) throw new Refusal('notFound', 'There is no such comment on this work product.')
  return thread
}

function sign(command: Of<'sign'>, product: Product, acting: Acting): Fact[] {
  const { profile } = acting.context
  if (isIntegration(workerIn(acting.context)))
    throw new Refusal('forbidden', 'A decision must be signed by a person, not by another system.')
  const { workProductId, version, shown, prepared } = command
  if (isInForce(product.status)) throw new Refusal('conflict', 'The work product is already signed.')
  refuseUnlessUnfinished(product)
  refuseStale(version, product)
  if (product.status !== 'inReview')
    throw new Refusal('stateForbids', 'The work product is a draft: submit it for review before signing.')
  const override = signatureOverride(acting, command)
  if (!prepared) throw new Error('sign needs prepared')
  const { blockers, packageSha256, dispositions, recipients, warnings } = prepared
  const changed = shown !== undefined && changedSince(shown, prepared.shown)
  if (changed) throw new Refusal('conflict', changed)
  const [first] = blockers
  if (first) {
    const others = blockers.length - 1
    const more =
      others === 0 ? '' : ` There ${others === 1 ? 'is 1 more blocker' : `are ${others} more blockers`}.`
    throw new Refusal('stateForbids', `${first.sentence}${more}`)
  }
  const { contentSha256 } = product
  const signed: Fact = {
    type: 'workProduct.signed',
    subject: workProductId,
    data: { workProductId, version, contentSha256, packageSha256, dispositions, recipients, warnings },
  }
  const overrides = override ? [overrideUsed({ action: 'sign', workProductId, ...override })] : []
  if (profile.workProducts.release !== 'atSigning') return [signed, ...overrides]
  return [
    signed,
    ...overrides,
    { type: 'workProduct.cleared', subject: workProductId, data: { workProductId, packageSha256 } },
  ]
}

function release({ workProductId }: Of<'release'>, product: Product, acting: Acting): Fact[] {
  const { status, packageSha256, isCleared, isSealed } = product
  if (status === 'released') return []
  if (status !== 'signed' || packageSha256 === null)
    throw new Refusal(
      'stateForbids',
      `Only a signed work product can be released; this one is ${statusWords[status]}.`,
    )
  refuseUnlessReleaser(acting)
  const data = { workProductId, packageSha256 }
  const cleared: Fact = { type: 'workProduct.cleared', subject: workProductId, data }
  const released: Fact = { type: 'workProduct.released', subject: workProductId, data }
  return [...(isCleared ? [] : [cleared]), ...(isSealed ? [released] : [])]
}

function releaseIfReady({ workProductId }: Of<'releaseIfReady'>, product: Product): Fact[] {
  const { status, packageSha256, isCleared, isSealed } = product
  if (status !== 'signed' || packageSha256 === null || !isCleared || !isSealed) return []
  return [{ type: 'workProduct.released', subject: workProductId, data: { workProductId, packageSha256 } }]
}

function recallInForce(
  { caseId, why }: Of<'recallInForce'>,
  { products, substitutedBy }: WorkProductsState,
): Fact[] {
  const [inForce] = Object.entries(products).filter(([, product]) => isLatest(product))
  if (!inForce) return []
  const [workProductId, product] = inForce
  return recall({ type: 'recall', caseId, workProductId, why }, product, { substitutedBy })
}

function recall(
  { workProductId, why }: Of<'recall'>,
  { status, packageSha256, isBehind }: Product,
  { substitutedBy }: Pick<WorkProductsState, 'substitutedBy'>,
): Fact[] {
  if (status === 'recalled') return []
  if (substitutedBy)
    throw new Refusal(
      'stateForbids',
      'The case was continued as another one by a substitution, so its decisions cannot be recalled: link the issue as a remand to decide it again.',
    )
  if (isBehind)
    throw new Refusal(
      'stateForbids',
      'This decision can no longer be recalled: its case is being decided again.',
    )
  if (!isInForce(status) || packageSha256 === null)
    throw new Refusal(
      'stateForbids',
      `Only a signed work product can be recalled; this one is ${statusWords[status]}.`,
    )
  const data = { workProductId, packageSha256, wasReleased: status === 'released', why: why.trim() }
  return [{ type: 'workProduct.recalled', subject: workProductId, data }]
}

/** Seals even a recalled work product, since its package and file are kept. */
function seal(command: Of<'seal'>, product: Product): Fact[] {
  const { workProductId, packageSha256, sha256, bytes } = command
  if (product.packageSha256 !== packageSha256)
    throw new Refusal('stateForbids', 'The work product was not signed with this package.')
  if (product.isSealed) return []
  const data = { workProductId, packageSha256, sha256, bytes }
  return [{ type: 'workProduct.sealed', subject: workProductId, data }]
}

const statusWords: Record<WorkProductStatus, string> = {
  draft: 'a draft',
  inReview: 'in review',
  signed: 'signed',
  released: 'signed and released',
  recalled: 'recalled',
  discarded: 'discarded',
}

export function refuseUnlessUnfinished({ status }: Product) {
  if (isUnfinished(status)) return
  throw new Refusal(
    'stateForbids',
    `The work product is ${statusWords[status]}: it can no longer be changed.`,
  )
}

function refuseStale(version: number, product: Product) {
  if (version === product.version) return
  const { version: current } = product
  throw new Refusal('conflict', `The work product is at version ${current}, not ${version}: read it again.`)
}
