import type { DirectoryRecord, PartyAlias } from '@portico/contract/parties'
import type { CanonicalRecord } from '@portico/contract/ports/party-identity'
import type { Profile } from '@portico/contract/profile'
import type { Static } from '@portico/contract/type'
import { partyIdOf } from '../../app/parties/candidates.ts'
import type { NamedRepresentative } from '../../core/party/directory.ts'
import type { PartyCommand } from '../../core/party/party.ts'
import { endsBeforeStart, ownRepresentative } from '../../core/party/representation.ts'
import { earliest } from '../../core/time/moments.ts'
import { sensitivityOf } from '../../projections/case-access.ts'
import { knownAs } from '../../projections/find-parties.ts'
import type { Queryable } from '../../store/db.ts'
import { isOfSources, settingsOf, sourcesOf } from './settings.ts'

export type Told = Static<typeof CanonicalRecord>

/** As it is kept on a case. A record that is dated ahead would outrank all that comes until then. */
export function keptRecord(
  { identifiers, person, organization, contact, representation, asOf }: Told,
  { binding, now, isIts }: { binding: string; now: Date; isIts: (alias: PartyAlias) => boolean },
): DirectoryRecord {
  return {
    binding,
    asOf: timeOf(asOf, now),
    heardAt: now.toISOString(),
    identifiers: identifiers.filter(isIts),
    ...(person ? { person } : organization === undefined ? {} : { organization }),
    ...(contact ? { contact } : {}),
    ...(representation ? { representation } : {}),
  }
}

export const timeOf = (at: string, now: Date) =>
  earliest(Number.isNaN(Date.parse(at)) ? new Date(0) : at, now).toISOString()

/** What is wrong with a representation that a directory tells of: the API refuses the same. */
export function faultOfRepresentation(
  { representative, powerOfAttorney }: NonNullable<DirectoryRecord['representation']>,
  {
    identifiers,
    binding,
    settings,
  }: { identifiers: readonly PartyAlias[]; binding: string; settings: object },
): string | undefined {
  const { source, externalId } = representative.identifier
  if (!isOfSources(settingsOf({ settings }))(representative.identifier))
    return `The binding ${binding} may not name a representative by an identifier of ${source}: ${sourcesOf(settings)}.`
  if (identifiers.some((identifier) => identifier.source === source && identifier.externalId === externalId))
    return `representative must be somebody else: ${ownRepresentative}`
  const { start, end } = powerOfAttorney
  return end !== undefined && end < start ? endsBeforeStart({ start, end }) : undefined
}

/**
 * The party of a case whom the directory names as representative: one that has the identifier there, or on a case that is
 * no more sensitive, or else a new one.
 */
export async function namedRepresentative(
  tx: Queryable,
  caseId: string,
  { representative }: NonNullable<DirectoryRecord['representation']>,
  { partyRoles }: Pick<Profile, 'partyRoles'>,
): Promise<NamedRepresentative> {
  const { identifier, name } = representative
  const sensitivity = await sensitivityOf(tx, caseId)
  const role = partyRoles.find(({ isRepresentative }) => isRepresentative)?.name ?? 'representative'
  const [known] = await knownAs(tx, [identifier], { sensitivity, caseId })
  return {
    partyId: known ?? partyIdOf(identifier),
    record: { role, organization: name, aliases: [identifier], stamps: {} },
  }
}

/** The directory's record, with whom it names as representative. */
export async function heedDirectory(
  tx: Queryable,
  of: { caseId: string; partyId: string },
  directory: DirectoryRecord,
  profile: Profile,
): Promise<PartyCommand> {
  const { representation } = directory
  const representative = representation && (await namedRepresentative(tx, of.caseId, representation, profile))
  return { type: 'heedDirectory', ...of, directory, ...(representative ? { representative } : {}) }
}
