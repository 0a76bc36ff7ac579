import type { Profile } from '@portico/sdk'
import type { CasesSearch } from '../frame/search-params.ts'

/** Without what the profile does not have, and without what this person is not shown of a case. */
export function knownSearch(
  search: CasesSearch,
  {
    profile,
    seesWork,
  }: { profile: Pick<Profile, 'statuses' | 'dockets' | 'caseTypes'> | undefined; seesWork: boolean },
): CasesSearch {
  const known = { ...search }
  const drop = (...names: (keyof CasesSearch)[]) => {
    for (const name of names) delete known[name]
  }
  const isKnown = (section: readonly { name: string }[] | undefined, name: string | undefined) =>
    section === undefined || section.some((one) => one.name === name)
  if (!isKnown(profile?.statuses, search.status)) drop('status')
  if (!isKnown(profile?.dockets, search.docket)) drop('docket')
  if (!isKnown(profile?.caseTypes, search.caseType)) drop('caseType')
  if (!seesWork) drop('status', 'assignee', 'days', 'sensitivity')
  if (!seesWork && search.sort === 'step') drop('sort', 'reversed')
  return known
}

/** Whether it names what only the profile can tell to be there. */
export const namesWords = ({ status, docket, caseType }: CasesSearch) =>
  (status ?? docket ?? caseType) !== undefined
