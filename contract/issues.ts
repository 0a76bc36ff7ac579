import { Anchor, AnchorCheck, newAnchor } from './anchors.ts'
import { shownTo } from './audience.ts'
import { alias, byUsername } from './envelope.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Assignee, ends, override } from './tasks.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const word = (description: string, example: string) => nonEmpty(200, { description, examples: [example] })
const text = (most: number, description: string) => Type.String({ maxLength: most, description })
const issueIds = (description: string, minItems: number) =>
  Type.Array(Type.String({ maxLength: 100 }), { minItems, maxItems: 500, description })

const IssueType = word('An issue type from the profile', 'serviceConnection')
const BenefitType = word('A benefit type from the profile', 'compensation')
const Scope = text(10_000, 'Which part of it is contested')
const Description = text(10_000, 'The issue in the words of whoever raised it')

const words = {
  issueType: IssueType,
  benefitType: Type.Optional(BenefitType),
  scope: Type.Optional(Scope),
  description: Type.Optional(Description),
}

/** What an issue is about. */
export const NewIssue = Type.Object(words, {
  ...strict,
  examples: [
    {
      issueType: 'serviceConnection',
      benefitType: 'compensation',
      description: 'Service connection for tinnitus',
    },
  ],
})
export type NewIssue = Static<typeof NewIssue>

const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const changes = {
  issueType: Type.Optional(IssueType),
  benefitType: orNull(BenefitType),
  scope: orNull(Scope),
  description: orNull(Description),
}
const IssueChanges = Type.Object(changes)
export type IssueChanges = Static<typeof IssueChanges>

export const EditIssue = Type.Object(
  { ...changes, override },
  {
    ...strict,
    minProperties: 1,
    description: 'Fields to change; null clears a field',
    examples: [{ scope: 'The rating before 2019' }],
  },
)
export type EditIssue = Static<typeof EditIssue>

export const DispositionReason = Type.Object(
  {
    reason: word('A reason from the profile', 'inadequateExamination'),
    timing: Type.Optional(word('When the reason arose; a timing from the profile', 'beforeCertification')),
  },
  strict,
)
export type DispositionReason = Static<typeof DispositionReason>

const GivenInstruction = Type.Object(
  {
    text: nonBlank(2000, {
      description: 'What is to be done',
      examples: ['Obtain an opinion on whether the hearing loss began in service.'],
    }),
    reason: Type.Optional(word('The reason that it answers, one of `reasons`', 'inadequateExamination')),
  },
  strict,
)

/** What is resolved of an issue. */
export const issueDecision = Type.Object(
  {
    disposition: word('A disposition from the profile', 'allowed'),
    reasons: Type.Optional(
      Type.Array(DispositionReason, { maxItems: 50, description: 'Reasons, if the profile asks for them' }),
    ),
    instructions: Type.Optional(
      Type.Array(GivenInstruction, {
        maxItems: 50,
        description: 'What is to be done, if the disposition sends the issue back',
      }),
    ),
    note: Type.Optional(text(10_000, 'A note on the decision')),
  },
  strict,
)

export const DecideIssue = Type.Object(
  { ...issueDecision.properties, override },
  { ...strict, examples: [{ disposition: 'allowed' }] },
)
export type DecideIssue = Static<typeof DecideIssue>

export const IssueOrder = Type.Object(
  { issueIds: issueIds('Every listed issue exactly once, in the new order', 1) },
  { ...strict, examples: [{ issueIds: ['issue_2', 'issue_1'] }] },
)

export const SplitIssue = Type.Object(
  {
    into: Type.Array(NewIssue, {
      minItems: 2,
      maxItems: 50,
      description: 'The issues that replace it, in order; each starts with the evidence of the original',
    }),
  },
  strict,
)

export const MergeIssues = Type.Object(
  {
    issueIds: issueIds('The issues to merge with this one', 1),
    into: Type.Optional(NewIssue),
  },
  {
    ...strict,
    description: 'The merged issue; omitted fields keep the values of the issue merged into',
    examples: [{ issueIds: ['issue_2'] }],
  },
)

