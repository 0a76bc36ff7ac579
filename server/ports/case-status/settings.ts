import type { caseStatus } from '@portico/contract/ports/case-status'
import type { Profile } from '@portico/contract/profile'
import type { Static } from '@portico/contract/type'
import { namesOf, unknownWord } from '../../core/kernel/known-words.ts'

/** What any binding of the port may be told. */
export type Settings = Static<typeof caseStatus.settings>

export const settingsOf = ({ settings }: { settings: object }): Settings => settings as Settings

/** A status in the words of the other system. */
export const toldAs = (status: string, { statuses }: Settings): string => statuses?.[status] ?? status

export function faultOfSettings(
  { statuses = {}, caseTypes = {} }: Settings,
  profile: Pick<Profile, 'statuses' | 'caseTypes'>,
): string | undefined {
  const ours = namesOf(profile.statuses)
  const status = Object.keys(statuses).find((name) => !ours.includes(name))
  if (status !== undefined) return `statuses: ${unknownWord('status', status, ours)}`
  const types = namesOf(profile.caseTypes)
  const caseType = Object.values(caseTypes).find((name) => !types.includes(name))
  return caseType === undefined ? undefined : `caseTypes: ${unknownWord('case type', caseType, types)}`
}
