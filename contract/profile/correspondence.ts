import Type, { type Static } from '../type.ts'
import { closed, Label, listOf, Name, names, oneOf, Sentence, Subject, Template } from './text.ts'

/** What of a case a route may depend on. */
export const mailConditions = ['sessionPending', 'caseClosed', 'dispatched'] as const

export const MailRoute = Type.Object(
  {
    when: Type.Optional(oneOf(mailConditions, 'The first route that holds is taken')),
    toLastAssignee: Type.Optional(
      Type.Literal(true, { description: 'The last person who had the case; the team where there is none' }),
    ),
    team: Name,
  },
  closed,
)

export const MailType = Type.Object(
  {
    name: Name,
    label: Label,
    taskType: { ...Name, description: 'The task that a piece of this type opens' },
    routes: Type.Array(MailRoute, {
      minItems: 1,
      maxItems: 10,
      description: 'Who works it; the last has no condition',
    }),
    blocksDistribution: Type.Boolean({ description: 'The case is not distributed while its task is open' }),
    allowedOnClosed: Type.Boolean({ description: 'It is worked on a closed case too' }),
    documentTypes: names('A document of one of these suggests it'),
  },
  closed,
)

export const Letter = Type.Object(
  {
    name: Name,
    label: Label,
    subject: Subject,
    body: Template,
    answerWindowDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 364, description: 'How long an answer is waited for' }),
    ),
  },
  closed,
)

export const BoilerplateEntry = Type.Object(
  {
    name: Name,
    version: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'A text that was in force keeps its version for ever: another text needs another',
    }),
    label: Label,
    place: oneOf(['opening', 'issue', 'closing', 'anywhere'], 'Where in a work product it is offered'),
    issueTypes: names('Offered for these issues; for any where there are none'),
    dispositions: names('Offered for these dispositions; for any where there are none'),
    body: Template,
    source: Type.Optional({ ...Sentence, description: 'The law that it restates' }),
  },
  closed,
)

export const correspondenceSections = {
  mailTypes: listOf(MailType, 'What comes by mail, and who works it'),
  unmatchedMailTeam: { ...Name, description: 'Who works mail that matches no case' },
  letters: listOf(Letter, 'What is answered'),
  boilerplate: listOf(BoilerplateEntry, 'Text that authors take over', 5000),
}

export type MailRoute = Static<typeof MailRoute>
export type MailType = Static<typeof MailType>
export type Letter = Static<typeof Letter>
export type BoilerplateEntry = Static<typeof BoilerplateEntry>
