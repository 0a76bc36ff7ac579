import { type EventType, eventTypes } from '@portico/contract/events'
import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import type { RecipientRule } from '@portico/contract/profile/notifications'
import type { Permissions } from '../../auth/can.ts'
import { tellsOf } from '../../core/file/reader.ts'
import { partyName } from '../../core/party/names.ts'
import { type CaseAccess, findCaseAccess, representativesOf } from '../../projections/case-access.ts'
import { concealedFrom, sidesOf } from '../../projections/concealed-documents.ts'
import { listParties } from '../../projections/parties.ts'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'

/** Somebody to be told: a member who works on the case, a member who represents a party of it, or a party. */
export type Recipient =
  | { kind: 'member'; id: string; name: string; email?: string; seenAs: 'staff' | 'party' }
  | { kind: 'party'; id: string; name: string; party: Party; seenAs: 'party' }

type MemberRow = {
  id: string
  name: string
  email: string | null
  roles: string[]
  clearance: number
}

type Held = { kind: 'team' | 'person'; id: string; type: string }

/** The case as far as it says who is told what of it, on a day. */
export type CaseForNotices = { access: CaseAccess; parties: Party[]; today: string }

export async function caseForNotices(
  db: Queryable,
  caseId: string,
  today: string,
): Promise<CaseForNotices | undefined> {
  const [access, parties] = await Promise.all([
    findCaseAccess(db, caseId, today),
    listParties(db, caseId, today),
  ])
  return access && !access.purgedAt ? { access, parties, today } : undefined
}

/** Who a rule of the profile means, for an event. Nobody is told of a case that they may not see. */
export async function recipientsOf(
  db: Queryable,
  rules: readonly RecipientRule[],
  event: StoredEvent,
  { found, profile, permissions }: { found: CaseForNotices; profile: Profile; permissions: Permissions },
): Promise<Recipient[]> {
  const { caseId } = event
  const { access } = found
  const staff = new Set<string>()
  const teams = new Set<string>()
  const add = ({ kind, id }: Held) => (kind === 'team' ? teams : staff).add(id)

  for (const rule of rules) {
    if (rule === 'assignee') {
      const held = await assigneeOf(db, event)
      if (held?.kind === 'person') staff.add(held.id)
    } else if (rule === 'team') {
      const held = await assigneeOf(db, event)
      const team =
        held?.kind === 'team' ? held.id : profile.taskTypes.find(({ name }) => name === held?.type)?.team
      if (team) teams.add(team)
    } else if (rule === 'holders') {
      for (const held of await openTasks(db, caseId)) if (held.kind === 'person') staff.add(held.id)
    } else if (rule === 'author') {
      for (const id of await authorsOf(db, event)) staff.add(id)
    } else if (rule === 'proposer') {
      for (const id of await proposersOf(db, event)) staff.add(id)
    } else if (rule === 'thread') {
      for (const id of await writersInThread(db, event)) staff.add(id)
    } else if (rule === 'mentioned') {
      for (const id of (event.data as { mentions?: string[] }).mentions ?? []) staff.add(id)
    } else if (rule === 'reviewer' || rule === 'writer') {
      const actions = rule === 'writer' ? writing : reviewing
      const types = profile.taskTypes.filter(({ needs = [] }) =>
        needs.some((action) => actions.includes(action)),
      )
      for (const held of await openTasks(db, caseId))
        if (types.some(({ name }) => name === held.type)) add(held)
    }
  }
  const members = await readMembers(db, { ids: [...staff], teams: [...teams] })
  const facts = { id: caseId, ...access }
  const mayRead = (member: MemberRow) => permissions.can(member, 'readCases', { case: facts })
  const maySee = (member: MemberRow) =>
    mayRead(member) &&
    (!isOfDrafts(event.type) || permissions.can(member, 'readDeliberations', { case: facts }))
  const seeing = members
    .filter((member) => maySee(member) && !access.representativeIds.includes(member.id))
    .map((member) => asRecipient(member, 'staff'))
  return [...seeing, ...(await partiesBy(db, rules, event, { found, profile, mayRead }))]
}

/** What those alone see who read drafts is no news for anybody else. */
export const typesOfDrafts: readonly string[] = eventTypes.filter(
  (type) => type.startsWith('workProduct.') && !tellsOf(type, 'staff'),
)
export const isOfDrafts = (type: string): boolean => typesOfDrafts.includes(type)

