import { oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Length } from './length.ts'
import { Occasion, RuleStep } from './steps.ts'
import { days, Label, listOf, Name, nonEmptyList, Sentence } from './text.ts'

/** The check of a profile sees to it that it is a real date. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-07-03'] })

export { Length }

export const countings = ['calendarDays', 'workingDays'] as const
const Counts = oneOf(countings, {
  description:
    'Whether every day counts, or only the working days of the calendar; a length in working days is in days. Defaults to `calendarDays`',
})

/** What a deadline may run from beside a named event. */
export const deadlineFacts = [
  'receipt',
  'notice',
  'mailing',
  'session',
  'remand',
  'mandate',
  'start',
] as const
export type DeadlineFact = (typeof deadlineFacts)[number]

const RunsFrom = nonEmptyList(Type.String({ maxLength: 100, examples: ['receipt'] }), 10, {
  description:
    'The day from which it runs: `receipt` of the case; `notice`, the date that a letter bears or on which a decision was released; `mailing`, the day on which a letter was sent or, of a remand, the letter whose answer this timer awaits; `session`, the day of the session, or on which one without a date was withdrawn; `remand`, the day on which issues were sent back for more work; `mandate`, the date of the mandate of a court; `start`, the day on which it is set; or an event by its type, such as `case.docketed`, the day of the last such event. The first that applies to what the deadline is about is taken, and `start` where none does',
})

const Extension = Type.Object(
  {
    on: Occasion,
    by: Length,
    counts: Type.Optional(Counts),
    why: { ...Sentence, description: 'Why it is longer', examples: ['An extension was granted.'] },
  },
  strict,
)

const Toll = Type.Object(
  {
    from: Occasion,
    until: Type.Array(Occasion, {
      minItems: 1,
      maxItems: 10,
      description: 'From the day of `from` on no day is counted, and from that of any of these on again',
    }),
    why: { ...Sentence, description: 'Why it stands still', examples: ['The claimant has died.'] },
  },
  strict,
)

export const lastDays = ['next', 'previous', 'stays'] as const

/** How a deadline is counted. */
export const terms = {
  counts: Type.Optional(Counts),
  calendar: Type.Optional({
    ...Name,
    description: 'The calendar of its working days; defaults to that of `deadlines`',
  }),
  lastDay: Type.Optional(
    oneOf(lastDays, {
      description:
        'What happens if the last day is not a working day: it ends on the `next` one, on the `previous` one, or it `stays`. Defaults to `next`',
    }),
  ),
}

export const StandingTimer = Type.Object(
  {
    name: Name,
    label: Label,
    length: Type.Optional(Length),
    runsFrom: Type.Optional(RunsFrom),
    ...terms,
    whenMailed: Type.Optional({
      ...Length,
      description: 'Added after it would end, if what it runs from was sent by mail',
    }),
    extendedBy: Type.Optional(
      Type.Array(Extension, {
        maxItems: 20,
        description: 'What makes it longer, each from the day on which it would end',
      }),
    ),
    tolledBy: Type.Optional(Type.Array(Toll, { maxItems: 20, description: 'What makes it stand still' })),
    passes: Type.Optional(
      Type.Array(RuleStep, { maxItems: 20, description: 'What happens when it has passed' }),
    ),
    forParties: Type.Optional(
      Type.Literal(true, { description: 'A window of the parties: they are told its last day' }),
    ),
    days: Type.Optional(
      days('Instead of `length`: so many times 24 hours from when it is set, by the clock'),
    ),
    from: Type.Optional({
      ...Sentence,
      description: 'With `days`, when it starts, as a sentence that only people read',
    }),
  },
  strict,
)
export type StandingTimer = Static<typeof StandingTimer>

export const HolidayCalendar = Type.Object(
  {
    name: Name,
    label: Label,
    weekend: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 6,
      uniqueItems: true,
      description: 'Days of the week on which nobody works, from Monday, 1, to Sunday, 7',
      examples: [[6, 7]],
    }),
    from: { ...Day, description: 'The first day that it covers', examples: ['2024-01-01'] },
    to: { ...Day, description: 'The last day that it covers', examples: ['2032-12-31'] },
    holidays: Type.Array(Type.Object({ day: Day, label: Label }, strict), {
      maxItems: 5000,
      description: 'Holidays as they are observed: one on a weekend with the day on which it is kept instead',
    }),
  },
  strict,
)
export type HolidayCalendar = Static<typeof HolidayCalendar>

export const MailboxRule = Type.Object(
  {
    presumedDays: Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Without a postmark, it counts as posted so many days before it was received',
    }),
    counts: Counts,
    channels: nonEmptyList(Name, 20, {
      description: 'How it must have come; what came otherwise counts from its receipt',
      examples: [['mail']],
    }),
  },
  { ...strict, description: 'What is posted counts by its postmark; left out, everything by its receipt' },
)
export type MailboxRule = Static<typeof MailboxRule>

export const BoardDeadlines = Type.Object(
  {
    timeZone: Type.String({
      maxLength: 100,
      description: 'The zone of the board: a day ends when it ends there',
      examples: ['America/New_York'],
    }),
    calendar: { ...Name, description: 'The calendar of working days, unless a timer names another' },
    mailbox: Type.Optional(MailboxRule),
  },
  strict,
)
export type BoardDeadlines = Static<typeof BoardDeadlines>

export const deadlineSections = {
  timers: listOf(StandingTimer, 'Deadlines, windows and other timers'),
  deadlines: BoardDeadlines,
  calendars: listOf(HolidayCalendar, 'Calendars of working days and holidays, by place', 50),
}
