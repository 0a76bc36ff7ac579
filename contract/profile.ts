import { Completion, effectuationStandings } from './profile/completion.ts'
import { correspondenceSections } from './profile/correspondence.ts'
import { deadlineSections, Length, terms } from './profile/deadlines.ts'
import { docketSections } from './profile/docket.ts'
import { documentSections } from './profile/documents.ts'
import { issueSections } from './profile/issues.ts'
import { notificationSections } from './profile/notifications.ts'
import { peopleSections } from './profile/people.ts'
import { Occasion, RuleStep } from './profile/steps.ts'
import { Days, Label, Name, Sentence } from './profile/text.ts'
import { workSections } from './profile/work.ts'
import { oneOf, strict } from './text.ts'
import Type, { type Static } from './type.ts'

export const Team = Type.Object({ name: Name, label: Label }, strict)
export type Team = Static<typeof Team>

export const TaskOutcome = Type.Object(
  {
    name: Name,
    label: Label,
    needsNote: Type.Optional(Type.Boolean({ description: 'Requires a note' })),
    recalls: Type.Optional(Type.Boolean({ description: 'Recalls the signed work product' })),
    record: Type.Optional(
      oneOf(['stored', 'none'], {
        description:
          'What it says of the record of the session that the task is about: on the file, or none for the reason in the note',
      }),
    ),
    sendsBack: Type.Optional(
      Type.Boolean({ description: 'Sends back what the released work product has sent back for more work' }),
    ),
    needsPerson: Type.Optional(Type.Boolean({ description: 'Requires naming the next assignee' })),
  },
  strict,
)

export const TaskType = Type.Object(
  {
    name: Name,
    label: Label,
    team: Type.Optional(Type.String({ description: 'The default team, if no rule names one' })),
    isExclusive: Type.Optional(
      Type.Boolean({ description: 'A step of the case: at most one exclusive step is open at a time' }),
    ),
    outlivesCase: Type.Optional(
      Type.Boolean({ description: 'Stays open, and can be opened, after the case is closed' }),
    ),
    byRulesOnly: Type.Optional(
      Type.Boolean({ description: 'Completed by events on the case, never by hand' }),
    ),
    outcomes: Type.Optional(Type.Array(TaskOutcome, { maxItems: 50 })),
    children: Type.Optional(
      Type.Array(Name, { maxItems: 200, description: 'Task types its holder may open under it' }),
    ),
    supervisors: Type.Optional(
      Type.Array(Name, {
        maxItems: 50,
        description:
          'Roles that may assign and cancel it without holding it, and complete it: with a reason where another person holds it',
      }),
    ),
    needs: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description:
          'The holder must be allowed one of these actions; defaults to `workTasks`. While it is open, its holder writes and submits the work product (`draft`), edits it in review, returns and signs it (`signDecisions` or `reviewDrafts`), or releases it (`releaseDecisions`)',
      }),
    ),
    holdDays: Type.Optional(Type.Object({ least: Days, most: Days }, strict)),
    due: Type.Optional(
      Type.Object(
        { length: Length, ...terms },
        {
          ...strict,
          description: 'Due at the end of the last day, counted from the day on which it is opened',
        },
      ),
    ),
    dueDays: Type.Optional({
      ...Days,
      description: 'Instead of `due`: so many times 24 hours from when it is opened, by the clock',
    }),
    warnDays: Type.Optional({
      ...Days,
      description: 'How long before the deadline to warn; defaults to the `deadlineWarning` timer',
    }),
    onlySigns: Type.Optional(
      Type.Array(Name, {
        maxItems: 50,
        uniqueItems: true,
        description:
          'While it is open, a decision can be signed only with these dispositions. By default, if it is opened by mail and completing it closes the case: those that need no evidence',
      }),
    ),
    completesWhen: Type.Optional(Completion),
    needsReceipts: Type.Optional(
      Type.Boolean({
        description: 'Can end only when every delivery owed by a decision has a receipt or a task',
      }),
    ),
  },
  strict,
)
export type TaskType = Static<typeof TaskType>

