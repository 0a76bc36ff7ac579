import { shownTo } from './audience.ts'
import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
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
    servedBy: { call: ['calendars.entries', 'query'] },
    sdk: {
      call: 'client.calendars.entries',
      isByHand: true,
      about: 'List the calendar entries of a participant: when they can, and when they cannot.',
      example: sample`
        const room = { kind: 'room', id: 'washington1' } as const
        for (const { effect, starts, ends, repeats } of await client.calendars.entries(room)) {
          console.log(effect, starts, ends, repeats)
        }
      `,
    },
  },
  addAvailability: {
    method: 'POST',
    path: '/availability',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Add a calendar entry: when a participant can, or cannot',
    body: NewCalendarEntry,
    answers: { 201: json('The entry', CalendarEntryAnswer) },
    servedBy: { call: ['calendars.add', 'request', 'body'] },
    sdk: {
      call: 'client.calendars.add',
      takes: ['entry'],
      about: 'Add a calendar entry.',
      example: sample`
        await client.calendars.add({
          participant: { kind: 'room', id: 'washington1' },
          effect: 'busy',
          starts: '2096-03-05T09:00',
          ends: '2096-03-05T12:00',
          timeZone: 'America/New_York',
          repeats: 'FREQ=WEEKLY;COUNT=4',
          why: 'The cleaners come.',
        })
      `,
    },
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
    servedBy: { call: ['calendars.import', 'request', 'body'] },
    sdk: {
      call: 'client.calendars.import',
      takes: ['imported'],
      about:
        'Import the calendar of a participant as iCalendar. What was not understood is busy, and said event by event.',
      example: sample`
        const event = ['BEGIN:VEVENT', 'UID:1@example.org', 'DTSTART:20960302T140000Z', 'DURATION:PT2H', 'END:VEVENT']
        const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\\r\\n')
        const participant = { kind: 'room', id: 'washington2' } as const
        const answer = await client.calendars.import({ participant, timeZone: 'America/New_York', calendar })
        for (const { summary, why } of answer.takenAsBusy) console.log('Busy, to be checked:', summary, why)
        for (const { summary, why } of answer.leftOut) console.log('Takes no time:', summary, why)
        console.log(answer.added)
      `,
    },
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
    servedBy: { call: ['calendars.change', 'request', 'entryId', 'body'] },
    sdk: {
      call: 'client.calendars.change',
      takes: ['entry'],
      example: sample`
        const entry = {
          participant: { kind: 'room', id: 'washington1' } as const,
          effect: 'busy' as const,
          starts: '2096-04-02T09:00',
          ends: '2096-04-02T12:00',
          timeZone: 'America/New_York',
        }
        const { id } = await client.calendars.add(entry)
        await client.calendars.change(id, { ...entry, ends: '2096-04-02T17:00' })
      `,
    },
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
    servedBy: { call: ['calendars.remove', 'entryId'] },
    sdk: {
      call: 'client.calendars.remove',
      example: sample`
        const { id } = await client.calendars.add({
          participant: { kind: 'room', id: 'washington1' },
          effect: 'busy',
          starts: '2096-05-02T09:00',
          ends: '2096-05-02T12:00',
          timeZone: 'America/New_York',
        })
        await client.calendars.remove(id)
      `,
    },
  },
  listBlackouts: {
    method: 'GET',
    path: '/blackouts',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'List the days on which nothing may be placed',
    query: BlackoutsQuery,
    answers: { 200: json('The blackouts', BlackoutList) },
    servedBy: { call: ['calendars.blackouts', 'query'] },
    sdk: {
      call: 'client.calendars.blackouts',
      example: sample`
        for (const { from, to, why } of await client.calendars.blackouts({ from: '2096-01-01', to: '2096-12-31' })) {
          console.log(from, to, why)
        }
      `,
    },
  },
  addBlackout: {
    method: 'POST',
    path: '/blackouts',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Add days on which nothing may be placed, for everybody or for one',
    body: NewBlackout,
    answers: { 201: json('The blackout', BlackoutAnswer) },
    servedBy: { call: ['calendars.addBlackout', 'request', 'body'] },
    sdk: {
      call: 'client.calendars.addBlackout',
      takes: ['blackout'],
      about: 'Add days on which nothing may be placed, for everybody or for one participant.',
      example: sample`
        const { id } = await client.calendars.addBlackout({ from: '2096-12-25', why: 'A federal holiday.' })
        console.log(id)
      `,
    },
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
    servedBy: { call: ['calendars.removeBlackout', 'id'] },
    sdk: {
      call: 'client.calendars.removeBlackout',
      example: sample`
        const { id } = await client.calendars.addBlackout({ from: '2096-07-04', why: 'A federal holiday.' })
        await client.calendars.removeBlackout(id)
      `,
    },
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
    servedBy: { call: ['slots.search', 'body', 'calendar'] },
    sdk: {
      call: 'client.slots.search',
      takes: ['asked'],
      about: 'Find the times at which all participants can, the best first.',
      example: sample`
        const { slots, blocking } = await client.slots.search({
          participants: [{ kind: 'room', id: 'washington1' }],
          from: '2096-03-01',
          to: '2096-03-31',
        })
        console.log(slots[0]?.slot.startsAt, slots[0]?.reasons, blocking)
      `,
    },
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
    sdk: {
      call: 'client.slots.hold',
      takes: ['hold'],
      about:
        'Hold a time in the calendars of its participants, until it expires or a session is placed on it.',
      example: sample`
        const participants = [{ kind: 'room', id: 'washington2' } as const]
        const { slots } = await client.slots.search({ participants, from: '2096-06-01', to: '2096-06-30' })
        const hold = await client.slots.hold({ participants, slot: slots[0]!.slot })
        const { id } = await client.sessions.request(caseId, { kind: 'inPerson' })
        await client.sessions.place(caseId, id, { slot: hold.slot, holdId: hold.id })
      `,
    },
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
    sdk: {
      call: 'client.slots.held',
      example: sample`
        const participants = [{ kind: 'room', id: 'denver1' } as const]
        const slot = { startsAt: '2096-08-01T16:00:00.000Z', minutes: 60, timeZone: 'America/Denver' }
        const { id } = await client.slots.hold({ participants, slot })
        console.log((await client.slots.held(id)).expiresAt)
      `,
    },
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
    sdk: {
      call: 'client.slots.release',
      example: sample`
        const participants = [{ kind: 'room', id: 'denver1' } as const]
        const slot = { startsAt: '2096-09-03T16:00:00.000Z', minutes: 60, timeZone: 'America/Denver' }
        const { id } = await client.slots.hold({ participants, slot })
        await client.slots.release(id)
      `,
    },
  },
} as const satisfies Record<string, Row>
