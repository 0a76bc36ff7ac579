import type { Profile } from '@portico/contract/profile'
import type { NamedParticipant, Participant } from '@portico/contract/sessions'
import type { Permissions } from '../../../auth/can.ts'
import { type Context, Refusal } from '../../../core/kernel/decider.ts'
import { refuseUnknownWord } from '../../../core/kernel/known-words.ts'
import { partyName } from '../../../core/party/names.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { findCaseAccess } from '../../../projections/case-access.ts'
import { listParties } from '../../../projections/parties.ts'
import type { Queryable } from '../../../store/db.ts'
import type { ChainedEvent } from '../../../store/events/append.ts'

export type Locations = NonNullable<Profile['sessions']['locations']>

export const locationsOf = ({ sessions }: Profile): Locations => sessions.locations ?? []

/** Where a location or a room is. */
export function timeZoneOf({ kind, id }: Participant, profile: Profile): string | undefined {
  const isAt = ({ name, rooms = [] }: Locations[number]) =>
    kind === 'location' ? name === id : kind === 'room' && rooms.some((room) => room.name === id)
  return locationsOf(profile).find(isAt)?.timeZone
}

/** At a location is also what is in one of its rooms. */
export function withRooms({ kind, id }: Participant, profile: Profile): Participant[] {
  const rooms = kind === 'location' ? locationsOf(profile).find(({ name }) => name === id)?.rooms : undefined
  return [{ kind, id }, ...(rooms ?? []).map(({ name }) => ({ kind: 'room' as const, id: name }))]
}

/**
 * Who is meant, by the names that others know them by. A party is known in the cases that it is in; elsewhere it is only
 * an id.
 */
export async function nameParticipants(
  tx: Queryable,
  participants: readonly Participant[],
  profile: Profile,
  inCase?: { caseId: string; today: string },
): Promise<NamedParticipant[]> {
  const parties = inCase ? await listParties(tx, inCase.caseId, inCase.today) : []
  const members = await findMembers(
    tx,
    participants.filter(({ kind }) => kind !== 'location' && kind !== 'room').map(({ id }) => id),
  )
  const named = participants.map(({ kind, id }): NamedParticipant => {
    if (kind === 'location' || kind === 'room') return { kind, ...placeNamed(kind, id, profile) }
    const member = members.find(
      (member) => member.id === id || member.username.toLowerCase() === id.toLowerCase(),
    )
    if (kind !== 'party' && member?.hasLeft)
      throw new Refusal('invalid', `participants must name who there is: ${member.name} has left.`)
    if (kind !== 'party' && member) return { kind, id: member.id, name: member.name }
    const party = parties.find((party) => party.id === id)
    if ((kind === 'party' || kind === 'representative') && party) return { kind, id, name: partyName(party) }
    if (!inCase && (kind === 'party' || kind === 'representative') && id.startsWith('party_'))
      return { kind, id, name: kind === 'party' ? 'The party' : 'The representative' }
    throw new Refusal('invalid', `participants must name who there is: there is no ${kind} ${id}.`)
  })
  const twice = named.find((one, index) => named.findIndex(({ id }) => id === one.id) < index)
  if (twice) throw new Refusal('invalid', `participants must name ${twice.name} once.`)
  return named
}

/** The same of those who are to sit: only whoever has a role that the profile names sits as an adjudicator. */
export async function seatParticipants(
  ...[tx, participants, profile, inCase]: Parameters<typeof nameParticipants>
): Promise<NamedParticipant[]> {
  const named = await nameParticipants(tx, participants, profile, inCase)
  await refuseUnseated(tx, named, profile)
  return named
}

export async function refuseUnseated(
  tx: Queryable,
  participants: readonly NamedParticipant[],
  profile: Profile,
  named = 'participants must name as adjudicator',
): Promise<void> {
  const [other] = await whoMayNotSit(tx, participants, profile)
  if (!other) return
  const labels = sittingRoles(profile).map(
    (role) => profile.roles.find(({ name }) => name === role)?.label ?? role,
  )
  throw new Refusal('invalid', `${named} who may sit: ${other.name} is not ${labels.join(' or ')}.`)
}

type InSight = { caseId: string; today: string; mayRead: Permissions['mayRead'] }

/** Adjudicators who have left, have no role that sits, or may not see the case. */
export async function whoMayNotSit(
  tx: Queryable,
  participants: readonly NamedParticipant[],
  profile: Profile,
  inSight?: InSight,
): Promise<NamedParticipant[]> {
  const judges = participants.filter(({ kind }) => kind === 'adjudicator')
  if (judges.length === 0) return []
  const rows = await tx.rows<{ id: string; roles: string[]; clearance: number }>(
    `select id, roles, clearance from members where id = any($1) and roles && $2 and deactivated_at is null`,
    [judges.map(({ id }) => id), sittingRoles(profile)],
  )
  const access = inSight && (await findCaseAccess(tx, inSight.caseId, inSight.today))
  const sits = rows.filter((row) => !access || inSight.mayRead(row, { id: inSight.caseId, ...access }))
  return judges.filter(({ id }) => !sits.some((row) => row.id === id))
}

/** Whoever sits in a session may see its case, however they were seated. */
export async function refuseUncleared(
  tx: Queryable,
  events: readonly ChainedEvent[],
  { context, mayRead }: { context: Context; mayRead: Permissions['mayRead'] },
): Promise<void> {
  for (const { type, caseId, data } of events) {
    if (type !== 'session.scheduled' && type !== 'session.rescheduled') continue
    if (!data.participants) continue
    const inSight = { caseId, today: dayOf(context.at), mayRead }
    const [other] = await whoMayNotSit(tx, data.participants, context.profile, inSight)
    if (other)
      throw new Refusal(
        'invalid',
        `participants must name as adjudicator who may sit: ${other.name} may not see this case.`,
      )
  }
}

/** Whose members may sit as adjudicators. */
export const sittingRoles = ({ sessions, distribution }: Profile): readonly string[] =>
  sessions.adjudicatorRoles ?? [distribution.receiverRole]

function placeNamed(kind: 'location' | 'room', id: string, profile: Profile): { id: string; name: string } {
  const places =
    kind === 'location' ? locationsOf(profile) : locationsOf(profile).flatMap(({ rooms = [] }) => rooms)
  const found = places.find(({ name }) => name === id)
  if (!found)
    refuseUnknownWord(
      kind,
      id,
      places.map(({ name }) => name),
    )
  return { id, name: found?.label ?? id }
}

const findMembers = (tx: Queryable, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx.rows<{ id: string; username: string; name: string; hasLeft: boolean }>(
        `select id, username, display_name as name, deactivated_at is not null as "hasLeft" from members
         where (id = any($1) or username_folded = any($2)) and kind = 'person'`,
        [ids, ids.map((id) => id.toLowerCase())],
      )
