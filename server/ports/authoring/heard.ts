import type { Action } from '@portico/contract/actions'
import type { Actor } from '@portico/contract/envelope'
import type { authoring } from '@portico/contract/ports/authoring'
import type { FactName, FactOf } from '@portico/contract/ports/kit'
import type { OnCase } from '../../app/decisions/editor-access.ts'
import { TextContested } from '../../app/decisions/text-contested.ts'
import type { Request } from '../../app/engine/execute.ts'
import { tenRandomBytes } from '../../app/engine/random.ts'
import { issues } from '../../core/issue/issue.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { findWorkProductCase } from '../../projections/work-products.ts'
import { wasCalled } from '../../store/obligations/settle.ts'
import {
  type Carrying,
  type Heard,
  type HeardParts,
  type Serving,
  type Unmatched,
  unmatched,
} from '../delivery/bindings/serve-port.ts'

type Needed =
  | 'editorAccess'
  | 'execute'
  | 'permissions'
  | 'proposals'
  | 'signingProofs'
  | 'workProducts'
  | 'writing'
type WritingParts = HeardParts<Needed>

type Fact<Name extends FactName<typeof authoring>> = FactOf<typeof authoring, Name>
type Target = { caseId: string; workProductId: string }

/** A member at work in the other editor: what they may do is what they may do here. */
type AtWork = OnCase & { request(carrying: Carrying): Request; may(action: Action): boolean }

/** Whoever writes elsewhere does what they would do here: the same commands, under their name and with their rights. */
export const heard: Serving<typeof authoring, Needed>['heard'] = {
  async draftBegun({ caseId, author, title, content }, parts) {
    if (!(await wasOpened(caseId, parts))) return notOpened(caseId)
    refuseOther(caseId, parts)
    return does(caseId, author, parts, ['draft'], ({ request }, carrying) => {
      const workProductId = newId('product', carrying.at, tenRandomBytes())
      const given = withoutUndefined({ title, content })
      return parts.portico.workProducts.draft(request(carrying), { caseId, workProductId }, given)
    })
  },

  draftSaved: (fact, parts) =>
    onDraft(
      fact,
      parts,
      fact.dispositions ? ['draft', 'decideIssues'] : ['draft'],
      async (target, at, carrying) => {
        const { baseVersion, base, title, content, dispositions = [] } = fact
        const save = { baseVersion, content, ...withoutUndefined({ base, title }) }
        const mayEditInReview = at.may('reviewDrafts')
        const request = at.request(carrying)
        if (dispositions.length === 0)
          return parts.portico.workProducts.save(request, target, { ...save, mayEditInReview })
        const operations = await parts.portico.workProducts.asOperations(target, save, carrying.at)
        const writing = { request, mayEditInReview }
        await parts.portico.writing.changeText(target, writing, { ...operations, dispositions })
        return keep(target, at, carrying, parts)
      },
    ),

  textChanged: (fact, parts) =>
    onDraft(
      fact,
      parts,
      fact.dispositions ? ['draft', 'decideIssues'] : ['draft'],
      async (target, at, carrying) => {
        const { base, operations, dispositions, isVersion = false } = fact
        const writing = { request: at.request(carrying), mayEditInReview: at.may('reviewDrafts') }
        const asked = { base, operations, ...withoutUndefined({ dispositions }) }
        try {
          await parts.portico.writing.changeText(target, writing, asked)
        } catch (error) {
          if (!(error instanceof TextContested) || dispositions?.length) throw error
          return proposeInstead(target, fact, at, carrying, parts)
        }
        if (isVersion) await keep(target, at, carrying, parts)
      },
    ),

  issuesDecided: (fact, parts) =>
    onDraft(fact, parts, ['decideIssues'], ({ caseId }, at, carrying) => {
      const command = { type: 'decideIssues' as const, caseId, decisions: [...fact.dispositions] }
      return parts.portico.execute(issues, at.request(carrying), command, () => null)
    }),

  commented: (fact, parts) =>
    onDraft(fact, parts, ['commentOnDrafts'], (target, at, carrying) => {
      const { text, place, inReplyTo, mentions } = fact
      const commentId = newId('comment', carrying.at, tenRandomBytes())
      const comment = { text, ...withoutUndefined({ place, inReplyTo, mentions }) }
      return parts.portico.workProducts.comment(at.request(carrying), { ...target, commentId }, comment)
    }),

  commentSettled: ({ commentId, resolved, ...fact }, parts) =>
    onDraft(fact, parts, ['commentOnDrafts'], (target, at, carrying) => {
      const command = { ...target, type: 'setResolved' as const, commentId, resolved }
      return parts.portico.workProducts.change(at.request(carrying), command)
    }),

  proposed: ({ base, operations, reason, ...fact }, parts) =>
    onDraft(fact, parts, ['commentOnDrafts'], (target, at, carrying) => {
      const proposal = { base, operations, ...withoutUndefined({ reason }) }
      return propose(target, proposal, at, carrying, parts)
    }),

  proposalsAccepted: ({ proposals, ...fact }, parts) =>
    onDraft(fact, parts, ['draft'], (target, at, carrying) => {
      const writing = { request: at.request(carrying), mayEditInReview: at.may('reviewDrafts') }
      return parts.portico.proposals.accept(target, writing, proposals)
    }),

  proposalsRejected: ({ proposals, why, ...fact }, parts) =>
    onDraft(fact, parts, ['draft'], (target, at, carrying) => {
      const writing = { request: at.request(carrying), mayEditInReview: at.may('reviewDrafts') }
      return parts.portico.proposals.reject(target, writing, { proposals, ...withoutUndefined({ why }) })
    }),

  proposalsWithdrawn: ({ proposals, ...fact }, parts) =>
    onDraft(fact, parts, ['commentOnDrafts'], (target, at, carrying) =>
      parts.portico.proposals.withdraw(target, at.request(carrying), proposals),
    ),

  submitted: ({ version, ...fact }, parts) =>
    onDraft(fact, parts, ['draft'], (target, at, carrying) =>
      parts.portico.workProducts.end(at.request(carrying), target, { type: 'submit', version }),
    ),

  /** What cannot be proven waits for somebody, also where it is matched by hand: nobody signs for another. */
  async authorSigned({ version, proof, ...fact }: Fact<'authorSigned'>, parts) {
    const caseId = await findWorkProductCase(parts.db, fact.workProductId)
    if (caseId === undefined) return noDraft
    if (parts.caseId !== undefined)
      return unmatched(
        'A signature is not matched by hand: whoever signs gets a new proof and signs again.',
        caseId,
      )
    const signing = { caseId, workProductId: fact.workProductId, version, memberId: fact.author.id }
    const proven = parts.portico.signingProofs.check(proof, signing, parts.clock())
    if ('fault' in proven) return unmatched(proven.fault, caseId)
    const [product] = (await parts.portico.workProducts.list(caseId)).filter(
      ({ id }) => id === fact.workProductId,
    )
    if (product?.signed)
      return unmatched('The proof of the signature was used: this version is signed.', caseId)
    return onDraft(fact, parts, ['signDecisions'], (target, { request, member }, carrying) =>
      parts.portico.workProducts.sign(request(carrying), target, {
        version,
        name: member.displayName,
        ...proven,
      }),
    )
  },
}

