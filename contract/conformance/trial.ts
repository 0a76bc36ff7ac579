import { randomBytes } from 'node:crypto'
import Schema from 'typebox/schema'
import {
  type Adapter,
  type Bytes,
  type CallContext,
  type CallName,
  type InputOf,
  type OutputOf,
  type PortDeclaration,
  PortError,
} from '../ports/kit.ts'
import type { TSchema } from '../type.ts'
import { bytesOfSample } from './sample-file.ts'
import type { After, Mood, Opened, Samples, Subject } from './subject.ts'

/** A law that cannot be judged, and why. */
export class Skipped extends Error {
  override name = 'Skipped'
}

export class Broken extends Error {
  override name = 'Broken'
}

/** What the kit knows of the calls of a port. */
type About<Port extends PortDeclaration> = {
  port: Port
  samples: Samples<Port>
  after: { [Name in CallName<Port>]?: After<Port> }
}

type CallOptions = { key?: string; attempt?: number; signal?: AbortSignal }

/** One law at work: adapters that are closed at its end, fresh keys and inputs, and what the subject gives. */
export type Trial<Port extends PortDeclaration = PortDeclaration> = {
  port: Port
  subject: Subject<Port>
  open(): Promise<Opened<Port>>
  adapter(): Promise<Adapter<Port>>
  key(): string
  has(adapter: Adapter<Port>, call: string): boolean
  /** A fresh input; what must come before the call is done. Skips the law where there is no sample. */
  input<Name extends CallName<Port>>(
    adapter: Adapter<Port>,
    call: Name,
    which?: 'samples' | 'refused',
  ): Promise<InputOf<Port, Name>>
  hasSample(call: string, which?: 'samples' | 'refused'): boolean
  call<Name extends CallName<Port>>(
    adapter: Adapter<Port>,
    call: Name,
    input: InputOf<Port, Name>,
    options?: CallOptions,
  ): Promise<OutputOf<Port, Name>>
  /** How the call failed; it is broken if it did not fail, or with anything but a PortError. */
  failure(call: Promise<unknown>, when: string): Promise<PortError>
  effects(): Promise<readonly string[]>
  /** Until the work is done, the other side is in this mood. */
  during<Done>(mood: Mood, work: () => Promise<Done>): Promise<Done>
  /** Broken if it does not end while the patience lasts. */
  ended<Done>(work: Promise<Done>, what: string): Promise<Done>
  until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void>
  close(): Promise<void>
}

export function openTrial<Port extends PortDeclaration>(
  { port, samples, after }: About<Port>,
  subject: Subject<Port>,
  patienceMs: number,
): Trial<Port> {
  const opened: Opened<Port>[] = []
  const run = randomBytes(4).toString('hex')
  let count = 0
  const fresh = (prefix: string) => `${prefix}${run}x${++count}`
  const key = () => fresh('kit_')
  const sampleOf = (call: string, which: 'samples' | 'refused') => {
    const given = subject[which] as Readonly<Record<string, unknown>> | undefined
    const ours = which === 'samples' ? (samples as Readonly<Record<string, unknown>>) : {}
    return given?.[call] ?? ours[call]
  }
  const has = (adapter: Adapter<Port>, call: string) => callOf(adapter, call) !== undefined

  async function inputOf(adapter: Adapter<Port>, call: string, id: string, which: 'samples' | 'refused') {
    const sample = sampleOf(call, which)
    if (sample === undefined) throw new Skipped(`There is no sample of ${call}.`)
    const input = withId(sample, id)
    const before = (after as Record<string, Before | undefined>)[call]
    if (!before || which === 'refused' || subject.samples?.[call as CallName<Port>]) return input
    if (!has(adapter, before.call))
      throw new Skipped(`${call} comes after ${before.call}, which it does not have.`)
    const earlier = await inputOf(adapter, before.call, id, 'samples')
    const added = before.adds(await done(adapter, before.call, earlier))
    if (!added) throw new Skipped(`${before.call} answers nothing that ${call} can be called with.`)
    return { ...(input as object), ...added }
  }

  function done(adapter: Adapter<Port>, call: string, input: unknown, options: CallOptions = {}) {
    const method = callOf(adapter, call)
    if (!method) throw new Broken(`It has no ${call}.`)
    const { signal = new AbortController().signal, attempt = 1 } = options
    const context: CallContext = { key: options.key ?? key(), attempt, signal, open: openSample }
    return method(structuredClone(input), context)
  }

  const trial: Trial<Port> = {
    port,
    subject,
    async open() {
      const one = await subject.open()
      opened.push(one)
      return one
    },
    adapter: async () => (await trial.open()).adapter,
    key,
    has,
    hasSample: (call, which = 'samples') => sampleOf(call, which) !== undefined,
    input: (adapter, call, which = 'samples') =>
      inputOf(adapter, call, fresh(''), which) as Promise<InputOf<Port, typeof call>>,
    call: (adapter, call, input, options) =>
      done(adapter, call, input, options) as Promise<OutputOf<Port, typeof call>>,
    async failure(call, when) {
      const error = await call.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (error === undefined) throw new Broken(`It answered ${when}.`)
      if (!isPortError(error)) throw new Broken(`It threw ${String(error)} instead of a PortError ${when}.`)
      if (error.message.trim() === '') throw new Broken(`It failed without a sentence ${when}.`)
      return error
    },
    async effects() {
      if (!subject.effects) throw new Skipped('The subject does not say what the other side has seen.')
      return subject.effects()
    },
    async during(mood, work) {
      if (!subject.mood) throw new Skipped(`The subject cannot make the other side ${verbs[mood]}.`)
      await subject.mood(mood)
      try {
        return await work()
      } finally {
        await subject.mood('well')
      }
    },
    async ended(work, what) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(new Broken(`${what} did not end within ${patienceMs} ms.`)), patienceMs)
      })
      return Promise.race([work, late]).finally(() => clearTimeout(timer))
    },
    async until(isSo, what) {
      const deadline = performance.now() + patienceMs
      while (!(await isSo())) {
        if (performance.now() > deadline) throw new Broken(`${what} within ${patienceMs} ms.`)
        await new Promise((next) => setTimeout(next, 5))
      }
    },
    async close() {
      for (const { close } of opened) await close().catch(() => {})
    },
  }
  return trial
}

/** The first fault of a value, as a sentence. */
export function faultOf(schema: TSchema, value: unknown, name: string): string | undefined {
  const [isValid, [fault]] = Schema.Errors(schema, value)
  if (isValid) return undefined
  return `${name}${fault?.instancePath.replaceAll('/', '.') ?? ''} ${fault?.message ?? 'has the wrong shape'}.`
}

export async function bytesOf(stream: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Also one of another copy of this package. */
export function isPortError(error: unknown): error is PortError {
  return (
    error instanceof PortError || (error instanceof Error && error.name === 'PortError' && 'code' in error)
  )
}

const verbs: Record<Mood, string> = { well: 'recover', hanging: 'hang', refusing: 'refuse', down: 'fail' }

type Before = { call: string; adds(output: unknown): object | undefined }
type AnyCall = (input: unknown, context: CallContext) => Promise<unknown>

function callOf(adapter: { calls: object }, call: string): AnyCall | undefined {
  const method = (adapter.calls as Record<string, unknown>)[call]
  return typeof method === 'function' ? (method as AnyCall).bind(adapter.calls) : undefined
}

async function openSample(): Promise<Bytes> {
  return (async function* () {
    yield bytesOfSample
  })()
}

function withId(value: unknown, id: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{id}', id)
  if (Array.isArray(value)) return value.map((item) => withId(item, id))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withId(member, id)]))
}
