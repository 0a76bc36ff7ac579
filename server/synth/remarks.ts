import { addDays } from './calendar.ts'
import { slotsFor } from './language/slots.ts'
import { capitalised, say } from './phrase.ts'
import type { PlannedDocument } from './plan.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'

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

const tagTexts = [
  'key evidence',
  'nexus',
  'in-service event',
  'favorable finding',
  'needs review',
  'duplicate?',
  'effective date',
  'waiver',
  'cite in decision',
  'illegible',
  '{plain}',
  'credibility',
] as const

const comments = [
  'Nexus language here for {condition}: compare with the examination of {decidedOn}.',
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
    const slots = slotsFor(
      random,
      story,
      claimOf(random, story, documents[documentIndex]),
      story.timeline.uploaded,
    )
    const text = say(random, random.pick(tagTexts), slots)
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
    const document = documents[documentIndex] as PlannedDocument
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
  return Array.from({ length: count }, () => random.int(0, documents.length - 1)).sort((a, b) => a - b)
}

function claimOf(random: Random, story: Story, document: PlannedDocument | undefined) {
  const claims = story.claims.filter((_claim, i) => document?.claims.includes(i))
  return random.pick(claims.length > 0 ? claims : story.claims)
}
