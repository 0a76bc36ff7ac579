import type { Alias } from '@portico/contract/envelope'
import { Refusal } from '../../core/kernel/decider.ts'
import { caseByAlias } from '../../projections/cases.ts'
import { type Queryable, violatedConstraint } from '../../store/db.ts'

/** Refuses if a case with the same external ID exists. */
export const isTakenAlias = (error: unknown) => violatedConstraint(error) === 'aliases_pkey'

/** The case that has an external id is named to those who may see it. */
export async function refuseTakenAlias<Opened>(
  open: () => Promise<Opened>,
  {
    db,
    alias,
    maySee,
  }: { db: Queryable; alias: Alias | undefined; maySee: (caseId: string) => Promise<boolean> },
): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    if (!alias || !isTakenAlias(error)) throw error
    const caseId = await caseByAlias(db, alias.source, alias.externalId)
    const isNamed = caseId !== undefined && (await maySee(caseId))
    throw new Refusal(
      'conflict',
      `The id ${alias.externalId} of ${alias.source} is taken${isNamed ? ` by the case ${caseId}` : ''}.`,
    )
  }
}