export const removals = ['withdrawn', 'ineligible'] as const

const removal = {
  how: oneOf(removals, {
    description: '`withdrawn` by whoever raised it, or `ineligible` for decision here',
  }),
  reason: Type.Optional(word('For an ineligible issue: a reason from the profile', 'untimely')),
  why: nonBlank(2000, { description: 'The reason, as a sentence' }),
}

export const IssueRemoval = Type.Object(
  { ...removal, ends },
  { ...strict, examples: [{ how: 'withdrawn', why: 'Withdrawn in the letter of 2 March.' }] },
)

export const leavings = [...removals, 'moved'] as const

/** An issue that is moved goes on in another case. */
const IssueLeaving = Type.Object({
  ...removal,
  how: oneOf(leavings),
})
export type IssueLeaving = Static<typeof IssueLeaving>

export const issueStatuses = ['open', 'decided', 'sentBack', 'split', 'merged', ...leavings] as const

const by = { by: byUsername, at: Timestamp }

export const Issue = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Position in the list; absent if it is no longer listed' }),
    ),
    ...words,
    status: oneOf(issueStatuses, {
      description:
        'Open and decided issues are listed, and those that were sent back for more work and have not returned. The others have left the list and are answered by other issues or not at all',
      examples: ['decided'],
    }),
    raisedIssueIds: Type.Array(Type.String(), {
      description: 'The originally raised issues that this one answers; its own ID if it was raised as is',
    }),
    answeredByIssueIds: Type.Array(Type.String(), {
      description: 'The listed issues that answer this one; its own ID if it is listed',
    }),
    decision: Type.Optional(
      shownTo(
        'party',
        Type.Object(
          {
            disposition: Type.String({ examples: ['allowed'] }),
            reasons: Type.Array(DispositionReason),
            instructions: Type.Optional(Type.Array(GivenInstruction)),
            note: Type.Optional(Type.String()),
            by: Type.Optional(Type.String({ description: 'Who recorded it; not shown to parties' })),
            at: Timestamp,
          },
          { description: 'Until signing, visible only to those who may read deliberations' },
        ),
        { integration: ['by'] },
      ),
    ),
    removal: Type.Optional(Type.Object({ ...IssueLeaving.properties, ...by })),
    citations: Type.Integer({ minimum: 0, description: 'Number of citations; only if you may see them' }),
    remandId: Type.Optional(
      Type.String({
        description: 'The last remand of the issue; while it is away, its status is `sentBack`',
      }),
    ),
    signedIn: Type.Optional(
      Type.String({
        description: 'The signed work product that decided it; the issue is locked until that is recalled',
      }),
    ),
  }),
  { staff: ['removal'], integration: ['remandId'] },
)
export type Issue = Static<typeof Issue>

export const issueActions = ['decide', 'cite', 'editDecided'] as const
export type IssueAction = (typeof issueActions)[number]
const issueAction = oneOf(issueActions)

/** What the caller may do with the issues of a case. */
const offeredActions = Type.Object({
  may: Type.Array(issueAction, {
    description:
      '`decide` and `cite` are also to undo a decision and to remove a citation; `editDecided`, to edit an issue that is decided',
  }),
  override: Type.Array(issueAction, {
    description:
      'Accepted only with `override`, a reason, because others write or review the decision of the case',
  }),
  heldBy: Type.Union([Assignee, Type.Null()], {
    description:
      'Who decides the issues now: whoever writes the decision, or reviews it; null if nobody does',
  }),
})
export type IssueActions = Static<typeof offeredActions>

export const IssueDetail = Type.Object({ issue: Issue })
export const IssueList = Type.Object({
  issues: Type.Array(Issue, { description: 'Issues to decide, in order' }),
  past: Type.Array(Issue, { description: 'Issues that were split, merged or removed' }),
  actions: Type.Optional({
    ...offeredActions,
    description:
      'What you may do with the issues that no signed decision locks; only if you read deliberations',
  }),
})
export type IssueList = Static<typeof IssueList>

