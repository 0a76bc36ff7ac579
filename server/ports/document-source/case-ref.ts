import type { CaseRef as CaseRefSchema } from '@portico/contract/ports/fields'
import type { Static } from '@portico/contract/type'
import { dayOf } from '../../core/time/moments.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { aliasesOf, caseByAlias, caseGoingOn, casesByDocketNumber } from '../../projections/cases.ts'
import type { PortParts } from '../delivery/bindings/serve-port.ts'

export type CaseRef = Static<typeof CaseRefSchema>

/** A case by everything it is known by. */
export async function caseRefOf({ db, portico }: PortParts<'cases'>, caseId: string): Promise<CaseRef> {
  const { docketNumber } = await portico.cases.find(caseId)
  return { caseId, docketNumber, aliases: await aliasesOf(db, caseId) }
}

/** The case that is meant, or a sentence about why none is. What is most certain is asked for first. */
export async function findReferredCase(
  { db, clock }: Pick<PortParts, 'db' | 'clock'>,
  { caseId, aliases = [], docketNumber }: CaseRef,
): Promise<{ caseId: string } | { unmatched: string }> {
  if (caseId !== undefined) {
    const access = await findCaseAccess(db, caseId, dayOf(clock()))
    return access && !access.purgedAt
      ? { caseId: await caseGoingOn(db, caseId) }
      : { unmatched: `There is no case ${caseId}.` }
  }
  for (const { source, externalId } of aliases) {
    const found = await caseByAlias(db, source, externalId)
    if (found !== undefined) return { caseId: await caseGoingOn(db, found) }
  }
  if (docketNumber === undefined) return { unmatched: 'No case has one of these identifiers.' }
  const all = await casesByDocketNumber(db, docketNumber)
  const open = all.filter(({ isClosed }) => !isClosed)
  const [one, ...others] = open.length > 0 ? open : all
  if (!one) return { unmatched: `No case has the docket number ${docketNumber}.` }
  if (others.length > 0)
    return { unmatched: `${others.length + 1} cases have the docket number ${docketNumber}.` }
  return { caseId: one.caseId }
}
