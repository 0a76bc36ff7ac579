import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { days, Label, listOf, Name, names, Sentence, someOf, Word } from './text.ts'
import { textSections } from './text-parts.ts'

const count = (description: string, most: number) => Type.Integer({ minimum: 1, maximum: most, description })

const Location = Type.Object(
  {
    name: Name,
    label: Label,
    timeZone: Type.String({ maxLength: 100, examples: ['America/New_York'] }),
    rooms: Type.Optional(
      Type.Array(Type.Object({ name: Name, label: Label }, strict), {
        maxItems: 200,
        description: 'A room takes one session at a time; its name is unique among all locations',
      }),
    ),
  },
  strict,
)

const noticeDays = Type.Integer({ minimum: 0, maximum: 365 })

export const Sessions = Type.Object(
  {
    slotsPerDay: count('Slots per docket day', 100),
    slotMinutes: count('Minutes per slot', 1440),
    firstStart: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'Earliest start of the first slot, in local time',
      examples: ['08:15'],
    }),
    startEveryMinutes: count('Interval in minutes between possible starts', 1440),
    holdMinutes: count('How long a slot is reserved for whoever found it', 1440),
    windowDays: Type.Optional(
      count(
        'Days from a request within which a session is to take place, and from its first slot within which it may be moved without being postponed; defaults to 90',
        3650,
      ),
    ),
    reminderDays: Type.Array(days('Before the session', 365), {
      maxItems: 20,
      uniqueItems: true,
      description: 'When to remind participants, if the session was scheduled earlier than that',
    }),
    locations: Type.Optional(
      Type.Array(Location, { maxItems: 500, description: 'Where sessions are held, but for remote ones' }),
    ),
    noticeDays: Type.Optional(
      Type.Partial(
        Type.Object({
          inPerson: noticeDays,
          video: noticeDays,
          phone: noticeDays,
          virtual: noticeDays,
        }),
        {
          ...strict,
          description:
            'Lever: days between the placing of a session and its date, by kind of session. Nothing is offered or placed sooner, unless the consent to it is recorded; a kind that is left out needs no notice',
        },
      ),
    ),
    adjudicatorRoles: Type.Optional(
      names(
        'Roles whose members may sit as adjudicators of sessions; defaults to the role that receives cases',
      ),
    ),
    withoutRecord: Type.Optional(
      oneOf(['allowed', 'needsReason'], {
        description:
          'What happens when a session is said to have been held, nothing of it is stored, and no reason is given; defaults to allowed. Rules can open a task on `session.held` with the `record` `missing`',
      }),
    ),
    conferenceReadyHours: count('Hours before the session by which the conference must be ready', 720),
    documentTypes: Type.Optional(
      Type.Object(
        { recording: Type.Optional(Name), transcript: Type.Optional(Name) },
        { ...strict, description: 'The types of the documents that come of a session' },
      ),
    ),
  },
  strict,
)

const answered = (what: string) =>
  Type.Optional(oneOf(['refused', 'warned'], { description: `${what}; defaults to refused` }))

const Drafting = Type.Object(
  {
    tasks: Type.Optional(
      names(
        'Types of tasks that count as drafting: whoever holds one writes the decision. Each needs the action `draft`; defaults to all whose type names it',
      ),
    ),
    begunBy: Type.Optional(
      oneOf(['author', 'service'], {
        description:
          'Who creates the draft of a case that is assigned for drafting, where it has none: its `author`, in whatever editor, or the `service`, at once and in the name of the author; defaults to author',
      }),
    ),
  },
  { ...strict, description: 'What it means that a case is assigned for drafting' },
)

export const WorkProducts = Type.Object(
  {
    release: oneOf(['atSigning', 'afterQualityReview'], {
      description:
        'When a signed work product is released: once sealed, or once sealed and released by the rules of its workflow',
    }),
    withoutEvidence: answered(
      'What happens on signing if an issue cites no evidence although its disposition requires it',
    ),
    withoutRecipient: answered('What happens on signing if no party receives the decision'),
    citingUnseen: answered(
      'What happens on signing if the decision cites a document that one of its recipients may not see, such as a letter to another party',
    ),
    openProposals: answered('What happens on signing if a proposal is open'),
    drafting: Type.Optional(Drafting),
    ...textSections,
  },
  strict,
)
export type WorkProducts = Static<typeof WorkProducts>

export const ClosedCases = Type.Object({ accepts: names('Actions still allowed on a closed case') }, strict)

export const reportKinds = [
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
export const reportDimensions = [
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
export const reportPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const

export const Report = Type.Object(
  {
    name: Name,
    label: Label,
    kind: oneOf(reportKinds),
    by: someOf(reportDimensions),
    period: Type.Optional(oneOf(reportPeriods)),
    percentiles: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: 10, uniqueItems: true }),
    ),
    roles: names('Roles that see it; empty for everyone who reads reports'),
  },
  strict,
)

const PartyStatus = Type.Object(
  {
    ...Word.properties,
    why: Type.Optional({
      ...Sentence,
      description: 'What it means, as parties are told it; without it they are told the label',
    }),
    next: Type.Optional({ ...Sentence, description: 'What comes next, as parties are told it' }),
  },
  strict,
)

export const workSections = {
  statuses: listOf(Word, 'Case statuses for staff'),
  partyStatuses: listOf(PartyStatus, 'Case statuses for parties'),
  closeReasons: listOf(Word, 'Reasons to close a case'),
  sessions: Sessions,
  workProducts: WorkProducts,
  closedCases: ClosedCases,
  deadlineWarning: {
    ...Name,
    description: 'The timer that warns this many days before the deadline of a task',
  },
  reports: listOf(Report, 'Reports and who sees them'),
}

export type Sessions = Static<typeof Sessions>
export type ClosedCases = Static<typeof ClosedCases>
export type Report = Static<typeof Report>
