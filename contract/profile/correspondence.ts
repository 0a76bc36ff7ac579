import { nonEmpty, oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { BoilerplateEntry } from './boilerplate.ts'
import { Label, listOf, Name, names, Subject, someOf, Template } from './text.ts'

/** What of a case a route may depend on. */
export const mailConditions = ['sessionPending', 'caseClosed', 'dispatched'] as const

export const MailRoute = Type.Object(
  {
    when: Type.Optional(
      oneOf(mailConditions, {
        description:
          'The first route whose condition holds is taken. What is routed because a session is pending is due before it',
      }),
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
    allowedOnClosed: Type.Boolean({
      description:
        'Also handled on a closed case: its task stays open when the case is closed. Otherwise its open task blocks dispatch and closing',
    }),
    documentTypes: names('Document types that suggest this mail type'),
    judgedBy: Type.Optional({
      ...Name,
      description: 'The timer in whose window it is to arrive: whether it did is said when it is routed',
    }),
    asksScope: Type.Optional(
      Type.Object(
        {
          issues: oneOf(['withdrawn', 'stay'], {
            description:
              'What becomes of the issues named: `withdrawn` from the list, or they `stay` for somebody to decide',
          }),
        },
        {
          ...strict,
          description:
            'Completing its task takes `changes`: whether it means the whole case, some issues, or nothing. A rule on the completed task that closes the case answers only to the whole, unless its `where` names another `scope`. Defaults to `{ issues: withdrawn }` where such a rule closes the case',
        },
      ),
    ),
  },
  strict,
)

/** The events that raise letters: a signature, a task, a deadline, and the dates of sessions. */
export const letterEvents = [
  'workProduct.released',
  'task.opened',
  'task.deadlineApproaching',
  'session.scheduled',
  'session.rescheduled',
  'session.reminderDue',
] as const
export type LetterEvent = (typeof letterEvents)[number]

const LetterTrigger = Type.Object(
  {
    event: oneOf(letterEvents),
    tasks: Type.Optional(names('Only for tasks of these types')),
  },
  strict,
)

export const letterRecipients = ['claimants', 'representatives'] as const
export const letterSuppressions = ['recipientDeceased', 'optedOut', 'caseClosed', 'hasEmail'] as const

export const Letter = Type.Object(
  {
    name: Name,
    label: Label,
    subject: Subject,
    body: Template,
    answerWindowDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 364,
        description: 'Instead of `answerWindow`: days to wait for an answer, which nothing waits for',
      }),
    ),
    answerWindow: Type.Optional({
      ...Name,
      description: 'The timer that runs while its answer is awaited; it fills the field `answerBy`',
    }),
    raisedBy: Type.Optional(
      Type.Array(LetterTrigger, {
        maxItems: 20,
        description: 'The events that send it, once for each event and recipient; left out, people send it',
      }),
    ),
    recipients: Type.Optional(
      someOf(letterRecipients, {
        minItems: 1,
        description: 'Who gets it when an event raises it; defaults to `claimants`',
      }),
    ),
    suppressWhen: Type.Optional(
      someOf(letterSuppressions, {
        description:
          'Conditions under which it is not sent; `optedOut` means that the party wants no letters, and `hasEmail` that they are told of the event by email: with an address, a binding that sends email and a notification that has not failed. Defaults to `recipientDeceased`',
      }),
    ),
  },
  strict,
)

export const Letterhead = Type.Object(
  {
    name: nonEmpty(200, { description: 'Who writes', examples: ['Board of Benefits Appeals'] }),
    lines: Type.Array(nonEmpty(200), {
      maxItems: 6,
      description: 'Under the name, such as the address and the telephone number',
    }),
    footer: Type.Optional(nonEmpty(300, { description: 'At the foot of every page' })),
  },
  { ...strict, description: 'The head of every letter' },
)

export const correspondenceSections = {
  mailTypes: listOf(MailType, 'Types of incoming mail and who handles them'),
  unmatchedMailTeam: { ...Name, description: 'The team that handles mail that matches no case' },
  letters: listOf(Letter, 'Outgoing letters'),
  letterhead: Letterhead,
  boilerplate: listOf(BoilerplateEntry, 'Boilerplate for authors', 5000),
}

export type MailRoute = Static<typeof MailRoute>
export type MailType = Static<typeof MailType>
export type Letter = Static<typeof Letter>
export type Letterhead = Static<typeof Letterhead>
