import type { FastifyInstance, FastifyRequest } from 'fastify'
import { askForBody } from './connections.ts'
import { HttpRefusal } from './errors.ts'

/** JSON is UTF-8: other bytes are refused rather than guessed at. Routes that take bytes read them themselves. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  app.addContentTypeParser('*', async ({ routeOptions }: FastifyRequest) => {
    if (!routeOptions.config.takesBytes) {
      throw new HttpRefusal(415, 'The body must be JSON: send Content-Type: application/json.')
    }
  })

  app.addHook('preParsing', ({ raw, headers, routeOptions }, _reply, _body, done) => {
    const isJson = /^\s*application\/json\b/i.test(headers['content-type'] ?? '')
    if (!routeOptions.config.takesBytes || isJson) askForBody(raw)
    done()
  })
}

async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new HttpRefusal(415, 'The body must be JSON in UTF-8.')
  // What is signed is signed as bytes.
  if (request.routeOptions.config.isSigned) return bytes
  // An empty body is no body: clients send the header on requests that have none.
  return bytes.length === 0 ? undefined : jsonOf(bytes)
}

export function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpRefusal(400, 'The body is not valid JSON.')
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpRefusal(400, 'The body is not valid UTF-8.')
  }
}
