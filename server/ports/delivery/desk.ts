import type { BindingStatus, PortStatus } from '@portico/contract/boundary'
import { ports } from '@portico/contract/ports/all'
import type { PortDeclaration } from '@portico/contract/ports/kit'
import { verifiedMessage } from '@portico/contract/ports/signature'
import type { Ledger } from '../../app/boundary/ledger.ts'
import type { PortsDesk } from '../../app/boundary/ports-desk.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import { type BindingFigures, readBindings } from '../../store/obligations.ts'
import type { Binding, Bindings } from './binding.ts'
import type { FileLinks } from './file-links.ts'
import type { Inbox } from './inbox.ts'
import { createReplay } from './replay.ts'

export function openPortsDesk({
  db,
  bindings,
  inbox,
  ledger,
  fileLinks,
  clock,
  look,
  wake,
}: {
  db: Database
  bindings: Bindings
  inbox: Inbox
  ledger: Ledger
  fileLinks: FileLinks
  clock: () => Date
  /** Asks the adapter how it is, where this process has it open. */
  look: (binding: Binding) => Promise<unknown>
  wake: (port: string, binding: string) => void
}): PortsDesk {
  const replay = createReplay({ db, clock })

  const statuses = async (): Promise<PortStatus[]> => {
    const figures = await readBindings(db)
    return ports.map((port) => statusOf(port, bindings, figures, clock()))
  }
  const named = (name: string) => {
    const port = ports.find((one) => one.name === name)
    if (!port) throw new Refusal('notFound', 'There is no such port.')
    return port
  }

  return {
    ledger,
    list: statuses,
    async find(name) {
      const port = named(name)
      await Promise.all(bindings.all.filter(({ served }) => served.port.name === name).map(look))
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
      const message = binding && verifiedMessage(headers, body, { secrets: binding.secrets, now: clock() })
      // The same for what is not there and what is not signed: nobody learns the names of bindings.
      if (!binding || !message)
        throw new Refusal('unauthenticated', 'The message is not signed as it must be.')
      const fact = parsed(body)
      const faults = inbox.faultsOf(binding, name, fact)
      if (!faults) throw new Refusal('notFound', `The port ${port} has no event ${name.slice(0, 100)}.`)
      if (faults.length > 0) throw new Refusal('invalid', faults.join(' '))
      await inbox.keep(binding, name, fact, message.id)
    },
    linkedFile: fileLinks.read,
    inbox,
  }
}

function parsed(body: Buffer): unknown {
  const fact = jsonOf(body)
  if (fact === undefined) throw new Refusal('invalid', 'The body is not valid JSON.')
  // PostgreSQL keeps no text with these.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(JSON.stringify(fact)))
    throw new Refusal('invalid', 'The body has text with a NUL character or half a surrogate pair.')
  return fact
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
  { all, ports: served }: Bindings,
  figures: readonly BindingFigures[],
  now: Date,
): PortStatus {
  const bound = all
    .filter((binding) => binding.served.port.name === port.name)
    .map((binding) =>
      bindingStatus(
        binding,
        figures.find((one) => one.port === port.name && one.binding === binding.name),
        now,
      ),
    )
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

function bindingStatus(
  { name, definition, isBaseline }: Binding,
  figures: BindingFigures | undefined,
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
    health: isPaused ? 'paused' : healthOf(figures),
    waiting,
    failed,
    ...(oldest ? { oldest: oldest.toISOString() } : {}),
    ...(lastSuccessAt ? { lastSuccessAt: lastSuccessAt.toISOString() } : {}),
    ...(lastFailureAt ? { lastFailureAt: lastFailureAt.toISOString() } : {}),
    ...(errorCode ? { lastError: `${errorCode}: ${error ?? ''}` } : {}),
    ...(isPaused ? { pausedUntil: pausedUntil.toISOString() } : {}),
  }
}

/** By what happened last. */
function healthOf(figures: BindingFigures | undefined): BindingStatus['health'] {
  const well = Math.max(figures?.lastSuccessAt?.getTime() ?? 0, figures?.checkedAt?.getTime() ?? 0)
  const ill = figures?.lastFailureAt?.getTime() ?? 0
  return well === 0 && ill === 0 ? 'unknown' : well >= ill ? 'healthy' : 'failing'
}
