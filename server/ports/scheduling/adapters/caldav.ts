import {
  address,
  defineAdapter,
  type Host,
  type InputOf,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import { scheduling } from '@portico/contract/ports/scheduling'
import type { Slot } from '@portico/contract/sessions'
import Type, { type Static } from '@portico/contract/type'
import { readCalendarText } from '../../../core/session/calendar-text.ts'
import { readCalendar } from '../../../core/session/read-calendar.ts'
import { dayAfter, dayIn, startOfDay } from '../../../core/time/local-time.ts'
import { msLater } from '../../../core/time/moments.ts'
import { spansOf } from '../../../core/time/recurrence.ts'
import { merged, overlaps, type Span, without } from '../../../core/time/spans.ts'
import { refuseUnknownTimeZone } from '../../../core/time/zone-names.ts'

type Port = typeof scheduling
type Participant = InputOf<Port, 'availability'>['participants'][number]
type Booked = Pick<InputOf<Port, 'book'>, 'case' | 'sessionId' | 'participants' | 'slot'>

const Options = Type.Object({
  url: address('Where the calendars are: the calendar home of the account', {
    schemes: ['http', 'https'],
    examples: ['https://calendar.example.org/portico/'],
  }),
  username: Type.String({ minLength: 1, description: 'The account' }),
  password: secret('The password of the account'),
  calendar: Type.String({
    default: '{id}',
    pattern: '\\{id\\}',
    description: 'The calendar of a participant below the URL; `{kind}` and `{id}` stand for theirs',
  }),
  sessions: Type.String({
    default: 'portico-sessions',
    minLength: 1,
    description: 'The calendar that has all sessions, and where each is booked',
  }),
  blackouts: Type.Optional(
    Type.String({ minLength: 1, description: 'The calendar of days on which nothing may be placed' }),
  ),
  timeZone: Type.String({
    default: 'America/New_York',
    description: 'For whole days, and for times that name no zone',
  }),
  makeCalendars: Type.Boolean({
    default: false,
    description: 'Makes the calendar of a participant who has none; otherwise nothing is known of their time',
  }),
})
type Options = Static<typeof Options>

export default defineAdapter({
  port: scheduling,
  name: 'caldav',
  does: 'Keeps sessions in calendars by CalDAV, and reads who is busy from the events of those calendars.',
  options: Options,
  open(options, host) {
    refuseUnknownTimeZone(options.timeZone)
    const server = openServer(options, host)
    const { sessions, timeZone } = options

    const busyOf = async (participant: Participant, within: Span, signal: AbortSignal) =>
      isBooked(participant) ? server.busy(server.calendarOf(participant), within, signal) : []

    const conflictsOf = async ({ participants, slot, sessionId }: Booked, signal: AbortSignal) => {
      const span = spanOf(slot)
      const found = await Promise.all(
        participants.map(async (participant) => {
          const busy = await busyOf(participant, span, signal)
          const isTaken = busy.some((one) => one.uid !== uidOf(sessionId) && overlaps(one, span))
          const who = participant.name ?? participant.id
          return isTaken ? [{ participant, why: `${who} has something else in the calendar then.` }] : []
        }),
      )
      return found.flat()
    }

    /** Looks, writes only over what it has seen, and looks again: whoever was faster keeps the time. */
    const take = async (booked: Booked, signal: AbortSignal): Promise<{ reference: string }> => {
      const { sessionId, participants } = booked
      const [taken] = await conflictsOf(booked, signal)
      if (taken) throw new PortError('conflict', taken.why)
      const before = await server.read(sessions, sessionId, signal)
      const had = before ? calendarsIn(before.text) : []
      const calendars = [...new Set(participants.filter(isBooked).map(server.calendarOf))]
      const left = had.filter((calendar) => !calendars.includes(calendar))
      // First where all sessions are: what is begun can be found, and taken back.
      await server.put(sessions, sessionId, await eventOf(booked, [...calendars, ...left]), signal)
      const text = await eventOf(booked, calendars)
      for (const calendar of calendars) await server.put(calendar, sessionId, text, signal)
      const [faster] = await conflictsOf(booked, signal)
      if (faster) {
        for (const calendar of calendars)
          await server.restore(calendar, sessionId, had.includes(calendar) ? before : undefined, signal)
        await server.restore(sessions, sessionId, before, signal)
        throw new PortError('conflict', `Somebody else was faster: ${faster.why}`)
      }
      for (const calendar of left) await server.remove(calendar, sessionId, signal)
      if (left.length > 0) await server.put(sessions, sessionId, text, signal)
      return { reference: uidOf(sessionId) }
    }

    return {
      supports: [],
      calls: {
        async availability({ participants, startsAt, endsAt }, { signal }) {
          const within = { from: Date.parse(startsAt), to: Date.parse(endsAt) }
          const availability = await Promise.all(
            participants.map(async (participant) => {
              const free = without([within], merged(await busyOf(participant, within, signal)))
              return { participant, free: free.map(shownSpan) }
            }),
          )
          return { availability }
        },

        async blackouts({ from, to }, { signal }) {
          if (options.blackouts === undefined) return { blackouts: [] }
          const startOf = (day: string) => startOfDay(day, timeZone).getTime()
          const within = { from: startOf(from), to: startOf(dayAfter(to)) }
          const days = new Map<string, string | undefined>()
          for (const span of await server.busy(options.blackouts, within, signal))
            for (let day = dayIn(new Date(span.from), timeZone); day <= to; day = dayAfter(day)) {
              if (startOf(day) >= span.to) break
              if (day >= from) days.set(day, span.why)
            }
          return { blackouts: [...days].map(([date, why]) => ({ date, ...(why ? { why } : {}) })) }
        },

        checkSlot: async (input, { signal }) => ({ conflicts: await conflictsOf(input, signal) }),
        book: (input, { signal }) => take(input, signal),
        rebook: (input, { signal }) => take(input, signal),

        async release({ sessionId }, { signal }) {
          const booked = await server.read(sessions, sessionId, signal)
          if (!booked) return {}
          for (const calendar of calendarsIn(booked.text)) await server.remove(calendar, sessionId, signal)
          await server.remove(sessions, sessionId, signal)
          return {}
        },
      },
      check: server.check,
    }
  },
})

/** Whose time is taken: a location holds many. */
const isBooked = ({ kind }: Participant) => kind !== 'location'
const uidOf = (sessionId: string) => `${sessionId}@portico`
const shownSpan = ({ from, to }: Span) => ({
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(to).toISOString(),
})
const spanOf = ({ startsAt, minutes }: Slot): Span => ({
  from: Date.parse(startsAt),
  to: msLater(startsAt, minutes * 60_000).getTime(),
})

const booksIn = 'X-PORTICO-CALENDARS'

/** When, and the docket number: whoever else reads the calendar learns nothing of the case. */
async function eventOf({ case: of, sessionId, slot }: Booked, calendars: readonly string[]): Promise<string> {
  const { writeCalendar } = await import('../../../core/session/write-calendar.ts')
  const summary = of.docketNumber ?? 'Session'
  const changedAt = new Date(slot.startsAt)
  const event = { sessionId, slot, isCancelled: false, revision: 0, changedAt, summary }
  const line = `${booksIn}:${Buffer.from(JSON.stringify(calendars)).toString('base64url')}`
  // What is kept on a server has no method (RFC 4791), and long lines are folded.
  return writeCalendar('Sessions', [event])
    .replace('METHOD:PUBLISH\r\n', '')
    .replace('END:VEVENT', `${line.match(/.{1,70}/g)?.join('\r\n ')}\r\nEND:VEVENT`)
}

function calendarsIn(text: string): string[] {
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, '')
  const [, value = ''] = new RegExp(`^${booksIn}:(.*)$`, 'm').exec(unfolded) ?? []
  try {
    return JSON.parse(Buffer.from(value.trim(), 'base64url').toString()) as string[]
  } catch {
    return []
  }
}

