import Type, { type Static } from '../type.ts'
import { closed, days, Label, listOf, Name, names, oneOf, Sentence, someOf, Word } from './text.ts'

export const StandingTimer = Type.Object(
  {
    name: Name,
    label: Label,
    days: days('How long it runs where a rule does not say'),
    from: { ...Sentence, description: 'From when it runs' },
  },
  closed,
)

const count = (description: string, most: number) => Type.Integer({ minimum: 1, maximum: most, description })

export const Sessions = Type.Object(
  {
    slotsPerDay: count('Slots of one docket day', 100),
    slotMinutes: count('How long each is', 1440),
    firstStart: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'When the first may begin, by the clock of the place',
      examples: ['08:15'],
    }),
    startEveryMinutes: count('Others may begin every so many minutes after it', 1440),
    holdMinutes: count('How long a slot is kept for whoever found it', 1440),
    reminderDays: Type.Array(days('Before the session', 365), {
      maxItems: 20,
      uniqueItems: true,
      description: 'When its people are reminded, where the session was made earlier than that',
    }),
    conferenceReadyHours: count('How long before it the conference must be ready', 720),
  },
  closed,
)

const answered = (what: string) =>
  Type.Optional(oneOf(['refused', 'warned'], `${what}; refused where this is left out`))

export const WorkProducts = Type.Object(
  {
    release: oneOf(
      ['atSigning', 'afterQualityReview'],
      'When a signed work product may leave: once it is sealed, or when the rules of its workflow release it besides',
    ),
    withoutEvidence: answered(
      'What becomes of a signature where an issue cites no evidence, and its disposition needs some',
    ),
    withoutRecipient: answered('What becomes of a signature where no party is sent the decision'),
  },
  closed,
)

export const ClosedCases = Type.Object(
  { accepts: names('What may still be done to a closed case, of the actions that change one') },
  closed,
)

const kinds = [
  'throughput',
  'ageInStep',
  'overdue',
  'queueDepth',
  'reviewerLoad',
  'distribution',
  'decisions',
  'portHealth',
  'docketHealth',
] as const
const dimensions = [
  'caseType',
  'docket',
  'step',
  'assignee',
  'team',
  'status',
  'issueType',
  'disposition',
  'port',
] as const

export const Report = Type.Object(
  {
    name: Name,
    label: Label,
    kind: oneOf(kinds),
    by: someOf(dimensions),
    period: Type.Optional(oneOf(['day', 'week', 'month', 'quarter', 'year'])),
    percentiles: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: 10, uniqueItems: true }),
    ),
    roles: names('Who is shown it; everyone who reads reports where there are none'),
  },
  closed,
)

export const workSections = {
  statuses: listOf(Word, 'Where a case may stand, for staff'),
  partyStatuses: listOf(Word, 'Where a case may stand, for a party'),
  closeReasons: listOf(Word, 'Why a case may be closed'),
  timers: listOf(StandingTimer, 'What is waited for'),
  sessions: Sessions,
  workProducts: WorkProducts,
  closedCases: ClosedCases,
  deadlineWarning: {
    ...Name,
    description: 'The timer that runs out so many days before the deadline of a task, and warns of it',
  },
  reports: listOf(Report, 'What is counted, and for whom'),
}

export type StandingTimer = Static<typeof StandingTimer>
export type Sessions = Static<typeof Sessions>
export type ClosedCases = Static<typeof ClosedCases>
export type Report = Static<typeof Report>
