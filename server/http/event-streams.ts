import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Watch } from '../app/engine/live.ts'
import type { PresentedEvent } from '../app/engine/present-events.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { msBetween } from '../core/time/moments.ts'
import { bearerOf, type Caller } from './authentication.ts'
import { leftSignal } from './connections.ts'
import { HttpRefusal } from './errors.ts'

type Told = { position: number; type: string }

export type EventStreams<Event extends Told = PresentedEvent> = ReturnType<typeof openEventStreams<Event>>

export type Asked<Event extends Told = PresentedEvent> = Omit<Watch, 'signal' | 'after' | 'reader'> & {
  after: number | undefined
  /** Throws once the caller may not read this any more. */
  authorize(caller: Caller): Promise<unknown>
  /** Done before events leave. */
  onSent?(caller: Caller, events: readonly Event[]): void
}

export function wantsStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

/**
 * Server-sent events: the id of each is its position, so that `Last-Event-ID` resumes right behind it. A stream lives
 * no longer than the right to it: that is asked for anew before every batch, and at every heartbeat.
 */
export function openEventStreams<Event extends Told = PresentedEvent>(options: {
  live: { watch(watch: Watch): AsyncGenerator<Event[]> }
  authenticate: (token: string | undefined) => Promise<Caller>
  clock: () => Date
  heartbeatMs?: number
  mostPerCaller?: number
}) {
  const { live, authenticate, clock, heartbeatMs = 15_000, mostPerCaller = 20 } = options
  const open = new Map<string, number>()

  const enter = ({ id }: Caller) => {
    const count = open.get(id) ?? 0
    if (count >= mostPerCaller) {
      throw new Refusal('tooMany', `You have ${count} live streams open already: close one.`, 60)
    }
    open.set(id, count + 1)
  }
  const leave = ({ id }: Caller) => {
    const count = (open.get(id) ?? 1) - 1
    if (count > 0) open.set(id, count)
    else open.delete(id)
  }

  /** The caller as they are by now, or nothing where they may not read this any more. */
  async function allowedStill(request: FastifyRequest, authorize: Asked<Event>['authorize'], caller: Caller) {
    try {
      const asking = await authenticate(bearerOf(request))
      await authorize(asking)
      return asking
    } catch (error) {
      // A database that is away tells neither this nor any event.
      return error instanceof Refusal ? undefined : caller
    }
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { authorize, onSent, ...asked }: Asked<Event>,
  ) {
    const caller = request.caller as Caller
    const after = resumePoint(request) ?? asked.after ?? 0
    if (request.method === 'HEAD') return start(reply).end()
    enter(caller)
    const ended = new AbortController()
    const raw = start(reply)
    const signal = AbortSignal.any([ended.signal, leftSignal(raw)])
    raw.write(': open\n\n')

    let reader = caller
    let timer: NodeJS.Timeout
    const untilNext = () => Math.min(heartbeatMs, Math.max(0, msBetween(clock(), caller.expiresAt)))
    const beat = async () => {
      const still = clock() < caller.expiresAt && (await allowedStill(request, authorize, reader))
      if (still) reader = still
      else ended.abort()
      if (signal.aborted) return
      raw.write(': still here\n\n')
      timer = setTimeout(beat, untilNext())
    }
    timer = setTimeout(beat, untilNext())

    try {
      for await (const events of live.watch({
        ...asked,
        after,
        reader: async () => {
          const asking = await authenticate(bearerOf(request)).catch(refusedOnly)
          if (!asking || (await authorize(asking).then(() => true, refusedOnly)) === undefined)
            return undefined
          reader = asking
          return asking
        },
        signal,
      })) {
        onSent?.(reader, events)
        const text = events.map((event) => frame(event)).join('')
        if (!raw.write(text)) await once(raw, 'drain', { signal })
      }
    } catch (error) {
      if (!signal.aborted) {
        const name = error instanceof Error ? error.name : typeof error
        request.log.warn({ name }, 'event stream ended early')
      }
    } finally {
      ended.abort()
      clearTimeout(timer)
      leave(caller)
      raw.end()
    }
  }

  return { send }
}

function start(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack()
  return reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}

function frame(event: Told): string {
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function resumePoint(request: FastifyRequest): number | undefined {
  const last = request.headers['last-event-id']
  if (last === undefined || last === '') return undefined
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) return Number(last)
  throw new HttpRefusal(400, 'Last-Event-ID must be the position of an event.')
}

function refusedOnly(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
