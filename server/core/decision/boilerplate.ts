import type { BoilerplateReference } from '@portico/contract/rich-text'
import type { WorkProductContent } from '@portico/contract/work-products'
import { fullName, partyName } from '../party/names.ts'
import { claimantOf, printedValues, representativeOf, valuesOf } from './boilerplate-values.ts'
import type { Entry, FieldValue, Held } from './entry.ts'
import { type DecisionFacts, issueTitle, labelOf } from './facts.ts'
import { fillTemplate, paragraphsOf, type TemplateFields } from './fill-template.ts'
import { longDate } from './long-date.ts'
import type { MaybeId, Run, TextBlockOf } from './rich-text.ts'

/** Boilerplate where it stands in a text. */
export type PlacedReference = { reference: BoilerplateReference; issueId: string | undefined }

export type BoilerplateText = PlacedReference & {
  /** The entry as it was taken. */
  entry: Entry | undefined
  /** The entry as it is in the library, if it still is. */
  inForce: Entry | undefined
  values: Readonly<Record<string, FieldValue>>
  /** One for each block of the entry. */
  held: readonly Held[]
  /** Text of the library has no IDs. */
  content: TextBlockOf<Run, MaybeId>[]
  /** What a decision cannot fill, and labels of fields that have no value. */
  unfilled: string[]
  missing: string[]
}

export const entryKey = (entryId: string, version: number) => `${entryId} ${version}`

/** Every boilerplate reference in a text, in order. */
export function referencesIn({ opening, issues, closing }: WorkProductContent): PlacedReference[] {
  const sections = [
    { issueId: undefined, content: opening },
    ...issues,
    { issueId: undefined, content: closing },
  ]
  return sections.flatMap(({ issueId, content }) =>
    content.flatMap((block) => (block.type === 'boilerplate' ? [{ reference: block, issueId }] : [])),
  )
}

const composed = new WeakMap<DecisionFacts, Map<BoilerplateReference, BoilerplateText>>()

/** Every boilerplate reference in the text, in order, with its content. */
export function boilerplateTexts(facts: DecisionFacts): BoilerplateText[] {
  return [...textsByReference(facts).values()]
}

export function textOf(facts: DecisionFacts, reference: BoilerplateReference): BoilerplateText {
  return textsByReference(facts).get(reference) as BoilerplateText
}

/** Without boilerplate of which no condition holds. */
export function withoutEmpty<Block extends { type: string }>(
  facts: DecisionFacts,
  blocks: readonly Block[],
): Block[] {
  const texts = textsByReference(facts)
  return blocks.filter((block) => {
    const text = texts.get(block as never)
    return !text?.entry || text.reference.edited !== undefined || text.content.length > 0
  })
}

function textsByReference(facts: DecisionFacts): Map<BoilerplateReference, BoilerplateText> {
  let known = composed.get(facts)
  if (!known) {
    const fields = fieldsOf(facts)
    known = new Map(
      referencesIn(facts.content).map((placed) => [placed.reference, compose(facts, placed, fields)]),
    )
    composed.set(facts, known)
  }
  return known
}

/** The entry that a text has taken, or the one in force where nobody knows that any more. */
export function entryTaken(
  { words, taken }: Pick<DecisionFacts, 'words' | 'taken'>,
  { entryId, version }: Pick<BoilerplateReference, 'entryId' | 'version'>,
): { entry: Entry | undefined; inForce: Entry | undefined } {
  const inForce = words.boilerplate.find(({ name }) => name === entryId)
  if (inForce?.version === version) return { entry: inForce, inForce }
  return { entry: taken?.get(entryKey(entryId, version)) ?? inForce, inForce }
}

const notTold: Held = { holds: false, fault: 'was not evaluated' }

function compose(
  facts: DecisionFacts,
  { reference, issueId }: PlacedReference,
  fields: TemplateFields,
): BoilerplateText {
  const { entry, inForce } = entryTaken(facts, reference)
  const values = entry ? valuesOf(entry, reference.values, facts, issueId) : {}
  const known = { reference, issueId, entry, inForce, values }
  if (reference.edited) return { ...known, held: [], content: reference.edited, unfilled: [], missing: [] }
  const blocks = blocksOf(entry)
  const told = facts.held?.get(reference.id)
  const held = blocks.map(({ when }, index) =>
    when === undefined ? { holds: true } : (told?.[index] ?? notTold),
  )
  const all = { ...fields, ...printedValues(entry ?? {}, values, facts) }
  const filled = blocks.filter((_, index) => held[index]?.holds).map(({ text }) => fillTemplate(text, all))
  const unfilled = [...new Set(filled.flatMap((one) => one.unfilled))]
  const lacking = (entry?.fields ?? []).filter(
    ({ name, isRequired }) =>
      unfilled.includes(`fields.${name}`) || (isRequired && !Object.hasOwn(values, name)),
  )
  const content = filled
    .flatMap(({ text }) => paragraphsOf(text))
    .map(
      (paragraph): TextBlockOf<Run, MaybeId> => ({
        type: 'paragraph',
        content: [{ type: 'text', text: paragraph }],
      }),
    )
  const names = lacking.map(({ name }) => `fields.${name}`)
  return {
    ...known,
    held,
    content,
    unfilled: unfilled.filter((name) => !names.includes(name)),
    missing: lacking.map(({ label }) => label),
  }
}

/** The text of an entry in parts. */
export function blocksOf(entry: Pick<Entry, 'body' | 'blocks'> | undefined): readonly {
  text: string
  when?: string
}[] {
  if (!entry) return []
  return entry.blocks ?? [{ text: entry.body ?? '' }]
}

/** The fields available in a decision; those of letters and tasks are not. */
export function fieldsOf(facts: DecisionFacts): TemplateFields {
  const { case: of, words, issues, signature } = facts
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  return {
    'profile.label': words.label,
    'case.docketNumber': of.docketNumber,
    'case.type': labelOf(words.caseTypes, of.caseType),
    'case.receiptDate': longDate(of.receiptDate),
    'claimant.name': claimant ? partyName(claimant) : fullName(of.veteran),
    'representative.name': representative && partyName(representative),
    'sender.name': signature.name,
    today: longDate(signature.at),
    'decision.date': longDate(signature.at),
    issues: issues.map((issue) => issueTitle(words, issue)).join('; '),
  }
}
