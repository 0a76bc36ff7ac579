import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Bytes,
  type CallContext,
  defineAdapter,
  type Host,
  type InputOf,
  PortError,
  type PortErrorCode,
  secret,
} from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import Type, { type Static } from '@portico/contract/type'
import {
  type Response as Answer,
  type Attributes,
  decode,
  encode,
  type Group,
  integer,
  keyword,
  mime,
  name,
  type Operation,
  uri,
} from '../ipp-message.ts'

const Options = Type.Object({
  printer: Type.String({
    pattern: '^ipps?://',
    format: 'uri',
    description: 'The printer, as `ipp://host:631/printers/name` or `ipps://…`.',
  }),
  username: Type.String({
    minLength: 1,
    maxLength: 200,
    default: 'portico',
    description: 'Whose jobs they are.',
  }),
  password: Type.Optional(secret('The password of the account, where the printer asks for one')),
  media: Type.Optional(Type.String({ minLength: 1, description: 'Such as `na_letter_8.5x11in`.' })),
  sides: Type.Optional(
    Type.Union([
      Type.Literal('one-sided'),
      Type.Literal('two-sided-long-edge'),
      Type.Literal('two-sided-short-edge'),
    ]),
  ),
  patienceSeconds: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 20,
    description: 'How long a call waits for a job to be printed before it looks again later.',
  }),
})
type Options = Static<typeof Options>

type Job = { id: number; state: number; words: readonly string[]; completedAt?: string }

const states = { canceled: 7, aborted: 8, completed: 9 }
const isVain = ({ state }: Job) => state === states.canceled || state === states.aborted
const lookMs = 250
const mostRecalled = 1000

export default defineAdapter({
  port: output,
  name: 'ipp',
  does: 'Prints decisions. The number of the job and the time it was printed are the receipt.',
  options: Options,
  open(options, host) {
    const ask = askerOf(options, host)
    const recalled = recalledIn(host)
    const underWay = new Map<string, Promise<unknown>>()

    /** Two attempts at the same work are one. */
    const once = <Done>(key: string, work: () => Promise<Done>): Promise<Done> => {
      const before = underWay.get(key) as Promise<Done> | undefined
      const now = before ?? work().finally(() => underWay.delete(key))
      underWay.set(key, now)
      return now
    }

    const jobs = async (which: 'completed' | 'not-completed', signal: AbortSignal): Promise<Job[]> => {
      const wanted = ['job-id', 'job-name', 'job-state', 'date-time-at-completed'].map(keyword)
      const asked = { 'which-jobs': keyword(which), 'requested-attributes': wanted }
      const { groups } = await ask('getJobs', signal, { operation: asked })
      return groups.filter(({ tag }) => tag === jobTag).map(({ attributes }) => jobOf(attributes))
    }

    /** The job of a key: after a crash, nobody else remembers that it was sent. */
    const jobFor = async (key: string, signal: AbortSignal): Promise<Job | undefined> => {
      for (const which of ['not-completed', 'completed'] as const) {
        const found = (await jobs(which, signal)).find((job) => job.words.includes(key) && !isVain(job))
        if (found) return found
      }
      return undefined
    }

    const print = async (input: Deliver, { key, signal, open }: CallContext): Promise<Job> => {
      const [file] = input.files
      if (!file) throw new PortError('invalid', 'There is no sealed decision to print.')
      const { groups } = await ask('printJob', signal, {
        operation: {
          'job-name': name([input.docketNumber, input.deliveryId, key].join(' ').slice(-255)),
          'document-format': mime(file.mediaType),
        },
        job: {
          media: options.media === undefined ? undefined : keyword(options.media),
          sides: options.sides === undefined ? undefined : keyword(options.sides),
        },
        document: await whole(await open(file)),
      })
      return jobOf(groups.find(({ tag }) => tag === jobTag)?.attributes ?? {})
    }

    const printed = async (job: Job, signal: AbortSignal): Promise<Job> => {
      let now = job
      for (let waitedMs = 0; now.state !== states.completed; waitedMs += lookMs) {
        if (isVain(now)) throw new PortError('refused', `The printer gave up the job ${job.id}.`)
        if (waitedMs >= options.patienceSeconds * 1000)
          throw new PortError('conflict', `The printer has not finished the job ${job.id} yet.`)
        await sleep(lookMs, undefined, { signal })
        const wanted = ['job-state', 'date-time-at-completed'].map(keyword)
        const { groups } = await ask('getJobAttributes', signal, {
          operation: { 'job-id': integer(job.id), 'requested-attributes': wanted },
        })
        now = { ...jobOf(groups.find(({ tag }) => tag === jobTag)?.attributes ?? {}), id: job.id }
      }
      return now
    }

    return {
      supports: ['recall'],
      calls: {
        deliver: (input, context) =>
          once(context.key, async () => {
            const { key, signal } = context
            signal.throwIfAborted()
            if ((await recalled.read()).includes(input.deliveryId))
              throw new PortError('refused', 'The decision was recalled: it is no longer printed.')
            const job = (await jobFor(key, signal)) ?? (await print(input, context))
            const { id, completedAt } = await printed(job, signal)
            const sentAt = completedAt ?? host.now().toISOString()
            return {
              receipt: { channel: 'print', destination: options.printer, sentAt, tracking: String(id) },
            }
          }),

        /** Paper cannot be taken back: what is not printed yet is not printed. */
        recall: ({ deliveries }, { key, signal }) =>
          once(key, async () => {
            signal.throwIfAborted()
            const ids = deliveries.map(({ deliveryId }) => deliveryId)
            await recalled.add(ids)
            const open = await jobs('not-completed', signal)
            for (const job of open.filter(({ words }) => ids.some((id) => words.includes(id))))
              await ask('cancelJob', signal, { operation: { 'job-id': integer(job.id) } }).catch(unlessOver)
            return {}
          }),
      },
      async check(signal) {
        const wanted = { 'requested-attributes': keyword('printer-state') }
        await ask('getPrinterAttributes', signal, { operation: wanted })
      },
    }
  },
})

