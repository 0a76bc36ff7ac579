import type { FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function calendarFeedHandlers(
  { calendarFeeds }: Portico,
  { publicUrl }: { publicUrl?: string | undefined },
) {
  const urlOf = (request: FastifyRequest) => (key: string) =>
    `${publicUrl ?? `${request.protocol}://${request.host}`}/feeds/${key}`

  return {
    listFeeds: async ({ query, caller, request }) => ({
      feeds: await calendarFeeds.list(query, urlOf(request), {
        id: caller.id,
        seesCases: caller.upTo !== undefined,
      }),
    }),
    addFeed: async ({ body, call, request }) => ({
      feed: await calendarFeeds.add(call(), body, urlOf(request)),
    }),
    rotateFeed: async ({ params, call, request }) => ({
      feed: await calendarFeeds.rotate(call(), params.feedId, urlOf(request)),
    }),
    readFeed: async ({ params, reply }) =>
      reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="calendar.ics"')
        .send(await calendarFeeds.read(params.key)),
  } satisfies Partial<Handlers>
}