type BusySpan = Span & { uid: string; why?: string | undefined }
type Kept = { text: string; etag: string | null }

const mostTries = 3
const mostTold = 10_000

type Connection = ReturnType<typeof openConnection>

/** Requests to the server: what it says when it is away or refuses becomes an error of the port. */
function openConnection(options: Options, host: Host<Port>) {
  const home = options.url.endsWith('/') ? options.url : `${options.url}/`
  const authorization = `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`
  const urlOf = (calendar: string) => `${home}${calendar.split('/').map(encodeURIComponent).join('/')}/`
  const objectUrl = (calendar: string, sessionId: string) =>
    `${urlOf(calendar)}${encodeURIComponent(sessionId)}.ics`
  const says = (status: number) => `The calendar server says ${status}.`

  const ask = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await host
      .fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization },
      })
      .catch((error) => {
        if (error instanceof PortError || init.signal?.aborted) throw error
        throw new PortError('unavailable', 'The calendar server cannot be reached.')
      })
    const { status } = response
    if (status === 401 || status === 403) throw new PortError('refused', says(status))
    if (status === 429 || status >= 500) throw new PortError('unavailable', says(status))
    return response
  }

  /** Its status, once its body is done with. */
  const statusOf = async (url: string, init: RequestInit): Promise<number> => {
    const response = await ask(url, init)
    await response.body?.cancel()
    return response.status
  }

  return { home, urlOf, objectUrl, says, ask, statusOf }
}

