import Type, { type Static } from '../type.ts'
import { closed, Label, listOf, Name, names, oneOf, Sentence, Word } from './text.ts'

export const IssueType = Type.Object(
  {
    name: Name,
    label: Label,
    benefitTypes: names('Of which benefits it may be; of any where there are none'),
  },
  closed,
)

export const Disposition = Type.Object(
  {
    name: Name,
    label: Label,
    sentence: { ...Sentence, description: 'What it means, for the claimant' },
    reasons: oneOf(['none', 'optional', 'required'], 'Whether deciding so asks for reasons'),
    needsEvidence: Type.Optional(
      Type.Boolean({
        description:
          'Whether an issue decided so cites evidence before it is signed; yes where it is left out',
      }),
    ),
    isFinal: Type.Boolean({ description: 'The issue is at an end here; otherwise it comes back' }),
  },
  closed,
)

export const ReasonGroup = Type.Object(
  {
    name: Name,
    label: Label,
    dispositions: Type.Array(Name, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'What these are reasons for',
    }),
    asksTiming: Type.Boolean({ description: 'Each of them says when it arose' }),
    reasons: Type.Array(Word, { minItems: 1, maxItems: 100 }),
  },
  closed,
)

export const issueSections = {
  benefitTypes: listOf(Word, 'What is asked for'),
  issueTypes: listOf(IssueType, 'What is contested'),
  dispositions: listOf(Disposition, 'How an issue can be decided'),
  reasonGroups: listOf(ReasonGroup, 'Why it was decided so'),
  reasonTimings: listOf(Word, 'When a reason arose'),
}

export type IssueType = Static<typeof IssueType>
export type Disposition = Static<typeof Disposition>
export type ReasonGroup = Static<typeof ReasonGroup>
