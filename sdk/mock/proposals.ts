import * as rules from '../generated/rules.js'
import type { Operation, Proposal, WorkProductContent } from '../generated/types.ts'
import type { openDrafts } from './drafts.ts'
import { defined, type Logged, refusal } from './engine.ts'
import type { Handlers, World } from './world.ts'

type Text = { title: string; content: WorkProductContent }
type Kept = { base: Text; operations: Operation[]; reason?: string }
type Of = { caseId: string; workProductId: string }
const answers = {
  'workProduct.proposalAccepted': 'accepted',
  'workProduct.proposalRejected': 'rejected',
  'workProduct.proposalWithdrawn': 'withdrawn',
} as const
const isAnswer = (event: Logged) =>
  event.type === 'workProduct.proposalAccepted' ||
  event.type === 'workProduct.proposalRejected' ||
  event.type === 'workProduct.proposalWithdrawn'

/** Changes of a draft that wait for an answer of whoever writes it. */
export function proposalHandlers(
  world: World,
  {
    drafts,
    eventsOf,
    found,
    kept,
    keep,
  }: {
    drafts: ReturnType<typeof openDrafts>
    eventsOf: (caseId: string, workProductId: string) => Logged[]
    found: (caseId: string, workProductId: string) => rules.Product
    kept: ReadonlyMap<string, unknown>
    keep: (value: unknown) => string
  },
) {
  const { workProducts } = rules
  const mayEditInReview = world.isAdministrator

  function proposalsOf(caseId: string, workProductId: string): Proposal[] {
    const isOpen = rules.isBeingWritten(found(caseId, workProductId).status)
    const { text } = drafts.draftOf(caseId, workProductId)
    const events = eventsOf(caseId, workProductId)
    return events
      .filter((event) => event.type === 'workProduct.proposed')
      .map(({ data, actor, at }) => {
        const { proposalId: id, version, base, proposalSha256 } = data
        const { operations, reason, base: excerpt } = kept.get(proposalSha256) as Kept
        const last = events.filter(isAnswer).findLast((event) => event.data.proposalId === id)
        const status = last ? answers[last.type] : isOpen ? 'open' : 'closed'
        const { state, why, ...beside } = rules.presentProposal(text, { base: excerpt, operations })
        const answered = last && {
          ...{ by: last.actor, at: last.at },
          revision: 'revision' in last.data ? last.data.revision : undefined,
          why: 'whySha256' in last.data ? (kept.get(String(last.data.whySha256)) as string) : undefined,
        }
        return defined<Proposal>({
          ...{ id, version, base, operations, reason, by: actor, at, status },
          answered: answered && defined<NonNullable<Proposal['answered']>>(answered),
          ...beside,
          ...(status === 'open' ? { state, why } : {}),
        })
      })
  }
  const listed = ({ caseId, workProductId }: Of, status?: string) => {
    const proposals = proposalsOf(caseId, workProductId)
    return {
      revision: drafts.draftOf(caseId, workProductId).revision,
      proposals: status ? proposals.filter((one) => one.status === status) : proposals,
    }
  }

  return {
    openIn: (caseId: string, workProductId: string) => {
      const { proposals = {} } = found(caseId, workProductId)
      return Object.values(proposals).filter(({ status }) => status === 'open').length
    },

    handlers: {
      listProposals({ caseId, workProductId }, { status, after, limit = 100 }) {
        const { revision, proposals: all } = listed({ caseId, workProductId }, status)
        const known = proposalsOf(caseId, workProductId).map(({ id }) => id)
        if (after !== undefined && !known.includes(String(after)))
          throw refusal('invalid', 'after must be the next of a page of these proposals.')
        const behind = known.indexOf(String(after))
        const rest = all.filter(({ id }) => known.indexOf(id) > behind)
        const proposals = rest.slice(0, Number(limit))
        const last = proposals.at(-1)
        return { revision, proposals, ...(last && rest.length > proposals.length ? { next: last.id } : {}) }
      },
      propose({ caseId, workProductId, body }) {
        found(caseId, workProductId)
        const { base, operations: given, reason } = body
        const text = drafts.textAt(caseId, workProductId, base)
        const operations = drafts.named(caseId, given, text)
        const made = rules.rebase({ base: text, now: text }, operations)
        if (rules.canonicalJson(made.text) === rules.canonicalJson(text))
          throw refusal('invalid', 'operations must change the text: these change nothing.')
        const proposalId = world.newId('proposal')
        const proposalSha256 = keep(
          defined<Kept>({ base: rules.excerptOf(text, operations), operations, reason }),
        )
        world.change(workProducts, {
          type: 'propose',
          caseId,
          workProductId,
          proposalId,
          base,
          proposalSha256,
        })
        return proposalsOf(caseId, workProductId).find(({ id }) => id === proposalId) as Proposal
      },
      acceptProposals({ caseId, workProductId, body: { proposals: proposalIds } }) {
        const product = found(caseId, workProductId)
        const { tasks } = world.stateIn(workProducts, caseId)
        rules.refuseUnlessEditable(product, { tasks, context: world.contextNow() }, mayEditInReview)
        const wanted = rules.stillOpen(product, proposalIds, 'accepted')
        const events = eventsOf(caseId, workProductId)
        const named = wanted.map((id) => {
          const made = events
            .filter((event) => event.type === 'workProduct.proposed')
            .find(({ data }) => data.proposalId === id)
          return { id, by: made?.actor, ...(kept.get(made?.data.proposalSha256 ?? '') as Kept) }
        })
        const { text } = drafts.draftOf(caseId, workProductId)
        const { accepted, open } = rules.acceptInTurn(text, named)
        const revisions = accepted.map(({ given: { id }, operations }) => {
          const by = named.find((one) => one.id === id)?.by
          if (operations.length > 0 && by) drafts.append(caseId, workProductId, operations, { id, by })
          return { proposalId: id, revision: drafts.draftOf(caseId, workProductId).revision }
        })
        world.change(workProducts, {
          type: 'acceptProposals',
          ...{ caseId, workProductId, proposalIds, accepted: revisions, mayEditInReview },
        })
        const left = open.map(({ given, why = '', conflicts }) => ({ proposalId: given.id, why, conflicts }))
        const { revision, version } = drafts.draftOf(caseId, workProductId)
        const isLeft = (id: string) => left.some(({ proposalId }) => proposalId === id)
        return { revision, version, accepted: proposalIds.filter((id) => !isLeft(id)), open: left }
      },
      rejectProposals({ caseId, workProductId, body: { proposals: proposalIds, why } }) {
        const whySha256 = why === undefined ? undefined : keep(why)
        world.change(workProducts, {
          type: 'rejectProposals',
          ...{ caseId, workProductId, proposalIds, whySha256, mayEditInReview },
        })
        return listed({ caseId, workProductId })
      },
      withdrawProposals({ caseId, workProductId, body: { proposals: proposalIds } }) {
        world.change(workProducts, { type: 'withdrawProposals', caseId, workProductId, proposalIds })
        return listed({ caseId, workProductId })
      },
    } satisfies Handlers,
  }
}