export const NewCitation = Type.Object(
  {
    ...newAnchor.properties,
    note: Type.Optional(text(2000, 'What the page is cited for')),
    override,
  },
  { ...strict, examples: [{ page: 12, quote: 'at least as likely as not' }] },
)
export type NewCitation = Static<typeof NewCitation>

export const Citation = Type.Object({
  id: Type.String(),
  issueId: Type.String(),
  anchor: Anchor,
  documentName: Type.String(),
  note: Type.Optional(Type.String()),
  orphaned: Type.Optional(
    Type.Literal(true, { description: 'The revised document does not contain the cited place' }),
  ),
  createdBy: byUsername,
  createdAt: Timestamp,
})
export type Citation = Static<typeof Citation>

export const CitationCreated = Type.Object({ citation: Citation })

export const CheckedCitation = Type.Object({ ...Citation.properties, check: AnchorCheck })

export const Evidence = Type.Object({ evidence: Type.Array(CheckedCitation) })
export type Evidence = Static<typeof Evidence>

export const TextCitation = Type.Object({
  workProductId: Type.String(),
  title: Type.String(),
  status: Type.String({ examples: ['draft'] }),
  part: oneOf(['opening', 'issue', 'closing']),
  issueId: Type.Optional(Type.String({ description: 'Set if the part is `issue`' })),
  anchor: Anchor,
})
export type TextCitation = Static<typeof TextCitation>

export const PageCitations = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  documentId: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'The document version the page belongs to' }),
  citations: Type.Array(Citation, { description: 'Citations by listed issues, in issue order' }),
  inTexts: Type.Array(TextCitation, {
    description: 'Citations in work products as last saved, in text order',
  }),
})
export type PageCitations = Static<typeof PageCitations>

export const CheckAnchors = Type.Object(
  { anchors: Type.Array(Anchor, { minItems: 1, maxItems: 500 }) },
  strict,
)
export const AnchorChecks = Type.Object({
  checks: Type.Array(AnchorCheck, { description: 'One check per anchor, in order' }),
})

const ofIssue = Type.Object({
  ...ofCase.properties,
  issueId: Type.String({ description: 'The ID of the issue' }),
})
const ofCitation = Type.Object({ ...ofIssue.properties, citationId: Type.String() })
const ofCasePage = Type.Object({
  ...ofCase.properties,
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
})

const OverrideQuery = Type.Object({ override })

const held =
  'While a task of drafting or review is open, for those who hold it. A supervisor of either task acts with `override`, a reason, which the event `issue.overrideUsed` and the decision package keep.'

export const tag = 'Issues'

