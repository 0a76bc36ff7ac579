import { streamOf } from './content.ts'
import { PorticoError } from './errors.ts'
import type { EventOf, EventType, WatchOptions } from './event-options.ts'
import { type Limit, wait } from './limit.ts'
import type { CallOptions } from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import { serverSentEvents } from './server-sent-events.ts'

type OpenFeed = (
  headers: Record<string, string>,
  options: CallOptions & { after: number; types: readonly string[] | undefined },
) => Promise<{ response: Response; limit: Limit }>

/** The live feed. Reconnects after the last event seen when a connection drops or stalls. */
export async function* watchEvents<Type extends EventType>(
  open: OpenFeed,
  { after = 0, types, stallTimeoutMs = 60_000, ...options }: WatchOptions<Type> = {},
  { pause = wait, random = Math.random } = {},
): AsyncGenerator<EventOf<Type>, void, void> {
  const stopped = options.signal ?? new AbortController().signal
  let position = Number(after)
  let isKnownToWork = false
  let failures = 0
  while (!stopped.aborted) {
    let failure: unknown
    try {
      const { response, limit } = await open(
        { accept: 'text/event-stream', 'last-event-id': String(position) },
        { ...options, after: position, types },
      )
      const stream = streamOf(response, limit, stallTimeoutMs)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await stream.cancel()
        throw noEvents()
      }
      isKnownToWork = true
      failures = 0
      for await (const { data } of serverSentEvents(stream)) {
        const event = parsed<Type>(data)
        if (event.position <= position) continue
        position = event.position
        yield event
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

function parsed<Type extends EventType>(data: string): EventOf<Type> {
  try {
    const event = JSON.parse(data) as EventOf<Type>
    if (Number.isInteger(event.position)) return event
  } catch (cause) {
    throw noEvents(cause)
  }
  throw noEvents()
}

function noEvents(cause?: unknown): PorticoError {
  return new PorticoError({ code: 'invalidAnswer', message: 'What came is not a stream of events.', cause })
}
