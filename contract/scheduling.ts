import { shownTo } from './audience.ts'
import { done, json, type Row } from './route.ts'
import {
  mostParticipants,
  NamedParticipant,
  Participant,
  participantKinds,
  sessionKind,
  slot,
} from './sessions.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const LocalTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$',
  examples: ['2096-03-02T09:00'],
})

const entry = {
  participant: Participant,
  effect: oneOf(['free', 'busy'], {
    description:
      'Whoever has times that are `free` can at those alone; whoever has none can whenever sessions are held',
  }),
  starts: { ...LocalTime, description: 'As the clock of the time zone shows it' },
  ends: { ...LocalTime, description: 'At most 31 days later', examples: ['2096-03-02T17:00'] },
  timeZone: Type.String({ maxLength: 100, examples: ['America/New_York'] }),
  repeats: Type.Optional(
    nonEmpty(500, {
      description:
        'An RRULE of iCalendar (RFC 5545), daily or slower, that ends by COUNT or UNTIL after at most 10,000 times',
      examples: ['FREQ=WEEKLY;BYDAY=MO,TU;COUNT=52'],
    }),
  ),
  except: Type.Optional(
    Type.Array(CalendarDate, { maxItems: 1000, uniqueItems: true, description: 'Days left out of the rule' }),
  ),
  why: Type.Optional(nonBlank(500)),
}

export const NewCalendarEntry = Type.Object(entry, {
  ...strict,
  examples: [
    {
      participant: { kind: 'room', id: 'washington1' },
      effect: 'busy',
      starts: '2096-03-02T09:00',
      ends: '2096-03-02T17:00',
      timeZone: 'America/New_York',
      why: 'The room is being painted.',
    },
  ],
})
export type NewCalendarEntry = Static<typeof NewCalendarEntry>

export const CalendarEntry = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['cal_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
    ...entry,
    repeats: Type.Optional(
      Type.String({ description: 'An RRULE of iCalendar; an imported one may go on without an end' }),
    ),
    uid: Type.Optional(Type.String({ description: 'The event of an imported calendar that it came from' })),
    unclear: Type.Optional(
      Type.String({
        description: 'What was not understood of that event: it is busy for at least all that it may mean',
      }),
    ),
    changedAt: Timestamp,
    changedBy: Type.String(),
  }),
)
export type CalendarEntry = Static<typeof CalendarEntry>
export const CalendarEntryAnswer = Type.Object({ entry: CalendarEntry })
export const CalendarEntryList = Type.Object({ entries: Type.Array(CalendarEntry) })

export const mostCalendarBytes = 5_000_000

export const CalendarImport = Type.Object(
  {
    participant: Participant,
    timeZone: Type.String({
      maxLength: 100,
      description: 'For whole days, and times that name no zone',
      examples: ['America/New_York'],
    }),
    calendar: Type.String({
      minLength: 1,
      maxLength: mostCalendarBytes,
      description: `A calendar as iCalendar (RFC 5545), at most ${mostCalendarBytes / 1_000_000} MB`,
    }),
  },
  {
    ...strict,
    examples: [
      {
        participant: { kind: 'room', id: 'washington2' },
        timeZone: 'America/New_York',
        calendar:
          'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:training@example.org\r\nDTSTART:20960302T140000Z\r\nDTEND:20960302T160000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      },
    ],
  },
)
export type CalendarImport = Static<typeof CalendarImport>

const unclearEvent = Type.Object({
  uid: Type.String(),
  summary: Type.Optional(Type.String({ description: 'What the calendar calls it' })),
  why: Type.String(),
})

export const CalendarImported = shownTo(
  'integration',
  Type.Object({
    added: Type.Integer({ minimum: 0 }),
    replaced: Type.Integer({ minimum: 0 }),
    unchanged: Type.Integer({
      minimum: 0,
      description: 'Events that are known in this SEQUENCE or a later one',
    }),
    removed: Type.Integer({ minimum: 0, description: 'Events that take no time any more' }),
    takenAsBusy: Type.Array(unclearEvent, {
      description:
        'Events that were not understood exactly, and why: they are busy for at least all that they may mean',
    }),
    leftOut: Type.Array(unclearEvent, {
      description: 'Events of which not even the day can be read: they take no time',
    }),
  }),
)
export type CalendarImported = Static<typeof CalendarImported>

const AvailabilityQuery = Type.Object({
  kind: oneOf(participantKinds, { examples: ['room'] }),
  id: nonEmpty(200, { examples: ['washington1'] }),
})

const days = {
  from: { ...CalendarDate, examples: ['2096-12-24'] },
  to: Type.Optional({ ...CalendarDate, description: 'The last day; defaults to the first' }),
}
const blackout = {
  ...days,
  participant: Type.Optional({ ...Participant, description: 'Left out, it is for everybody' }),
  why: nonBlank(500, { examples: ['A federal holiday.'] }),
}
export const NewBlackout = Type.Object(blackout, {
  ...strict,
  examples: [{ from: '2096-12-25', why: 'A federal holiday.' }],
})
export type NewBlackout = Static<typeof NewBlackout>

export const Blackout = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['out_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
    ...blackout,
    to: CalendarDate,
    addedAt: Timestamp,
    addedBy: Type.String(),
  }),
)
export type Blackout = Static<typeof Blackout>
export const BlackoutAnswer = Type.Object({ blackout: Blackout })
export const BlackoutList = Type.Object({ blackouts: Type.Array(Blackout) })