type Deliver = InputOf<typeof output, 'deliver'>
type Ask = (
  operation: Operation,
  signal: AbortSignal,
  given: { operation: Attributes; job?: Attributes; document?: Uint8Array },
) => Promise<Answer>

function askerOf({ printer, username, password }: Options, host: Host<typeof output>): Ask {
  const url = new URL(printer.replace(/^ipp/, 'http'))
  if (url.port === '') url.port = '631'
  const authorization =
    password === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return async (operation, signal, given) => {
    const { 'job-id': job, ...others } = given.operation
    const of = { 'printer-uri': uri(printer), 'job-id': job, 'requesting-user-name': name(username) }
    const body = encode(operation, { ...given, operation: { ...of, ...others } })
    const response = await host
      .fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/ipp', ...(authorization ? { authorization } : {}) },
        body,
        signal,
      })
      .catch((error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof PortError) throw error
        throw new PortError('unavailable', 'The printer cannot be reached.', { cause: error })
      })
    if (!response.ok) throw httpFailure(response)
    const answer = await read(response)
    if (answer.status >= 0x0100) throw failureOf(answer)
    return answer
  }
}

async function read(response: Response): Promise<Answer> {
  try {
    return decode(Buffer.from(await response.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new PortError('invalid', 'The printer does not answer in IPP.', { retryable: true, cause: error })
  }
}

function httpFailure({ status }: Response): PortError {
  const isDenied = status === 401 || status === 403
  return new PortError(isDenied ? 'unauthorized' : 'unavailable', `The printer answers with HTTP ${status}.`)
}

const notPossible = 0x0404
const notFound = 0x0406

function failureOf({ status, groups }: Answer): PortError {
  const said = groups[0]?.attributes['status-message']
  const words = typeof said === 'string' && said !== '' ? said : `status 0x${status.toString(16)}`
  const failure = new PortError(codeOf(status), `The printer says: ${words}`)
  return Object.assign(failure, { status })
}

/** Whatever concerns the printer may be put right; what it says of the document will not change. */
function codeOf(status: number): PortErrorCode {
  if (status >= 0x0401 && status <= 0x0403) return 'unauthorized'
  return status >= 0x0500 || status === notFound ? 'unavailable' : 'refused'
}

/** A job that has ended meanwhile needs no cancelling. */
function unlessOver(error: unknown) {
  const { status } = error as { status?: number }
  if (status !== notPossible && status !== notFound) throw error
}

const jobTag = 2

function jobOf(attributes: Group): Job {
  const { 'job-id': id, 'job-state': state, 'job-name': words, 'date-time-at-completed': at } = attributes
  return {
    id: Number(id),
    state: Number(state),
    words: String(words ?? '').split(' '),
    ...(typeof at === 'string' ? { completedAt: at } : {}),
  }
}

/** The last deliveries that were recalled. */
function recalledIn({ state }: Host<typeof output>) {
  let writing: Promise<unknown> = Promise.resolve()
  const read = async () => ((await state.read()) as { recalled?: string[] } | undefined)?.recalled ?? []
  return {
    read,
    add(ids: readonly string[]) {
      const written = writing.then(async () => {
        const all = [...new Set([...(await read()), ...ids])]
        await state.write({ recalled: all.slice(-mostRecalled) })
      })
      writing = written.catch(() => {})
      return written
    },
  }
}

async function whole(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
