import type { PartyAlias } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import type { Reaction } from '../../core/kernel/decider.ts'
import { type PartyCommand, party } from '../../core/party/party.ts'
import { sensitivityOf } from '../../projections/case-access.ts'
import { leastSensitiveUnder } from '../../projections/find-parties.ts'
import type { Queryable } from '../../store/db.ts'
import { type Settings, settingsOf } from './settings.ts'

export const aboveClearance = 'The case is above the clearance of the directory.'

/** A question is an answer too: of a case above its clearance a directory is not asked. */
export const isAbove = (sensitivity: number, { clearance = Number.POSITIVE_INFINITY }: Settings): boolean =>
  sensitivity > clearance

/**
 * Why a directory is not told what was edited on a case. What it is told, it reports to every case of the party, so
 * nothing of a case may go that way to one that is less sensitive. Without a clearance it is told of ordinary cases.
 */
export async function whyUntold(
  db: Queryable,
  { caseId, identifiers }: { caseId: string; identifiers: readonly PartyAlias[] },
  settings: Settings,
  { sensitivity: { ofNewCases } }: Pick<Profile, 'sensitivity'>,
): Promise<string | undefined> {
  const sensitivity = await sensitivityOf(db, caseId)
  const { clearance } = settings
  if (clearance === undefined && sensitivity > ofNewCases)
    return 'The directory has no clearance: it is told of ordinary cases only.'
  if (isAbove(sensitivity, settings)) return aboveClearance
  const least = await leastSensitiveUnder(db, identifiers)
  return least !== undefined && least < sensitivity
    ? 'The directory would report it to a case that is less sensitive.'
    : undefined
}

/**
 * A directory's word on a case: under the lock of the case it is heeded, or, above the clearance, somebody who is cleared
 * gets a task instead.
 */
export function heededUnder(
  { caseId, partyId, ...from }: { caseId: string; partyId: string; binding: string; settings: object },
  stamp: string,
  commandOf: (tx: Queryable, profile: Profile) => Promise<PartyCommand>,
): Reaction {
  const { binding } = from
  const underLock = async (tx: Queryable, profile: Profile): Promise<PartyCommand> =>
    isAbove(await sensitivityOf(tx, caseId), settingsOf(from))
      ? { type: 'noticeParty', caseId, partyId, from: { binding }, part: 'directory', stamp }
      : commandOf(tx, profile)
  return { decider: party as unknown as Reaction['decider'], command: { caseId, underLock } as never }
}
