import { shownTo } from './audience.ts'
import { Actor } from './envelope.ts'
import { Conflict, mostOperations, NewOperation, Operation, revision } from './operations.ts'
import { afterId, limit, next } from './paging.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, nonEmpty, oneOf, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'
import { ofProduct } from './work-products.ts'

const reason = nonBlank(5000, { examples: ['The examination was in 1998.'] })

export const NewProposal = Type.Object(
  {
    base: { ...revision, description: 'The revision that the operations were made on' },
    operations: Type.Array(NewOperation, {
      minItems: 1,
      maxItems: mostOperations,
      description: 'Accepted together or not at all: propose apart what may be answered apart',
    }),
    reason: Type.Optional({ ...reason, description: 'Why it should be changed' }),
  },
  {
    ...strict,
    examples: [
      {
        base: 0,
        operations: [{ type: 'setTitle', title: 'Decision and order' }],
        reason: 'It orders a payment, too.',
      },
    ],
  },
)
export type NewProposal = Static<typeof NewProposal>

export const proposalStatuses = ['open', 'accepted', 'rejected', 'withdrawn', 'closed'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const proposalStates = ['holds', 'changed', 'contested', 'gone', 'settled'] as const
export type ProposalState = (typeof proposalStates)[number]

const { operations: _, ...sides } = Conflict.properties

/** A block that a proposal would change. */
export const ProposedBlock = Type.Object({
  blockId: sides.blockId,
  base: { ...sides.base, description: 'The block that it was made on; null if it would be new' },
  theirs: { ...sides.theirs, description: 'The block as it is now; null if it is not in the text' },
  yours: { ...sides.yours, description: 'The block as proposed; null if it would be removed' },
})
export type ProposedBlock = Static<typeof ProposedBlock>

export const Proposal = Type.Object({
  id: Type.String({ examples: ['proposal_01kbr2n4f3h5k7n9q1s3v5x7z9'] }),
  version: Type.Integer({ minimum: 1, description: 'The version at the time' }),
  base: { ...revision, description: 'The revision that it was made on' },
  operations: Type.Array(Operation),
  reason: Type.Optional(Type.String()),
  by: Actor,
  at: Timestamp,
  status: oneOf(proposalStatuses, {
    description: '`closed`: the text was signed or discarded with the proposal open',
  }),
  answered: Type.Optional(
    Type.Object(
      {
        by: Actor,
        at: Timestamp,
        why: Type.Optional(Type.String()),
        revision: Type.Optional({ ...revision, description: 'The revision that it became when accepted' }),
      },
      { description: 'Who accepted, rejected or withdrew it' },
    ),
  ),
  state: Type.Optional(
    oneOf(proposalStates, {
      description:
        'Of an open proposal. `holds`: its blocks are as they were. `changed`: they have changed elsewhere, so it can still be accepted. `contested`: the same words have changed. `gone`: its blocks were removed. `settled`: the text already says so',
    }),
  ),
  why: Type.Optional(
    Type.String({ description: 'What else stands against accepting it as the text is now' }),
  ),
  blocks: Type.Array(ProposedBlock),
  title: Type.Optional(
    Type.Object(
      { base: Type.String(), theirs: Type.String(), yours: Type.String() },
      { description: 'Where it would change the title' },
    ),
  ),
})
export type Proposal = Static<typeof Proposal>

export const ProposalDetail = Type.Object({ proposal: Proposal })
export const AllProposals = Type.Object({
  revision: { ...revision, description: 'The revision of the text that the states are of' },
  proposals: Type.Array(Proposal, { description: 'Oldest first' }),
})
export const ProposalPage = Type.Object({ ...AllProposals.properties, next })

const proposalIds = Type.Array(nonEmpty(100), {
  minItems: 1,
  maxItems: 500,
  uniqueItems: true,
  description: 'Their IDs, in the order in which they are to be accepted',
})
const exampleIds = ['proposal_01kbr2n4f3h5k7n9q1s3v5x7z9']

export const AcceptProposals = Type.Object(
  { proposals: proposalIds },
  { ...strict, examples: [{ proposals: exampleIds }] },
)
export const RejectProposals = Type.Object(
  {
    proposals: { ...proposalIds, description: 'Their IDs' },
    why: Type.Optional(reason),
  },
  { ...strict, examples: [{ proposals: exampleIds, why: 'The examiner says otherwise.' }] },
)
export type RejectProposals = Static<typeof RejectProposals>
export const WithdrawProposals = Type.Object(
  { proposals: { ...proposalIds, description: 'Their IDs' } },
  { ...strict, examples: [{ proposals: exampleIds }] },
)

export const ProposalsAccepted = Type.Object({
  revision: { ...revision, description: 'The revision of the text now' },
  version: Type.Integer({ minimum: 1, description: 'The last version' }),
  accepted: Type.Array(Type.String(), {
    description: 'Those that are accepted now, also by somebody before',
  }),
  open: Type.Array(
    Type.Object({
      proposalId: Type.String(),
      why: Type.String({ description: 'Why it could not be accepted' }),
      conflicts: Type.Array(ProposedBlock),
    }),
    { description: 'Those that stay open: somebody has changed what they would change' },
  ),
})
export type ProposalsAccepted = Static<typeof ProposalsAccepted>

export const tag = 'Drafts'

const ListQuery = Type.Object({
  status: Type.Optional(oneOf(proposalStatuses, { description: 'Return only those with this status' })),
  after: afterId('proposal'),
  limit: limit(500, 100),
})
export type ProposalsQuery = Static<typeof ListQuery>

const proposals = '/cases/{id}/work-products/{productId}/proposals' as const

export const routes = {
  listProposals: {
    method: 'GET',
    path: proposals,
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the proposals on a work product, oldest first',
    params: ofProduct,
    query: ListQuery,
    answers: { 200: json('A page of proposals', ProposalPage) },
    servedBy: { call: ['proposals.list', 'target', 'query'] },
    sdk: {
      call: 'client.workProducts.proposals',
      about: 'List the proposals on a work product, oldest first, beside the text as it is now.',
      example: sample`
        for await (const { by, state, reason } of client.workProducts.proposals(caseId, workProductId, { status: 'open' })) {
          console.log(by.name, state, reason)
        }
      `,
    },
  },
  propose: {
    method: 'POST',
    path: proposals,
    audience: 'deliberation',
    needs: 'commentOnDrafts',
    trace: 'change',
    summary: 'Propose a change of the text',
    description:
      'The text stays as it is until whoever writes it accepts. A proposal follows its blocks through edits and moves, and says when they have changed. 409 if `base` is a revision that the text never had.',
    params: ofProduct,
    body: NewProposal,
    bodyLimit: 1024 ** 2,
    answers: { 201: json('The proposal', ProposalDetail) },
    sdk: {
      call: 'client.workProducts.propose',
      takes: ['proposal'],
      about: 'Propose a change of the text, which whoever writes it accepts or rejects.',
      example: sample`
        const { revision: base } = await client.workProducts.get(caseId, workProductId)
        const { id, state } = await client.workProducts.propose(caseId, workProductId, {
          base,
          operations: [{ type: 'setTitle', title: 'Order of the board' }],
          reason: 'It orders a payment, too.',
        })
        console.log(id, state)
      `,
    },
  },
  acceptProposals: {
    method: 'POST',
    path: `${proposals}/accept`,
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Accept proposals, one or many',
    description:
      'They become changes of the text, by the caller, in one transaction. For those who may save the text now. A proposal whose words somebody has changed since stays open, and comes back with what it was made on, what is there now and what it would be; the others are accepted. 409 if one was rejected or withdrawn.',
    params: ofProduct,
    body: AcceptProposals,
    answers: { 200: json('What was accepted, and what stays open', ProposalsAccepted) },
    servedBy: { call: ['proposals.accept', 'target', 'editing', 'body.proposals'] },
    sdk: {
      call: 'client.workProducts.acceptProposals',
      takes: ['proposals'],
      about:
        'Accept proposals, one or many. Those whose words somebody has changed since stay open, and are returned with what stands against them.',
      example: sample`
        const waiting = client.workProducts.proposals(caseId, workProductId, { status: 'open' })
        const { revision, proposals } = await waiting.page()
        const ids = proposals.map(({ id }) => id)
        if (ids.length > 0) {
          const { open } = await client.workProducts.acceptProposals(caseId, workProductId, ids)
          for (const { proposalId, why } of open) console.log(revision, proposalId, why)
        }
      `,
    },
  },
  rejectProposals: {
    method: 'POST',
    path: `${proposals}/reject`,
    audience: 'deliberation',
    needs: 'draft',
    trace: 'change',
    summary: 'Reject proposals, one or many',
    description: 'For those who may save the text now. 409 if one was accepted or withdrawn.',
    params: ofProduct,
    body: RejectProposals,
    answers: { 200: json('All proposals', AllProposals) },
    servedBy: { call: ['proposals.reject', 'target', 'editing', 'body'] },
    sdk: {
      call: 'client.workProducts.rejectProposals',
      takes: ['rejected'],
      example: sample`
        const { revision: base } = await client.workProducts.get(caseId, workProductId)
        const operations = [{ type: 'setTitle' as const, title: 'Order' }]
        const { id } = await client.workProducts.propose(caseId, workProductId, { base, operations })
        await client.workProducts.rejectProposals(caseId, workProductId, { proposals: [id], why: 'It orders nothing.' })
      `,
    },
  },
  withdrawProposals: {
    method: 'POST',
    path: `${proposals}/withdraw`,
    audience: 'deliberation',
    needs: 'commentOnDrafts',
    trace: 'change',
    summary: 'Withdraw your own proposals',
    description: '403 if one is not yours, 409 if one was accepted or rejected.',
    params: ofProduct,
    body: WithdrawProposals,
    answers: { 200: json('All proposals', AllProposals) },
    servedBy: { call: ['proposals.withdraw', 'target', 'request', 'body.proposals'] },
    sdk: {
      call: 'client.workProducts.withdrawProposals',
      takes: ['proposals'],
      example: sample`
        const { revision: base } = await client.workProducts.get(caseId, workProductId)
        const operations = [{ type: 'setTitle' as const, title: 'Ruling' }]
        const { id } = await client.workProducts.propose(caseId, workProductId, { base, operations })
        await client.workProducts.withdrawProposals(caseId, workProductId, [id])
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = { workProductId: Type.String(), proposalId: Type.String() }

export const events = {
  'workProduct.proposed': shownTo(
    'deliberation',
    Type.Object({
      ...of,
      version: Type.Integer({ minimum: 1 }),
      base: { ...revision, description: 'The revision that it was made on' },
      proposalSha256: {
        ...Sha256,
        description:
          'SHA-256 of the operations, the words that they were made on and the reason, which only those who may read drafts can see',
      },
    }),
  ),
  'workProduct.proposalAccepted': shownTo(
    'deliberation',
    Type.Object({ ...of, revision: { ...revision, description: 'The revision that it became' } }),
  ),
  'workProduct.proposalRejected': shownTo(
    'deliberation',
    Type.Object({
      ...of,
      whySha256: Type.Optional({
        ...Sha256,
        description: 'SHA-256 of the reason, which only those who may read drafts can see',
      }),
    }),
  ),
  'workProduct.proposalWithdrawn': shownTo('deliberation', Type.Object(of)),
}
