import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { changes, filledIn } from './record.ts'
import { representationChanged, stands } from './representation.ts'
import { current, find, found, type PartiesState } from './state.ts'

/** Merges a record into another, which takes over its data and the parties it represents. */
export function merge(
  partyId: string,
  into: string,
  state: PartiesState,
  context: Context,
  origin?: { caseId: string },
): Fact[] {
  if (partyId === into)
    throw new Refusal('invalid', 'into must name another party: a party is not merged into itself.')
  const before = find(state, partyId)
  if (before?.status === 'merged' && before.mergedInto === into) return []
  const gone = found(state, partyId)
  const stays = current(state, into)
  if (!stays) throw new Refusal('stateForbids', `There is no party ${into} in this case to merge it into.`)
  if ((gone.person === undefined) !== (stays.person === undefined)) {
    throw new Refusal('stateForbids', 'A person and an organization are not the same party.')
  }
  const between = [gone, stays].find(
    ({ representation }) =>
      stands(representation) && [partyId, into].includes(representation?.representativeId ?? ''),
  )
  if (between) throw new Refusal('stateForbids', 'One of the two represents the other: revoke that first.')

  const filled = filledIn(stays, gone)
  const kept = { ...filled, ...withoutUndefined({ contact: stays.contact ?? gone.contact }) }
  const clients = state.parties.filter(
    (party) =>
      party.status === 'current' &&
      stands(party.representation) &&
      party.representation?.representativeId === partyId,
  )
  const inherits = !stands(stays.representation) && gone.representation && stands(gone.representation)
  const merged = { partyId, role: gone.role, into, ...withoutUndefined({ origin }) }
  return [
    ...changes(into, kept, state, context, withoutUndefined({ origin })),
    ...(inherits && gone.representation
      ? [representationChanged(stays, gone.representation, context, { origin })]
      : []),
    ...clients.flatMap(({ representation, ...client }) => {
      const moved = representation && { ...representation, representativeId: into }
      return moved ? [representationChanged(client, moved, context, { origin })] : []
    }),
    { type: 'party.merged', subject: partyId, data: merged },
  ]
}
