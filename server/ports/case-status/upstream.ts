import type { Alias } from '@portico/contract/envelope'
import type { caseStatus } from '@portico/contract/ports/case-status'
import type { FactOf } from '@portico/contract/ports/kit'
import { tenRandomBytes } from '../../app/engine/random.ts'
import { nextDocketNumber } from '../../app/intake/docket-number.ts'
import { caseFacts, type ReportedFacts } from '../../core/file/case-facts.ts'
import { caseFile } from '../../core/file/case-file.ts'
import { refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { type Reaction, Refusal, reaction } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { caseByAlias, wasPurgedAs } from '../../projections/cases.ts'
import { type Heard, type HeardParts, unmatched } from '../delivery/bindings/serve-port.ts'
import { settingsOf } from './settings.ts'

type Fact<Name extends 'caseSubmitted' | 'statusChanged' | 'retracted'> = FactOf<typeof caseStatus, Name>

/** Opened once, however often it comes: after that it says what the case is called there, like any other report. */
export async function submitted(fact: Fact<'caseSubmitted'>, parts: HeardParts<'profiles'>): Promise<Heard> {
  const { veteran, receiptDate, externalStatus, at: asOf } = fact
  const alias = aliasOf(fact, parts)
  const caseType = ourType(fact.caseType, parts)
  const said = { caseType, ...(externalStatus === undefined ? {} : { externalStatus }) }
  const known = await caseOf(alias, parts)
  if (known) return { caseId: known, commands: [reported(known, alias, asOf, said)] }
  if (await wasPurgedAs(parts.db, alias))
    return unmatched(
      `The case that was ${alias.externalId} of ${alias.source} was purged: open one for it and match this, or drop it.`,
    )
  const now = parts.clock()
  refuseReceivedLater(receiptDate, now)
  const caseId = newId('case', now, tenRandomBytes())
  const opened = reaction(caseFile, {
    type: 'openCase',
    caseId,
    docketNumber: fact.docketNumber ?? (await nextDocketNumber(parts.db, receiptDate)),
    caseType,
    veteran,
    receiptDate,
    uploadedAt: now.toISOString(),
    originalPdfBytes: 0,
    alias,
    documents: [],
  })
  return { caseId, commands: [opened, reported(caseId, alias, asOf, said)] }
}

export async function statusChanged(
  fact: Fact<'statusChanged'>,
  parts: HeardParts<'profiles'>,
): Promise<Heard> {
  const { at: asOf, externalStatus, caseType, why } = fact
  const alias = aliasOf(fact, parts)
  const caseId = await caseOf(alias, parts)
  if (!caseId) return unknown(alias)
  const said = {
    ...(caseType === undefined ? {} : { caseType: ourType(caseType, parts) }),
    ...(externalStatus === undefined ? {} : { externalStatus }),
  }
  return { caseId, commands: [reported(caseId, alias, asOf, said, why)] }
}

export async function retracted(fact: Fact<'retracted'>, parts: HeardParts): Promise<Heard> {
  const { at: asOf, why } = fact
  const alias = aliasOf(fact, parts)
  const caseId = await caseOf(alias, parts)
  if (!caseId) return unknown(alias)
  const retraction = reaction(caseFacts, { type: 'retractCase', caseId, alias, asOf, why })
  return { caseId, commands: [retraction] }
}

function reported(caseId: string, alias: Alias, asOf: string, said: ReportedFacts, why?: string): Reaction {
  const reason = why === undefined ? {} : { why }
  return reaction(caseFacts, { type: 'reportCase', caseId, alias, asOf, ...said, ...reason })
}

/** The case that is meant: the one that somebody has matched, or the one that is known by the identifier. */
async function caseOf(alias: Alias, { db, caseId: matched }: HeardParts): Promise<string | undefined> {
  const known = await caseByAlias(db, alias.source, alias.externalId)
  if (matched !== undefined && known !== undefined && known !== matched)
    throw new Refusal('conflict', `${alias.externalId} of ${alias.source} is another case than this one.`)
  return matched ?? known
}

const unknown = ({ source, externalId }: Alias) =>
  unmatched(`No case is known as ${externalId} of ${source}.`)

/** A binding speaks for the systems that it is configured for, and for no other. */
function aliasOf({ source, externalId }: Alias, parts: HeardParts): Alias {
  const { sources = [] } = settingsOf(parts)
  if (sources.includes(source)) return { source, externalId }
  throw new Refusal(
    'forbidden',
    `The binding ${parts.binding} may not report cases of ${source}: its sources are ${sources.join(', ') || 'none'}.`,
  )
}

function ourType(theirs: string, parts: HeardParts<'profiles'>): string {
  const { caseTypes = {} } = settingsOf(parts)
  const ours = Object.hasOwn(caseTypes, theirs) ? (caseTypes[theirs] as string) : theirs
  refuseUnknownWord('case type', ours, namesOf(parts.portico.profiles.inForce().caseTypes))
  return ours
}
