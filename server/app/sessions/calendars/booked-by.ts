import type { BookingChange } from '../../../store/bookings.ts'
import type { ChainedEvent } from '../../../store/events/append.ts'

/** What events of sessions take and give back in the calendars that are kept here. A session that is over has been. */
export function bookedBy(events: readonly ChainedEvent[]): BookingChange[] {
  return events.flatMap((event): BookingChange[] => {
    const { caseId, recordedAt } = event
    switch (event.type) {
      case 'session.scheduled':
      case 'session.rescheduled': {
        const { sessionId, participants = [], slot, holdId } = event.data
        return [{ caseId, sessionId, at: new Date(recordedAt), taken: { participants, slot, holdId } }]
      }
      case 'session.postponed':
      case 'session.withdrawn':
        return [{ caseId, sessionId: event.data.sessionId, at: new Date(recordedAt) }]
      default:
        return []
    }
  })
}
