import assert from 'node:assert/strict'
import type { Fetch } from '../request.ts'

export type Sent = {
  method: string
  url: URL
  headers: Headers
  body: unknown
  signal: AbortSignal
}
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A `fetch` that answers by script, one step a request, and remembers what it was sent. */
export function scriptedFetch(...steps: Step[]): { fetch: Fetch; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch: Fetch = async (input, init) => {
    const request: Sent = {
      method: init.method ?? 'GET',
      url: new URL(input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
      signal: init.signal as AbortSignal,
    }
    sent.push(request)
    const step = steps.length > 1 ? steps.shift() : steps[0]
    assert.ok(step, 'the script has a step')
    if (step instanceof Error) throw step
    return step instanceof Response ? copyOf(step) : step(request)
  }
  return { fetch, sent }
}

/** Not a clone: the two would share one stream, and cancelling one would wait for the other. */
async function copyOf(response: Response): Promise<Response> {
  return new Response(await response.clone().arrayBuffer(), response)
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init)
}

export function failure(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ error: `This is ${status}.` }, { status, headers })
}

/** Never answers; rejects when aborted, as the real `fetch` does. */
export function never(sent: Sent): Promise<Response> {
  return new Promise((_, reject) => {
    sent.signal.addEventListener('abort', () => reject(sent.signal.reason))
  })
}
