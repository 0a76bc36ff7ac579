import type { NamedParticipant, SessionConflict, SessionKind, Slot } from '@portico/contract/sessions'
import type { BlackoutDays } from '../../../core/session/slots.ts'
import type { Span } from '../../../core/time/spans.ts'

/** What a bound calendar says; `why` where it could not be asked. */
export type OutsideAnswer =
  | { binding: string; busy: ReadonlyMap<string, readonly Span[]>; blackouts: readonly BlackoutDays[] }
  | { binding: string; why: string }

/** The calendar of another system. Undefined where none is bound. */
export type OutsideCalendar = {
  /** When participants cannot, within a span. */
  busy(
    participants: readonly NamedParticipant[],
    within: Span,
    days: { from: string; to: string },
  ): Promise<OutsideAnswer | undefined>
  /** What it has against a slot. One that cannot be asked has nothing against it: it is told, and may refuse it then. */
  check(asked: {
    case: { caseId: string; docketNumber: string }
    sessionId: string
    kind: SessionKind
    participants: readonly NamedParticipant[]
    slot: Slot
  }): Promise<readonly SessionConflict[]>
}
