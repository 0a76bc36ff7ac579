import type { BoilerplateChanges } from '@portico/contract/boilerplate'
import { Refusal } from '../../core/kernel/decider.ts'
import { entryChanges } from '../../profile/boilerplate-changes.ts'
import { listBoilerplateUses } from '../../projections/boilerplate-uses.ts'
import type { BoilerplateAsked } from '../../search/boilerplate-index.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { listBoilerplateVersions } from '../../store/profile-versions.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { entryOf, type Page, pageOf, rememberIndexes } from './boilerplate-library.ts'
import { openBoilerplateOnCase } from './boilerplate-on-case.ts'
import { createListUntried } from './untried-boilerplate.ts'

export type Boilerplate = ReturnType<typeof openBoilerplate>

/** The boilerplate of the profile, as authors find, try and follow it. */
export function openBoilerplate({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const indexOf = rememberIndexes()

  return {
    ...openBoilerplateOnCase({ db, profileFor, indexOf }),
    untried: createListUntried({ db, profileFor }),

    async search(asked: BoilerplateAsked, { after, limit }: Page) {
      const index = indexOf(await profileFor(db))
      const found = index.find(asked)
      const { page, next } = pageOf(found, { after, limit })
      const entries = page.map((entry) => index.shown(entry, asked.q))
      return { entries, count: found.length, ...(next === undefined ? {} : { next }) }
    },

    async find(entryId: string, version: number | undefined) {
      const [profile, versions] = await Promise.all([profileFor(db), versionsOf(db, entryId)])
      const entry = await entryOf(db, profile, entryId, version)
      return {
        entry,
        inForce: profile.boilerplate.find(({ name }) => name === entryId)?.version ?? null,
        versions: versions.map(({ version, since }) => ({ version, since: since.toISOString() })),
      }
    },

    async changes(entryId: string, from: number, to: number | undefined): Promise<BoilerplateChanges> {
      const profile = await profileFor(db)
      const [before, after] = await Promise.all([
        entryOf(db, profile, entryId, from),
        entryOf(db, profile, entryId, to),
      ])
      return { from, to: after.version, ...entryChanges(before, after) }
    },

    uses: (
      entry: Parameters<typeof listBoilerplateUses>[1],
      read: Parameters<typeof listBoilerplateUses>[2],
    ) => listBoilerplateUses(db, entry, read),
  }
}

async function versionsOf(db: Queryable, entryId: string) {
  const versions = await listBoilerplateVersions(db, entryId)
  if (versions.length === 0) throw new Refusal('notFound', 'There is no boilerplate of this name.')
  return versions
}