/** Whose power was revoked has no more to do with the case. */
export function representsNobody(
  { id, role }: Party,
  parties: readonly Party[],
  { partyRoles }: Pick<Profile, 'partyRoles'>,
): boolean {
  const { isClaimant, isRepresentative } = partyRoles.find(({ name }) => name === role) ?? {}
  if (!isRepresentative || isClaimant) return false
  return !parties.some(({ representation: of }) => of?.isInForce && of.representativeId === id)
}

/** What happens to one party is for those who represent that party. */
const isOfOneSide = (eventType: string, rules: readonly RecipientRule[]) =>
  eventType.startsWith('party.') && !rules.includes('participants')

/** Whether somebody who was told of what happened to a party, because they represented it, does so no more. */
export async function hasLeftSide(
  db: Queryable,
  rules: readonly RecipientRule[],
  { caseId, eventId, eventType }: { caseId: string; eventId: string; eventType: string },
  to: Recipient,
  { found: { parties, today }, profile }: { found: CaseForNotices; profile: Profile },
): Promise<boolean> {
  if (to.seenAs !== 'party' || !isOfOneSide(eventType, rules)) return false
  const [row] = await db.rows<{ partyId: string | null }>(
    `select data->>'partyId' as "partyId" from events where case_id = $1 and id = $2`,
    [caseId, eventId],
  )
  const partyId = row?.partyId ?? ''
  if (to.kind === 'member') return !(await representativesOf(db, caseId, partyId, today)).includes(to.id)
  if (rules.includes('addressee') && to.id === partyId) return false
  if (rules.includes('claimant') && claimantsAmong(parties, profile).some(({ id }) => id === to.id))
    return false
  const of = parties.find(({ id }) => id === partyId)?.representation
  return !of?.isInForce || of.representativeId !== to.id
}

function claimantsAmong(parties: readonly Party[], { partyRoles }: Pick<Profile, 'partyRoles'>): Party[] {
  const roles = partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  return parties.filter(({ role }) => roles.includes(role))
}

const writing = ['draft']
const reviewing = ['signDecisions', 'reviewDrafts']

/** What becomes of a decision before it is released, whatever a profile says. */
function isOfUnreleased({ type, data }: StoredEvent): boolean {
  if (type === 'case.stateChanged') {
    const { partyFrom, partyTo } = data as { partyFrom: string | null; partyTo: string }
    return partyFrom === partyTo
  }
  if (!/^(workProduct|issue)\./.test(type)) return false
  const { wasReleased = true } = data as { wasReleased?: boolean }
  return !wasReleased || !tellsOf(type as EventType, 'party')
}

/** A task that is opened or closed between the signature and the release tells that there is a decision. */
async function isOnItsWay(db: Queryable, { type, caseId, sequence }: StoredEvent): Promise<boolean> {
  if (!type.startsWith('task.')) return false
  const [row] = await db.rows<{ isSigned: boolean }>(
    `select exists (
       select from events s where s.case_id = $1 and s.type = 'workProduct.signed' and s.sequence < $2 and not exists (
         select from events r where r.case_id = $1 and r.sequence > s.sequence and r.sequence < $2
           and r.type in ('workProduct.released', 'workProduct.recalled') and r.subject = s.subject)) as "isSigned"`,
    [caseId, sequence],
  )
  return row?.isSigned === true
}

async function partiesBy(
  db: Queryable,
  rules: readonly RecipientRule[],
  event: StoredEvent,
  {
    found: { access, parties, today },
    profile,
    mayRead,
  }: { found: CaseForNotices; profile: Profile; mayRead: (member: MemberRow) => boolean },
): Promise<Recipient[]> {
  if (isOfUnreleased(event) || (await isOnItsWay(db, event))) return []
  const wants = (rule: RecipientRule) => rules.includes(rule) || rules.includes('participants')
  const claimants = claimantsAmong(parties, profile)
  const told: Recipient[] = []
  const tell = (party: Party) =>
    told.some(({ id }) => id === party.id) ||
    told.push({ kind: 'party', id: party.id, name: partyName(party), party, seenAs: 'party' })
  const { partyId } = event.data as { partyId?: string }
  if (rules.includes('addressee')) {
    for (const party of parties) if (party.id === partyId) tell(party)
  }
  if (wants('claimant')) for (const party of claimants) tell(party)
  if (wants('representative')) {
    const isOfOne = isOfOneSide(event.type, rules)
    const clients = isOfOne ? parties.filter(({ id }) => id === partyId) : claimants
    const ids = clients.flatMap(({ representation: of }) => (of?.isInForce ? [of.representativeId] : []))
    for (const party of parties) if (ids.includes(party.id)) tell(party)
    const memberIds = isOfOne
      ? await representativesOf(db, event.caseId, partyId ?? '', today)
      : access.representativeIds
    const members = await readMembers(db, { ids: memberIds, teams: [] })
    told.push(...members.filter(mayRead).map((member) => asRecipient(member, 'party')))
  }
  return onItsSide(db, told, event, { parties, today })
}

