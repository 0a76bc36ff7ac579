import { randomBytes } from 'node:crypto'
import type { Issue } from '@portico/contract/issues'
import type { NewLink, SharedContent } from '@portico/contract/links'
import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { refuseLaterMandate } from '../../core/decision/remand.ts'
import { refuseReceivedLater } from '../../core/file/receipt-date.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { dayOf } from '../../core/time/moments.ts'
import { listCaseDocuments } from '../../projections/case-documents.ts'
import { findCase } from '../../projections/cases.ts'
import { listIssues } from '../../projections/issues.ts'
import { listParties } from '../../projections/parties.ts'
import type { Queryable } from '../../store/db.ts'

/** What the linked case is given, with the IDs it will have there. Runs while the case is locked. */
export async function composeLink(
  tx: Queryable,
  profile: Profile,
  caseId: string,
  given: NewLink,
  at: Date,
): Promise<SharedContent> {
  const [facts, { issues }, parties, documents] = await Promise.all([
    findCase(tx, caseId),
    listIssues(tx, caseId),
    listParties(tx, caseId, dayOf(at)),
    // After a substitution those that are held or removed are so in the new case, and their pages are taken.
    listCaseDocuments(tx, caseId, '', given.kind === 'substitution' ? {} : { status: 'current' }),
  ])
  refuseReceivedLater(given.receiptDate, at)
  if (!facts) throw new Refusal('notFound', 'There is no case with this id.')
  const { issueIds, partyIds, documentIds, caseType = facts.caseType, substitute, ...terms } = given
  if (caseType !== facts.caseType) refuseUnknownWord('case type', caseType, namesOf(profile.caseTypes))
  const chosen = named(issueIds, issues, 'issue')
  if (given.kind === 'substitution' && documentIds) {
    throw new Refusal('invalid', 'documentIds must be left out: a substitution takes the whole file along.')
  }
  if (given.kind === 'split') refuseSplit(chosen, issues)
  if (given.kind === 'substitution') refusePart(chosen, issues)
  const concerned = named(partyIds ?? parties.map(({ id }) => id), parties, 'party')
  if (substitute) refuseSubstitute(substitute, concerned, profile)
  const taken = named(documentIds ?? documents.map(({ id }) => id), documents, 'document')
  if (given.mandate) {
    refuseLaterMandate(given.mandate.mandateOn, { profile, at })
    refuseNoMandate(given.mandate.documentId, taken, profile)
  }
  const newIdOf = (prefix: 'issue' | 'doc') => newId(prefix, at, randomBytes(10))
  return {
    ...terms,
    ...(substitute ? { substitute } : {}),
    docketNumber: facts.docketNumber,
    caseType,
    receiptDate: given.receiptDate ?? facts.receiptDate,
    issues: chosen.map(({ id }) => ({ id, as: newIdOf('issue') })),
    partyIds: concerned.map(({ id }) => id).filter((id) => id !== substitute?.for),
    documents: taken.map(({ id, version }) => ({ id, version, as: newIdOf('doc') })),
  }
}

function refuseNoMandate(
  documentId: string,
  documents: readonly { id: string; documentType?: string | undefined }[],
  { remands, documentTypes }: Profile,
) {
  const mandate = documents.find(({ id }) => id === documentId)
  const types = remands?.mandateTypes ?? []
  if (mandate && (types.length === 0 || types.includes(mandate.documentType ?? ''))) return
  const labels = documentTypes.filter(({ name }) => types.includes(name)).map(({ label }) => label)
  throw new Refusal(
    'stateForbids',
    `mandate.documentId must name a document that the new case is given${labels.length > 0 ? `, of the type ${labels.join(' or ')}` : ''}.`,
  )
}

/** In the order of the case. */
function named<Thing extends { id: string }>(
  ids: readonly string[],
  things: readonly Thing[],
  what: string,
): Thing[] {
  const wanted = new Set(ids)
  const found = things.filter(({ id }) => wanted.has(id))
  const missing = found.length < wanted.size && ids.find((id) => !things.some((thing) => thing.id === id))
  if (missing) throw new Refusal('invalid', `There is no ${what} ${missing.slice(0, 100)} in this case.`)
  return found
}

/** What is away comes back to the case that sent it back; the other would decide it without that work. */
function refuseSplit(chosen: readonly Issue[], issues: readonly Issue[]) {
  const away = chosen.find(({ status }) => status === 'sentBack')
  if (away) {
    throw new Refusal(
      'stateForbids',
      `The issue ${away.id} was sent back for more work: record the return of the remand before you split it off.`,
    )
  }
  if (chosen.length === issues.length) {
    throw new Refusal(
      'stateForbids',
      'At least one issue must stay with the case: leave one out of issueIds.',
    )
  }
}

/** An issue that stayed behind would have no claimant; one that a signed decision decides is not open to anybody. */
function refusePart(chosen: readonly Issue[], issues: readonly Issue[]) {
  const signed = chosen.find((issue) => issue.signedIn !== undefined)
  if (signed) {
    throw new Refusal(
      'stateForbids',
      `A signed decision decides the issue ${signed.id}: leave it out of issueIds, or recall the decision first.`,
    )
  }
  const left = issues.find((issue) => issue.signedIn === undefined && !chosen.includes(issue))
  if (left) {
    throw new Refusal(
      'stateForbids',
      `A substitution takes every issue that no signed decision decides: add ${left.id} to issueIds.`,
    )
  }
}

function refuseSubstitute(
  { for: goneId, by }: NonNullable<NewLink['substitute']>,
  parties: readonly Party[],
  { partyRoles }: Profile,
) {
  const [gone, successor] = [goneId, by].map((id) => parties.find((party) => party.id === id))
  if (!gone || !successor) {
    throw new Refusal(
      'invalid',
      'substitute must name two parties that the new case is given: add them to partyIds.',
    )
  }
  if (gone === successor)
    throw new Refusal('invalid', 'substitute must name two different parties: for whom, and by whom.')
  if (!partyRoles.some(({ name, isClaimant }) => name === gone.role && isClaimant)) {
    throw new Refusal(
      'stateForbids',
      `The party ${goneId} is not a claimant: only a claimant is substituted.`,
    )
  }
  if (gone.person?.deathDate === undefined) {
    throw new Refusal(
      'stateForbids',
      `The party ${goneId} has no date of death: only a claimant who has died is substituted.`,
    )
  }
  if (successor.person?.deathDate !== undefined) {
    throw new Refusal('stateForbids', `The party ${by} has died too: name somebody else in substitute.by.`)
  }
}
