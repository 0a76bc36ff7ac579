import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Mood } from '@portico/contract/conformance/kit'
import { type CloudEventV1, HTTP } from 'cloudevents'
import { Webhook } from 'standardwebhooks'

type Announced = CloudEventV1<{ status: string }>

/**
 * A system of record that takes CloudEvents: it checks signatures and events with the libraries of the two
 * specifications, takes each id once, and of each case nothing that comes after something newer.
 */
export async function startRegistry(secret: string) {
  const events: Announced[] = []
  const seen = new Set<string>()
  const last = new Map<string, string>()
  const hanging = new Set<() => void>()
  let now: Mood = 'well'

  const server = createServer(async (request, response) => {
    const answer = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body ? JSON.stringify(body) : '')
    const body = await text(request)
    if (now === 'hanging') await new Promise<void>((go) => hanging.add(go))
    if (response.destroyed) return
    if (request.method === 'OPTIONS') return answer(200)
    if (now === 'refusing') return answer(422, { error: 'The registry is closed.' })
    try {
      new Webhook(secret).verify(body, request.headers as Record<string, string>)
    } catch {
      return answer(401, { error: 'The signature is wrong.' })
    }
    const event = HTTP.toEvent({ headers: request.headers, body }) as Announced & { validate(): boolean }
    event.validate()
    const { id, subject = '', sequence } = event
    const isLate = String(sequence) <= (last.get(subject) ?? '')
    if (!seen.has(id) && !isLate) {
      events.push(event)
      last.set(subject, String(sequence))
    }
    seen.add(id)
    return answer(202)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/events`,
    events,
    effects: async () => events.map(({ id, type }) => `${type} ${id}`),
    async mood(mood: Mood) {
      if (mood === 'down') await stop()
      else if (now === 'down') await listen(port)
      now = mood
      if (mood !== 'hanging') for (const go of hanging) go()
      hanging.clear()
    },
    close: async () => (now === 'down' ? undefined : stop()),
  }
}
