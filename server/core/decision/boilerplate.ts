import type { BoilerplateReference } from '@portico/contract/rich-text'
import { type DecisionFacts, issueTitle, labelOf, partyName } from './facts.ts'
import { fillTemplate, paragraphsOf, type TemplateFields } from './fill-template.ts'
import type { MaybeId, Run, TextBlockOf } from './rich-text.ts'

export type BoilerplateText = {
  reference: BoilerplateReference
  /** The entry as it is in the library, if it still is. */
  entry: DecisionFacts['words']['boilerplate'][number] | undefined
  /** Text of the library has no IDs. */
  content: TextBlockOf<Run, MaybeId>[]
  unfilled: string[]
}

/** Every boilerplate reference in the text, in order, with its content. */
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
    (paragraph): TextBlockOf<Run, MaybeId> => ({
      type: 'paragraph',
      content: [{ type: 'text', text: paragraph }],
    }),
  )
  return { reference, entry, content, unfilled }
}

/** The fields available in a decision; those of letters and tasks are not. */
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
  // Created lazily: it takes as long as loading a tenth of the service.
  longDates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDates.format(new Date(day))
}
