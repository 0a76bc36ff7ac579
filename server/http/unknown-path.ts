import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpRefusal } from './errors.ts'
import { routeHeadAsGet, withHead } from './head.ts'

/** A URL that cannot be decoded goes to no route, but past every hook that comes before routes. */
export function routedUrl(request: IncomingMessage): string {
  const { url = '/' } = request
  routeHeadAsGet(request)
  return isDecodable(url) ? url : '/malformed'
}

/** Says what is wrong with a request that no route takes; every route added from now on is known to it. */
export function refuseUnknownPaths(app: FastifyInstance) {
  const taken: { method: string; url: string }[] = []

  app.addHook('onRoute', ({ method, url }) => {
    // The answer to a preflight is for every path, known or not.
    if (url === '*') return
    for (const one of [method].flat().flatMap(withHead)) taken.push({ method: one, url })
  })

  app.setNotFoundHandler((request: FastifyRequest) => {
    if (!isDecodable(request.originalUrl)) throw new HttpRefusal(400, 'The URL is not well encoded.')
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = taken.filter(({ url }) => patternOf(url).test(path)).map(({ method }) => method)
    if (methods.length === 0) throw new HttpRefusal(404, 'There is nothing at this path.')
    const allow = [...new Set(methods)].toSorted().join(', ')
    throw new HttpRefusal(405, `This path does not support ${request.method}, only ${allow}.`, { allow })
  })
}

const patterns = new Map<string, RegExp>()

function patternOf(url: string): RegExp {
  const found = patterns.get(url)
  if (found) return found
  const pattern = new RegExp(
    `^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`,
  )
  patterns.set(url, pattern)
  return pattern
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
