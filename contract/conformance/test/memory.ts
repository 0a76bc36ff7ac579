import {
  type Adapter,
  type CallContext,
  type Host,
  type PortDeclaration,
  PortError,
} from '../../ports/kit.ts'
import type { Mood, Opened, Subject, Told } from '../subject.ts'

/** A system in memory: what it shows, what it knows, and how it behaves. */
export type OtherSide = {
  lines: string[]
  known: Map<string, unknown>
  mood: Mood
  /** The work it has been given, by key. */
  done: Map<string, Promise<unknown>>
  listeners: Set<(name: string) => Promise<void>>
}

/** What a call does there; `breaks` is the law that is to be broken. */
export type Behaviour = (input: never, side: OtherSide, breaks: string | undefined) => unknown
export type Behaviours = {
  calls: Readonly<Record<string, Behaviour>>
  samples?: object
  more?: More
}

/** Where more than calls tells one law from another. */
export type More = {
  /** The call whose answer no law reads: it answers nonsense where that is the law to break. */
  unread?: string
  /** What the answer to a call becomes when its key comes again. */
  again?(call: string, answer: unknown, side: OtherSide, breaks: string | undefined): unknown
  told?(name: string, fact: unknown, breaks: string | undefined): unknown
  admits?(url: string, side: OtherSide): boolean
}

/** An adapter to a system in memory that keeps every law of its port, but for the one that it is told to break. */
export function memorySubject(
  port: PortDeclaration,
  { calls, samples, more = {} }: Behaviours,
  facts: Readonly<Record<string, unknown>>,
  breaks?: string,
): Subject {
  const side: OtherSide = { lines: [], known: new Map(), mood: 'well', done: new Map(), listeners: new Set() }
  return {
    ...(samples ? { samples: samples as Record<string, never> } : {}),
    ...(more.admits ? { admits: async (url: string) => more.admits?.(url, side) ?? false } : {}),
    effects: async () => [...side.lines],
    mood: async (mood) => {
      side.mood = mood
    },
    provoke: Object.fromEntries(
      Object.keys(port.tells).map((name) => [
        name,
        async () => {
          for (const listener of side.listeners) await listener(name)
        },
      ]),
    ),
    async open(): Promise<Opened> {
      const told: Told[] = []
      const adapter = openMemory(port, { calls, more }, side, breaks, facts, async (name, fact, { id }) => {
        told.push({ name, fact, id })
      })
      return { adapter, told: () => told, close: async () => adapter.close?.() }
    },
  }
}

function openMemory(
  port: PortDeclaration,
  { calls: behaviours, more = {} }: Behaviours,
  side: OtherSide,
  breaks: string | undefined,
  facts: Readonly<Record<string, unknown>>,
  tell: Host['tell'],
): Adapter {
  const once = remember(side, breaks, more.again)
  const calls = Object.entries(port.calls).map(([name, { mode, needs }]) => {
    const behaviour = behaviours[name]
    if (!behaviour) throw new Error(`${port.name}: there is no behaviour of ${name}`)
    const call = async (input: unknown, { key, signal }: CallContext) => {
      if (breaks !== 'cancellation') signal.throwIfAborted()
      if (breaks === 'redrive') refuseForEver(side, key)
      await reach(side, signal, breaks)
      const work = () => behaviour(input as never, side, breaks)
      if (mode === 'do') return once(name, key, work)
      if (breaks === 'asking') side.lines.push(`asked ${key}`)
      return work()
    }
    const isUnread = more.unread ? name === more.unread : mode === 'do' && needs === lastNeeded(port)
    const isNonsense = breaks === 'answers' && isUnread
    const nonsense = async (input: unknown, context: CallContext) => {
      await call(input, context)
      return null
    }
    return [name, isNonsense ? nonsense : call]
  })
  const report = async (name: string) => {
    const said = more.told ? more.told(name, facts[name], breaks) : breaks === 'facts' ? {} : facts[name]
    const id = breaks === 'factsOnce' ? crypto.randomUUID() : `${name}-1`
    await tell(name, said as never, { id })
  }
  return {
    supports: [...Object.keys(port.supports), ...(breaks === 'capability' ? ['telepathy'] : [])],
    calls: Object.fromEntries(calls),
    async check() {
      if (side.mood === 'down' && breaks !== 'health') throw new PortError('unavailable', 'It is down.')
    },
    async start() {
      side.listeners.add(report)
    },
    async close() {
      side.listeners.delete(report)
    },
  }
}

/** A call whose answer no other call builds on. */
function lastNeeded(port: PortDeclaration): string | undefined {
  return Object.values(port.calls).findLast(({ mode }) => mode === 'do')?.needs
}

async function reach({ mood }: OtherSide, signal: AbortSignal, breaks: string | undefined) {
  if (mood === 'refusing')
    throw new PortError(breaks === 'refusal' ? 'unavailable' : 'refused', 'It will not do this.')
  if (mood === 'down') throw new PortError(breaks === 'outage' ? 'refused' : 'unavailable', 'It is down.')
  if (mood !== 'hanging') return
  await new Promise((_, fail) => {
    if (breaks !== 'timeout') signal.addEventListener('abort', () => fail(signal.reason))
  })
}

/** One refusal of a key is held against it. */
function refuseForEver({ mood, known }: OtherSide, key: string) {
  if (mood === 'refusing') known.set(`refused ${key}`, true)
  if (known.has(`refused ${key}`)) throw new PortError('refused', 'It was refused before.')
}

type Once = (call: string, key: string, work: () => unknown) => Promise<unknown>

/** Does work once for each key, or fails to, in the way that breaks one law alone: what is done again answers as before. */
function remember(side: OtherSide, breaks: string | undefined, again: More['again']): Once {
  const own = new Set<string>()
  let last: string | undefined
  return async (call, key, work) => {
    const before = side.done.get(key)
    const isDoneAgain = (breaks === 'repeat' && key === last) || (breaks === 'crash' && !own.has(key))
    own.add(key)
    if (before) {
      last = undefined
      if (isDoneAgain) await work()
      return again ? again(call, await before, side, breaks) : before
    }
    if (breaks === 'overlap') await Promise.resolve()
    if (breaks === 'disorder') side.done.clear()
    const answer = (async () => work())()
    side.done.set(key, answer)
    await answer.catch(() => side.done.delete(key))
    last = key
    return answer
  }
}
