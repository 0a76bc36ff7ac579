import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Watch } from '../app/live.ts'
import type { Portico, PresentedEvent } from '../app/portico.ts'
import { HttpRefusal } from './errors.ts'

export function wantsStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

const heartbeatMs = 15_000

/** Server-sent events: the id of each is its position, so that `Last-Event-ID` resumes right behind it. */
export async function streamEvents(
  portico: Portico,
  request: FastifyRequest,
  reply: FastifyReply,
  watch: Omit<Watch, 'signal' | 'after'> & { after: number | undefined },
) {
  const after = resumePoint(request) ?? watch.after ?? 0
  const ended = new AbortController()
  const { raw } = reply
  raw.once('close', () => ended.abort())
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  try {
    for await (const events of portico.live.watch({ ...watch, after, signal: ended.signal })) {
      const text = events.map((event) => frame(event)).join('')
      if (!raw.write(text)) await drained(raw, ended.signal)
    }
  } catch (error) {
    request.log.warn({ name: error instanceof Error ? error.name : typeof error }, 'event stream ended early')
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
  return reply
}

function frame(event: PresentedEvent): string {
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function resumePoint(request: FastifyRequest): number | undefined {
  const last = request.headers['last-event-id']
  if (last === undefined || last === '') return undefined
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) return Number(last)
  throw new HttpRefusal(400, 'Last-Event-ID must be the position of an event.')
}

function drained(raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    raw.once('drain', done)
    signal.addEventListener('abort', () => done(), { once: true })
  })
}
