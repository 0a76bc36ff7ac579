import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpRefusal } from './errors.ts'

/** JSON is UTF-8: other bytes are refused rather than guessed at. */
export function parseJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
}

async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new HttpRefusal(415, 'The body must be JSON in UTF-8.')
  const text = textOf(bytes)
  // An empty body is no body: clients send the header on requests that have none.
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpRefusal(400, 'The body is not valid JSON.')
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpRefusal(400, 'The body is not valid UTF-8.')
  }
}
