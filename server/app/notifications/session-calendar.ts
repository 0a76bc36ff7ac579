import type { Slot } from '@portico/contract/sessions'
import type { Queryable } from '../../store/db.ts'
import type { Notice } from '../../store/notices.ts'

const ofSession = [
  'session.scheduled',
  'session.rescheduled',
  'session.conferenceReady',
  'session.reminderDue',
]

type Row = {
  told: Slot | null
  slot: Slot | null
  docketNumber: string
  revision: number
  changedAt: Date
  sessionId: string
}

/** The session that a notice tells of, to be put into a calendar; or why nobody is reminded of it any more. */
export async function sessionOf(
  db: Queryable,
  { eventId, eventType, caseId }: Pick<Notice, 'eventId' | 'eventType' | 'caseId'>,
  timeZone: string | undefined,
): Promise<{ calendar: string; sessionId: string } | { why: string } | undefined> {
  if (!ofSession.includes(eventType)) return undefined
  const [row] = await db.rows<Row>(
    `select e.data->'slot' as told, case when s.status = 'scheduled' then s.slot end as slot, c.docket_number as "docketNumber",
       s.revision, s.changed_at as "changedAt", s.session_id as "sessionId"
     from events e join sessions s on s.case_id = e.case_id and s.session_id = e.data->>'sessionId'
     join cases c on c.case_id = e.case_id where e.id = $1 and e.case_id = $2`,
    [eventId, caseId],
  )
  const { told, slot } = row ?? {}
  const isMoved = !slot || (told && Date.parse(told.startsAt) !== Date.parse(slot.startsAt))
  if (eventType === 'session.reminderDue' && isMoved)
    return { why: 'The session is not at that time any more.' }
  if (!row || !slot) return undefined
  const { docketNumber: summary, sessionId, revision, changedAt } = row
  const { writeCalendar } = await import('../../core/session/write-calendar.ts')
  const event = {
    sessionId,
    slot,
    isCancelled: false,
    revision,
    changedAt,
    summary,
    timeZone,
    place: slot.place,
  }
  return { calendar: writeCalendar(summary, [event]), sessionId }
}
