import { Anchor, AnchorCheck, newAnchor } from './anchors.ts'
import { shownTo } from './audience.ts'
import { alias } from './envelope.ts'
import { done, json, ofCase, type Route, write } from './route.ts'
import { strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const word = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [example] })
const text = (most: number, description: string) => Type.String({ maxLength: most, description })
const issueIds = (description: string, minItems: number) =>
  Type.Array(Type.String({ maxLength: 100 }), { minItems, maxItems: 500, description })

const IssueType = word('A type of the profile', 'serviceConnection')
const BenefitType = word('A benefit of the profile', 'compensation')
const Scope = text(10_000, 'What of it is contested')
const Description = text(10_000, 'What it is, in the words of whoever raised it')

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

export const EditIssue = Type.Object(
  {
    issueType: Type.Optional(IssueType),
    benefitType: orNull(BenefitType),
    scope: orNull(Scope),
    description: orNull(Description),
  },
  {
    ...strict,
    minProperties: 1,
    description: 'What changes; null takes it away',
    examples: [{ scope: 'The rating before 2019' }],
  },
)
export type EditIssue = Static<typeof EditIssue>

export const DispositionReason = Type.Object(
  {
    reason: word('A reason of the profile', 'inadequateExamination'),
    timing: Type.Optional(word('When it arose, in a word of the profile', 'beforeCertification')),
  },
  strict,
)
export type DispositionReason = Static<typeof DispositionReason>

export const DecideIssue = Type.Object(
  {
    disposition: word('A disposition of the profile', 'allowed'),
    reasons: Type.Optional(
      Type.Array(DispositionReason, { maxItems: 50, description: 'Where the profile asks for them' }),
    ),
    note: Type.Optional(text(10_000, 'What else is to be said of it')),
  },
  { ...strict, examples: [{ disposition: 'allowed' }] },
)
export type DecideIssue = Static<typeof DecideIssue>

export const IssueOrder = Type.Object(
  { issueIds: issueIds('Every issue of the list once, in order', 1) },
  { ...strict, examples: [{ issueIds: ['issue_2', 'issue_1'] }] },
)

export const SplitIssue = Type.Object(
  {
    into: Type.Array(NewIssue, {
      minItems: 2,
      maxItems: 50,
      description: 'The issues that take its place, in order; each has its evidence to begin with',
    }),
  },
  strict,
)

export const MergeIssues = Type.Object(
  {
    issueIds: issueIds('The issues that become one with it', 1),
    into: Type.Optional(NewIssue),
  },
  {
    ...strict,
    description: 'What the one is about; as the one they are merged with where it is left out',
    examples: [{ issueIds: ['issue_2'] }],
  },
)

export const removals = ['withdrawn', 'ineligible'] as const

export const IssueRemoval = Type.Object(
  {
    how: Type.Unsafe<(typeof removals)[number]>(
      Type.Union(
        removals.map((how) => Type.Literal(how)),
        { description: 'Taken back by whoever raised it, or not to be decided here' },
      ),
    ),
    reason: Type.Optional(word('Of an ineligible issue: a reason of the profile', 'untimely')),
    why: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'In a sentence' }),
  },
  { ...strict, examples: [{ how: 'withdrawn', why: 'Withdrawn in the letter of 2 March.' }] },
)
export type IssueRemoval = Static<typeof IssueRemoval>

export const leavings = [...removals, 'moved'] as const

/** An issue that is moved goes on in another case. */
const IssueLeaving = Type.Object({
  ...IssueRemoval.properties,
  how: Type.Unsafe<(typeof leavings)[number]>(Type.Union(leavings.map((how) => Type.Literal(how)))),
})
export type IssueLeaving = Static<typeof IssueLeaving>

export const issueStatuses = ['open', 'decided', 'split', 'merged', ...leavings] as const

const by = { by: Type.String(), at: Timestamp }