export const routes = {
  listIssues: {
    method: 'GET',
    path: '/cases/{id}/issues',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'List the issues of a case, and those that have left the list',
    params: ofCase,
    answers: { 200: json('The issues', IssueList) },
    sdk: {
      call: 'client.issues.list',
      about: 'List the issues of a case in order, and those that have left the list.',
      example: sample`
        const { issues, past } = await client.issues.list(caseId)
        for (const { description, decision } of issues) console.log(description, decision?.disposition)
        console.log(past.length)
      `,
    },
  },
  addIssue: {
    method: 'POST',
    path: '/cases/{id}/issues',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Add an issue to the end of the list',
    params: ofCase,
    body: NewIssue,
    answers: { 201: json('The issue', IssueDetail) },
    sdk: {
      call: 'client.issues.add',
      takes: ['issue'],
      example: sample`
        const { id } = await client.issues.add(caseId, {
          issueType: 'serviceConnection',
          benefitType: 'compensation',
          description: 'Service connection for tinnitus',
        })
        console.log(id)
      `,
    },
  },
  orderIssues: {
    method: 'PUT',
    path: '/cases/{id}/issue-order',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Reorder issues',
    params: ofCase,
    body: IssueOrder,
    answers: { 200: json('The issues in their new order', IssueList) },
    servedBy: { command: 'issue.orderIssues', answer: 'listIssues' },
    sdk: {
      call: 'client.issues.arrange',
      takes: ['issueIds'],
      about: 'Reorder the issues: name each listed one exactly once.',
      example: sample`
        const { issues } = await client.issues.list(caseId)
        await client.issues.arrange(caseId, issues.map(({ id }) => id).reverse())
      `,
    },
  },
  getIssue: {
    method: 'GET',
    path: '/cases/{id}/issues/{issueId}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Get an issue, listed or not',
    params: ofIssue,
    answers: { 200: json('The issue', IssueDetail) },
    servedBy: { call: ['issues.get', 'id', 'issueId', 'caller'] },
    sdk: {
      call: 'client.issues.get',
      example: sample`
        const { status, citations } = await client.issues.get(caseId, issueId)
        console.log(status, citations)
      `,
    },
  },
  editIssue: {
    method: 'PATCH',
    path: '/cases/{id}/issues/{issueId}',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Update an issue',
    description: `An issue that is decided is edited by those who decide it. ${held}`,
    params: ofIssue,
    body: EditIssue,
    answers: { 200: json('The issue', IssueDetail) },
    sdk: {
      call: 'client.issues.edit',
      takes: ['changes'],
      about: 'Update an issue; `null` clears a field.',
      example: sample`
        await client.issues.edit(caseId, issueId, { scope: 'The rating before 2019', benefitType: null })
      `,
    },
  },
  decideIssue: {
    method: 'PUT',
    path: '/cases/{id}/issues/{issueId}/decision',
    audience: 'deliberation',
    needs: 'decideIssues',
    trace: 'change',
    summary: 'Decide an issue, or change the decision',
    description: held,
    params: ofIssue,
    body: DecideIssue,
    answers: { 200: json('The issue', IssueDetail) },
    servedBy: { command: 'issue.decideIssue', answer: 'getIssue' },
    sdk: {
      call: 'client.issues.decide',
      takes: ['decision'],
      about:
        'Decide an issue, or change the decision. Dispositions and reasons come from the profile. While somebody writes or reviews the decision of the case, it is theirs: anyone else gets `forbidden`, unless they supervise one of these tasks and pass the reason as `override`. The `actions` of the list say so beforehand.',
      example: sample`
        await client.issues.decide(caseId, issueId, {
          disposition: 'remanded',
          reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
        })
      `,
    },
  },
  undecideIssue: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/decision',
    audience: 'deliberation',
    needs: 'decideIssues',
    trace: 'change',
    summary: 'Undo the decision on an issue; succeeds even if it is undecided',
    description: held,
    params: ofIssue,
    query: OverrideQuery,
    answers: { 204: done },
    servedBy: { command: 'issue.undecideIssue' },
    sdk: {
      call: 'client.issues.undecide',
      about: 'Undo the decision on an issue. Succeeds even if it is undecided.',
      example: sample`
        await client.issues.undecide(caseId, issueId)
      `,
    },
  },
  splitIssue: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/split',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Split an undecided issue into several that replace it',
    params: ofIssue,
    body: SplitIssue,
    answers: { 201: json('The issues', IssueList) },
    sdk: {
      call: 'client.issues.split',
      takes: ['into'],
      example: sample`
        const issueType = 'serviceConnection'
        await client.issues.split(caseId, issueId, [
          { issueType, description: 'Left knee' },
          { issueType, description: 'Right knee' },
        ])
      `,
    },
  },
  mergeIssues: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/merge',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Merge undecided issues into one that replaces them',
    params: ofIssue,
    body: MergeIssues,
    answers: { 201: json('The merged issue', IssueDetail) },
    sdk: {
      call: 'client.issues.merge',
      takes: ['merged'],
      example: sample`
        const other = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Knees' })
        const { raisedIssueIds } = await client.issues.merge(caseId, issueId, { issueIds: [other.id] })
        console.log(raisedIssueIds.length)
      `,
    },
  },
  removeIssue: {
    method: 'PUT',
    path: '/cases/{id}/issues/{issueId}/removal',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Remove an issue that was withdrawn or is ineligible',
    params: ofIssue,
    body: IssueRemoval,
    answers: { 200: json('The issue', IssueDetail) },
    servedBy: { command: 'issue.removeIssue', answer: 'getIssue' },
    sdk: {
      call: 'client.issues.remove',
      takes: ['removal'],
      example: sample`
        const why = 'Withdrawn in the letter of 2 March.'
        await client.issues.remove(caseId, issueId, { how: 'withdrawn', why })
      `,
    },
  },
  restoreIssue: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/removal',
    audience: 'integration',
    needs: 'editIssues',
    trace: 'change',
    summary: 'Restore a removed issue to the end of the list',
    params: ofIssue,
    answers: { 204: done },
    servedBy: { command: 'issue.restoreIssue' },
    sdk: {
      call: 'client.issues.restore',
      example: sample`
        await client.issues.remove(caseId, issueId, { how: 'withdrawn', why: 'By telephone.' })
        await client.issues.restore(caseId, issueId)
      `,
    },
  },
  listEvidence: {
    method: 'GET',
    path: '/cases/{id}/issues/{issueId}/evidence',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'List the evidence for an issue, checked against the stored pages',
    params: ofIssue,
    answers: { 200: json('The evidence, in page order', Evidence) },
    servedBy: { call: ['issues.evidence', 'id', 'issueId'] },
    sdk: {
      call: 'client.issues.evidence',
      about: 'List the evidence for an issue in page order, each checked against the stored pages.',
      example: sample`
        for (const { anchor, check } of await client.issues.evidence(caseId, issueId)) {
          console.log(anchor.page, check.status)
        }
      `,
    },
  },
  citeEvidence: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/evidence',
    audience: 'deliberation',
    needs: 'citeEvidence',
    trace: 'change',
    summary: 'Cite a page for an issue; an existing citation is returned unchanged',
    description: `The service adds the document, its version and its SHA-256. If the page has a text layer, the quote must be on the page. ${held}`,
    params: ofIssue,
    body: NewCitation,
    answers: { 201: json('The citation', CitationCreated) },
    servedBy: { call: ['issues.cite', 'request', 'id', 'issueId', 'body'] },
    sdk: {
      call: 'client.issues.cite',
      takes: ['citation'],
      about:
        'Cite a page for an issue. The service adds the document and its version. An existing citation is returned unchanged.',
      example: sample`
        const { anchor, documentName } = await client.issues.cite(caseId, issueId, {
          page: 1,
          quote: 'gave way in 1998',
          note: 'Onset in service',
        })
        console.log(documentName, anchor.version, anchor.sha256)
      `,
    },
  },
  removeCitation: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/evidence/{citationId}',
    audience: 'deliberation',
    needs: 'citeEvidence',
    trace: 'change',
    summary: 'Remove a citation; succeeds even if there is no such citation',
    description: held,
    params: ofCitation,
    query: OverrideQuery,
    answers: { 204: done },
    servedBy: { command: 'issue.uncite' },
    sdk: {
      call: 'client.issues.uncite',
      about: 'Remove a citation. Succeeds even if there is no such citation.',
      example: sample`
        const { id } = await client.issues.cite(caseId, issueId, { page: 1 })
        await client.issues.uncite(caseId, issueId, id)
      `,
    },
  },
  listPageCitations: {
    method: 'GET',
    path: '/cases/{id}/pages/{page}/citations',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'List the citations of a page',
    params: ofCasePage,
    answers: { 200: json('Citations by issues and in decision texts', PageCitations) },
    servedBy: { call: ['issues.citationsOfPage', 'id', 'page', 'caller'] },
    sdk: {
      call: 'client.issues.citing',
      about: 'List the citations of a page, by issues and in decision texts.',
      example: sample`
        const { citations, inTexts } = await client.issues.citing(caseId, 1)
        console.log(citations.length, inTexts.length)
      `,
    },
  },
  checkAnchors: {
    method: 'POST',
    path: '/cases/{id}/anchors/check',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { search: 'pages' },
    summary: 'Check anchors against the stored pages',
    params: ofCase,
    body: CheckAnchors,
    answers: { 200: json('One check per anchor, in order', AnchorChecks) },
    errors: [400, 401, 403, 404, 413, 415],
    servedBy: { call: ['issues.check', 'id', 'body.anchors'] },
    sdk: {
      call: 'client.issues.check',
      takes: ['anchors'],
      about: 'Check anchors against the stored pages: one check per anchor, in order.',
      example: sample`
        const { anchor } = await client.issues.cite(caseId, issueId, { page: 1 })
        const [check] = await client.issues.check(caseId, [anchor])
        console.log(check?.status, check?.resolves)
      `,
    },
  },
} as const satisfies Record<string, Row>

