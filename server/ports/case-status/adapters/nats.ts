import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import {
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import { caseStatus } from '@portico/contract/ports/case-status'
import {
  type CallContext,
  defineAdapter,
  type FactName,
  type Host,
  type InputOf,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import Type, { type Static } from '@portico/contract/type'

const word = (description: string, given: { default?: string } = {}) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$', maxLength: 200, description, ...given })

const Options = Type.Object({
  servers: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    description: 'The servers of the cluster',
    examples: [['tls://nats.example.org:4222']],
    'x-address': true,
  }),
  ca: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The certificate of your own authority, as PEM; left out, those that Node trusts',
    }),
  ),
  username: Type.Optional(Type.String()),
  password: Type.Optional(secret('The password of the user')),
  token: Type.Optional(secret('Instead of a user')),
  stream: word('The stream for the announcements. It must exist'),
  subject: word('Announcements of a case have the subject of this and its id'),
  inboundStream: Type.Optional(
    word('The stream that the other system reports to; without it nothing is read'),
  ),
  consumer: word('The durable consumer that reads it. It is created if it does not exist', {
    default: 'portico',
  }),
})
type Options = Static<typeof Options>

type Announced = InputOf<typeof caseStatus, 'announceCreated'>
type Port = typeof caseStatus

const sequenceHeader = 'Portico-Sequence'
const callHeader = 'Portico-Call'
const factHeader = 'Portico-Fact'
/** As long as the server keeps it from others while it is being kept here. */
const ackWaitNanos = 60_000_000_000
const requestMs = 5000

export default defineAdapter({
  port: caseStatus,
  name: 'nats',
  does: 'Publishes what is announced to a stream of NATS JetStream, and reads what the other system reports there.',
  options: Options,
  async open(options, host) {
    const connection = await connect(await connectionOf(options, host)).catch((error) => {
      throw asPortError(error)
    })
    const whenUp = watchConnection(connection)
    const js = jetstream(connection, { timeout: requestMs })
    const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: requestMs })
    const { stream, inboundStream } = options
    let reading: Reading | undefined

    const announce = (call: string) => async (input: Announced, context: CallContext) => {
      const { key, signal } = context
      const subject = `${options.subject}.${input.case.caseId}`
      const told = headers()
      told.set(callHeader, call)
      told.set(sequenceHeader, String(input.sequence))
      await unlessAborted(signal, async () => {
        await whenUp()
        const last = await jsm.streams.getMessage(stream, { last_by_subj: subject })
        // The server drops repeats for minutes, and an obligation is retried for days.
        if (last && Number(last.header.get(sequenceHeader)) >= input.sequence) return
        signal.throwIfAborted()
        await js.publish(subject, JSON.stringify(input), {
          msgID: key,
          headers: told,
          expect: { streamName: stream, lastSubjectSequence: last?.seq ?? 0 },
        })
      })
      return {}
    }

    return {
      supports: inboundStream === undefined ? [] : ['upstream'],
      calls: {
        announceCreated: announce('announceCreated'),
        announceTransition: announce('announceTransition'),
        announceClosure: announce('announceClosure'),
      },
      async check(signal) {
        await unlessAborted(signal, async () => {
          await whenUp()
          await jsm.streams.info(stream)
          if (inboundStream !== undefined) await jsm.streams.info(inboundStream)
        })
      },
      async start() {
        if (inboundStream === undefined) return
        reading = await read({ js, jsm, host, stream: inboundStream, consumer: options.consumer })
      },
      async close() {
        await reading?.stop()
        await connection.close()
      },
    }
  },
})

async function connectionOf({ servers, ca, username, password, token }: Options, host: Host<Port>) {
  const urls = servers.map((server) => new URL(server.includes('://') ? server : `nats://${server}`))
  const pinned = urls.map(async ({ hostname, port }) => {
    const { address, family } = await host.resolve(hostname)
    return `${family === 6 ? `[${address}]` : address}:${port || 4222}`
  })
  const isSecure = urls.some(({ protocol }) => protocol === 'tls:')
  return {
    servers: await Promise.all(pinned),
    name: 'portico',
    ...(isSecure ? { tls: tlsOf(urls, ca) } : {}),
    ...(username === undefined ? {} : { user: username }),
    ...(password === undefined ? {} : { pass: password }),
    ...(token === undefined ? {} : { token }),
    timeout: requestMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 10_000,
    // What other addresses a cluster names was not checked.
    ignoreClusterUpdates: true,
  }
}

