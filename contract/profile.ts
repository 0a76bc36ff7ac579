import { correspondenceSections } from './profile/correspondence.ts'
import { docketSections } from './profile/docket.ts'
import { documentSections } from './profile/documents.ts'
import { issueSections } from './profile/issues.ts'
import { notificationSections } from './profile/notifications.ts'
import { peopleSections } from './profile/people.ts'
import { closed, Days, Label, Name, Sentence } from './profile/text.ts'
import { workSections } from './profile/work.ts'
import { sessionKind } from './sessions.ts'
import Type, { type Static } from './type.ts'

export const Team = Type.Object({ name: Name, label: Label }, closed)
export type Team = Static<typeof Team>

export const TaskOutcome = Type.Object(
  {
    name: Name,
    label: Label,
    needsNote: Type.Optional(Type.Boolean({ description: 'A note says why' })),
    recalls: Type.Optional(Type.Boolean({ description: 'Takes the signed work product back' })),
    needsPerson: Type.Optional(
      Type.Boolean({ description: 'Whoever completes it names the person who goes on' }),
    ),
  },
  closed,
)

export const TaskType = Type.Object(
  {
    name: Name,
    label: Label,
    team: Type.Optional(Type.String({ description: 'Whose task it is where no rule says otherwise' })),
    isExclusive: Type.Optional(
      Type.Boolean({ description: 'A step of the case: at most one of all exclusive steps is open' }),
    ),
    outlivesCase: Type.Optional(
      Type.Boolean({ description: 'Stays open, and may be opened, when the case is closed' }),
    ),
    byRulesOnly: Type.Optional(
      Type.Boolean({ description: 'Completed by what happens on the case, never by hand' }),
    ),
    outcomes: Type.Optional(Type.Array(TaskOutcome, { maxItems: 50 })),
    children: Type.Optional(
      Type.Array(Name, { maxItems: 200, description: 'What its holder may open under it' }),
    ),
    supervisors: Type.Optional(
      Type.Array(Name, {
        maxItems: 50,
        description: 'Roles that may assign and cancel it without holding it',
      }),
    ),
    needs: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'Who has it may do one of these actions; workTasks where none is named',
      }),
    ),
    holdDays: Type.Optional(Type.Object({ least: Days, most: Days }, closed)),
    dueDays: Type.Optional(Days),
    warnDays: Type.Optional({
      ...Days,
      description:
        'How long before its deadline is warned of it, where not as the timer deadlineWarning says',
    }),
    needsReceipts: Type.Optional(
      Type.Boolean({ description: 'Ends only when nothing that a decision owes is without receipt or task' }),
    ),
  },
  closed,
)
export type TaskType = Static<typeof TaskType>

/** Who a task goes to: the first that there is, and else the team of its type. */
const Assign = Type.Object(
  {
    named: Type.Optional(
      Type.Boolean({ description: 'The person named by whoever completed the task before' }),
    ),
    holderOf: Type.Optional(
      Type.String({ description: 'Who last had a task of this type on the case', examples: ['drafting'] }),
    ),
    actor: Type.Optional(Type.Boolean({ description: 'Who did what the rule answers to' })),
    team: Type.Optional(Name),
  },
  closed,
)

export const RuleStep = Type.Union([
  Type.Object(
    {
      open: Name,
      under: Type.Optional(
        Type.String({ description: 'A type: under the open task of it, or under the root' }),
      ),
      assign: Type.Optional(Assign),
      instructions: Type.Optional(Sentence),
      holdDays: Type.Optional({ ...Days, description: 'On hold at once, for so long' }),
      holdFor: Type.Optional({
        ...Name,
        description: 'The same, for as long as this timer of the profile runs',
      }),
    },
    { ...closed, description: 'Opens a task; one that is open already about the same thing stays the one' },
  ),
  Type.Object(
    { complete: Name, outcome: Type.Optional(Name) },
    { ...closed, description: 'Completes the open tasks of a type, and what is under them' },
  ),
  Type.Object(
    { cancel: Name, why: Sentence },
    { ...closed, description: 'Cancels the open tasks of a type, and what is under them' },
  ),
  Type.Object(
    {
      timer: Name,
      days: Type.Optional({ ...Days, description: 'As the timer of the profile says otherwise' }),
      on: Type.Optional(
        Type.String({ description: 'A type: it ends with the open task of it; else with the case' }),
      ),
    },
    { ...closed, description: 'Sets a timer, or sets it anew' },
  ),
  Type.Object({ stop: Name }, { ...closed, description: 'Stops a timer' }),
  Type.Object(
    { release: Type.Literal(true) },
    { ...closed, description: 'Lets the signed work product go out, as soon as it is sealed' },
  ),
  Type.Object(
    { reopen: Sentence },
    { ...closed, description: 'Opens a closed case anew, under a new root, and says why' },
  ),
  Type.Object({ requestSession: sessionKind }, { ...closed, description: 'Asks for a session' }),
  Type.Object(
    { close: Name },
    { ...closed, description: 'Closes the case: ends its tasks, but for those that outlive it' },
  ),
])
export type RuleStep = Static<typeof RuleStep>

