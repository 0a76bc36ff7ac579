import { createHash } from 'node:crypto'
import type { FactOf } from '@portico/contract/ports/kit'
import type { scheduling } from '@portico/contract/ports/scheduling'
import { dayMs, msBetween } from '../../core/time/moments.ts'
import { requestConflictCheck } from '../../store/ask-to-flag.ts'
import { addBlackout } from '../../store/calendars.ts'
import { keepReported } from '../../store/told-busy.ts'
import type { Heard, HeardParts } from '../delivery/bindings/serve-port.ts'

type Fact<Name extends 'availabilityChanged' | 'blackoutAdded'> = FactOf<typeof scheduling, Name>

const longestMs = 5 * 366 * dayMs

export function faultsOfAvailability({ startsAt, endsAt, free }: Fact<'availabilityChanged'>): string[] {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (end <= start) return ['endsAt must be after startsAt.']
  if (msBetween(startsAt, endsAt) > longestMs) return ['endsAt must be at most five years after startsAt.']
  const outside = free.findIndex(
    (window) =>
      Date.parse(window.startsAt) < start ||
      Date.parse(window.endsAt) > end ||
      Date.parse(window.endsAt) <= Date.parse(window.startsAt),
  )
  return outside < 0 ? [] : [`free[${outside}] must be a window between startsAt and endsAt.`]
}

/** It replaces what was told before of its span, and placed sessions are compared with it. */
export async function hearAvailability(
  { participant, startsAt, endsAt, free, at }: Fact<'availabilityChanged'>,
  { binding }: HeardParts,
): Promise<Heard> {
  return {
    async taken(tx) {
      await keepReported(tx, {
        binding,
        participantId: participant.id,
        span: { from: Date.parse(startsAt), to: Date.parse(endsAt) },
        free: free.map((window) => ({ from: Date.parse(window.startsAt), to: Date.parse(window.endsAt) })),
        at: new Date(at),
      })
      await requestConflictCheck(tx, participant.id)
    },
  }
}

/** Told twice, it is one. */
export async function hearBlackout(
  { date, participant, why = 'Nothing may be placed on that day.', at }: Fact<'blackoutAdded'>,
  { binding }: HeardParts,
): Promise<Heard> {
  const of = JSON.stringify([binding, date, participant?.kind, participant?.id])
  const id = `out_${createHash('sha256').update(of).digest('hex').slice(0, 26)}`
  const whose = participant ? { participant: { kind: participant.kind, id: participant.id } } : {}
  return {
    async taken(tx) {
      const blackout = { from: date, why: why.slice(0, 500), ...whose }
      await addBlackout(tx, id, blackout, { at: new Date(at), by: binding })
      await requestConflictCheck(tx, participant?.id)
    },
  }
}