const noDraft = unmatched('There is no work product with this workProductId.')
const notOpened = (caseId: string) => unmatched('This binding was not given this case to draft.', caseId)

type Does = (target: Target, at: AtWork, carrying: Carrying) => Promise<unknown>

/** Only whoever was called to open the editor knows of the draft. */
async function onDraft(
  { workProductId, author }: { workProductId: string; author: Fact<'submitted'>['author'] },
  parts: WritingParts,
  needs: readonly Action[],
  work: Does,
): Promise<Heard> {
  const caseId = await findWorkProductCase(parts.db, workProductId)
  if (caseId === undefined) return noDraft
  if (!(await wasOpened(caseId, parts))) return notOpened(caseId)
  refuseOther(caseId, parts)
  return does(caseId, author, parts, needs, (at, carrying) => work({ caseId, workProductId }, at, carrying))
}

async function does(
  caseId: string,
  author: { id: string; username: string },
  parts: WritingParts,
  needs: readonly Action[],
  work: (at: AtWork, carrying: Carrying) => Promise<unknown>,
): Promise<Heard> {
  const at = await atWork(caseId, author, parts)
  if ('unmatched' in at) return at
  const missing = needs.find((action) => !at.may(action))
  return {
    caseId,
    async does(carrying) {
      if (missing)
        throw new Refusal(
          'forbidden',
          `${author.username} may not do this: it needs the action \`${missing}\`.`,
        )
      await work(at, carrying)
    },
  }
}

async function atWork(
  caseId: string,
  { id, username }: { id: string; username: string },
  { portico }: WritingParts,
): Promise<AtWork | Unmatched> {
  const found = await portico.editorAccess.onCase(caseId, id)
  if (!found || found.member.username !== username)
    return unmatched(`There is no member ${username} with the id ${id} who sees this case.`, caseId)
  const { member, facts, reader } = found
  const onBehalfOf: Actor = { id, name: member.username, kind: member.kind }
  const caller = { roles: member.roles, teams: member.teams, isParty: reader.audience === 'party' }
  return {
    ...found,
    request: (carrying) => ({ ...carrying, onBehalfOf, caller }),
    may: (action) => portico.permissions.can(member, action, { case: facts }),
  }
}

/** Whoever has named a case that it is not of names another. */
function refuseOther(caseId: string, { caseId: chosen }: WritingParts): void {
  if (chosen !== undefined && chosen !== caseId)
    throw new Refusal('notFound', 'The draft that this is about is not in this case.')
}

const wasOpened = (caseId: string, { db, binding }: WritingParts) =>
  wasCalled(db, { port: 'authoring', binding, caseId, call: 'openEditor' })

const propose = (
  target: Target,
  proposal: Parameters<WritingParts['portico']['proposals']['propose']>[2],
  at: AtWork,
  carrying: Carrying,
  { portico }: WritingParts,
) => {
  const proposalId = newId('proposal', carrying.at, tenRandomBytes())
  return portico.proposals.propose({ ...target, proposalId }, at.request(carrying), proposal)
}

/** Nothing is lost on either side: what two have changed is for whoever writes it to decide. */
const proposeInstead = (
  target: Target,
  { base, operations }: Fact<'textChanged'>,
  at: AtWork,
  carrying: Carrying,
  parts: WritingParts,
) => {
  const reason = `Written in ${parts.binding} while the same blocks were changed here.`
  return propose(target, { base, operations, reason }, at, carrying, parts)
}

/** After what it keeps is durable and settled: where this fails, the pause of the author makes the version. */
async function keep(target: Target, at: AtWork, carrying: Carrying, { portico }: WritingParts) {
  const { also: _, refuse: __, ...again } = carrying
  const writing = { request: at.request(again), mayEditInReview: at.may('reviewDrafts') }
  await portico.writing.keep(target, writing).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}
