import type { Anchor } from '@portico/contract/anchors'
import type {
  DecisionPackage,
  PackageBlock,
  PackageCitation,
  PackageDisposition,
  PackageInline,
  PackageOverride,
  PackageRemand,
  PackageSection,
} from '@portico/contract/decision-package'
import type { Block } from '@portico/contract/rich-text'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { listAuthorities } from './authorities.ts'
import { textOf, withoutEmpty } from './boilerplate.ts'
import { citedAnchors } from './cited-anchors.ts'
import {
  anchorKey,
  type DecisionFacts,
  type DecisionIssue,
  issueTitle,
  labelOf,
  sectionOf,
  versionKey,
} from './facts.ts'
import type { Findings } from './findings.ts'
import { inReadingOrder, layOut } from './layout.ts'
import { asRecipient, recipientsOf } from './recipients.ts'
import { anchorsIn, mapTextBlock, type Run, type TextBlockOf } from './rich-text.ts'
import { structureOf } from './structure.ts'

/**
 * The package that a signature freezes. The facts must have no blockers: every issue is decided, every citation resolves.
 * The manifest is passed through in any form, since that of a large case is one text.
 */
export function composePackage<Manifest>(
  facts: DecisionFacts,
  warnings: Findings['warnings'],
  manifest: Manifest,
): Omit<DecisionPackage, 'manifest'> & { manifest: Manifest } {
  const citations = numberedCitations(facts)
  const numbers = new Map(citations.map(({ anchor, number }) => [anchorKey(anchor), number]))
  const numberOf = (anchor: Anchor) => numbers.get(anchorKey(anchor)) as number
  const content = (blocks: readonly Block[]) => freezeBlocks(facts, blocks, citations, numberOf)
  const { words, issues } = facts
  const overrides = overridesOf(facts)
  const remands = remandsOf(facts, numberOf)
  const structure = structureOf(facts)
  const sections: PackageSection[] = [
    { part: 'opening', content: content(facts.content.opening) },
    ...issues.map((issue) => ({
      part: 'issue' as const,
      issueId: issue.id,
      heading: issueTitle(words, issue),
      content: content(sectionOf(facts, issue.id)),
    })),
    { part: 'closing', content: content(facts.content.closing) },
  ]
  const authorities = listAuthorities(
    inReadingOrder(layOut(sections, structure)).map(({ block, issueId }) => ({
      place: withoutUndefined({ issueId, blockId: block.id }),
      content: block.type === 'boilerplate' ? block.content : [block],
    })),
    words.workProducts.authorities,
  )

  return {
    format: 'portico.decision/1',
    case: facts.case,
    profile: { name: words.name, label: words.label },
    workProduct: facts.workProduct,
    signature: facts.signature,
    ...(facts.override ? { override: facts.override } : {}),
    ...(overrides.length > 0 ? { overrides } : {}),
    sections,
    ...(structure ? { structure } : {}),
    ...(authorities ? { authorities } : {}),
    ...(remands.length > 0 ? { remands } : {}),
    dispositions: issues.flatMap((issue, index) => dispositionOf(facts, issue, index + 1, numberOf)),
    citations,
    recipients: recipientsOf(facts).map((party) => asRecipient(facts, party)),
    manifest,
    warnings,
  }
}

/** The remands that this decision deals with, with their instructions and answers. */
function remandsOf({ remands = [] }: DecisionFacts, numberOf: (anchor: Anchor) => number): PackageRemand[] {
  return remands.map(({ id: remandId, kind, issueIds, instructions }) => ({
    remandId,
    kind,
    issueIds,
    instructions: instructions.map(({ text, issueId, reason, judgment, answers }) => ({
      text,
      ...withoutUndefined({ issueId, reason, result: judgment?.result, why: judgment?.why }),
      evidence: [...new Set(answers.map(({ anchor }) => numberOf(anchor)))],
    })),
  }))
}

