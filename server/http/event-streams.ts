import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveFeed, Watch } from '../app/engine/live.ts'
import type { PresentedEvent } from '../app/engine/present-events.ts'
import { type Cursor, readCursor, writeCursor } from '../core/kernel/cursor.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { msBetween } from '../core/time/moments.ts'
import { bearerOf, type Caller } from './authentication.ts'
import { leftSignal } from './connections.ts'
import { HttpRefusal } from './errors.ts'

type Told = { position: number; type: string }

export type EventStreams<Event extends Told = PresentedEvent> = ReturnType<typeof openEventStreams<Event>>

export type Asked<Event extends Told = PresentedEvent> = Omit<
  Watch,
  'signal' | 'after' | 'epoch' | 'reader'
> & {
  cursor: Cursor | undefined
  /** Throws once the caller may not read this any more. */
  authorize(caller: Caller): Promise<unknown>
  /** Done before events leave. */
  onSent?(caller: Caller, events: readonly Event[]): void
}

export function wantsStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

/**
 * Server-sent events: the id of each is its position with the epoch of the log, so that `Last-Event-ID` resumes right behind
 * it, or not at all where the log was put back. A stream lives no longer than the right to it: that is asked for anew before
 * every batch, and at every heartbeat.
 */
export function openEventStreams<Event extends Told = PresentedEvent>(options: {
  live: { watch(watch: Watch): AsyncGenerator<Event[]> } & Pick<LiveFeed, 'resume'>
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
    { authorize, onSent, cursor, ...asked }: Asked<Event>,
  ) {
    const caller = request.caller as Caller
    const { after = 0, epoch } = await live.resume(resumePoint(request) ?? cursor)
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
        epoch,
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
        if (!raw.write(framesOf(events, epoch))) await once(raw, 'drain', { signal })
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

function frame(event: Told, epoch: number): string {
  return `id: ${writeCursor(event.position, epoch)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

const frames = new WeakMap<readonly Told[], { epoch: number; bytes: Buffer }>()

/** What many are sent is put into bytes once. */
function framesOf(events: readonly Told[], epoch: number): Buffer {
  const made = frames.get(events)
  if (made?.epoch === epoch) return made.bytes
  const bytes = Buffer.from(events.map((event) => frame(event, epoch)).join(''))
  frames.set(events, { epoch, bytes })
  return bytes
}

function resumePoint(request: FastifyRequest): Cursor | undefined {
  const last = request.headers['last-event-id']
  if (last === undefined || last === '') return undefined
  const cursor = typeof last === 'string' ? readCursor(last) : undefined
  if (cursor) return cursor
  throw new HttpRefusal(
    400,
    'Last-Event-ID must be the ID of an event in a stream, such as 123@1794960000, or a position, such as 123.',
  )
}

function refusedOnly(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
