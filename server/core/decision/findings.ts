import type { AnchorStatus } from '@portico/contract/anchors'
import type { Finding } from '@portico/contract/decision-package'
import { partyName } from '../party/names.ts'
import { barredFindings } from './barred.ts'
import { boilerplateTexts, withoutEmpty } from './boilerplate.ts'
import { citedAnchors } from './cited-anchors.ts'
import { anchorKey, type DecisionFacts, type DecisionIssue, issueTitle, sectionOf } from './facts.ts'
import { partFindings } from './part-findings.ts'
import { recipientsOf } from './recipients.ts'
import { remandFindings } from './remand-findings.ts'
import { anchorsIn, hasText } from './rich-text.ts'
import { unseenCitations } from './unseen-citations.ts'

export type Findings = { blockers: Finding[]; warnings: Finding[] }

/** The blockers of a signature, and the warnings. */
export function findingsOf(facts: DecisionFacts): Findings {
  const boilerplate = boilerplateFindings(facts)
  const citations = citationFindings(facts)
  const {
    withoutEvidence = 'refused',
    withoutRecipient = 'refused',
    citingUnseen = 'refused',
    openProposals = 'refused',
  } = facts.words.workProducts
  const unseen = unseenCitations(facts)
  const unsupported = unsupportedIssues(facts)
  const unsent = nobodyIsSent(facts)
  const remands = remandFindings(facts)
  const parts = partFindings(facts)
  const proposals = proposalFindings(facts)
  return {
    blockers: [
      ...issueBlockers(facts),
      ...barredFindings(facts),
      ...(withoutEvidence === 'refused' ? unsupported : []),
      ...parts.blockers,
      ...citations.blockers,
      ...(citingUnseen === 'refused' ? unseen : []),
      ...boilerplate.blockers,
      ...remands.blockers,
      ...(openProposals === 'refused' ? proposals : []),
      ...(withoutRecipient === 'refused' ? unsent : []),
    ],
    warnings: [
      ...(withoutEvidence === 'warned' ? unsupported : []),
      ...parts.warnings,
      ...citations.warnings,
      ...(citingUnseen === 'warned' ? unseen : []),
      ...documentWarnings(facts),
      ...boilerplate.warnings,
      ...remands.warnings,
      ...(openProposals === 'warned' ? proposals : []),
      ...commentWarnings(facts),
      ...(withoutRecipient === 'warned' ? unsent : []),
      ...recipientWarnings(facts),
    ],
  }
}

function issueBlockers(facts: DecisionFacts): Finding[] {
  const { issues, content } = facts
  if (issues.length === 0)
    return [{ code: 'noIssue', sentence: 'The case has no issue that could be decided.' }]
  const blockers = issues.flatMap((issue, index): Finding[] => {
    if (!issue.decision) return [aboutIssue(facts, issue, index, 'issueUndecided', 'is not decided.')]
    if (hasText(withoutEmpty(facts, sectionOf(facts, issue.id)))) return []
    return [
      aboutIssue(facts, issue, index, 'sectionMissing', 'is decided, but its section of the text is empty.'),
    ]
  })
  const listed = new Set(issues.map(({ id }) => id))
  const strays = content.issues.filter(({ issueId, content }) => !listed.has(issueId) && hasText(content))
  return [
    ...blockers,
    ...strays.map(({ issueId }) => ({
      code: 'sectionWithoutIssue',
      sentence: 'The text has a section for an issue that is not in the list.',
      issueId,
    })),
  ]
}

function aboutIssue(
  { words }: DecisionFacts,
  issue: DecisionIssue,
  index: number,
  code: string,
  says: string,
): Finding {
  return { code, sentence: `Issue ${index + 1}, “${issueTitle(words, issue)}”, ${says}`, issueId: issue.id }
}

/** Issues without citations whose disposition requires evidence. */
function unsupportedIssues(facts: DecisionFacts): Finding[] {
  const needsEvidence = (disposition: string) =>
    facts.words.dispositions.find(({ name }) => name === disposition)?.needsEvidence !== false
  return facts.issues.flatMap((issue, index) => {
    const isSupported = issue.evidence.length > 0 || anchorsIn(sectionOf(facts, issue.id)).length > 0
    if (!issue.decision || isSupported || !needsEvidence(issue.decision.disposition)) return []
    const says = 'cites no evidence: cite a page for it, in its section or among its evidence.'
    return [aboutIssue(facts, issue, index, 'issueWithoutEvidence', says)]
  })
}

const whyNot: Record<AnchorStatus, string> = {
  holds: 'holds',
  unread: 'has a quote that the text of its page cannot confirm: the page is not read yet, or may be misread',
  quoteMissing: 'has a quote that is not on its page',
  superseded: 'refers to a version of its document that was replaced',
  moved: 'has moved',
  orphaned: 'is not in the newer version of its document',
  removed: 'refers to a document that is no longer in the file',
  broken: 'refers to no page of the file',
}