/** Addresses are connected to, and names are certified: the certificate must be of a server that was configured. */
function tlsOf(urls: readonly URL[], ca: string | undefined) {
  const names = urls.map(({ hostname }) => hostname)
  const [servername = ''] = names
  return {
    ...(ca === undefined ? {} : { ca }),
    servername: isIP(servername) ? '' : servername,
    checkServerIdentity(_: string, certificate: PeerCertificate) {
      const faults = names.map((name) => checkServerIdentity(name.replace(/^\[|\]$/g, ''), certificate))
      return faults.includes(undefined) ? undefined : faults[0]
    },
  }
}

/** What is sent while the connection is lost goes nowhere: so it waits, for as long as an answer may take. */
function watchConnection(connection: NatsConnection): () => Promise<void> {
  let isUp = true
  let rouse = Promise.withResolvers<void>()
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false
      if (type !== 'reconnect') continue
      isUp = true
      rouse.resolve()
      rouse = Promise.withResolvers()
    }
  }
  watch().catch(() => {})
  return async () => {
    if (isUp) return
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new PortError('unavailable', 'NATS cannot be reached.')), requestMs)
    await Promise.race([rouse.promise, late]).finally(() => clearTimeout(timer))
  }
}

type Reading = { stop(): Promise<void> }

/** Each message is acknowledged when it is durable here, so that after a crash it comes again. */
async function read({
  js,
  jsm,
  host,
  stream,
  consumer,
}: {
  js: JetStreamClient
  jsm: JetStreamManager
  host: Host<Port>
  stream: string
  consumer: string
}): Promise<Reading> {
  await jsm.consumers.info(stream, consumer).catch(async (error: { code?: number }) => {
    if (error.code !== consumerNotFound) throw asPortError(error)
    await jsm.consumers.add(stream, {
      durable_name: consumer,
      ack_policy: 'explicit',
      ack_wait: ackWaitNanos,
    })
  })
  const messages = await (await js.consumers.get(stream, consumer)).consume({ max_messages: 100 })
  const done = follow(messages, host)
  return {
    async stop() {
      await messages.close()
      await done
    },
  }
}

async function follow(messages: ConsumerMessages, host: Host<Port>) {
  for await (const message of messages) await take(message, host)
}

async function take(message: JsMsg, host: Host<Port>) {
  const { seq, headers } = message
  const name = headers?.get(factHeader) ?? ''
  try {
    const id = headers?.get('Nats-Msg-Id') || `${message.info.stream}-${seq}`
    if (!Object.hasOwn(caseStatus.tells, name))
      throw new PortError('invalid', `The header ${factHeader} must name a fact of the port.`)
    await host.tell(name as FactName<Port>, parsed(message), { id })
    message.ack()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const isFinal = (error as Partial<PortError>).code === 'invalid'
    host.log('warn', isFinal ? 'a message cannot be used' : 'a message is read again', { seq, why })
    if (isFinal) message.term(why)
    else message.nak(1000)
  }
}

function parsed(message: JsMsg): never {
  try {
    return message.json() as never
  } catch {
    throw new PortError('invalid', 'The message is not JSON.')
  }
}

async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    await Promise.race([work(), aborted])
  } catch (error) {
    throw signal.aborted ? error : asPortError(error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const consumerNotFound = 10014
const streamNotFound = 10059
const wrongLastSequence = 10071
const messageTooLarge = 10054

function asPortError(error: unknown): PortError {
  if (error instanceof PortError) return error
  const {
    name,
    code,
    message = String(error),
  } = (error ?? {}) as { name?: string; code?: number; message?: string }
  if (code === wrongLastSequence) return new PortError('conflict', 'The case was announced by somebody else.')
  if (code === messageTooLarge)
    return new PortError('refused', 'The stream does not accept a message of this size.')
  if (code === streamNotFound) return new PortError('unavailable', `The stream does not exist: ${message}.`)
  if (name === 'AuthorizationError' || name === 'PermissionViolationError')
    return new PortError('unauthorized', message)
  if (name === 'TimeoutError') return new PortError('timeout', 'NATS did not answer in time.')
  return new PortError('unavailable', `NATS: ${message}.`, { cause: error })
}
