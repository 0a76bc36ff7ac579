import { streamOf } from './content.ts'
import { PorticoError } from './errors.ts'
import type { EventOf, EventType, WatchOptions } from './event-options.ts'
import { type Limit, wait } from './limit.ts'
import type { CallOptions } from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import { serverSentEvents } from './server-sent-events.ts'

type OpenFeed = (
  headers: Record<string, string>,
  options: CallOptions & { after: string; types: readonly string[] | undefined },
) => Promise<{ response: Response; limit: Limit }>

/**
 * The live feed. Reconnects after the last event seen when a connection drops or stalls. Fails with the code `gone` if the
 * log was restored or promoted meanwhile; the error says where to resume.
 */
export const watchEvents = <Type extends EventType>(
  open: OpenFeed,
  options?: WatchOptions<Type>,
  waiting?: Waiting,
) => watchPositions<EventOf<Type>>(open, options, waiting)

/** Where a stream stands. */
export type Placed = {
  /** The position with the epoch of the log: store it, and pass it as `after` to read on from here. */
  cursor: string
}

type Waiting = { pause?: typeof wait; random?: () => number }

/** Whatever comes with a position, so that a stream can resume behind it. */
export async function* watchPositions<Event extends { position: number }>(
  open: OpenFeed,
  { after = 0, types, stallTimeoutMs = 60_000, ...options }: WatchOptions = {},
  { pause = wait, random = Math.random }: Waiting = {},
): AsyncGenerator<Event & Placed, void, void> {
  const stopped = options.signal ?? new AbortController().signal
  let cursor = String(after)
  let position = Number(cursor.split('@')[0])
  let isKnownToWork = false
  let failures = 0
  while (!stopped.aborted) {
    let failure: unknown
    try {
      const { response, limit } = await open(
        { accept: 'text/event-stream', 'last-event-id': cursor },
        { ...options, after: cursor, types },
      )
      const stream = streamOf(response, limit, stallTimeoutMs)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await stream.cancel()
        throw noEvents()
      }
      isKnownToWork = true
      failures = 0
      for await (const { id, data } of serverSentEvents(stream)) {
        const event = parsed<Event>(data)
        // That there are new alerts, that a reader has moved or a text has changed has no position of its own.
        const isOfNow = 'alerts' in event || 'presence' in event || 'drafts' in event
        if (event.position <= position && !isOfNow) continue
        if (event.position > position) {
          position = event.position
          cursor = id ?? String(position)
        }
        yield { ...event, cursor }
      }
    } catch (error) {
      if (stopped.aborted) return
      if (!isKnownToWork || !mayPass(error)) throw error
      failure = error
    }
    failures += 1
    await pause(retryDelayMs(failure, failures, random), stopped).catch(() => undefined)
  }
}

function mayPass(error: unknown): boolean {
  return isPassing(error) || (error instanceof PorticoError && error.code === 'timeout')
}

function parsed<Event extends { position: number }>(data: string): Event {
  try {
    const event = JSON.parse(data) as Event
    if (Number.isInteger(event.position)) return event
  } catch (cause) {
    throw noEvents(cause)
  }
  throw noEvents()
}

function noEvents(cause?: unknown): PorticoError {
  return new PorticoError({ code: 'invalidAnswer', message: 'The response is not an event stream.', cause })
}
