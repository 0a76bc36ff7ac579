import Type from 'typebox'
import { Anchor } from '../anchors.ts'
import { DispositionReason, IssueLeaving } from '../issues.ts'

const ofIssue = { issueId: Type.String() }
const ofCitation = { ...ofIssue, citationId: Type.String() }

export const issueEvents = {
  'issue.edited': Type.Object({
    ...ofIssue,
    issueType: Type.String(),
    benefitType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  }),
  'issue.decided': Type.Object({
    ...ofIssue,
    disposition: Type.String(),
    reasons: Type.Array(DispositionReason),
    note: Type.Optional(Type.String()),
  }),
  'issue.undecided': Type.Object(ofIssue),
  'issue.split': Type.Object({
    ...ofIssue,
    into: Type.Array(Type.String(), { description: 'The issues that have taken its place' }),
  }),
  'issue.merged': Type.Object({
    issueId: Type.String({ description: 'The issue that has taken their place' }),
    from: Type.Array(Type.String()),
  }),
  'issue.removed': Type.Object({ ...ofIssue, ...IssueLeaving.properties }),
  'issue.restored': Type.Object({ ...ofIssue, position: Type.Integer({ minimum: 0 }) }),
  'issue.cited': Type.Object({ ...ofCitation, anchor: Anchor, note: Type.Optional(Type.String()) }),
  'issue.uncited': Type.Object(ofCitation),
  'issue.citationMoved': Type.Object({ ...ofCitation, anchor: Anchor }),
  'issue.citationOrphaned': Type.Object(ofCitation),
  'case.issuesOrdered': Type.Object({ issueIds: Type.Array(Type.String()) }),
}
