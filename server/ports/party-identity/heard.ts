import type { DirectoryRecord, PartyAlias } from '@portico/contract/parties'
import type { FactOf } from '@portico/contract/ports/kit'
import type { partyIdentity } from '@portico/contract/ports/party-identity'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import type { PartyCommand } from '../../core/party/party.ts'
import { casesUnder } from '../../projections/find-parties.ts'
import type { Queryable } from '../../store/db.ts'
import { type Heard, type HeardParts, unmatched } from '../delivery/bindings/serve-port.ts'
import { faultOfRepresentation, heedDirectory, keptRecord, namedRepresentative, timeOf } from './canonical.ts'
import { heededUnder } from './clearance.ts'
import { isOfSources, settingsOf, sourcesOf } from './settings.ts'

type Fact<Name extends 'partyChanged' | 'representationChanged'> = FactOf<typeof partyIdentity, Name>

/** The directory's record goes to every case of the party. */
export async function hearPartyChanged(fact: Fact<'partyChanged'>, parts: HeardParts): Promise<Heard> {
  const { identifier, record } = fact
  const isIts = isOfSources(settingsOf(parts))
  refuseForeign(identifier, parts)
  const directory = keptRecord(record, { binding: parts.binding, now: parts.clock(), isIts })
  const named = directory.identifiers.some(({ externalId }) => externalId === identifier.externalId)
  if (!named)
    throw new Refusal(
      'invalid',
      `record.identifiers must have ${identifier.externalId} of ${identifier.source}.`,
    )
  refuseFaulty(directory.representation, directory.identifiers, parts)
  return onEveryCase(identifier, directory.asOf, parts, (tx, of, profile) =>
    heedDirectory(tx, of, directory, profile),
  )
}

export async function hearRepresentationChanged(
  fact: Fact<'representationChanged'>,
  parts: HeardParts,
): Promise<Heard> {
  const { identifier, change, representation: told, why } = fact
  refuseForeign(identifier, parts)
  if (change === 'reassigned' && !told)
    throw new Refusal('invalid', 'representation must say who represents the party now.')
  if (change === 'reassigned') refuseFaulty(told, [identifier], parts)
  const at = timeOf(fact.at, parts.clock())
  return onEveryCase(identifier, at, parts, async (tx, of, profile) => {
    const said = { type: 'heedRepresentation' as const, ...of, binding: parts.binding, at }
    const reason = why === undefined ? {} : { why }
    if (change === 'revoked' || !told) return { ...said, ...reason }
    return {
      ...said,
      told,
      representative: await namedRepresentative(tx, of.caseId, told, profile),
      ...reason,
    }
  })
}

type OfParty = { caseId: string; partyId: string }

/**
 * One command for each case of whoever the identifier stands for. Each is a transaction of its own and does nothing
 * twice; the fact is settled with the last.
 */
async function onEveryCase(
  identifier: PartyAlias,
  stamp: string,
  { db, binding, settings, caseId: matched }: HeardParts,
  commandOf: (tx: Queryable, of: OfParty, profile: Profile) => Promise<PartyCommand>,
): Promise<Heard> {
  const found = await casesUnder(db, identifier)
  const [first] = matched === undefined ? found : found.filter(({ caseId }) => caseId === matched)
  if (!first)
    return unmatched(
      `No party of ${matched ?? 'a case'} is known as ${identifier.externalId} of ${identifier.source}.`,
    )
  const commands = found.map((of) =>
    heededUnder({ ...of, binding, settings }, stamp, (tx, profile) => commandOf(tx, of, profile)),
  )
  return { caseId: first.caseId, commands }
}

function refuseForeign(identifier: PartyAlias, parts: HeardParts) {
  if (isOfSources(settingsOf(parts))(identifier)) return
  throw new Refusal(
    'forbidden',
    `The binding ${parts.binding} may not report parties of ${identifier.source}: ${sourcesOf(parts.settings)}.`,
  )
}

function refuseFaulty(
  representation: DirectoryRecord['representation'],
  identifiers: readonly PartyAlias[],
  { binding, settings }: HeardParts,
) {
  const fault = representation && faultOfRepresentation(representation, { identifiers, binding, settings })
  if (fault !== undefined) throw new Refusal('invalid', fault)
}