export const Rule = Type.Object(
  {
    name: Name,
    on: Type.Object(
      {
        event: Type.String({ examples: ['task.completed'] }),
        task: Type.Optional(
          Type.Array(Name, { minItems: 1, maxItems: 100, description: 'Of tasks of these types alone' }),
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
            { description: 'Fields of what the event carries; of several words, one of them' },
          ),
        ),
      },
      closed,
    ),
    when: Type.Optional(
      Type.Object(
        {
          docket: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
          open: Type.Optional(
            Type.Array(Name, { minItems: 1, maxItems: 50, description: 'One of these is open' }),
          ),
          notOpen: Type.Optional(
            Type.Array(Name, { minItems: 1, maxItems: 50, description: 'None of these is open' }),
          ),
          workProduct: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
          effectuation: Type.Optional(
            Type.Array(
              Type.Union([Type.Literal('pending'), Type.Literal('completed'), Type.Literal('failed')]),
              {
                minItems: 1,
                maxItems: 3,
                description:
                  'What was last reported of putting the decision into effect; pending before that',
              },
            ),
          ),
          isClosed: Type.Optional(
            Type.Union([Type.Boolean(), Type.Literal('either')], {
              description: 'Where it is left out: while the case is open',
            }),
          ),
          samplePercent: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, description: 'For so many of all cases' }),
          ),
          notSampled: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
        },
        closed,
      ),
    ),
    do: Type.Array(RuleStep, { minItems: 1, maxItems: 50 }),
  },
  closed,
)
export type Rule = Static<typeof Rule>

const TaskStatusName = Type.Union([
  Type.Literal('assigned'),
  Type.Literal('inProgress'),
  Type.Literal('onHold'),
])

/** What a case is called while something is so; the first that fits. */
export const Standing = Type.Object(
  {
    when: Type.Object(
      {
        task: Type.Optional(
          Type.Array(Name, { minItems: 1, maxItems: 100, description: 'An open task of one of these types' }),
        ),
        taskStatus: Type.Optional(
          Type.Array(TaskStatusName, {
            minItems: 1,
            maxItems: 3,
            description: 'Where not said: not on hold',
          }),
        ),
        workProduct: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
        session: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
        docket: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
        timer: Type.Optional(Name),
        isClosed: Type.Optional(Type.Boolean()),
        closedBecause: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
      },
      closed,
    ),
    status: Name,
    partyStatus: Name,
    why: Sentence,
    next: Type.Optional(Type.String({ maxLength: 1000, description: 'What comes next, for a party' })),
  },
  closed,
)
export type Standing = Static<typeof Standing>

export const Workflow = Type.Object(
  {
    name: Name,
    root: Type.String({ description: 'The type of the task under which all others stand' }),
    fallback: Type.String({
      description: 'Opened where nothing is left to do on a case that is not closed',
    }),
    beforeWork: Type.Object(
      { status: Name, partyStatus: Name, why: Sentence },
      { ...closed, description: 'What a case is called on which no work has begun' },
    ),
    rules: Type.Array(Rule, { maxItems: 500 }),
    standings: Type.Array(Standing, { minItems: 1, maxItems: 200 }),
  },
  closed,
)
export type Workflow = Static<typeof Workflow>

export const CaseType = Type.Object(
  {
    name: Name,
    label: Label,
    workflow: Name,
    isCourtRemand: Type.Optional(
      Type.Literal(true, { description: 'A court has sent it back: it comes first in any list' }),
    ),
  },
  closed,
)

export const Docket = Type.Object({ name: Name, label: Label }, closed)

/** Why a case is not taken up. */
export const Ineligibility = Type.Object(
  {
    name: Name,
    label: Label,
    untimelyDays: Type.Optional({
      ...Days,
      description: 'Found where it came more days after what it contests',
    }),
    whenSameInReview: Type.Optional(
      Type.Literal(true, {
        description: 'Found where a claimant asks for the same on another case that is in active review',
      }),
    ),
  },
  closed,
)

/** A deployment's words and rules: data, of which the core knows the shape and none of the words. */
export const Profile = Type.Object(
  {
    name: Name,
    label: Label,
    caseTypes: Type.Array(CaseType, { minItems: 1, maxItems: 100 }),
    dockets: Type.Array(Docket, { minItems: 1, maxItems: 50 }),
    ineligibility: Type.Array(Ineligibility, { maxItems: 100 }),
    teams: Type.Array(Team, { minItems: 1, maxItems: 500 }),
    taskTypes: Type.Array(TaskType, { minItems: 1, maxItems: 500 }),
    workflows: Type.Array(Workflow, { minItems: 1, maxItems: 50 }),
    ...workSections,
    ...docketSections,
    ...peopleSections,
    ...issueSections,
    ...documentSections,
    ...correspondenceSections,
    ...notificationSections,
  },
  closed,
)
export type Profile = Static<typeof Profile>

/** The JSON Schema of a file that has sections of a profile, for editors. */
export function profileFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sections of a profile of Portico',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Profile.properties },
    additionalProperties: false,
  }
}
