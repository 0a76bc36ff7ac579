import { setTimeout } from 'node:timers/promises'
import type { BindingStatus, PortStatus } from '@portico/contract/boundary'
import { ports } from '@portico/contract/ports/all'
import type { InboundMessage, PortDeclaration } from '@portico/contract/ports/kit'
import { verifiedMessage } from '@portico/contract/ports/signature'
import type { Ledger } from '../../../app/boundary/ledger.ts'
import type { PortsDesk } from '../../../app/boundary/ports-desk.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database } from '../../../store/db.ts'
import { type BindingFigures, readBindings } from '../../../store/port-bindings.ts'
import type { Binding, Bindings } from '../bindings/binding.ts'
import type { Capabilities } from '../bindings/capabilities.ts'
import { createReplay } from '../ledger/replay.ts'
import type { FileLinks } from '../outside/file-links.ts'
import type { Inbox } from './inbox.ts'

/** For so long whoever asks about a port waits for its bindings. */
const lookMs = 3000

export function openPortsDesk({
  db,
  bindings,
  capabilities,
  inbox,
  ledger,
  fileLinks,
  clock,
  look,
  wake,
}: {
  db: Database
  bindings: Bindings
  capabilities: Pick<Capabilities, 'does'>
  inbox: Inbox
  ledger: Ledger
  fileLinks: FileLinks
  clock: () => Date
  /** Asks the adapter how it is, where this process has it open. */
  look: (binding: Binding) => Promise<unknown>
  wake: (port: string, binding: string) => void
}): Omit<PortsDesk, 'sendLink' | 'lookUpParty' | 'calendar' | 'conference' | 'editor'> {
  const replay = createReplay({ db, clock, capabilities })

  const statuses = async (): Promise<PortStatus[]> => {
    const figures = await readBindings(db)
    const served = [...new Set(bindings.all.map((binding) => binding.served))]
    const waiting = new Map(
      await Promise.all(served.map(async (port) => [port, await port.waiting(db)] as const)),
    )
    const bound = bindings.all.map((binding) => {
      const isIts = (one: BindingFigures) =>
        one.port === binding.served.port.name && one.binding === binding.name
      const beside = waiting.get(binding.served)?.get(binding.name) ?? 0
      return { binding, status: bindingStatus(binding, figures.find(isIts), beside, clock()) }
    })
    return ports.map((port) => statusOf(port, bindings, bound, figures))
  }
  const named = (name: string) => {
    const port = ports.find((port) => port.name === name)
    if (!port) throw new Refusal('notFound', 'There is no such port.')
    return port
  }

  return {
    ledger,
    list: statuses,
    async find(name) {
      const port = named(name)
      const asked = bindings.all.filter(({ served }) => served.port.name === name).map(look)
      // One that does not answer is told of as it was.
      await Promise.race([Promise.all(asked), setTimeout(lookMs, undefined, { ref: false })])
      return (await statuses()).find((one) => one.name === port.name) as PortStatus
    },
    async replay(name, asked) {
      const binding = bindings.find(named(name).name, asked.binding)
      if (!binding) throw new Refusal('notFound', `The port ${name} has no binding ${asked.binding}.`)
      const done = await replay(binding, asked)
      if (!done.isDryRun) wake(name, asked.binding)
      return done
    },
    async receive({ port, binding: bindingName, name, headers, body }) {
      const binding = bindings.find(port, bindingName)
      const message = binding && (await received(binding, { name, headers, body, now: clock() }))
      // The same for what is not there and what is not signed: nobody learns the names of bindings.
      if (!binding || !message)
        throw new Refusal('unauthenticated', 'The signature of the message is missing or invalid.')
      const fact = message.fact === undefined ? parsed(body) : keepable(message.fact)
      const faults = inbox.faultsOf(binding, name, fact)
      if (!faults) throw new Refusal('notFound', `The port ${port} has no event ${name.slice(0, 100)}.`)
      if (faults.length > 0) throw new Refusal('invalid', faults.join(' '))
      const ahead = inbox.datedAhead(binding, name, fact)
      if (ahead !== undefined) throw new Refusal('invalid', ahead)
      await inbox.keep(binding, name, fact, message.id)
    },
    linkedFile: fileLinks.read,
    inbox,
  }
}

/** Signed as Standard Webhooks, or as the adapter knows from its own system; else nothing. */
async function received(
  { secrets, definition, options }: Binding,
  message: InboundMessage,
): Promise<{ id: string; fact?: unknown } | undefined> {
  const signed = verifiedMessage(message.headers, message.body, { secrets, now: message.now })
  return signed ?? definition.receive?.(options as never, message)
}

