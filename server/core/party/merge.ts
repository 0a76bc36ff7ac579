import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { changesOf, filledIn } from './record.ts'
import { isUnrevoked, representationChanged } from './representation.ts'
import { currentParty, find, type PartiesState, requireParty } from './state.ts'

/** Merges a record into another, which inherits its data and the parties that it represents. */
export function merge(
  partyId: string,
  into: string,
  state: PartiesState,
  context: Context,
  origin?: { caseId: string },
): Fact[] {
  if (partyId === into) throw new Refusal('invalid', 'into must be the ID of another party.')
  const before = find(state, partyId)
  if (before?.status === 'merged' && before.mergedInto === into) return []
  const source = requireParty(state, partyId)
  const target = currentParty(state, into)
  if (!target) throw new Refusal('stateForbids', `There is no party ${into} in this case.`)
  if ((source.person === undefined) !== (target.person === undefined)) {
    throw new Refusal('stateForbids', 'A person cannot be merged with an organization.')
  }
  const representative = [source, target].find(
    ({ representation }) =>
      isUnrevoked(representation) && [partyId, into].includes(representation?.representativeId ?? ''),
  )
  if (representative)
    throw new Refusal('stateForbids', 'One of the two represents the other: revoke the representation first.')

  const record = filledIn(target, source)
  const combined = { ...record, ...withoutUndefined({ contact: target.contact ?? source.contact }) }
  const clients = state.parties.filter(
    (party) =>
      party.status === 'current' &&
      isUnrevoked(party.representation) &&
      party.representation?.representativeId === partyId,
  )
  const inherits =
    !isUnrevoked(target.representation) && source.representation && isUnrevoked(source.representation)
  const merged = { partyId, role: source.role, into, ...withoutUndefined({ origin }) }
  return [
    ...changesOf(into, combined, state, context, withoutUndefined({ origin })),
    ...(inherits && source.representation
      ? [representationChanged(target, source.representation, context, { origin })]
      : []),
    ...clients.flatMap(({ representation, ...client }) => {
      const moved = representation && { ...representation, representativeId: into }
      return moved ? [representationChanged(client, moved, context, { origin })] : []
    }),
    { type: 'party.merged', subject: partyId, data: merged },
  ]
}