function openServer(options: Options, host: Host<Port>) {
  const connection = openConnection(options, host)
  const { home, urlOf, objectUrl, says, ask, statusOf } = connection

  const read = async (
    calendar: string,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Kept | undefined> => {
    const response = await ask(objectUrl(calendar, sessionId), { method: 'GET', signal })
    if (response.ok) return { text: await response.text(), etag: response.headers.get('etag') }
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return undefined
    throw new PortError('invalid', says(response.status))
  }

  /** Replaces only what was there when it was looked at, and adds only where there was nothing. */
  const put = async (
    calendar: string,
    sessionId: string,
    text: string,
    signal: AbortSignal,
  ): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const there = await read(calendar, sessionId, signal)
      if (there && plain(there.text) === plain(text)) return
      const condition: Record<string, string> = there?.etag
        ? { 'if-match': there.etag }
        : { 'if-none-match': '*' }
      const headers = { 'content-type': 'text/calendar; charset=utf-8', ...condition }
      const status = await statusOf(objectUrl(calendar, sessionId), {
        method: 'PUT',
        body: text,
        headers,
        signal,
      })
      if (status < 300) return
      const isMissing = status === 404 || status === 409
      if (isMissing && calendar !== options.sessions && !options.makeCalendars) return
      if (tries >= mostTries)
        throw new PortError(
          status === 412 ? 'conflict' : 'invalid',
          `${calendar} was not written. ${says(status)}`,
        )
      if (isMissing) await make(calendar, signal)
      else if (status !== 412) throw new PortError('invalid', `${calendar} was not written. ${says(status)}`)
    }
  }

  const make = async (calendar: string, signal: AbortSignal) => {
    const status = await statusOf(urlOf(calendar), { method: 'MKCALENDAR', signal })
    // One that was made meanwhile will do.
    if (status >= 300 && status !== 405 && status !== 409)
      throw new PortError('invalid', `The calendar ${calendar} cannot be made. ${says(status)}`)
  }

  const remove = async (calendar: string, sessionId: string, signal: AbortSignal): Promise<void> => {
    const status = await statusOf(objectUrl(calendar, sessionId), { method: 'DELETE', signal })
    if (status >= 300 && status !== 404 && status !== 410) throw new PortError('invalid', says(status))
  }

  return {
    read,
    put,
    remove,

    restore: (calendar: string, sessionId: string, before: Kept | undefined, signal: AbortSignal) =>
      before ? put(calendar, sessionId, before.text, signal) : remove(calendar, sessionId, signal),

    calendarOf: ({ kind, id }: Participant) =>
      options.calendar.replaceAll('{kind}', kind).replaceAll('{id}', id.replaceAll('/', '_')),

    busy: createReadBusy(connection, options, tellOnce(host)),

    async check(signal: AbortSignal): Promise<void> {
      const response = await ask(home, { method: 'OPTIONS', signal })
      await response.body?.cancel()
      if (!/calendar-access/.test(response.headers.get('dav') ?? ''))
        throw new PortError('unavailable', 'What answers at the URL is no CalDAV server.')
    },
  }
}

/**
 * What takes time in a calendar, by its events. All are read: what servers say of free and busy, or find in a span of
 * time, leaves out events that recur.
 */
const createReadBusy =
  ({ ask, urlOf }: Connection, { timeZone }: Options, tell: ReturnType<typeof tellOnce>) =>
  async (calendar: string, within: Span, signal: AbortSignal): Promise<BusySpan[]> => {
    const { calendarQuery } = await import('tsdav')
    let isMissing = false
    const asking = async (url: unknown, init?: RequestInit) => {
      const response = await ask(String(url), { ...init, signal })
      if (response.status === 404 || response.status === 410) isMissing = true
      return response
    }
    const found = await calendarQuery({
      url: urlOf(calendar),
      props: { 'd:getetag': {}, 'c:calendar-data': {} },
      filters: {
        'comp-filter': {
          _attributes: { name: 'VCALENDAR' },
          'comp-filter': { _attributes: { name: 'VEVENT' } },
        },
      },
      depth: '1',
      fetch: asking as never,
    }).catch((error) => {
      if (isMissing) return []
      throw error
    })
    if (isMissing) return []
    return found.flatMap(({ href, props }) => {
      const data: unknown = props?.calendarData
      const text = String((data as { _cdata?: string })?._cdata ?? data ?? '')
      const at = new Date(within.from)
      if (text.trim() === '') return []
      const calendar = readCalendarText(text)
      if (calendar.calendars.length === 0)
        tell('an object takes no time that is no calendar', href ?? '', 'It has no event that can be read.')
      const { events, leftOut } = readCalendar(calendar, { timeZone, at })
      for (const { uid, unclear } of events)
        if (unclear !== undefined) tell('an event is taken as busy that is not understood', uid, unclear)
      for (const { uid, why } of leftOut) tell('an event takes no time that cannot be read', uid, why)
      return events.flatMap(({ uid, busy, why }) =>
        busy.flatMap((one) => spansOf(one, within)).map((one) => ({ ...one, uid, why })),
      )
    })
  }

/** Logs a message about an event once, and not at each search. */
function tellOnce({ log }: Pick<Host<Port>, 'log'>) {
  const told = new Set<string>()
  return (message: string, uid: string, why: string): void => {
    const key = `${uid}\n${why}`
    if (told.has(key)) return
    if (told.size >= mostTold) told.clear()
    told.add(key)
    log('warn', message, { uid, why })
  }
}

/** Servers end lines in their own way. */
const plain = (text: string) => text.replaceAll('\r', '').trim()
