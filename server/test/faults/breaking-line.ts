import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What becomes of a request: it arrives and is answered, or it or its answer is lost on the way. */
export type Fate = 'whole' | 'requestLost' | 'answerLost'

export type Line = { url: string; lost: number; close(): Promise<void> }

/** A way to a service that takes long, and that breaks as `fateOf` says. */
export async function openBreakingLine(
  to: () => string,
  { delayMs, fateOf }: { delayMs: number; fateOf: () => Fate },
): Promise<Line> {
  const server = createServer(async (request, response) => {
    const line = request.socket
    try {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      await sleep(delayMs / 2)
      const fate = fateOf()
      if (fate !== 'whole') opened.lost += 1
      if (fate === 'requestLost') return line.destroy()
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
      const answer = await fetch(to() + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (fate === 'answerLost') return line.destroy()
      await sleep(delayMs / 2)
      const type = answer.headers.get('content-type')
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type })
      response.end(body)
    } catch {
      line.destroy()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const opened: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return opened
}