export const Rule = Type.Object(
  {
    name: Name,
    on: Occasion,
    when: Type.Optional(
      Type.Object(
        {
          docket: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
          open: Type.Optional(
            Type.Array(Name, { minItems: 1, maxItems: 50, description: 'One of these task types is open' }),
          ),
          notOpen: Type.Optional(
            Type.Array(Name, { minItems: 1, maxItems: 50, description: 'None of these task types is open' }),
          ),
          workProduct: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
          effectuation: Type.Optional(
            Type.Array(oneOf(effectuationStandings), {
              minItems: 1,
              maxItems: 3,
              description: 'The latest effectuation report; `pending` until there is one',
            }),
          ),
          sentBack: Type.Optional(
            Type.Array(oneOf(['none', 'some', 'all']), {
              minItems: 1,
              maxItems: 3,
              description: 'How much of the last decision was sent back for more work',
            }),
          ),
          isAway: Type.Optional(
            Type.Boolean({ description: 'Whether something that was sent back has not returned' }),
          ),
          isClosed: Type.Optional(
            Type.Union([Type.Boolean(), Type.Literal('either')], {
              description: 'Defaults to an open case',
            }),
          ),
          samplePercent: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, description: 'Percentage of cases it applies to' }),
          ),
          notSampled: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
        },
        strict,
      ),
    ),
    do: Type.Array(RuleStep, { minItems: 1, maxItems: 50 }),
  },
  strict,
)
export type Rule = Static<typeof Rule>
export { type Occasion, RuleStep } from './profile/steps.ts'

const TaskStatusName = oneOf(['assigned', 'inProgress', 'onHold'])

/** What a case is called while something is so; the first that fits. */
export const Standing = Type.Object(
  {
    when: Type.Object(
      {
        task: Type.Optional(
          Type.Array(Name, {
            minItems: 1,
            maxItems: 100,
            description: 'A task of one of these types is open',
          }),
        ),
        taskStatus: Type.Optional(
          Type.Array(TaskStatusName, {
            minItems: 1,
            maxItems: 3,
            description: 'Defaults to not on hold',
          }),
        ),
        workProduct: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
        session: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10 })),
        docket: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
        timer: Type.Optional(Name),
        isClosed: Type.Optional(Type.Boolean()),
        isSent: Type.Optional(
          Type.Boolean({
            description: 'Whether every recipient of the last decision has a receipt for it',
          }),
        ),
        closedBecause: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
      },
      strict,
    ),
    status: Name,
    partyStatus: Name,
    why: Sentence,
    next: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'What happens next; parties are told the sentences of their status instead',
      }),
    ),
  },
  strict,
)
export type Standing = Static<typeof Standing>

export const Workflow = Type.Object(
  {
    name: Name,
    root: Type.String({ description: 'Type of the root task, which all other tasks are under' }),
    fallback: Type.String({
      description: 'Opened when an open case has nothing left to do',
    }),
    beforeWork: Type.Object(
      { status: Name, partyStatus: Name, why: Sentence },
      { ...strict, description: 'The status of a case before any work begins' },
    ),
    rules: Type.Array(Rule, { maxItems: 500 }),
    standings: Type.Array(Standing, { minItems: 1, maxItems: 200 }),
  },
  strict,
)
export type Workflow = Static<typeof Workflow>

export const CaseType = Type.Object(
  {
    name: Name,
    label: Label,
    workflow: Name,
    isCourtRemand: Type.Optional(
      Type.Literal(true, { description: 'A court remand; ranks first in every list' }),
    ),
  },
  strict,
)

export const Docket = Type.Object({ name: Name, label: Label }, strict)

/** Why a case is not taken up. */
export const Ineligibility = Type.Object(
  {
    name: Name,
    label: Label,
    untimelyDays: Type.Optional({
      ...Days,
      description: 'Found if filed more than this many days after the contested decision',
    }),
    untimelyAfter: Type.Optional({
      ...Length,
      description: 'Instead of `untimelyDays`: found if filed after so long from the contested decision',
    }),
    whenSameInReview: Type.Optional(
      Type.Literal(true, {
        description: 'Found if a claimant seeks the same on another case in active review',
      }),
    ),
  },
  strict,
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
    ...deadlineSections,
    ...docketSections,
    ...peopleSections,
    ...issueSections,
    ...documentSections,
    ...correspondenceSections,
    ...notificationSections,
  },
  strict,
)
export type Profile = Static<typeof Profile>

/** The JSON Schema of a file that has sections of a profile, for editors. */
export function profileFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sections of a Portico profile',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Profile.properties },
    additionalProperties: false,
  }
}
