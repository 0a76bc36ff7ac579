import type { IncomingMessage } from 'node:http'

const asked = new WeakSet<IncomingMessage>()

/**
 * HEAD is answered by the route of GET, and Node leaves out the body. Routes of its own would be a third of all that are
 * built at a start.
 */
export function routeHeadAsGet(request: IncomingMessage) {
  if (request.method !== 'HEAD') return
  asked.add(request)
  request.method = 'GET'
}

/** Once it is routed: all that comes then sees what was asked for. */
export function asAsked(request: IncomingMessage) {
  if (asked.has(request)) request.method = 'HEAD'
}

export const withHead = (method: string): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])
