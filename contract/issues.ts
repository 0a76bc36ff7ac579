import Type, { type Static } from 'typebox'
import { Anchor, AnchorCheck, NewAnchor } from './anchors.ts'
import { shownTo } from './audience.ts'
import { Timestamp } from './text.ts'

const strict = { additionalProperties: false }
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
export const IssueLeaving = Type.Object({
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
    ...NewAnchor.properties,
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

const CheckedCitation = Type.Object({ ...Citation.properties, check: AnchorCheck })

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

export const named = {
  AnchorChecks,
  CheckAnchors,
  CheckedCitation,
  Citation,
  CitationCreated,
  DecideIssue,
  DispositionReason,
  EditIssue,
  Evidence,
  Issue,
  IssueDetail,
  IssueList,
  IssueOrder,
  IssueRemoval,
  MergeIssues,
  NewCitation,
  NewIssue,
  PageCitations,
  SplitIssue,
  TextCitation,
}
