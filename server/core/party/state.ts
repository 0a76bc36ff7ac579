import type { NewParty, PartyAlias, Representation } from '@portico/contract/parties'
import { type Recorded, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** When each part of a record was last changed, on whichever case. */
export type PartyStamps = { identity?: string; contact?: string; representation?: string }

/** A party as a case has it. */
export type RecordedParty = NewParty & { aliases: PartyAlias[]; stamps: PartyStamps }

export type PartyState = RecordedParty & {
  partyId: string
  /** Nothing is known of it but what the opening of the case says. */
  asOpened?: true
  status: 'current' | 'removed' | 'merged'
  mergedInto?: string
  representation?: Representation
  /** Up to which change elsewhere, of each part, somebody was asked to look into it. */
  noticed?: Partial<Record<NoticedPart, string>>
}

export type NoticedPart = keyof PartyStamps | 'merger'

/** Who sees the case for a party. */
export type Grant = Omit<Extract<Recorded, { type: 'access.granted' }>['data'], 'username'>

/** Grants are those that stand. */
export type PartiesState = { parties: PartyState[]; grants: Grant[] }

/** What the record of a party is made of; contact and death have events of their own besides, for those who listen. */
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
      const before = find(state, partyId)
      const after: PartyState = {
        partyId,
        role,
        ...withoutUndefined({ person, organization, contact, asOpened }),
        ...withoutUndefined({ representation: before?.representation, noticed: before?.noticed }),
        aliases: aliases ?? (alias ? [alias] : []),
        status: 'current',
        stamps: { ...withoutUndefined({ representation: before?.stamps.representation }), ...stamps },
      }
      return before
        ? { ...state, parties: state.parties.map((one) => (one === before ? after : one)) }
        : { ...state, parties: [...state.parties, after] }
    }
    case 'party.representationChanged': {
      const { partyId, representation: told, stamp } = event.data
      const { memberIds: _, ...representation } = told
      return changed(state, partyId, ({ stamps }) => ({
        representation,
        stamps: { ...stamps, representation: stamp },
      }))
    }
    case 'party.merged':
      return changed(state, event.data.partyId, () => ({ status: 'merged', mergedInto: event.data.into }))
    case 'party.removed':
      return changed(state, event.data.partyId, () => ({ status: 'removed' }))
    case 'party.changedElsewhere': {
      const { partyId, part, stamp } = event.data
      return changed(state, partyId, ({ noticed }) => ({ noticed: { ...noticed, [part]: stamp } }))
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
  return parties.find((one) => one.partyId === partyId)
}

export function current(state: PartiesState, partyId: string): PartyState | undefined {
  const found = find(state, partyId)
  return found?.status === 'current' ? found : undefined
}

export function found(state: PartiesState, partyId: string): PartyState {
  const there = find(state, partyId)
  if (there?.status === 'merged') throw mergedAlready(there)
  if (there?.status !== 'current') throw new Refusal('notFound', 'There is no such party in this case.')
  return there
}

export const mergedAlready = ({ mergedInto }: PartyState) =>
  new Refusal('stateForbids', `This party was merged into ${mergedInto}: use that one.`)

/** The id that a party goes by now, after it was merged. */
export function nowCalled(state: PartiesState, partyId: string): string {
  const there = find(state, partyId)
  return there?.status === 'merged' && there.mergedInto !== undefined
    ? nowCalled(state, there.mergedInto)
    : partyId
}

function changed(
  state: PartiesState,
  partyId: string,
  change: (before: PartyState) => Partial<PartyState>,
): PartiesState {
  return {
    ...state,
    parties: state.parties.map((one) => (one.partyId === partyId ? { ...one, ...change(one) } : one)),
  }
}
