import type { Party } from '../generated/types.ts'
import { dayOf } from '../time.ts'
import { refusal, rules } from './engine.ts'
import { withoutUndefined } from './records.ts'
import type { Handlers, World } from './world.ts'

type Record = Omit<Party, 'representation'> & {
  status: 'current' | 'merged' | 'removed'
  representation?: Party['representation']
}

/** Whom a case concerns, on that case: what is written of a party here spreads to no other. */
export function partyHandlers(world: World): Handlers {
  const { party } = rules
  const change = (caseId: string, partyId: string, type: string, more: object = {}) =>
    world.change(party, { type, caseId, partyId, ...withoutUndefined(more) })
  function one(caseId: string, partyId: string): Party {
    const found = recordsOf(world, caseId).find(({ id, status }) => id === partyId && status !== 'removed')
    if (!found) throw refusal('notFound', 'There is no such party in this case.')
    return shown(found, world)
  }

  return {
    listParties: ({ caseId }) => partiesOf(world, caseId),
    getParty: ({ caseId, partyId }) => one(caseId, partyId),
    writeParty({ caseId, partyId, body }) {
      change(caseId, partyId, 'recordParty', body)
      return one(caseId, partyId)
    },
    setRepresentation({ caseId, partyId, body }) {
      change(caseId, partyId, 'represent', { representation: body })
      return one(caseId, partyId)
    },
  }
}

export function partiesOf(world: World, caseId: string): Party[] {
  return recordsOf(world, caseId)
    .filter(({ status }) => status === 'current')
    .map((record) => shown(record, world))
}

function recordsOf(world: World, caseId: string): Record[] {
  world.opening(caseId)
  const records = new Map<string, Record>()
  for (const { type, data, at } of world.eventsOf(caseId)) {
    const { partyId: id, ...said } = data as { partyId: string } & globalThis.Record<string, never>
    const before = records.get(id)
    if (type === 'party.recorded') {
      const { role, person, organization, contact, aliases = [] } = said
      const recordedAt = before?.recordedAt ?? at
      const record = {
        id,
        role,
        person,
        organization,
        contact,
        aliases,
        status: 'current',
        recordedAt,
        updatedAt: at,
      }
      records.set(
        id,
        withoutUndefined({ ...record, representation: before?.representation }) as unknown as Record,
      )
    } else if (before && type === 'party.representationChanged') {
      records.set(id, { ...before, representation: said.representation as never, updatedAt: at })
    } else if (before && type === 'party.removed') {
      records.set(id, { ...before, status: 'removed', updatedAt: at })
    }
  }
  return [...records.values()]
}

function shown({ status: _, representation, ...record }: Record, world: World): Party {
  if (!representation) return record
  const today = dayOf(world.clock())
  const { start, end = '9999-12-31' } = representation.powerOfAttorney
  const isInForce = representation.revoked === undefined && start <= today && today <= end
  return { ...record, representation: { ...representation, isInForce } }
}
