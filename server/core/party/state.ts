import type { NewParty, PartyAlias, Representation } from '@portico/contract/parties'
import { type Recorded, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { Canonical } from './canonical.ts'

/** When each part of a record was last changed, on any case. */
export type PartyStamps = { identity?: string; contact?: string; representation?: string }

/** A party as recorded on a case. */
export type RecordedParty = NewParty & Canonical & { aliases: PartyAlias[]; stamps: PartyStamps }

export type PartyState = RecordedParty & {
  partyId: string
  /** Recorded only by the opening of the case. */
  asOpened?: true
  status: 'current' | 'removed' | 'merged'
  mergedInto?: string
  representation?: Representation
  /** The latest change elsewhere, per part, for which a check was requested. */
  noticed?: Partial<Record<NoticedPart, string>>
}

export type NoticedPart = keyof PartyStamps | 'merger' | 'directory'

export type Grant = Omit<Extract<Recorded, { type: 'access.granted' }>['data'], 'username'>

/** Only grants in force. */
export type PartiesState = { parties: PartyState[]; grants: Grant[] }

/** The record of a party; contact and death also have their own events, for subscribers. */
export const partyTypes = [
  'party.recorded',
  'party.representationChanged',
  'party.merged',
  'party.removed',
  'party.changedElsewhere',
  'access.granted',
  'access.withdrawn',
] as const

export function evolveParties(state: PartiesState, event: Recorded): PartiesState {
  switch (event.type) {
    case 'party.recorded': {
      const { partyId, role, person, organization, contact, aliases, alias, stamps, asOpened } = event.data
      const { directory, reconciled, conflicts } = event.data
      const before = find(state, partyId)
      const after: PartyState = {
        partyId,
        role,
        ...withoutUndefined({ person, organization, contact, asOpened, directory, reconciled, conflicts }),
        ...withoutUndefined({ representation: before?.representation, noticed: before?.noticed }),
        aliases: aliases ?? (alias ? [alias] : []),
        status: 'current',
        stamps: { ...withoutUndefined({ representation: before?.stamps.representation }), ...stamps },
      }
      return before
        ? { ...state, parties: state.parties.map((party) => (party === before ? after : party)) }
        : { ...state, parties: [...state.parties, after] }
    }
    case 'party.representationChanged': {
      const { partyId, representation: told, stamp } = event.data
      const { memberIds: _, ...representation } = told
      return withChange(state, partyId, ({ stamps }) => ({
        representation,
        stamps: { ...stamps, representation: stamp },
      }))
    }
    case 'party.merged':
      return withChange(state, event.data.partyId, () => ({ status: 'merged', mergedInto: event.data.into }))
    case 'party.removed':
      return withChange(state, event.data.partyId, () => ({ status: 'removed' }))
    case 'party.changedElsewhere': {
      const { partyId, part, stamp } = event.data
      return withChange(state, partyId, ({ noticed }) => ({ noticed: { ...noticed, [part]: stamp } }))
    }
    case 'access.granted': {
      const { username: _, ...grant } = event.data
      return { ...state, grants: [...state.grants, grant] }
    }
    case 'access.withdrawn':
      return { ...state, grants: state.grants.filter(({ grantId }) => grantId !== event.data.grantId) }
    default:
      return state
  }
}

export function find({ parties }: PartiesState, partyId: string): PartyState | undefined {
  return parties.find((party) => party.partyId === partyId)
}

export function currentParty(state: PartiesState, partyId: string): PartyState | undefined {
  const found = find(state, partyId)
  return found?.status === 'current' ? found : undefined
}

export function requireParty(state: PartiesState, partyId: string): PartyState {
  const party = find(state, partyId)
  if (party?.status === 'merged') throw mergedRefusal(party)
  if (party?.status !== 'current') throw new Refusal('notFound', 'There is no such party in this case.')
  return party
}

export const mergedRefusal = ({ mergedInto }: PartyState) =>
  new Refusal('stateForbids', `This party was merged into ${mergedInto}: use that party.`)

/** The current ID of a party, following merges. */
export function currentId(state: PartiesState, partyId: string): string {
  const party = find(state, partyId)
  return party?.status === 'merged' && party.mergedInto !== undefined
    ? currentId(state, party.mergedInto)
    : partyId
}

function withChange(
  state: PartiesState,
  partyId: string,
  change: (before: PartyState) => Partial<PartyState>,
): PartiesState {
  return {
    ...state,
    parties: state.parties.map((party) =>
      party.partyId === partyId ? { ...party, ...change(party) } : party,
    ),
  }
}
