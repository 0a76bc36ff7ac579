import Type from 'typebox'
import { Anchor } from '../anchors.ts'
import { shownTo } from '../audience.ts'
import { DispositionReason, IssueLeaving } from '../issues.ts'

const ofIssue = { issueId: Type.String() }
const ofCitation = { ...ofIssue, citationId: Type.String() }

export const issueEvents = {
  'issue.edited': shownTo(
    'party',
    Type.Object({
      ...ofIssue,
      issueType: Type.String(),
      benefitType: Type.Optional(Type.String()),
      scope: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
    }),
  ),
  'issue.decided': shownTo(
    'deliberation',
    Type.Object({
      ...ofIssue,
      disposition: Type.String(),
      reasons: Type.Array(DispositionReason),
      note: Type.Optional(Type.String()),
    }),
  ),
  'issue.undecided': shownTo('deliberation', Type.Object(ofIssue)),
  'issue.split': shownTo(
    'party',
    Type.Object({
      ...ofIssue,
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
  'issue.removed': shownTo('party', Type.Object({ ...ofIssue, ...IssueLeaving.properties }), {
    staff: ['why'],
  }),
  'issue.restored': shownTo('party', Type.Object({ ...ofIssue, position: Type.Integer({ minimum: 0 }) })),
  'issue.cited': shownTo(
    'deliberation',
    Type.Object({ ...ofCitation, anchor: Anchor, note: Type.Optional(Type.String()) }),
  ),
  'issue.uncited': shownTo('deliberation', Type.Object(ofCitation)),
  'issue.citationMoved': shownTo('deliberation', Type.Object({ ...ofCitation, anchor: Anchor })),
  'issue.citationOrphaned': shownTo('deliberation', Type.Object(ofCitation)),
  'case.issuesOrdered': shownTo('party', Type.Object({ issueIds: Type.Array(Type.String()) })),
}
