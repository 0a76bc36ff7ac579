import type { OutputOf } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { scheduling } from '@portico/contract/ports/scheduling'
import type { OutsideCalendar } from '../../app/sessions/calendars/outside.ts'
import { mergeSpans, subtract } from '../../core/time/spans.ts'
import { type Ask, askedOf } from '../delivery/bindings/ask.ts'
import type { Bindings } from '../delivery/bindings/binding.ts'

type Output<Name extends 'availability' | 'blackouts' | 'checkSlot'> = OutputOf<typeof scheduling, Name>

/** Asks the calendar that is bound, within a request. */
export function createOutsideCalendar(bindings: Bindings, ask: Ask): OutsideCalendar {
  const bound = () => askedOf(bindings, scheduling.name)
  return {
    async busy(participants, within, days) {
      const binding = bound()
      if (!binding) return undefined
      const span = {
        startsAt: new Date(within.from).toISOString(),
        endsAt: new Date(within.to).toISOString(),
      }
      try {
        const [{ availability }, { blackouts }] = (await Promise.all([
          ask(binding, 'availability', { participants, ...span }),
          ask(binding, 'blackouts', { participants, ...days }),
        ])) as [Output<'availability'>, Output<'blackouts'>]
        const busy = new Map(
          availability.map(({ participant, free }) => {
            const spans = free.map(({ startsAt, endsAt }) => ({
              from: Date.parse(startsAt),
              to: Date.parse(endsAt),
            }))
            return [participant.id, subtract([within], mergeSpans(spans))]
          }),
        )
        return {
          binding: binding.name,
          busy,
          blackouts: blackouts.map(({ date, participant, why = 'Nothing may be placed on that day.' }) => ({
            ...{ from: date, to: date, why },
            ...(participant ? { participantId: participant.id } : {}),
          })),
        }
      } catch (error) {
        if (!(error instanceof PortError)) throw error
        return { binding: binding.name, why: error.message }
      }
    },

    async check({ case: of, sessionId, kind, participants, slot }) {
      const binding = bound()
      if (!binding) return []
      try {
        const input = { case: of, sessionId, kind, participants, slot }
        const { conflicts } = (await ask(binding, 'checkSlot', input)) as Output<'checkSlot'>
        return conflicts.map(({ why }) => ({ why, binding: binding.name }))
      } catch (error) {
        if (!(error instanceof PortError)) throw error
        return []
      }
    },
  }
}