export const Issue = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Its place in the list, if it is in it' }),
    ),
    ...words,
    status: Type.Unsafe<(typeof issueStatuses)[number]>(
      Type.Union(
        issueStatuses.map((status) => Type.Literal(status)),
        {
          description:
            'Open and decided issues are the list; the others have left it, and are answered by others or not at all',
          examples: ['decided'],
        },
      ),
    ),
    raisedIssueIds: Type.Array(Type.String(), {
      description: 'The issues, as they were raised, that this one answers; itself where it was raised so',
    }),
    answeredByIssueIds: Type.Array(Type.String(), {
      description: 'The issues of the list that answer this one; itself where it is in the list',
    }),
    decision: Type.Optional(
      shownTo(
        'party',
        Type.Object(
          {
            disposition: Type.String({ examples: ['allowed'] }),
            reasons: Type.Array(DispositionReason),
            note: Type.Optional(Type.String()),
            by: Type.Optional(
              Type.String({ description: 'Who recorded it: not for a party, to whom the signer answers' }),
            ),
            at: Timestamp,
          },
          { description: 'Until it is signed, only for those who may read deliberations' },
        ),
        { integration: ['by'] },
      ),
    ),
    removal: Type.Optional(Type.Object({ ...IssueLeaving.properties, ...by })),
    citations: Type.Integer({ minimum: 0, description: 'How many places are cited for it, if you may know' }),
    signedIn: Type.Optional(
      Type.String({
        description: 'The signed work product that decided it: until it is recalled, nothing changes',
      }),
    ),
  }),
  { staff: ['removal'] },
)
export type Issue = Static<typeof Issue>

export const IssueDetail = Type.Object({ issue: Issue })
export const IssueList = Type.Object({
  issues: Type.Array(Issue, { description: 'What is to be decided, in order' }),
  past: Type.Array(Issue, { description: 'What has left the list: split, merged or removed' }),
})
export type IssueList = Static<typeof IssueList>

export const NewCitation = Type.Object(
  {
    ...newAnchor.properties,
    note: Type.Optional(text(2000, 'What the place is cited for')),
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
    Type.Literal(true, { description: 'Its document was revised, and the new version does not have it' }),
  ),
  createdBy: Type.String(),
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
  part: Type.Union([Type.Literal('opening'), Type.Literal('issue'), Type.Literal('closing')]),
  issueId: Type.Optional(Type.String({ description: 'Of a part `issue`' })),
  anchor: Anchor,
})
export type TextCitation = Static<typeof TextCitation>

export const PageCitations = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  documentId: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'The version of the document that the page is of' }),
  citations: Type.Array(Citation, { description: 'For issues of the list, in their order' }),
  inTexts: Type.Array(TextCitation, {
    description: 'In work products as they were last saved, in the order of their text',
  }),
})
export type PageCitations = Static<typeof PageCitations>

export const CheckAnchors = Type.Object(
  { anchors: Type.Array(Anchor, { minItems: 1, maxItems: 500 }) },
  strict,
)
export const AnchorChecks = Type.Object({
  checks: Type.Array(AnchorCheck, { description: 'One for each anchor, in order' }),
})

const ofIssue = Type.Object({
  ...ofCase.properties,
  issueId: Type.String({ description: 'The issue' }),
})
const ofCitation = Type.Object({ ...ofIssue.properties, citationId: Type.String() })
const ofCasePage = Type.Object({
  ...ofCase.properties,
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
})
const undo = [400, 401, 403, 404, 409, 422] as const

