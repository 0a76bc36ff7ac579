import { caseByAlias } from '../../projections/cases.ts'
import type { Queryable } from '../../store/db.ts'
import { externalIdOf } from '../../synth/names.ts'
import { syntheticSource } from './synthesis-order.ts'

/** The cases, as far as they are opened, that were ordered under these keys: seed, index and pages. */
export async function orderedCases(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const found = keys.map((key) => {
    const [seed = '', index, pages] = key.split(' ')
    return caseByAlias(db, syntheticSource, externalIdOf(seed, Number(index), Number(pages)))
  })
  return new Set((await Promise.all(found)).filter((caseId) => caseId !== undefined))
}
