import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name, names, Sentence, Subject, Template } from './text.ts'

/** What of a case a route may depend on. */
export const mailConditions = ['sessionPending', 'caseClosed', 'dispatched'] as const

export const MailRoute = Type.Object(
  {
    when: Type.Optional(
      oneOf(mailConditions, { description: 'The first route whose condition holds is taken' }),
    ),
    toLastAssignee: Type.Optional(
      Type.Literal(true, {
        description: 'Assigns the last person who had the case; the team if there is none',
      }),
    ),
    team: Name,
  },
  strict,
)

export const MailType = Type.Object(
  {
    name: Name,
    label: Label,
    taskType: { ...Name, description: 'The task type opened by mail of this type' },
    routes: Type.Array(MailRoute, {
      minItems: 1,
      maxItems: 10,
      description: 'Routes to the team that handles it; the last has no condition',
    }),
    blocksDistribution: Type.Boolean({ description: 'The case is not distributed while the task is open' }),
    allowedOnClosed: Type.Boolean({ description: 'Also handled on a closed case' }),
    documentTypes: names('Document types that suggest this mail type'),
  },
  strict,
)

export const Letter = Type.Object(
  {
    name: Name,
    label: Label,
    subject: Subject,
    body: Template,
    answerWindowDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 364, description: 'Days to wait for an answer' }),
    ),
  },
  strict,
)

export const BoilerplateEntry = Type.Object(
  {
    name: Name,
    version: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'A text that has been in force keeps its version; changing the text requires a new version',
    }),
    label: Label,
    place: oneOf(['opening', 'issue', 'closing', 'anywhere'], {
      description: 'Where in a work product it is offered',
    }),
    issueTypes: names('Issue types it is offered for; empty for all'),
    dispositions: names('Dispositions it is offered for; empty for all'),
    body: Template,
    source: Type.Optional({ ...Sentence, description: 'The law it restates' }),
  },
  strict,
)

export const correspondenceSections = {
  mailTypes: listOf(MailType, 'Types of incoming mail and who handles them'),
  unmatchedMailTeam: { ...Name, description: 'The team that handles mail that matches no case' },
  letters: listOf(Letter, 'Outgoing letters'),
  boilerplate: listOf(BoilerplateEntry, 'Boilerplate for authors', 5000),
}

export type MailRoute = Static<typeof MailRoute>
export type MailType = Static<typeof MailType>
export type Letter = Static<typeof Letter>
export type BoilerplateEntry = Static<typeof BoilerplateEntry>
