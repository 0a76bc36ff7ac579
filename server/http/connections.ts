import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

/** In bytes, with the URL: no part of a path is longer than this either. */
export const longestHeaders = 16 * 1024

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
  headersMs: number
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
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        const { socket } = request
        settle(socket, 1)
        response.once('close', () => settle(socket, -1))
        if (request.httpVersion === '1.1' && !request.headers.host) return refuseWithoutHost(response)
        handler(request, response)
      }
      const server = createServer(
        {
          headersTimeout: timeouts.headersMs,
          // How long a body may take depends on the route.
          requestTimeout: 0,
          keepAliveTimeout: timeouts.keepAliveMs,
          maxHeaderSize: longestHeaders,
          requireHostHeader: false,
        },
        listener,
      )
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        waiting.set(request, response)
        listener(request, response)
      })
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

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** A client that sent `Expect: 100-continue` keeps its body back until it is wanted, and may never need to send it. */
export function askForBody(request: IncomingMessage) {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

const clientErrors: Record<string, { status: string; sentence: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: `The URL and the headers have at most ${longestHeaders.toLocaleString('en-US')} bytes together.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Payload Too Large', sentence: 'The body is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: 'The request took too long to arrive.',
  },
}
const notHttp = {
  status: '400 Bad Request',
  sentence: 'This is not a request in HTTP as it is understood here.',
}

/** What cannot be read as a request meets no route and no hook; its answer looks like every other one. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const { status, sentence } = clientErrors[error.code ?? ''] ?? notHttp
  const body = errorBody(sentence)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${json}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

function refuseWithoutHost(response: ServerResponse) {
  const body = errorBody('The request must have the header Host.')
  response
    .writeHead(400, {
      'content-type': json,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}

const json = 'application/json; charset=utf-8'
const errorBody = (error: string) => JSON.stringify({ error })
