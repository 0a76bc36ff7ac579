import * as rules from '../generated/rules.js'
import type { Party } from '../generated/types.ts'
import { dayOf } from '../time.ts'
import { defined, refusal } from './engine.ts'
import type { Handlers, World } from './world.ts'

type Recorded = Omit<Party, 'representation'> & {
  status: 'current' | 'merged' | 'removed'
  representation?: Omit<NonNullable<Party['representation']>, 'isInForce'>
}

/** Whom a case concerns, on that case: what is written of a party here spreads to no other. */
export function partyHandlers(world: World): Handlers {
  const { party } = rules
  function one(caseId: string, partyId: string): Party {
    const found = recordsOf(world, caseId).find(({ id, status }) => id === partyId && status !== 'removed')
    if (!found) throw refusal('notFound', 'There is no such party in this case.')
    return shown(found, world)
  }

  return {
    listParties: ({ caseId }) => partiesOf(world, caseId),
    getParty: ({ caseId, partyId }) => one(caseId, partyId),
    writeParty({ caseId, partyId, body }) {
      world.change(party, { type: 'recordParty', caseId, partyId, ...body })
      return one(caseId, partyId)
    },
    setRepresentation({ caseId, partyId, body }) {
      world.change(party, { type: 'represent', caseId, partyId, representation: body })
      return one(caseId, partyId)
    },
  }
}

export function partiesOf(world: World, caseId: string): Party[] {
  return recordsOf(world, caseId)
    .filter(({ status }) => status === 'current')
    .map((record) => shown(record, world))
}

function recordsOf(world: World, caseId: string): Recorded[] {
  world.opening(caseId)
  const records = new Map<string, Recorded>()
  for (const event of world.eventsOf(caseId)) {
    if (!('partyId' in event.data)) continue
    const { at: updatedAt, data } = event
    const id = String(data.partyId)
    const before = records.get(id)
    if (event.type === 'party.recorded') {
      const { role, person, organization, contact, aliases = [] } = event.data
      const recordedAt = before?.recordedAt ?? updatedAt
      const facts = { id, role, person, organization, contact, aliases, recordedAt, updatedAt }
      const { representation } = before ?? {}
      records.set(id, defined<Recorded>({ ...facts, status: 'current', representation }))
    } else if (before && event.type === 'party.representationChanged') {
      const { representation } = event.data
      records.set(id, defined<Recorded>({ ...before, representation, updatedAt }))
    } else if (before && event.type === 'party.removed') {
      records.set(id, { ...before, status: 'removed', updatedAt })
    }
  }
  return [...records.values()]
}

function shown({ status: _, representation, ...record }: Recorded, world: World): Party {
  if (!representation) return record
  const today = dayOf(world.clock())
  const { start, end = '9999-12-31' } = representation.powerOfAttorney
  const isInForce = representation.revoked === undefined && start <= today && today <= end
  return { ...record, representation: { ...representation, isInForce } }
}
