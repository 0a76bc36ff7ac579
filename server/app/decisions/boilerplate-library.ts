import type { Profile } from '@portico/contract/profile'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import { Refusal } from '../../core/kernel/decider.ts'
import { type BoilerplateIndex, indexBoilerplate } from '../../search/boilerplate-index.ts'
import type { Queryable } from '../../store/db.ts'
import { listBoilerplateVersions } from '../../store/profile-versions.ts'
export type Page = { after?: string | undefined; limit: number }

/** An index of a list of entries, made once for each version of the profile, whose list is another array. */
export function rememberIndexes(): (profile: Profile) => BoilerplateIndex {
  const indexes = new WeakMap<readonly BoilerplateEntry[], BoilerplateIndex>()
  return ({ boilerplate }) => {
    const index = indexes.get(boilerplate) ?? indexBoilerplate(boilerplate)
    indexes.set(boilerplate, index)
    return index
  }
}

export async function entryOf(
  tx: Queryable,
  profile: Profile,
  entryId: string,
  version: number | undefined,
): Promise<BoilerplateEntry> {
  const inForce = profile.boilerplate.find(({ name }) => name === entryId)
  if (inForce && (version === undefined || version === inForce.version)) return inForce
  const versions = await listBoilerplateVersions(tx, entryId)
  const found = versions.find((candidate) => version === undefined || candidate.version === version)
  if (!found) throw new Refusal('notFound', 'There is no such boilerplate.')
  return found.entry
}

/** The entries after `after` that fit, up to the limit; `next` is the last of them, where there are more. */
export function pageOf(
  found: readonly BoilerplateEntry[],
  { after, limit }: Page,
  fits: (entry: BoilerplateEntry) => boolean = () => true,
): { page: BoilerplateEntry[]; next?: string } {
  const start = after === undefined ? 0 : found.findIndex(({ name }) => name === after) + 1
  if (after !== undefined && start === 0)
    throw new Refusal('invalid', 'after must be the next of the page before, with the same words.')
  const page: BoilerplateEntry[] = []
  for (const entry of found.slice(start)) {
    if (!fits(entry)) continue
    if (page.length === limit) return { page, next: page.at(-1)?.name as string }
    page.push(entry)
  }
  return { page }
}