const IssueAdded = Type.Object({
  issueId: Type.String(),
  position: Type.Integer({ minimum: 0, description: 'Position among the issues of the case' }),
  issueType: Type.String(),
  benefitType: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  raisedIssueIds: Type.Optional(
    Type.Array(Type.String(), {
      description: 'For an issue created by a split or merge: the originally raised issues',
    }),
  ),
  alias: Type.Optional(alias),
  sharedFrom: Type.Optional(
    Type.Object(
      { caseId: Type.String(), issueId: Type.String() },
      { description: 'The issue of another case that it continues' },
    ),
  ),
})

const issue = { issueId: Type.String() }
const citation = { ...issue, citationId: Type.String() }

/** What is done in the place of those who decide the issues. */
export const decidingActions = ['decide', 'undecide', 'cite', 'uncite', 'edit'] as const
export type DecidingAction = (typeof decidingActions)[number]

export const events = {
  'issue.added': shownTo('party', IssueAdded, { integration: ['alias', 'sharedFrom'] }),
  'issue.edited': shownTo(
    'party',
    Type.Object({
      ...issue,
      issueType: Type.String(),
      benefitType: Type.Optional(Type.String()),
      scope: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
    }),
  ),
  'issue.decided': shownTo(
    'deliberation',
    Type.Object({
      ...issue,
      disposition: Type.String(),
      reasons: Type.Array(DispositionReason),
      instructions: Type.Optional(Type.Array(GivenInstruction)),
      note: Type.Optional(Type.String()),
    }),
  ),
  'issue.undecided': shownTo('deliberation', Type.Object(issue)),
  'issue.split': shownTo(
    'party',
    Type.Object({
      ...issue,
      into: Type.Array(Type.String(), { description: 'The issues that replace it' }),
    }),
  ),
  'issue.merged': shownTo(
    'party',
    Type.Object({
      issueId: Type.String({ description: 'The issue that replaces them' }),
      from: Type.Array(Type.String()),
    }),
  ),
  'issue.removed': shownTo('party', Type.Object({ ...issue, ...IssueLeaving.properties }), {
    staff: ['why'],
  }),
  'issue.restored': shownTo('party', Type.Object({ ...issue, position: Type.Integer({ minimum: 0 }) })),
  'issue.cited': shownTo(
    'deliberation',
    Type.Object({ ...citation, anchor: Anchor, note: Type.Optional(Type.String()) }),
  ),
  'issue.uncited': shownTo('deliberation', Type.Object(citation)),
  'issue.citationMoved': shownTo('deliberation', Type.Object({ ...citation, anchor: Anchor })),
  'issue.citationOrphaned': shownTo('deliberation', Type.Object(citation)),
  'issue.overrideUsed': shownTo(
    'deliberation',
    Type.Object(
      {
        ...issue,
        action: oneOf(decidingActions),
        taskId: Type.String({ description: 'The task of drafting or review that somebody else held' }),
        type: Type.String({ description: 'The type of the task' }),
        holder: Type.Optional(Assignee),
        why: Type.String(),
      },
      { description: 'Somebody acted on an issue in the place of whoever writes or reviews the decision' },
    ),
  ),
  'case.issuesOrdered': shownTo('party', Type.Object({ issueIds: Type.Array(Type.String()) })),
}
