import type { EventType } from '@portico/contract/events'
import { heardBy } from '@portico/contract/ports/heard'
import { isCarried } from '../../../core/kernel/decider.ts'
import { derivedId, seedOf } from '../../../core/kernel/ids.ts'
import type { ChainedEvent } from '../../../store/events/append.ts'
import { anyBinding, type Moot, type Undo } from '../../../store/obligations/moot.ts'
import type { NewObligation } from '../../../store/obligations/owe.ts'
import type { Binding, Bindings } from '../bindings/binding.ts'
import type { Capabilities } from '../bindings/capabilities.ts'

type Hearing = { binding: Binding; call: string }

export type OwedFor = (events: readonly ChainedEvent[]) => NewObligation[]

const nothing: NewObligation[] = []

/**
 * What events oblige the platform to, by what each port hears and what its bindings can do. With `brought`, the events
 * of a bulk load: they happened in another system, and are passed on only where a port says so. So are those that repeat
 * what happened in another case.
 */
export function owedBy(
  bindings: Bindings,
  capabilities: Capabilities,
  { brought = false }: { brought?: boolean } = {},
): OwedFor {
  const ofBrought = hearingOf(bindings, { brought: true })
  const hearing = brought ? ofBrought : hearingOf(bindings, { brought: false })
  if (hearing.size === 0) return () => nothing
  return (events) =>
    events.flatMap((event) => {
      const heard = (isCarried(event) ? ofBrought : hearing).get(event.type) ?? []
      return owing(heard, capabilities).flatMap(({ binding, call }) =>
        obligationsOf(binding, call, event, events),
      )
    })
}

function hearingOf(bindings: Bindings, { brought }: { brought: boolean }): Map<EventType, Hearing[]> {
  const hearing = new Map<EventType, Hearing[]>()
  for (const binding of bindings.all) {
    const { port } = binding.served
    const hearsBrought = binding.served.hearsBrought(binding.settings)
    for (const [type, call] of heardBy(port)) {
      if (brought && !hearsBrought.includes(type)) continue
      const heard = hearing.get(type) ?? []
      heard.push({ binding, call })
      hearing.set(type, heard)
    }
  }
  return hearing
}

/**
 * Those that do what they hear of. Where one binding is enough, it is the first that is known to do it; what one before it
 * is owed, of which nobody knows yet, is cancelled if it turns out that it does not.
 */
function owing(heard: readonly Hearing[], capabilities: Capabilities): Hearing[] {
  const found = new Set<string>()
  return heard.filter(({ binding, call }) => {
    const { port, byOne } = binding.served
    const place = `${port.name} ${call}`
    if (found.has(place) || !capabilities.does(binding, call)) return false
    if (byOne.includes(call) && capabilities.isKnownToDo(binding, call)) found.add(place)
    return true
  })
}

/** What events make superfluous, also at ports that have no binding any more. */
export function mootBy({ ports: served }: Bindings): (events: readonly ChainedEvent[]) => Moot[] {
  const known = new Set(served.flatMap(({ mootBy }) => mootBy))
  return (events) =>
    events
      .filter(({ type }) => known.has(type))
      .flatMap((event) =>
        served.flatMap(({ port, moots }) => {
          const moot = moots(event)
          if (!moot) return []
          const { undoneBy, ...superfluous } = moot
          const { caseId, recordedAt: at } = event
          const undo = undoneBy === undefined ? {} : { undo: undoing(port.name, undoneBy, event) }
          return [{ ...superfluous, port: port.name, caseId, at, ...undo }]
        }),
      )
}

export function obligationsOf(
  { served: { port, owes }, name }: Binding,
  call: string,
  event: ChainedEvent,
  commit: readonly ChainedEvent[],
): NewObligation[] {
  return owes(event, commit, { name, call }).map(({ recipient, channel, after }) => ({
    ...duty(port.name, call, event),
    id: derivedId('obl', event, placeOf(port.name, name, call, { recipient, channel })),
    binding: name,
    ...(recipient === undefined ? {} : { recipient }),
    ...(channel === undefined ? {} : { channel }),
    ...(after === undefined ? {} : { after }),
  }))
}

const duty = (
  port: string,
  call: string,
  { id: eventId, caseId, type: eventType, sequence, subject, recordedAt: at }: ChainedEvent,
) => ({ port, call, caseId, eventId, eventType, sequence, subject, at })

const placeOf = (port: string, binding: string, call: string, { recipient = '', channel = '' }: Place = {}) =>
  [port, binding, call, recipient, channel].join(' ')
type Place = { recipient?: string | undefined; channel?: string | undefined }

/** Owed to bindings that only the ledger knows: each makes the id that it would have if it were bound. */
function undoing(port: string, call: string, event: ChainedEvent): Undo {
  const place = placeOf(port, anyBinding, call)
  return {
    ...duty(port, call, event),
    idHead: derivedId('obl', event, place).slice(0, -16),
    idSeed: seedOf('obl', event, place),
  }
}
