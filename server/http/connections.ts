import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// An import reads every export, and with `WebSocket` among them loads all of undici: 50 ms of each start.
const { createServer } = process.getBuiltinModule('node:http')

/** In bytes, with the URL: no part of a path is longer than this either. */
export const longestHeaders = 16 * 1024

export type Connections = {
  serverFactory(handler: RequestListener): Server
  /** From now on a connection goes with its last answer, and at once where it waits for none. */
  letGo(): void
  /** Ends what is still open, whatever it is doing. */
  cut(): void
}

export type Timeouts = {
  headersMs: number
  /** After how long without a byte either way a connection is looked at. */
  quietMs: number
  keepAliveMs: number
  /** For how long a body may go on arriving, unless a route takes it as bytes. */
  bodyMs: number
}

/** For how many looks in a row a client may leave its body unsent, or its answer unread. */
const patience = { sending: 2, reading: 20 }

type Exchange = { request: IncomingMessage; response: ServerResponse }

/**
 * Node's own way to close leaves connections open that have not asked anything yet or that finish an answer later:
 * each would keep the service alive for as long as its client likes. Its own time limit knows only when bytes last
 * moved, so it would cut an answer that takes long to make.
 */
export function trackConnections(timeouts: Timeouts): Connections {
  const exchanges = new Map<Socket, Set<Exchange>>()
  const quiet = new WeakMap<Socket, { turn: Turn; moved: number; looks: number }>()
  let isLettingGo = false

  const begin = (socket: Socket, exchange: Exchange) => {
    exchanges.get(socket)?.add(exchange)
    exchange.response.once('close', () => {
      const left = exchanges.get(socket)
      left?.delete(exchange)
      if (isLettingGo && !left?.size) socket.end()
    })
  }

  const onQuiet = (socket: Socket) => {
    const [current] = exchanges.get(socket) ?? []
    if (!current) return void socket.destroy()
    const turn = turnOf(current)
    const moved = socket.bytesRead + socket.bytesWritten
    const before = quiet.get(socket)
    const looks = before?.turn === turn && before.moved === moved ? before.looks + 1 : 1
    quiet.set(socket, { turn, moved, looks })
    if (turn === 'answering' || looks < patience[turn]) return void socket.setTimeout(timeouts.quietMs)
    if (turn === 'sending' && !current.response.headersSent) return answerClientError(tooLate(), socket)
    socket.destroy()
  }

  const limitBody = (exchange: Exchange) => {
    const { request, response } = exchange
    const { socket } = request
    const timer = setTimeout(() => {
      if (request.complete) return
      const [current] = exchanges.get(socket) ?? []
      if (current?.request === request && !response.headersSent) answerClientError(tooLate(), socket)
      else endGently(socket)
    }, timeouts.bodyMs).unref()
    limits.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  }

  return {
    serverFactory(handler) {
      const listener = (request: IncomingMessage, response: ServerResponse) => {
        begin(request.socket, { request, response })
        if (hasBody(request)) limitBody({ request, response })
        const fault = headerFault(request)
        if (fault) return refuse(response, fault)
        handler(request, response)
      }
      const server = createServer(
        {
          headersTimeout: timeouts.headersMs,
          // How long a body may take depends on the route: see `limitBody`.
          requestTimeout: 0,
          keepAliveTimeout: timeouts.keepAliveMs,
          maxHeaderSize: longestHeaders,
          requireHostHeader: false,
          // A client that is gone without a word is noticed even where no time limit runs.
          keepAlive: true,
          keepAliveInitialDelay: 60_000,
        },
        listener,
      )
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        waiting.set(request, response)
        listener(request, response)
      })
      server.on('checkExpectation', listener)
      server.setTimeout(timeouts.quietMs, onQuiet)
      server.on('connection', (socket: Socket) => {
        exchanges.set(socket, new Set())
        socket.once('close', () => exchanges.delete(socket))
      })
      return server
    },

    letGo() {
      isLettingGo = true
      for (const [socket, open] of exchanges) if (open.size === 0) socket.end()
    },

    cut() {
      for (const socket of exchanges.keys()) socket.destroy()
    },
  }
}

type Turn = 'sending' | 'answering' | 'reading'

/** Whom a quiet connection waits for. A body is the client's turn once it was asked for and none of it waits here. */
function turnOf({ request, response }: Exchange): Turn {
  if (!request.complete && !waiting.has(request) && request.readableLength === 0) return 'sending'
  return response.socket && response.socket.writableLength > 0 ? 'reading' : 'answering'
}

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** A client that sent `Expect: 100-continue` keeps its body back until it is wanted, and may never need to send it. */
export function askForBody(request: IncomingMessage) {
  waiting.get(request)?.writeContinue()
  waiting.delete(request)
}

const limits = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** A large file on a slow line takes hours: it may, for as long as it goes on arriving. */
export function askForBytes(request: IncomingMessage) {
  clearTimeout(limits.get(request))
  askForBody(request)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

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
const tooLate = () =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
const notHttp = {
  status: '400 Bad Request',
  sentence: 'The request is not valid HTTP/1.1.',
}

/** What cannot be read as a request meets no route and no hook; its answer looks like every other one. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const { status, sentence } = clientErrors[error.code ?? ''] ?? notHttp
  const body = errorBody(sentence)
  endGently(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: ${json}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  )
}

const lingerMs = 1000

/** A client that is still sending when its connection is destroyed gets a reset, often before it has read the answer. */
function endGently(socket: Socket, last = '') {
  socket.end(last)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Aborted once the caller has left, also where that was before anybody asked. */
export function leftSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => left.abort())
  if (response.destroyed) left.abort()
  return left.signal
}

type Fault = { status: 400 | 417; sentence: string }

function headerFault({ httpVersion, headers, rawHeaders }: IncomingMessage): Fault | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (httpVersion === '1.1' && !headers.host)
    return { status: 400, sentence: 'The request must have the header Host.' }
  if (hosts > 1) return { status: 400, sentence: 'The request must have the header Host once only.' }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    return { status: 417, sentence: 'The header Expect may only be 100-continue.' }
  return undefined
}

function refuse(response: ServerResponse, { status, sentence }: Fault) {
  const body = errorBody(sentence)
  response
    .writeHead(status, {
      'content-type': json,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}

const json = 'application/json; charset=utf-8'
const errorBody = (error: string) => JSON.stringify({ error })