/** What is for one side of a case is no news for another. */
async function onItsSide(
  db: Queryable,
  told: Recipient[],
  { caseId, type, data }: StoredEvent,
  { parties, today }: Pick<CaseForNotices, 'parties' | 'today'>,
): Promise<Recipient[]> {
  const { documentId } = data as { documentId?: string }
  if (told.length === 0 || !type.startsWith('document.') || documentId === undefined) return told
  const sides = await sidesOf(db, caseId, documentId)
  if (sides === 'all') return told
  const representatives = parties
    .filter(({ id }) => sides.has(id))
    .flatMap(({ representation: of }) => (of?.isInForce ? [of.representativeId] : []))
  const isOfSide = async ({ kind, id }: Recipient) =>
    kind === 'party'
      ? sides.has(id) || representatives.includes(id)
      : !(await concealedFrom(db, caseId, { id, audience: 'party' }, today)).includes(documentId)
  const kept = await Promise.all(told.map(isOfSide))
  return told.filter((_, place) => kept[place])
}

const asRecipient = ({ id, name, email }: MemberRow, seenAs: 'staff' | 'party'): Recipient => ({
  kind: 'member',
  id,
  name,
  seenAs,
  ...(email === null ? {} : { email }),
})

/** Persons only: an integration has the events. */
export async function readMembers(
  db: Queryable,
  { ids, teams }: { ids: readonly string[]; teams: readonly string[] },
): Promise<MemberRow[]> {
  if (ids.length === 0 && teams.length === 0) return []
  return db.rows<MemberRow>(
    `select id, display_name as name, email, roles, clearance from members
     where deactivated_at is null and kind = 'person' and (id = any($1) or teams && $2::text[]) order by id`,
    [ids, teams],
  )
}

/** Whoever has the task that an event is about; else whoever has the case in its present step. */
async function assigneeOf(db: Queryable, { caseId, data }: StoredEvent): Promise<Held | undefined> {
  const told = data as { assignee?: { kind: 'team' | 'person'; id: string }; taskId?: string; type?: string }
  if (told.assignee) return { ...told.assignee, type: told.type ?? '' }
  const [row] = await db.rows<Held>(
    `select t.assignee_kind as kind, t.assignee_id as id, t.type from tasks t
     where t.case_id = $1 and t.assignee_id is not null
       and t.task_id = coalesce($2, (select step_task_id from case_work where case_id = $1))`,
    [caseId, told.taskId ?? null],
  )
  return row
}

function openTasks(db: Queryable, caseId: string): Promise<Held[]> {
  return db.rows<Held>(
    `select distinct assignee_kind as kind, assignee_id as id, type from tasks
     where case_id = $1 and closed_at is null and assignee_id is not null and status <> 'onHold'`,
    [caseId],
  )
}

/** Of the draft that the event is about, or else of those that are open. */
async function authorsOf(db: Queryable, { caseId, data }: StoredEvent): Promise<string[]> {
  const { workProductId } = data as { workProductId?: string }
  const rows = await db.rows<{ id: string }>(
    `select distinct drafted_by->>'id' as id from work_products
     where case_id = $1 and case when $2::text is null then status in ('draft', 'inReview') else work_product_id = $2 end`,
    [caseId, workProductId ?? null],
  )
  return rows.map(({ id }) => id)
}

async function proposersOf(db: Queryable, { caseId, data }: StoredEvent): Promise<string[]> {
  const { workProductId, proposalId } = data as { workProductId?: string; proposalId?: string }
  const rows = await db.rows<{ id: string }>(
    `select proposed_by->>'id' as id from work_product_proposals
     where case_id = $1 and work_product_id = $2 and proposal_id = $3`,
    [caseId, workProductId ?? null, proposalId ?? null],
  )
  return rows.map(({ id }) => id)
}

/** Those who have written in it before. */
async function writersInThread(db: Queryable, { caseId, sequence, data }: StoredEvent): Promise<string[]> {
  const { workProductId, inReplyTo } = data as { workProductId?: string; inReplyTo?: string }
  const rows = await db.rows<{ id: string }>(
    `select distinct created_by->>'id' as id from work_product_comments
     where case_id = $1 and work_product_id = $2 and $3 in (comment_id, in_reply_to) and sequence < $4`,
    [caseId, workProductId ?? null, inReplyTo ?? null, sequence],
  )
  return rows.map(({ id }) => id)
}
