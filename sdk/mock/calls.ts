import { type Calls, listOf, type PagedName } from '../calls.ts'
import { fileContentOf } from '../content.ts'
import { PorticoError } from '../errors.ts'
import { type RouteName, type Routes, routes } from '../generated/routes.ts'
import * as rules from '../generated/rules.js'
import { abortedError } from '../limit.ts'
import type { Call } from '../request.ts'
import { callOf, type Given, type Options } from '../route-call.ts'
import { type EventsWanted, eventsBehind, mockEpoch } from './cases.ts'
import { refusal } from './engine.ts'
import { sha256Hex } from './sha256.ts'
import { type Handlers, limitless, type World } from './world.ts'

/** The routes, answered from memory: what `callsOver` does over HTTP. */
export function mockCalls(world: World, handlers: Handlers): Calls {
  const firstAnswers = new Map<string, { request: string; answer: unknown }>()
  let isSignedOut = false

  function admit(signal: AbortSignal | undefined) {
    if (signal?.aborted) throw abortedError(signal)
    if (isSignedOut) throw refusal('unauthenticated', 'The session has ended.')
    world.passTime()
  }

  async function answer<Name extends RouteName>(name: Name, given: Given<Name>, options: Options<Name> = {}) {
    const call = callOf(name, given, options)
    admit(options.signal)
    const handler = handlers[name] as ((given: unknown, options: unknown) => unknown) | undefined
    if (!handler) throw unplayed(call)
    const { idempotencyKey: key, ifMatch } = options
    const request = key === undefined ? '' : await identityOf(call)
    const first = firstAnswers.get(key ?? '')
    if (first && first.request !== request) {
      throw refusal('conflict', 'This idempotency key was used before, for another request.')
    }
    if (first) return structuredClone(first.answer)
    const { caseId, appealId = caseId } = given as { caseId?: string; appealId?: string }
    if (ifMatch !== undefined && appealId !== undefined) {
      world.opening(appealId)
      const version = world.eventsOf(appealId).length
      if (ifMatch !== version) {
        throw refusal('conflict', `The case is at version ${version}, not ${ifMatch}: read it again.`)
      }
    }
    try {
      const made = await handler(given, options)
      if (made instanceof Response) return made
      if (key !== undefined) firstAnswers.set(key, { request, answer: structuredClone(made) })
      return structuredClone(made)
    } catch (error) {
      throw error instanceof rules.Refusal
        ? refusal((error as { code: string }).code, (error as Error).message)
        : error
    }
  }

  return {
    call: async (name, given, options) =>
      (await answer(name, given, options)) as Routes[typeof name]['answer'],
    list: <Name extends PagedName>(name: Name, given: Given<Name>, options?: Options<Name>) =>
      listOf<Routes[Name]['item'], Routes[Name]['answer']>(routes[name].items ?? '', async (after) => {
        const asked = after === undefined ? options : ({ ...options, after } as typeof options)
        return (await answer(name, given, asked)) as Routes[Name]['answer']
      }),
    async content(name, given, options) {
      const made = await answer(name, given, options)
      return fileContentOf(made as Response, limitless(options?.signal))
    },
    async open(name, given, _headers, options) {
      const limit = limitless(options?.signal)
      if (name !== 'listCaseEvents' && name !== 'listEvents') {
        return { response: (await answer(name, given, options)) as Response, limit }
      }
      callOf(name, given, options)
      admit(options?.signal)
      const { caseId } = given as { caseId?: string }
      eventsBehind(world, caseId, options as EventsWanted)
      return { response: liveFeed(world, caseId, options as EventsWanted, limit.signal), limit }
    },
    async signIn() {
      isSignedOut = false
    },
    async signOut(options) {
      admit(options?.signal)
      isSignedOut = true
    },
  }
}

/** What makes a repeated key the same request. */
async function identityOf({ method, path, query, body, bytes }: Call): Promise<string> {
  const parts = bytes instanceof FormData ? [...bytes.values()] : bytes ? [bytes] : []
  return JSON.stringify([method, path, query, body, await Promise.all(parts.map(hashOf))])
}

const hashOf = async (bytes: Blob | Uint8Array<ArrayBuffer> | string) =>
  sha256Hex(new Uint8Array(await new Blob([bytes]).arrayBuffer()))

function liveFeed(
  world: World,
  caseId: string | undefined,
  wanted: EventsWanted,
  signal: AbortSignal,
): Response {
  let after: unknown = wanted.after
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const [event] = eventsBehind(world, caseId, { ...wanted, after })
          if (event) {
            after = event.position
            return controller.enqueue(
              new TextEncoder().encode(
                `id: ${after}@${mockEpoch}\ndata: ${JSON.stringify(world.shown(event))}\n\n`,
              ),
            )
          }
          if (signal.aborted) return controller.close()
          await nextChange(world, signal)
        }
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

async function nextChange({ watchers }: World, signal: AbortSignal): Promise<void> {
  let wake = () => {}
  await new Promise<void>((resolve) => {
    wake = resolve
    watchers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
  watchers.delete(wake)
  signal.removeEventListener('abort', wake)
}

function unplayed({ method, pattern }: Call): PorticoError {
  const message = `The mock client does not support ${method} ${pattern}: give createMockClient your own method for it, or run the test against a sandbox.`
  return new PorticoError({ code: 'methodNotAllowed', message })
}
