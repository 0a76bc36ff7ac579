import type { BoilerplateReference, TextBlock } from '@portico/contract/rich-text'
import { type DecisionFacts, issueTitle, labelOf, partyName } from './facts.ts'
import { fillTemplate, paragraphsOf, type TemplateFields } from './fill-template.ts'

export type BoilerplateText = {
  reference: BoilerplateReference
  /** As it stands in the library, where it still does. */
  entry: DecisionFacts['words']['boilerplate'][number] | undefined
  content: TextBlock[]
  unfilled: string[]
}

/** Every reference of the text, in its order, with what stands there. */
export function boilerplateTexts(facts: DecisionFacts): BoilerplateText[] {
  const { opening, issues, closing } = facts.content
  const blocks = [...opening, ...issues.flatMap(({ content }) => content), ...closing]
  const fields = fieldsOf(facts)
  return blocks.flatMap((block) => (block.type === 'boilerplate' ? [textOf(facts, block, fields)] : []))
}

export function textOf(
  { words }: DecisionFacts,
  reference: BoilerplateReference,
  fields: TemplateFields,
): BoilerplateText {
  const entry = words.boilerplate.find(({ name }) => name === reference.entryId)
  if (reference.edited) return { reference, entry, content: reference.edited, unfilled: [] }
  const { text, unfilled } = fillTemplate(entry?.body ?? '', fields)
  const content = paragraphsOf(text).map(
    (paragraph): TextBlock => ({ type: 'paragraph', content: [{ type: 'text', text: paragraph }] }),
  )
  return { reference, entry, content, unfilled }
}

/** What a template of a decision may name; what belongs to a letter or a task is not among it. */
export function fieldsOf({ case: of, words, parties, issues, signature }: DecisionFacts): TemplateFields {
  const isClaimant = (role: string) => words.partyRoles.some((word) => word.isClaimant && word.name === role)
  const claimant = parties.find(({ role }) => isClaimant(role))
  const { representation } = claimant ?? {}
  const representative = parties.find(
    ({ id }) => representation?.isInForce && id === representation.representativeId,
  )
  const { firstName, middleName, lastName } = of.veteran
  return {
    'profile.label': words.label,
    'case.docketNumber': of.docketNumber,
    'case.type': labelOf(words.caseTypes, of.caseType),
    'case.receiptDate': longDate(of.receiptDate),
    'claimant.name': claimant
      ? partyName(claimant)
      : [firstName, middleName, lastName].filter(Boolean).join(' '),
    'representative.name': representative && partyName(representative),
    'sender.name': signature.name,
    today: longDate(signature.at),
    'decision.date': longDate(signature.at),
    issues: issues.map((issue) => issueTitle(words, issue)).join('; '),
  }
}

let longDates: Intl.DateTimeFormat | undefined

function longDate(day: string): string {
  // Made when first needed: it takes as long as loading a tenth of the service.
  longDates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDates.format(new Date(day))
}
