import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { partyName } from '../../core/party/names.ts'
import { isRemote } from '../../core/session/conference.ts'
import { dayIn, timeIn } from '../../core/time/local-time.ts'
import { dayOf } from '../../core/time/moments.ts'
import { notificationFields } from '../../profile/notification-fields.ts'
import type { FieldValues } from '../../profile/templates.ts'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { caseFields, wordLabel } from '../case-fields.ts'
import { longDate } from '../long-date.ts'
import { joinMark } from './join-mark.ts'
import type { CaseForNotices } from './recipients.ts'

type Data = {
  taskId?: string
  type?: string
  deadline?: string
  documentId?: string
  sessionId?: string
  slot?: Slot
  workProductId?: string
  partyId?: string
}

/** What the templates of one event are filled with, but for what depends on the recipient. */
export type EventFields = { values: FieldValues; partyStatus: string; path: string }

/** Every field that a notification of the event may name has a value, if only an empty one. */
export async function fieldsOf(
  db: Queryable,
  event: StoredEvent,
  { found: { parties }, profile, today }: { found: CaseForNotices; profile: Profile; today: string },
): Promise<EventFields | undefined> {
  const { caseId } = event
  const data = event.data as Data
  const about = await caseFields(db, caseId, { parties, profile, today })
  if (!about) return undefined
  const known: Record<string, string> = {
    ...about.values,
    'case.receiptDate': longDate(about.values['case.receiptDate'] ?? ''),
    today: longDate(today),
    ...(await ofSubject(db, event, data, {
      ofTask: (type) => wordLabel(profile.taskTypes, type),
      ofRole: (role) => wordLabel(profile.partyRoles, role),
      ofDay: (at) => longDate(dayIn(new Date(at), profile.deadlines.timeZone)),
    })),
  }
  const fields = notificationFields(event.type)
  const values = Object.fromEntries(fields.map((field) => [field, known[field] ?? '']))
  return { values, partyStatus: about.partyStatus, path: pathOf(caseId, data) }
}

/** What the event is about, by the first word of its type. */
async function ofSubject(
  db: Queryable,
  { type, caseId }: StoredEvent,
  data: Data,
  labels: {
    ofTask: (taskType: string) => string
    ofRole: (partyRole: string) => string
    ofDay: (at: string) => string
  },
): Promise<Record<string, string>> {
  const [subject] = type.split('.')
  if (subject === 'task') {
    const [task] = await db.rows<{ type: string; deadline: Date | null }>(
      `select type, deadline from tasks where case_id = $1 and task_id = $2`,
      [caseId, data.taskId ?? ''],
    )
    const deadline = data.deadline ?? task?.deadline?.toISOString()
    return {
      'task.label': labels.ofTask(data.type ?? task?.type ?? ''),
      'task.deadline': deadline === undefined ? '' : labels.ofDay(deadline),
    }
  }
  if (subject === 'document') {
    const [document] = await db.rows<{ name: string; receiptDate: string | null }>(
      `select name, receipt_date as "receiptDate" from documents where case_id = $1 and document_id = $2`,
      [caseId, data.documentId ?? ''],
    )
    return {
      'document.name': document?.name ?? '',
      'document.receiptDate': longDate(document?.receiptDate ?? ''),
    }
  }
  if (subject === 'session') return ofSession(db, caseId, data)
  if (subject === 'workProduct' || subject === 'delivery') {
    const [product] = await db.rows<{ signedAt: Date | null }>(
      `select signed_at as "signedAt" from work_products where case_id = $1 and work_product_id = $2`,
      [caseId, data.workProductId ?? ''],
    )
    return { 'decision.date': product?.signedAt ? longDate(dayOf(product.signedAt)) : '' }
  }
  if (subject === 'party') {
    // Also one that was removed or merged.
    const [party] = await db.rows<Pick<Party, 'id' | 'role' | 'person' | 'organization'>>(
      `select party_id as id, role, person, organization from parties where case_id = $1 and party_id = $2`,
      [caseId, data.partyId ?? ''],
    )
    return party ? { 'party.name': partyName(party), 'party.role': labels.ofRole(party.role) } : {}
  }
  return {}
}

/** One that has ended is told by where it was to be. */
async function ofSession(db: Queryable, caseId: string, data: Data): Promise<Record<string, string>> {
  const [row] = await db.rows<{ slot: Slot | null; kind: string | null }>(
    `select (select e.data->'slot' from events e where e.case_id = $1 and e.subject = $2 and e.data ? 'slot'
         order by e.sequence desc limit 1) as slot,
       (select kind from sessions s where s.case_id = $1 and s.session_id = $2) as kind`,
    [caseId, data.sessionId ?? ''],
  )
  const slot = data.slot ?? row?.slot
  const isToJoin = isRemote((row?.kind ?? null) as SessionKind | null)
  if (!slot) return { 'session.kind': row?.kind ?? '' }
  const at = new Date(slot.startsAt)
  return {
    'session.kind': row?.kind ?? '',
    'session.date': longDate(dayIn(at, slot.timeZone)),
    'session.time': timeIn(at, slot.timeZone),
    'session.zone': slot.timeZone,
    'session.place': slot.place ?? '',
    'session.link': isToJoin ? joinMark : '',
  }
}

/** The page of the workspace that an event is about. */
function pathOf(caseId: string, { documentId }: Data): string {
  const place = `cases/${encodeURIComponent(caseId)}`
  return documentId === undefined ? place : `${place}/read/documents/${encodeURIComponent(documentId)}`
}
