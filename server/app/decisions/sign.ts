import { hash } from 'node:crypto'
import type { DecisionPackage } from '@portico/contract/decision-package'
import type { Profile } from '@portico/contract/profile'
import { referencesIn } from '../../core/decision/boilerplate.ts'
import { citedAnchors } from '../../core/decision/cited-anchors.ts'
import { anchorKey, type DecisionFacts, type DecisionIssue, versionKey } from '../../core/decision/facts.ts'
import { findingsOf } from '../../core/decision/findings.ts'
import type { Text } from '../../core/decision/operations.ts'
import { composePackage } from '../../core/decision/package.ts'
import { remandsToDecide } from '../../core/decision/remand-state.ts'
import { hashOfShown } from '../../core/decision/shown.ts'
import type { Prepared } from '../../core/decision/work-product.ts'
import { CanonicalText, canonicalJson } from '../../core/kernel/chain.ts'
import { heldIn } from '../../profile/conditions.ts'
import { findCaseAndHead } from '../../projections/cases.ts'
import { listCitations } from '../../projections/citations.ts'
import { sidesOfReserved } from '../../projections/concealed-documents.ts'
import type { Evidence, ReadEvidence } from '../../projections/evidence-manifest.ts'
import { listIssues } from '../../projections/issues.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import { listParties } from '../../projections/parties.ts'
import { listWorkProducts, type WorkProductFacts } from '../../projections/work-products.ts'
import type { Queryable } from '../../store/db.ts'
import { latestEvents } from '../../store/events/read.ts'
import { keepPackage } from '../../store/work-product-texts.ts'
import { checkAnchors } from '../anchors/anchors.ts'
import { readRemands } from './read-remands.ts'
import { takenEntries } from './taken-boilerplate.ts'
import { readContent } from './work-product-content.ts'

export type SigningOptions = {
  profile: Profile
  signature: DecisionPackage['signature']
  override?: DecisionPackage['override']
  recognition: 'on' | 'off'
  readEvidence: ReadEvidence
}

/**
 * Composes what a signature freezes, from the tables of the locked case; the package is stored in the transaction of
 * the event that names it. Undefined if there is nothing to sign: the decider says why.
 */
export async function prepareSignature(
  tx: Queryable,
  target: { caseId: string; workProductId: string; version: number },
  options: SigningOptions,
): Promise<Prepared | undefined> {
  const { caseId, workProductId, version } = target
  const [product] = await listWorkProducts(tx, caseId, workProductId)
  if (product?.status !== 'inReview' || product.version !== version) return undefined
  const { manifest, ...facts } = await decisionFacts(tx, caseId, product, options)
  const findings = findingsOf(facts)
  const { blockers, warnings } = findings
  const shown = hashOfShown(facts, findings)
  if (blockers.length > 0) {
    return { blockers, shown, packageSha256: '', dispositions: [], recipients: [], warnings: [] }
  }
  const decision = composePackage(facts, warnings, new CanonicalText(manifest))
  const body = canonicalJson(decision)
  const packageSha256 = hash('sha256', body)
  await keepPackage(tx, caseId, { sha256: packageSha256, workProductId, body })
  return {
    blockers,
    shown,
    packageSha256,
    dispositions: decision.dispositions.map(({ issueId, disposition, reasons }) => ({
      issueId,
      disposition: disposition.name,
      reasons: reasons.map(({ reason }) => reason.name),
    })),
    recipients: decision.recipients.map(({ partyId }) => partyId),
    warnings: warnings.map(({ code }) => code),
  }
}

/** Everything a signature depends on, as of now: with the text of its version, or another that may follow. */
export async function decisionFacts(
  tx: Queryable,
  caseId: string,
  product: WorkProductFacts & { text?: Text },
  { profile, signature, override, recognition, readEvidence }: SigningOptions,
): Promise<DecisionFacts & Pick<Evidence, 'manifest'>> {
  const [found, content, { issues: all }, citations, parties, evidence, openTasks, readers, overrides, sent] =
    await Promise.all([
      findCaseAndHead(tx, caseId),
      product.text?.content ?? readContent(tx, caseId, product.contentSha256),
      listIssues(tx, caseId),
      listCitations(tx, caseId),
      listParties(tx, caseId, signature.at.slice(0, 10)),
      readEvidence(tx, caseId, product.drafted.at),
      listTasks(tx, caseId, { open: true }),
      sidesOfReserved(tx, caseId),
      overridesOn(tx, caseId),
      readRemands(tx, caseId),
    ])
  if (!found || !content) throw new Error(`the work product ${product.id} has no case or no text`)
  // Those that an earlier decision decides, and those that are away, are not for this one.
  const listed = all.filter(
    ({ signedIn, status }) => status !== 'sentBack' && (signedIn === undefined || signedIn === product.id),
  )
  const issues: DecisionIssue[] = listed.map((issue) => ({
    ...issue,
    evidence: citations.filter(({ issueId }) => issueId === issue.id).map(({ anchor }) => anchor),
  }))
  const facts: DecisionFacts = {
    case: found,
    words: profile,
    workProduct: {
      id: product.id,
      title: product.text?.title ?? product.title,
      version: product.version,
      contentSha256: product.contentSha256,
      draftedBy: product.drafted.by,
      draftedAt: product.drafted.at,
    },
    signature,
    ...(override ? { override } : {}),
    overrides,
    content,
    issues,
    documents: evidence.warnedOf,
    versions: new Map(),
    parties,
    readers,
    checks: new Map(),
    openComments: product.openComments,
    openProposals: product.openProposals,
    remands: remandsToDecide(sent, { id: product.id, issues: listed }),
    openTasks,
  }
  const anchors = [...new Map(citedAnchors(facts).map(({ anchor }) => [anchorKey(anchor), anchor])).values()]
  const cited = new Set(anchors.map(({ documentId }) => documentId))
  const versions = evidence.placesOf(cited)
  const checks = await checkAnchors(tx, caseId, anchors, recognition)
  const references = referencesIn(content).map(({ reference }) => reference)
  const taken = await takenEntries(tx, references, profile)
  return {
    ...facts,
    manifest: evidence.manifest,
    versions: new Map(versions.map((document) => [versionKey(document), document])),
    checks: new Map(anchors.map((anchor, index) => [anchorKey(anchor), checks[index]!])),
    taken,
    held: heldIn({ ...facts, taken }),
  }
}

const mostOverrides = 1000

/** What was done on the case in the place of whoever held the task, in order. */
async function overridesOn(tx: Queryable, caseId: string): Promise<NonNullable<DecisionFacts['overrides']>> {
  const types = ['override.used', 'issue.overrideUsed']
  const events = await latestEvents(tx, caseId, { types, limit: mostOverrides })
  return events.toReversed().flatMap((event) => {
    if (event.type !== 'override.used' && event.type !== 'issue.overrideUsed') return []
    const { taskId: _, type: __, ...said } = event.data
    return [{ ...said, by: event.actor, at: event.at }]
  })
}