const BlackoutsQuery = Type.Object({
  from: Type.Optional({ ...CalendarDate, description: 'Those that end on this day or later' }),
  to: Type.Optional({ ...CalendarDate, description: 'Those that begin on this day or earlier' }),
})

export const mostSearchDays = 366
const searched = Type.Array(Participant, { maxItems: 200 })

const ofKind = {
  ...sessionKind,
  description: 'The kind of session, whose notice is kept; left out, the longest of the profile is',
}
const withinNotice = Type.Boolean({
  description: 'Also times within the notice: a session is placed there only with `consent`',
})

export const SlotSearch = Type.Object(
  {
    participants: { ...searched, description: 'All of them can in every slot that is found' },
    from: { ...CalendarDate, examples: ['2096-03-01'] },
    to: { ...CalendarDate, description: `At most ${mostSearchDays} days later`, examples: ['2096-03-31'] },
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1440, description: 'Defaults to the slot of the profile' }),
    ),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Whose days and hours; defaults to the zone of the location',
        examples: ['America/New_York'],
      }),
    ),
    kind: Type.Optional(ofKind),
    withinNotice: Type.Optional(withinNotice),
    notBefore: Type.Optional({
      ...Timestamp,
      description: 'Nothing earlier: when the session begins that is to be moved, unless all agree to less',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Defaults to 20' })),
  },
  {
    ...strict,
    examples: [
      {
        participants: [{ kind: 'room', id: 'washington1' }],
        from: '2096-03-01',
        to: '2096-03-31',
        timeZone: 'America/New_York',
      },
    ],
  },
)
export type SlotSearch = Static<typeof SlotSearch>

export const SlotsFound = shownTo(
  'integration',
  Type.Object({
    slots: Type.Array(Type.Object({ slot, reasons: Type.Array(Type.String()) }), {
      description: 'The best first, with what speaks for and against each',
    }),
    starts: Type.Integer({ minimum: 0, description: 'The possible starts in those days' }),
    blocking: Type.Array(
      Type.Object({
        participant: NamedParticipant,
        starts: Type.Integer({ minimum: 1, description: 'The starts at which they cannot' }),
      }),
      { description: 'Who cannot at how many of the possible starts, the most first' },
    ),
    unasked: Type.Optional(
      Type.Object(
        { binding: Type.String(), why: Type.String() },
        { description: 'The bound calendar, where it could not be asked: its bookings are not considered' },
      ),
    ),
  }),
)
export type SlotsFound = Static<typeof SlotsFound>