function citationFindings(facts: DecisionFacts): Findings {
  const found: Findings = { blockers: [], warnings: [] }
  const seen = new Set<string>()
  for (const { anchor, issueId } of citedAnchors(facts)) {
    const key = anchorKey(anchor)
    const check = facts.checks.get(key)
    if (seen.has(key) || !check || check.status === 'holds') continue
    seen.add(key)
    const sentence = `The citation of page ${anchor.page} ${whyNot[check.status]}.`
    const finding = { sentence, anchor, check, ...(issueId === undefined ? {} : { issueId }) }
    if (check.resolves) found.warnings.push({ code: 'citationUnread', ...finding })
    else found.blockers.push({ code: 'citationBroken', ...finding })
  }
  return found
}

function documentWarnings({ documents, workProduct }: DecisionFacts): Finding[] {
  const draftedMs = Date.parse(workProduct.draftedAt)
  const arrived = documents.filter(({ filedMs }) => filedMs > draftedMs)
  const unread = documents.filter(({ readBy }) => readBy.length === 0)
  return [
    ...aboutDocuments(
      'documentsArrived',
      arrived,
      'was added or changed since drafting began',
      'were added or changed since drafting began',
    ),
    ...aboutDocuments(
      'documentsUnread',
      unread,
      'has not been marked read by anybody',
      'have not been marked read by anybody',
    ),
  ]
}

function aboutDocuments(
  code: string,
  documents: readonly { documentId: string; name: string }[],
  ofOne: string,
  ofMany = ofOne,
): Finding[] {
  const [first, ...others] = documents
  if (!first) return []
  const named = `“${first.name}”`
  const sentence =
    others.length === 0
      ? `The document ${named} ${ofOne}.`
      : `The document ${named} and ${others.length} more ${ofMany}.`
  return [{ code, sentence, documentIds: documents.map(({ documentId }) => documentId) }]
}

function boilerplateFindings(facts: DecisionFacts): Findings {
  const found: Findings = { blockers: [], warnings: [] }
  for (const text of boilerplateTexts(facts)) {
    const { reference, entry, inForce, issueId, unfilled, missing, held, content } = text
    const { id: blockId, entryId, version, edited } = reference
    const name = `“${entry?.label ?? entryId}”`
    const at = { entryId, blockId, ...(issueId === undefined ? {} : { issueId }) }
    if (!inForce && !edited) {
      const sentence = `The boilerplate ${name} is no longer in the library.`
      found.blockers.push({ code: 'boilerplateGone', sentence, entryId })
    }
    if (unfilled.length > 0) {
      const sentence = `The boilerplate ${name} names ${unfilled.join(', ')}, which a decision cannot fill: edit it.`
      found.blockers.push({ code: 'boilerplateUnfilled', sentence, entryId })
    }
    if (missing.length > 0) {
      const sentence = `The boilerplate ${name} has no value for ${missing.map((label) => `“${label}”`).join(', ')}.`
      found.blockers.push({ code: 'boilerplateUnfilled', sentence, ...at })
    }
    for (const [index, { fault }] of held.entries())
      if (fault !== undefined) {
        const sentence = `The condition of part ${index + 1} of the boilerplate ${name} ${fault}.`
        found.blockers.push({ code: 'boilerplateUndecided', sentence, ...at })
      }
    if (inForce && inForce.version !== version) {
      const has = entry?.version === version ? 'the text has' : 'the author saw'
      const sentence = `The boilerplate ${name} is now at version ${inForce.version}; ${has} ${version}.`
      found.warnings.push({ code: 'boilerplateChanged', sentence, ...at })
    }
    const isTold = held.every(({ fault }) => fault === undefined)
    if (entry && !edited && !entry.mayBeEmpty && content.length === 0 && isTold) {
      const sentence = `No condition of the boilerplate ${name} holds: it prints nothing.`
      found.warnings.push({ code: 'boilerplateEmpty', sentence, ...at })
    }
  }
  return found
}

function commentWarnings({ openComments }: DecisionFacts): Finding[] {
  if (openComments === 0) return []
  const sentence = openComments === 1 ? 'A comment is open.' : `${openComments} comments are open.`
  return [{ code: 'commentsOpen', sentence }]
}

function proposalFindings({ openProposals = 0 }: DecisionFacts): Finding[] {
  if (openProposals === 0) return []
  const sentence =
    openProposals === 1
      ? 'A proposal is open: accept or reject it.'
      : `${openProposals} proposals are open: accept or reject them.`
  return [{ code: 'proposalsOpen', sentence }]
}

function nobodyIsSent(facts: DecisionFacts): Finding[] {
  if (recipientsOf(facts).length > 0) return []
  const sentence = 'The decision has no recipient: record the claimant as a party of the case.'
  return [{ code: 'noRecipient', sentence }]
}

function recipientWarnings(facts: DecisionFacts): Finding[] {
  return recipientsOf(facts).flatMap((party): Finding[] => {
    const { id: partyId, person, representation } = party
    const name = partyName(party)
    const unknown =
      representation?.isInForce && !facts.parties.some(({ id }) => id === representation.representativeId)
    return [
      ...(person?.deathDate === undefined
        ? []
        : [
            {
              code: 'recipientDeceased',
              sentence: `${name} has died, but is a recipient of the decision.`,
              partyId,
            },
          ]),
      ...(unknown
        ? [
            {
              code: 'representativeUnknown',
              sentence: `Who represents ${name} is not recorded on the case.`,
              partyId,
            },
          ]
        : []),
    ]
  })
}
