import { type EventsQuery, type EventType, eventTypes } from '@portico/contract/events'
import type { FastifyInstance } from 'fastify'
import type { AsOf, Portico, PresentedEvent } from '../app/portico.ts'
import { Refusal } from '../core/kernel.ts'
import { authorize } from './access.ts'
import { HttpRefusal } from './errors.ts'
import { streamEvents, wantsStream } from './events.ts'
import { serve } from './route.ts'

export function serveCases(app: FastifyInstance, portico: Portico) {
  serve(app, 'getCase', async ({ params, caller, reply }) => {
    await authorize(portico, caller, 'readCases', params.id)
    const { openedAt: _, ...facts } = await portico.findCase(params.id)
    const { pagesRead, pages } = facts.text
    // The version comes first, as `If-Match` wants it; while pages are still being read, how far makes a difference too.
    reply.header('etag', pagesRead < pages ? `"${facts.version}-${pagesRead}"` : `"${facts.version}"`)
    return { case: facts }
  })

  serve(app, 'getCaseState', async ({ params, query, caller, now }) => {
    await authorize(portico, caller, 'readState', params.id)
    return portico.caseState(params.id, now, asOf(query.at))
  })

  serve(app, 'listCaseEvents', async ({ params, query, caller, request, reply }) => {
    await authorize(portico, caller, 'readCases', params.id)
    const types = typesOf(query)
    if (wantsStream(request))
      return streamEvents(portico, request, reply, { caseId: params.id, after: query.after, types })
    const limit = query.limit ?? 100
    return page(
      await portico.caseEvents(params.id, { after: query.after ?? 0, types, limit: limit + 1 }),
      limit,
    )
  })

  serve(app, 'listEvents', async ({ query, caller, request, reply }) => {
    if (!portico.permissions.can(caller, 'readEvents'))
      throw new Refusal('forbidden', 'Your roles do not allow this.')
    const types = typesOf(query)
    if (wantsStream(request)) return streamEvents(portico, request, reply, { after: query.after, types })
    const limit = query.limit ?? 100
    return page(await portico.allEvents({ after: query.after ?? 0, types, limit: limit + 1 }), limit)
  })
}

function page(events: PresentedEvent[], limit: number) {
  const shown = events.slice(0, limit)
  const hasMore = events.length > limit
  return { events: shown, ...(hasMore ? { next: String(shown.at(-1)?.position) } : {}) }
}

function typesOf({ types }: EventsQuery): EventType[] | undefined {
  if (types === undefined) return undefined
  const wanted = types.split(',').map((type) => type.trim())
  const unknown = wanted.find((type) => !eventTypes.includes(type as EventType))
  if (unknown !== undefined) throw new HttpRefusal(400, `There is no event type ${unknown.slice(0, 100)}.`)
  return wanted as EventType[]
}

function asOf(at: string | undefined): AsOf | undefined {
  if (at === undefined) return undefined
  if (/^\d{1,15}$/.test(at)) return { position: Number(at) }
  const time = new Date(at)
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(at) || Number.isNaN(time.getTime())) {
    throw new HttpRefusal(400, 'at must be an event position or a time such as 2026-11-01T00:00:00Z.')
  }
  return { time }
}
