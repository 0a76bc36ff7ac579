import { sessionKind } from '../sessions.ts'
import { strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Days, Name, Sentence } from './text.ts'

/** An event that something of the profile answers to. */
export const Occasion = Type.Object(
  {
    event: Type.String({ examples: ['task.completed'] }),
    task: Type.Optional(
      Type.Array(Name, { minItems: 1, maxItems: 100, description: 'Only tasks of these types' }),
    ),
    outcome: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
    timer: Type.Optional(Name),
    where: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([
          Type.String(),
          Type.Number(),
          Type.Boolean(),
          Type.Array(Type.String(), { minItems: 1, maxItems: 100 }),
        ]),
        { description: 'Fields of the event payload; a list matches any of its values' },
      ),
    ),
  },
  strict,
)
export type Occasion = Static<typeof Occasion>

/** Who a task goes to: the first that there is, and else the team of its type. */
const Assign = Type.Object(
  {
    named: Type.Optional(
      Type.Boolean({
        description: 'The person named by whoever completed the previous task, or to whom a remand returns',
      }),
    ),
    holderOf: Type.Optional(
      Type.String({
        description: 'Whoever last had a task of this type on the case',
        examples: ['drafting'],
      }),
    ),
    actor: Type.Optional(Type.Boolean({ description: 'Whoever caused the event that the rule matches' })),
    team: Type.Optional(Name),
  },
  strict,
)

const withWhy = Type.Literal(true, { description: 'Adds the reason that the event gives, its `why`' })

export const RuleStep = Type.Union([
  Type.Object(
    {
      open: Name,
      under: Type.Optional(
        Type.String({
          description: 'A task type: opens under the open task of this type, or under the root',
        }),
      ),
      ofCase: Type.Optional(
        Type.Literal(true, {
          description: 'It is about the whole case, and not only what the event is about',
        }),
      ),
      ofDecision: Type.Optional(
        Type.Literal(true, {
          description:
            'It is about the decision that was signed last: what is heard of another decision does not end it',
        }),
      ),
      assign: Type.Optional(Assign),
      instructions: Type.Optional(Sentence),
      withWhy: Type.Optional(withWhy),
      holdDays: Type.Optional({ ...Days, description: 'Starts on hold for this many days' }),
      holdFor: Type.Optional({
        ...Name,
        description: 'Starts on hold for the duration of this timer',
      }),
      dueBy: Type.Optional({
        ...Name,
        description: 'Due when this timer ends, instead of when its type says',
      }),
    },
    { ...strict, description: 'Opens a task, unless one about the same thing is already open' },
  ),
  Type.Object(
    { complete: Name, outcome: Type.Optional(Name) },
    { ...strict, description: 'Completes the open tasks of a type and their children' },
  ),
  Type.Object(
    { cancel: Name, why: Sentence },
    {
      ...strict,
      description: 'Cancels the open tasks of a type and their children, but never one that mail has opened',
    },
  ),
  Type.Object(
    { instruct: Name, instructions: Type.Optional(Sentence), withWhy: Type.Optional(withWhy) },
    { ...strict, description: 'Adds a sentence to what the open tasks of a type say' },
  ),
  Type.Object(
    {
      timer: Name,
      days: Type.Optional({ ...Days, description: 'Defaults to the days of the timer in the profile' }),
      on: Type.Optional(
        Type.String({
          description: 'A task type: the timer ends with the open task of this type, otherwise with the case',
        }),
      ),
      ofRemands: Type.Optional(
        Type.Literal(true, {
          description:
            'One for each remand that is away and of which nothing was heard: for a case that goes on with them, as after a substitution',
        }),
      ),
    },
    { ...strict, description: 'Starts or restarts a timer' },
  ),
  Type.Object({ stop: Name }, { ...strict, description: 'Stops a timer' }),
  Type.Object(
    { release: Type.Literal(true) },
    { ...strict, description: 'Releases the signed work product as soon as it is sealed' },
  ),
  Type.Object(
    { reopen: Sentence },
    { ...strict, description: 'Reopens a closed case under a new root task, with a reason' },
  ),
  Type.Object({ requestSession: sessionKind }, { ...strict, description: 'Requests a session' }),
  Type.Object(
    { route: Name, instructions: Type.Optional(Sentence), withWhy: Type.Optional(withWhy) },
    {
      ...strict,
      description:
        'Opens the task of a mail type by its routes, as if such a piece had arrived, unless one about the same thing is already open',
    },
  ),
  Type.Object(
    { close: Name },
    {
      ...strict,
      description:
        'Closes the case and ends its tasks, except those that outlive it; refused while mail that does not outlive it is open',
    },
  ),
])
export type RuleStep = Static<typeof RuleStep>