/** The overrides of this work product and of the issues that it decides. */
function overridesOf({ overrides = [], workProduct, issues }: DecisionFacts): PackageOverride[] {
  return overrides
    .filter(
      ({ workProductId, issueId }) =>
        workProductId === workProduct.id || issues.some(({ id }) => id === issueId),
    )
    .map(({ workProductId: _, ...override }) => override)
}

/** A place that is cited again keeps its first number. */
function numberedCitations(facts: DecisionFacts): PackageCitation[] {
  const citations = new Map<string, PackageCitation>()
  for (const { anchor, issueId } of citedAnchors(facts)) {
    const key = anchorKey(anchor)
    const citation = citations.get(key)
    if (citation && issueId !== undefined && !citation.issueIds.includes(issueId))
      citation.issueIds.push(issueId)
    if (citation) continue
    const version = facts.versions.get(versionKey(anchor))
    const documentName = version?.name ?? anchor.documentId
    const documentPage = anchor.page - (version?.startPage ?? 1) + 1
    citations.set(key, {
      number: citations.size + 1,
      label: `${documentName}, page ${documentPage}`,
      anchor,
      documentName,
      documentPage,
      status: facts.checks.get(key)?.status === 'unread' ? 'unread' : 'holds',
      issueIds: issueId === undefined ? [] : [issueId],
    })
  }
  return [...citations.values()]
}

type PackageRun = Exclude<PackageInline, { type: 'footnote' }>

function freezeBlocks(
  facts: DecisionFacts,
  blocks: readonly Block[],
  citations: readonly PackageCitation[],
  numberOf: (anchor: Anchor) => number,
): PackageBlock[] {
  const freezeRun = (run: Run): PackageRun => {
    if (run.type !== 'citation') return run
    const number = numberOf(run.anchor)
    return { type: 'citation', number, label: run.label ?? (citations[number - 1] as PackageCitation).label }
  }
  const freeze = <Id>(block: TextBlockOf<Run, Id>) => mapTextBlock<Run, PackageRun, Id>(block, freezeRun)
  return withoutEmpty(facts, blocks).map((block): PackageBlock => {
    if (block.type !== 'boilerplate') return freeze<{ id: string }>(block)
    const { entry, content } = textOf(facts, block)
    return {
      type: 'boilerplate',
      id: block.id,
      ...(block.part === undefined ? {} : { part: block.part }),
      entryId: block.entryId,
      version: block.edited ? block.version : (entry?.version ?? block.version),
      isEdited: block.edited !== undefined,
      content: content.map((textBlock) => freeze(textBlock)),
    }
  })
}

function dispositionOf(
  facts: DecisionFacts,
  issue: DecisionIssue,
  number: number,
  numberOf: (anchor: Anchor) => number,
): PackageDisposition[] {
  const { id, issueType, benefitType, scope, description, decision, evidence } = issue
  if (!decision) return []
  const { words } = facts
  const reasons = words.reasonGroups.flatMap((group) => group.reasons)
  const word = (vocabulary: readonly { name: string; label: string }[], name: string) => ({
    name,
    label: labelOf(vocabulary, name),
  })
  const cited = [...anchorsIn(sectionOf(facts, id)), ...evidence].map(numberOf)
  return [
    {
      issueId: id,
      number,
      issueType: word(words.issueTypes, issueType),
      ...(benefitType === undefined ? {} : { benefitType: word(words.benefitTypes, benefitType) }),
      ...(scope === undefined ? {} : { scope }),
      ...(description === undefined ? {} : { description }),
      disposition: word(words.dispositions, decision.disposition),
      reasons: decision.reasons.map(({ reason, timing }) => ({
        reason: word(reasons, reason),
        ...(timing === undefined ? {} : { timing }),
      })),
      ...(decision.instructions && decision.instructions.length > 0
        ? { instructions: decision.instructions.map((instruction) => ({ ...instruction })) }
        : {}),
      ...(decision.note === undefined ? {} : { note: decision.note }),
      decidedAt: decision.at,
      evidence: [...new Set(cited)],
    },
  ]
}