export const routes = {
  listIssues: {
    method: 'GET',
    path: '/cases/{id}/issues',
    tag: 'Issues',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'What is to be decided on the case, in order, and what has left the list',
    params: ofCase,
    answers: { 200: json('The issues', IssueList) },
    errors: [401, 403, 404],
  },
  addIssue: {
    method: 'POST',
    path: '/cases/{id}/issues',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Add an issue at the end of the list',
    params: ofCase,
    body: NewIssue,
    answers: { 201: json('The issue', IssueDetail) },
    errors: write,
  },
  orderIssues: {
    method: 'PUT',
    path: '/cases/{id}/issue-order',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Put the issues of the list in order',
    params: ofCase,
    body: IssueOrder,
    answers: { 200: json('The issues, in order', IssueList) },
    errors: write,
  },
  getIssue: {
    method: 'GET',
    path: '/cases/{id}/issues/{issueId}',
    tag: 'Issues',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'One issue, whether it is in the list or has left it',
    params: ofIssue,
    answers: { 200: json('The issue', IssueDetail) },
    errors: [401, 403, 404],
  },
  editIssue: {
    method: 'PATCH',
    path: '/cases/{id}/issues/{issueId}',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Change what an issue is about',
    params: ofIssue,
    body: EditIssue,
    answers: { 200: json('The issue', IssueDetail) },
    errors: write,
  },
  decideIssue: {
    method: 'PUT',
    path: '/cases/{id}/issues/{issueId}/decision',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'decideIssues',
    summary: 'Decide an issue, or decide it otherwise',
    params: ofIssue,
    body: DecideIssue,
    answers: { 200: json('The issue', IssueDetail) },
    errors: write,
  },
  undecideIssue: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/decision',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'decideIssues',
    summary: 'Take a decision back; what is not decided is taken back already',
    params: ofIssue,
    answers: { 204: done },
    errors: undo,
  },
  splitIssue: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/split',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Split an undecided issue: others take its place, and answer what it answered',
    params: ofIssue,
    body: SplitIssue,
    answers: { 201: json('The issues', IssueList) },
    errors: write,
  },
  mergeIssues: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/merge',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary:
      'Merge undecided issues with this one: another takes their place, and answers what they answered',
    params: ofIssue,
    body: MergeIssues,
    answers: { 201: json('The issue that took their place', IssueDetail) },
    errors: write,
  },
  removeIssue: {
    method: 'PUT',
    path: '/cases/{id}/issues/{issueId}/removal',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Take an issue out of the list: it was withdrawn, or is not to be decided here',
    params: ofIssue,
    body: IssueRemoval,
    answers: { 200: json('The issue', IssueDetail) },
    errors: write,
  },
  restoreIssue: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/removal',
    tag: 'Issues',
    audience: 'integration',
    needs: 'editIssues',
    summary: 'Put an issue that was removed back, at the end of the list',
    params: ofIssue,
    answers: { 204: done },
    errors: undo,
  },
  listEvidence: {
    method: 'GET',
    path: '/cases/{id}/issues/{issueId}/evidence',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'What an issue rests on: each place, held against the pages that are stored',
    params: ofIssue,
    answers: { 200: json('The evidence, in page order', Evidence) },
    errors: [401, 403, 404],
  },
  citeEvidence: {
    method: 'POST',
    path: '/cases/{id}/issues/{issueId}/evidence',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'citeEvidence',
    summary: 'Cite a page for an issue; a place that is cited already is answered as it stands',
    description:
      'The service adds which version of which document the page is of, and what its bytes hash to. A quote must be on the page where that has a text layer.',
    params: ofIssue,
    body: NewCitation,
    answers: { 201: json('The citation', CitationCreated) },
    errors: write,
  },
  removeCitation: {
    method: 'DELETE',
    path: '/cases/{id}/issues/{issueId}/evidence/{citationId}',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'citeEvidence',
    summary: 'Take a citation back; one that is not there is taken back already',
    params: ofCitation,
    answers: { 204: done },
    errors: undo,
  },
  listPageCitations: {
    method: 'GET',
    path: '/cases/{id}/pages/{page}/citations',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'Who cites a page',
    params: ofCasePage,
    answers: { 200: json('The citations, of issues and in the texts of decisions', PageCitations) },
    errors: [401, 403, 404],
  },
  checkAnchors: {
    method: 'POST',
    path: '/cases/{id}/anchors/check',
    tag: 'Issues',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { search: 'pages' },
    summary: 'Hold anchors against the pages that are stored, whoever made them and whenever',
    params: ofCase,
    body: CheckAnchors,
    answers: { 200: json('One check for each, in order', AnchorChecks) },
    errors: [400, 401, 403, 404, 413, 415],
  },
} as const satisfies Record<string, Route>

const IssueAdded = Type.Object({
  issueId: Type.String(),
  position: Type.Integer({ minimum: 0, description: 'Its place among the issues of the case' }),
  issueType: Type.String(),
  benefitType: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  raisedIssueIds: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Of an issue that others were split or merged into: those that were raised',
    }),
  ),
  alias: Type.Optional(alias),
  sharedFrom: Type.Optional(
    Type.Object(
      { caseId: Type.String(), issueId: Type.String() },
      { description: 'The issue of another case that it goes on with' },
    ),
  ),
})

const issue = { issueId: Type.String() }
const citation = { ...issue, citationId: Type.String() }

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
      note: Type.Optional(Type.String()),
    }),
  ),
  'issue.undecided': shownTo('deliberation', Type.Object(issue)),
  'issue.split': shownTo(
    'party',
    Type.Object({
      ...issue,
      into: Type.Array(Type.String(), { description: 'The issues that have taken its place' }),
    }),
  ),
  'issue.merged': shownTo(
    'party',
    Type.Object({
      issueId: Type.String({ description: 'The issue that has taken their place' }),
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
  'case.issuesOrdered': shownTo('party', Type.Object({ issueIds: Type.Array(Type.String()) })),
}
