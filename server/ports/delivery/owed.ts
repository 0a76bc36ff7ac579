import type { EventType } from '@portico/contract/events'
import { derivedId } from '../../core/kernel/ids.ts'
import type { ChainedEvent } from '../../store/events.ts'
import type { NewObligation } from '../../store/obligations.ts'
import type { Binding, Bindings } from './binding.ts'
import type { Capabilities } from './capabilities.ts'

type Hearing = { binding: Binding; call: string; needs: string | undefined }

export type OwedFor = (events: readonly ChainedEvent[]) => NewObligation[]

const nothing: NewObligation[] = []

/**
 * What events oblige the platform to, by what each port hears and what its bindings can do. With `brought`, the events
 * of a bulk load: they happened in another system, and are passed on only where a port says so.
 */
export function owedBy(
  bindings: Bindings,
  capabilities: Capabilities,
  { brought = false }: { brought?: boolean } = {},
): OwedFor {
  const hearing = new Map<EventType, Hearing[]>()
  for (const binding of bindings.all) {
    const { port } = binding.served
    const hearsBrought = binding.served.hearsBrought(binding.settings)
    for (const [type, call] of Object.entries(port.hears) as [EventType, string][]) {
      if (brought && !hearsBrought.includes(type)) continue
      const heard = hearing.get(type) ?? []
      heard.push({ binding, call, needs: port.calls[call]?.needs })
      hearing.set(type, heard)
    }
  }
  if (hearing.size === 0) return () => nothing
  return (events) =>
    events.flatMap((event) =>
      (hearing.get(event.type) ?? []).flatMap(({ binding, call, needs }) =>
        needs !== undefined && capabilities.lacks(binding, needs)
          ? []
          : obligationsOf(binding, call, event, events),
      ),
    )
}

export function obligationsOf(
  { served, name }: Binding,
  call: string,
  event: ChainedEvent,
  commit: readonly ChainedEvent[],
): NewObligation[] {
  const { id: eventId, caseId, type: eventType, sequence, subject, recordedAt: at } = event
  return served.owes(event, commit).map(({ recipient, channel }) => ({
    id: derivedId('obl', event, [served.port.name, name, call, recipient ?? '', channel ?? ''].join(' ')),
    port: served.port.name,
    binding: name,
    call,
    caseId,
    eventId,
    eventType,
    sequence,
    subject,
    ...(recipient === undefined ? {} : { recipient }),
    ...(channel === undefined ? {} : { channel }),
    at,
  }))
}
