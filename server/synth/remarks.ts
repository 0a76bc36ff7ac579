import { addDays } from './calendar.ts'
import type { Category } from './kinds/kind.ts'
import { slotsFor } from './language/slots.ts'
import { capitalised, say } from './phrase.ts'
import type { PlannedDocument } from './planned-document.ts'
import type { Random } from './random.ts'
import type { Claim, Story } from './story.ts'

export type PlannedTag = { documentIndex: number; text: string; by: string }
export type PlannedAnnotation = {
  documentIndex: number
  /** page of the case, within the document */
  page: number
  x: number
  y: number
  comment: string
  relevantDate?: string
  by: string
}

/** The people who have worked on the synthetic cases. */
export const reviewers = [
  { username: 'r.alvarez', displayName: 'Rosa Alvarez' },
  { username: 'd.okafor', displayName: 'Daniel Okafor' },
  { username: 'm.lindqvist', displayName: 'Maja Lindqvist' },
  { username: 's.whitfield', displayName: 'Sam Whitfield' },
  { username: 'j.tanaka', displayName: 'June Tanaka' },
] as const

const tagTexts: Readonly<Record<Category, readonly string[]>> = {
  medical: [
    'nexus',
    'in-service event',
    'favorable finding',
    'current diagnosis',
    '{plain}',
    'inadequate exam?',
  ],
  procedural: ['effective date', 'waiver', 'cite in decision', 'timely', 'needs review'],
  other: ['key evidence', 'credibility', 'in-service event', '{plain}'],
  index: ['needs review'],
}

const comments = [
  'Nexus language here for {condition}: compare with the decision of {decidedOn}.',
  'First mention of {plain}. Matches the entry about {event}?',
  'Check this date against the DD-214.',
  'Favorable: lay evidence of {symptom}.',
  'The examiner did not address {symptom}. Inadequate under 38 CFR 4.2?',
  'Relevant to the rating under diagnostic code {code}, {regulation}.',
  'Same page appears again later in the file.',
  'Employment: {employer}. See 38 CFR 4.16.',
  'Secondary theory raised: {primaryCondition}. 38 CFR 3.310.',
  'Gap in treatment begins about here.',
  'Ask whether records of {clinic} are complete.',
] as const

export function planTags(random: Random, story: Story, documents: readonly PlannedDocument[]): PlannedTag[] {
  const tags = new Map<string, PlannedTag>()
  for (const documentIndex of chosenDocuments(random, documents, 5)) {
    const document = documents[documentIndex]!
    const slots = slotsFor(random, story, claimOf(random, story, document), document.receiptDate)
    const texts = document.duplicateOf ? ['duplicate'] : tagTexts[document.categories[0] ?? 'other']
    const text = say(random, random.pick(texts), slots)
    tags.set(`${documentIndex} ${text}`, { documentIndex, text, by: random.pick(reviewers).username })
  }
  return [...tags.values()]
}

export function planAnnotations(
  random: Random,
  story: Story,
  documents: readonly PlannedDocument[],
): PlannedAnnotation[] {
  return chosenDocuments(random, documents, 4).map((documentIndex) => {
    const document = documents[documentIndex]!
    const claim = claimOf(random, story, document)
    const comment = capitalised(
      say(random, random.pick(comments), slotsFor(random, story, claim, document.receiptDate)),
    )
    return {
      documentIndex,
      page: random.int(document.startPage, document.endPage),
      x: random.int(80, 920) / 1000,
      y: random.int(80, 920) / 1000,
      comment,
      ...(random.chance(0.6) && { relevantDate: addDays(document.receiptDate, -random.int(0, 60)) }),
      by: random.pick(reviewers).username,
    }
  })
}

/** At least three and at most forty, one document in `oneIn`; a document may come more than once. */
function chosenDocuments(random: Random, documents: readonly PlannedDocument[], oneIn: number): number[] {
  const count = Math.max(3, Math.min(40, Math.round(documents.length / oneIn)))
  const first = documents.length > 1 && documents[0]?.kind === 'fileIndex' ? 1 : 0
  return Array.from({ length: count }, () => random.int(first, documents.length - 1)).sort((a, b) => a - b)
}

function claimOf(random: Random, story: Story, document: PlannedDocument): Claim {
  const claims = story.claims.filter((_claim, i) => document.claims.includes(i))
  return random.pick(claims.length > 0 ? claims : story.claims)
}
