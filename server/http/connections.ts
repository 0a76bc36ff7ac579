import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  serverFactory(handler: RequestListener): Server
  /** From now on a connection goes with its last answer, and at once where it waits for none. */
  letGo(): void
}

/**
 * Node's own way to close leaves connections open that have not asked anything yet or that finish an answer later:
 * each would keep the service alive for as long as its client likes.
 */
export function trackConnections(timeouts: {
  requestMs: number
  idleMs: number
  keepAliveMs: number
}): Connections {
  const unanswered = new Map<Socket, number>()
  let isLettingGo = false

  const settle = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change
    if (unanswered.has(socket)) unanswered.set(socket, count)
    if (isLettingGo && count === 0) socket.end()
  }

  return {
    serverFactory(handler) {
      const server = createServer(
        { requestTimeout: timeouts.requestMs, keepAliveTimeout: timeouts.keepAliveMs },
        (request, response) => {
          const { socket } = request
          settle(socket, 1)
          response.once('close', () => settle(socket, -1))
          handler(request, response)
        },
      )
      server.setTimeout(timeouts.idleMs)
      server.on('connection', (socket: Socket) => {
        unanswered.set(socket, 0)
        socket.once('close', () => unanswered.delete(socket))
      })
      return server
    },

    letGo() {
      isLettingGo = true
      for (const [socket, count] of unanswered) if (count === 0) socket.end()
    },
  }
}
