import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name, names, Sentence, Word } from './text.ts'

export const IssueType = Type.Object(
  {
    name: Name,
    label: Label,
    benefitTypes: names('Benefit types it applies to; empty for all'),
  },
  strict,
)

export const Disposition = Type.Object(
  {
    name: Name,
    label: Label,
    sentence: { ...Sentence, description: 'What it means, explained to the claimant' },
    reasons: oneOf(['none', 'optional', 'required'], {
      description: 'Whether this disposition takes reasons',
    }),
    needsEvidence: Type.Optional(
      Type.Boolean({
        description:
          'Whether an issue with this disposition must cite evidence before signing; defaults to true',
      }),
    ),
    afterDeath: Type.Optional(
      Type.Boolean({
        description:
          'Whether it can be signed although a claimant has died and nobody takes their place; defaults to whether it needs no evidence',
      }),
    ),
    sendsBack: Type.Optional(
      Type.Boolean({
        description:
          'The issue is sent back for more work once the decision is dispatched, and tracked until it returns',
      }),
    ),
    isFinal: Type.Boolean({ description: 'The issue ends here; otherwise it returns' }),
  },
  strict,
)

export const ReasonGroup = Type.Object(
  {
    name: Name,
    label: Label,
    dispositions: Type.Array(Name, {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The dispositions these reasons apply to',
    }),
    asksTiming: Type.Boolean({ description: 'Each reason requires a timing' }),
    reasons: Type.Array(Word, { minItems: 1, maxItems: 100 }),
  },
  strict,
)

export const Remands = Type.Object(
  {
    places: Type.Array(
      Type.Object(
        {
          name: Name,
          label: Label,
          benefitTypes: Type.Optional(
            names('Sent there by the benefit type of the issue; absent for the rest'),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 100, description: 'Who does the work that a decision sends back' },
    ),
    returns: Type.Object(
      {
        to: oneOf(['signer', 'docket'], {
          description:
            '`signer`: to whoever signed the remand. `docket`: to whoever is next, in the order of the docket',
        }),
        otherwise: oneOf(['docket', 'team'], {
          description:
            '`team`: to the team of the adjudicators. Where it goes if whoever signed has left, or may not have or see the case any more',
        }),
      },
      strict,
    ),
    unanswered: oneOf(['refused', 'warned'], {
      description: 'What happens on signing if nobody has said whether an instruction is satisfied',
    }),
    notSatisfied: oneOf(['refused', 'warned'], {
      description:
        'What happens on signing if an instruction is not satisfied and its issue is not sent back again',
    }),
    mandateTypes: names('Document types that the mandate of a court has; empty for any'),
  },
  { ...strict, description: 'What is sent back for more work, and how it returns' },
)

export const issueSections = {
  remands: Type.Optional(Remands),
  benefitTypes: listOf(Word, 'Benefits that can be sought'),
  issueTypes: listOf(IssueType, 'Types of issues'),
  dispositions: listOf(Disposition, 'Possible decisions on an issue'),
  reasonGroups: listOf(ReasonGroup, 'Reasons for a disposition'),
  reasonTimings: listOf(Word, 'When a reason arose'),
}

export type IssueType = Static<typeof IssueType>
export type Disposition = Static<typeof Disposition>
export type ReasonGroup = Static<typeof ReasonGroup>
export type Remands = Static<typeof Remands>
