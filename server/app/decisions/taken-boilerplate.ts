import type { Profile } from '@portico/contract/profile'
import type { Block, BoilerplateReference } from '@portico/contract/rich-text'
import { entryFor, entryKey } from '../../core/decision/boilerplate.ts'
import { faultsOfValues } from '../../core/decision/boilerplate-values.ts'
import type { Entry } from '../../core/decision/entry.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { listParties } from '../../projections/parties.ts'
import type { Queryable } from '../../store/db.ts'
import { findBoilerplateVersions } from '../../store/profile-versions.ts'

type Taken = Pick<BoilerplateReference, 'entryId' | 'version'>

/** The entries that were taken in another version than the one in force. */
export async function takenEntries(
  tx: Queryable,
  references: readonly Taken[],
  { boilerplate }: Pick<Profile, 'boilerplate'>,
): Promise<Map<string, Entry>> {
  const inForce = new Set(boilerplate.map(({ name, version }) => entryKey(name, version)))
  const others = references.filter(
    ({ entryId, version }) => isName(entryId) && !inForce.has(entryKey(entryId, version)),
  )
  const entries = await findBoilerplateVersions(tx, others)
  return new Map(entries.map((entry) => [entryKey(entry.name, entry.version), entry]))
}

/** Anything else was never the name of an entry, and may hold what the database refuses. */
const isName = (entryId: string) => /^[a-z][A-Za-z0-9]{0,59}$/.test(entryId)

const mostTold = 10

/**
 * Refuses values that their fields do not take, a sentence for each. What stood in the text before is not looked at
 * again: nobody is kept from saving by what is there already.
 */
export async function refuseWrongValues(
  tx: Queryable,
  caseId: string,
  {
    before,
    given,
    profile,
    at,
  }: { before: () => readonly Block[]; given: readonly Block[]; profile: Profile; at: Date },
): Promise<void> {
  const filled = given.flatMap((block) => (block.type === 'boilerplate' && block.values ? [block] : []))
  if (filled.length === 0) return
  const known = new Set(before().filter(isReference).map(filledIn))
  const references = filled.filter((block) => !known.has(filledIn(block)))
  if (references.length === 0) return
  const [taken, parties] = await Promise.all([
    takenEntries(tx, references, profile),
    listParties(tx, caseId, dayOf(at)),
  ])
  const faults = references.flatMap((reference) => {
    const { entry } = entryFor({ words: profile, taken }, reference)
    if (entry?.version === reference.version) return faultsOfValues(entry, reference.values, parties)
    const { entryId, version } = reference
    return [
      `values must be of an entry of the library: version ${version} of ${entryId.slice(0, 100)} was never in it.`,
    ]
  })
  if (faults.length > 0) throw new Refusal('invalid', faults.slice(0, mostTold).join(' '))
}

const isReference = (block: Block): block is BoilerplateReference => block.type === 'boilerplate'

const filledIn = ({ entryId, version, values = {} }: BoilerplateReference) =>
  canonicalJson({ entryId, version, values })