function parsed(body: Buffer): unknown {
  const fact = jsonOf(body)
  if (fact === undefined) throw new Refusal('invalid', 'The body is not valid JSON.')
  return keepable(fact)
}

function keepable(fact: unknown): unknown {
  // PostgreSQL keeps no text with these.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(textOf(fact)))
    throw new Refusal('invalid', 'The body has a NUL character or an unpaired surrogate.')
  return fact
}

/** What can be read may still be nested more deeply than it can be written. */
function textOf(fact: unknown): string {
  try {
    return JSON.stringify(fact)
  } catch {
    throw new Refusal('invalid', 'The body is nested too deeply.')
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function statusOf(
  port: PortDeclaration,
  { ports: served }: Bindings,
  all: readonly { binding: Binding; status: BindingStatus }[],
  figures: readonly BindingFigures[],
): PortStatus {
  const bound = all
    .filter(({ binding }) => binding.served.port.name === port.name)
    .map(({ status }) => status)
  const left = figures.filter(
    (figure) =>
      figure.port === port.name &&
      figure.waiting + figure.failed > 0 &&
      !bound.some(({ name }) => name === figure.binding),
  )
  bound.push(...left.map(leftBehind))
  const baseline = served.find((one) => one.port.name === port.name)?.baseline
  const isDegraded = bound.some(({ health }) => health === 'failing' || health === 'paused')
  const state =
    bound.length === 0
      ? baseline === undefined
        ? 'notBound'
        : 'baseline'
      : isDegraded
        ? 'degraded'
        : bound.every(({ isBaseline }) => isBaseline)
          ? 'baseline'
          : 'bound'
  const { name, title, does, spec } = port
  const told = typeof baseline === 'string' ? baseline : baseline?.does
  return {
    name,
    title,
    does,
    spec,
    state,
    ...(told === undefined ? {} : { baseline: told }),
    bindings: bound,
  }
}

/** Somebody has taken a binding out of the configuration, or renamed it, before everything was sent. */
function leftBehind({
  binding: name,
  waiting,
  failed,
  oldest,
  lastSuccessAt,
}: BindingFigures): BindingStatus {
  return {
    name,
    adapter: 'none',
    isBaseline: false,
    health: 'failing',
    waiting,
    failed,
    ...(oldest ? { oldest: oldest.toISOString() } : {}),
    ...(lastSuccessAt ? { lastSuccessAt: lastSuccessAt.toISOString() } : {}),
    lastError: 'notBound: It is not in the configuration any more. After 15 minutes what waits is given up.',
  }
}

function bindingStatus(
  { name, definition, isBaseline, served }: Binding,
  figures: BindingFigures | undefined,
  beside: number,
  now: Date,
): BindingStatus {
  const { waiting = 0, failed = 0, oldest, supports, lastSuccessAt, lastFailureAt } = figures ?? {}
  const { errorCode, error, pausedUntil } = figures ?? {}
  const isPaused = pausedUntil != null && pausedUntil > now
  return {
    name,
    adapter: definition.name,
    isBaseline,
    ...(supports && figures?.isOpen ? { supports } : {}),
    health: isPaused ? 'paused' : healthOf(figures, served.tends !== undefined),
    waiting: waiting + beside,
    failed,
    ...(oldest ? { oldest: oldest.toISOString() } : {}),
    ...(lastSuccessAt ? { lastSuccessAt: lastSuccessAt.toISOString() } : {}),
    ...(lastFailureAt ? { lastFailureAt: lastFailureAt.toISOString() } : {}),
    ...(errorCode ? { lastError: `${errorCode}: ${error ?? ''}` } : {}),
    ...(isPaused ? { pausedUntil: pausedUntil.toISOString() } : {}),
  }
}

/**
 * By what happened last. Where the last call failed, and is not settled yet, it does not help that the other side can be
 * reached; nor where it is called again and again by itself.
 */
function healthOf(figures: BindingFigures | undefined, isTended: boolean): BindingStatus['health'] {
  const timeOf = (at: Date | null | undefined) => at?.getTime() ?? 0
  const success = timeOf(figures?.lastSuccessAt)
  const isOpen = isTended || (figures?.waiting ?? 0) + (figures?.failed ?? 0) > 0
  if (isOpen && timeOf(figures?.callFailedAt) > success) return 'failing'
  const well = Math.max(success, timeOf(figures?.checkedAt))
  const ill = timeOf(figures?.lastFailureAt)
  return well === 0 && ill === 0 ? 'unknown' : well >= ill ? 'healthy' : 'failing'
}
