import type { PartyNotices } from '@portico/contract/notifications'
import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { partyRecipients } from '@portico/contract/profile/notifications'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { triggeredBy } from '../notifications/compose.ts'

type Row = {
  event: StoredEvent
  isReached: boolean
  notice: string | null
  sent: string | null
}

/**
 * Whether a party is told by email of the event that a letter is about: there is an address, a channel that sends, and a
 * notification that was neither held back nor returned. A letter without an event is told of by nothing else.
 */
export async function isToldByEmail(
  db: Queryable,
  { caseId, eventId, party }: { caseId: string; eventId: string | undefined; party: Party },
  {
    profile,
    notices,
    sendsEmail,
  }: { profile: Profile; notices: PartyNotices | undefined; sendsEmail: boolean },
): Promise<boolean> {
  if (!sendsEmail || eventId === undefined || !party.contact?.emails?.length) return false
  if (notices?.optedOut.includes('email')) return false
  const [row] = await db.rows<Row>(
    `select json_build_object('type', e.type, 'data', e.data) as event, e.position <= (select position from notice_cursor) as "isReached", n.status as notice,
       s.status as sent
     from events e
     left join notices n on n.event_id = e.id and n.recipient_kind = 'party' and n.recipient_id = $3 and n.channel = 'email'
     left join sent_notifications s on s.case_id = n.case_id and s.notification_id = n.id
     where e.case_id = $1 and e.id = $2`,
    [caseId, eventId, party.id],
  )
  if (!row) return false
  if (row.notice !== null) return row.notice !== 'suppressed' && row.sent !== 'failed'
  // Nobody has looked at the event yet: by what the profile says.
  return !row.isReached && triggeredBy(profile, row.event).some(emailsParties)
}

const emailsParties = ({ channels, recipients }: Profile['notifications'][number]) =>
  channels.includes('email') && recipients.some((recipient) => partyRecipients.includes(recipient))