export const NewHold = Type.Object(
  {
    participants: Type.Array(Participant, { minItems: 1, maxItems: mostParticipants }),
    slot,
    caseId: Type.Optional(nonEmpty(100, { description: 'The case that it is held for' })),
    kind: Type.Optional(ofKind),
    withinNotice: Type.Optional(withinNotice),
  },
  {
    ...strict,
    examples: [
      {
        participants: [{ kind: 'room', id: 'washington1' }],
        slot: { startsAt: '2096-03-02T14:30:00.000Z', minutes: 60, timeZone: 'America/New_York' },
      },
    ],
  },
)
export type NewHold = Static<typeof NewHold>

export const Hold = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['hold_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
    participants: Type.Array(NamedParticipant),
    slot,
    caseId: Type.Optional(Type.String()),
    expiresAt: { ...Timestamp, description: 'When it ends, unless a session is placed on it' },
  }),
)
export type Hold = Static<typeof Hold>
export const HoldAnswer = Type.Object({ hold: Hold })

const ofEntry = Type.Object({ entryId: Type.String({ description: 'The ID of the calendar entry' }) })
const ofBlackout = Type.Object({ id: Type.String({ description: 'The ID of the blackout' }) })
const ofHold = Type.Object({ id: Type.String({ description: 'The ID of the hold' }) })

export const tag = 'Scheduling'

export const routes = {
  listAvailability: {
    method: 'GET',
    path: '/availability',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'List the calendar entries of a participant',
    query: AvailabilityQuery,
    answers: { 200: json('The entries', CalendarEntryList) },
  },
  addAvailability: {
    method: 'POST',
    path: '/availability',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Add a calendar entry: when a participant can, or cannot',
    body: NewCalendarEntry,
    answers: { 201: json('The entry', CalendarEntryAnswer) },
  },
  importAvailability: {
    method: 'POST',
    path: '/availability/import',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Import the calendar of a participant',
    description:
      'Each event takes its time from the participant. Imported again, an event replaces what it was if its SEQUENCE is not lower. An event of which a part cannot be taken is left out whole, with the reason.',
    body: CalendarImport,
    bodyLimit: 2 * mostCalendarBytes,
    answers: { 200: json('What was taken', CalendarImported) },
  },
  changeAvailability: {
    method: 'PUT',
    path: '/availability/{entryId}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Replace a calendar entry',
    params: ofEntry,
    body: NewCalendarEntry,
    answers: { 200: json('The entry', CalendarEntryAnswer) },
  },
  removeAvailability: {
    method: 'DELETE',
    path: '/availability/{entryId}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Delete a calendar entry',
    params: ofEntry,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
  listBlackouts: {
    method: 'GET',
    path: '/blackouts',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'List the days on which nothing may be placed',
    query: BlackoutsQuery,
    answers: { 200: json('The blackouts', BlackoutList) },
  },
  addBlackout: {
    method: 'POST',
    path: '/blackouts',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Add days on which nothing may be placed, for everybody or for one',
    body: NewBlackout,
    answers: { 201: json('The blackout', BlackoutAnswer) },
  },
  removeBlackout: {
    method: 'DELETE',
    path: '/blackouts/{id}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Delete a blackout',
    params: ofBlackout,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
  searchSlots: {
    method: 'POST',
    path: '/slots/search',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Find the times at which all participants can',
    description:
      'The times are those at which sessions begin by the profile, from Monday to Friday. The first slots are those within office hours for all, then the earliest days, then those that adjoin another session.',
    body: SlotSearch,
    answers: { 200: json('The slots', SlotsFound) },
  },
  holdSlot: {
    method: 'POST',
    path: '/holds',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Hold a time in the calendars of its participants until it expires',
    description:
      'Of two who ask for the same person or room at the same time, one is refused with 409. Place a session with its ID, or delete it.',
    body: NewHold,
    answers: { 201: json('The hold', HoldAnswer) },
  },
  getHold: {
    method: 'GET',
    path: '/holds/{id}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Get a hold that has not ended',
    description:
      'Whoever neither holds it nor may see its case gets its time alone, without the case and without participants.',
    params: ofHold,
    answers: { 200: json('The hold', HoldAnswer) },
  },
  releaseHold: {
    method: 'DELETE',
    path: '/holds/{id}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Release a hold',
    description: 'Only for whoever holds it, and for administrators.',
    params: ofHold,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
} as const satisfies Record<string, Row>
