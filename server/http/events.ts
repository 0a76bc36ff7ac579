import { type EventsQuery, type EventType, eventTypes } from '@portico/contract/events'
import type { ListChange } from '../app/engine/list-changes.ts'
import type { PresentedEvent } from '../app/engine/present-events.ts'
import type { Portico } from '../app/portico.ts'
import { type Cursor, readCursor } from '../core/kernel/cursor.ts'
import { refuseUnknownWord } from '../core/kernel/known-words.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'
import { type EventStreams, wantsStream } from './event-streams.ts'
import type { Handlers } from './route.ts'

export function eventHandlers(
  portico: Portico,
  streams: EventStreams,
  changeStreams: EventStreams<ListChange>,
) {
  return {
    listCaseEvents: async ({ params, query, caller, authorizeAnew, leaveTrace, request, reply }) => {
      const types = typesOf(query)
      const { limit = 100 } = query
      const cursor = cursorOf(query)
      if (!wantsStream(request)) {
        const { after = 0 } = await portico.live.resume(cursor)
        return portico.events.ofCase(params.id, caller, { after, types, limit })
      }
      leaveTrace()
      const asked = { caseId: params.id, cursor, types, authorize: authorizeAnew }
      return streams.send(request, reply, asked)
    },

    listEvents: async ({ query, caller, authorizeAnew, leaveTrace, request, reply }) => {
      /** Addresses and birth dates that go out leave the trace of whoever looks at the case. */
      const onSent = ({ id, username, kind }: Caller, events: readonly PresentedEvent[]) => {
        const at = request.server.clock()
        const told = events.filter(({ type, data }) => data !== null && type.startsWith('party.'))
        for (const caseId of new Set(told.map((event) => event.caseId)))
          leaveTrace({ caseId, member: { id, name: username, kind }, at })
      }
      const types = typesOf(query)
      if (wantsStream(request))
        return streams.send(request, reply, {
          cursor: cursorOf(query),
          types,
          authorize: authorizeAnew,
          onSent,
        })
      const { limit = 100 } = query
      const { after = 0 } = await portico.live.resume(cursorOf(query))
      const page = await portico.events.all(caller, { after, types, limit })
      onSent(caller, page.events)
      return page
    },

    getChanges: async ({ query, caller, authorizeAnew, request, reply }) => {
      const cursor = cursorOf(query)
      if (wantsStream(request))
        return changeStreams.send(request, reply, { cursor, authorize: authorizeAnew })
      const { after } = await portico.listChanges.resume(cursor)
      return portico.listChanges.since(after, caller)
    },

    listPartyHistory: async ({ params, query, caller }) => {
      const { limit = 100 } = query
      const { after = 0 } = await portico.live.resume(cursorOf(query))
      return portico.parties.history(params.id, params.partyId, caller, { after, limit })
    },

    listAccess: ({ params, query }) =>
      portico.accessLog.page(params.id, { after: query.after ?? 0, limit: query.limit ?? 100 }),
  } satisfies Partial<Handlers>
}

const cursorOf = ({ after }: { after?: string }): Cursor | undefined =>
  after === undefined ? undefined : readCursor(after)

function typesOf({ types }: EventsQuery): EventType[] | undefined {
  if (types === undefined) return undefined
  if (types.trim() === '')
    throw new HttpRefusal(
      400,
      'types must name event types, separated by commas, like case.opened,document.tagged.',
    )
  const wanted = types.split(',').map((type) => type.trim())
  for (const type of wanted) refuseUnknownWord('event type', type, eventTypes)
  return wanted as EventType[]
}
