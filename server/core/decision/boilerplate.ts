import type { BoilerplateReference } from '@portico/contract/rich-text'
import type { WorkProductContent } from '@portico/contract/work-products'
import { claimantOf, printedValues, representativeOf, valuesOf } from './boilerplate-values.ts'
import type { ConditionOutcome, Entry, FieldValue } from './entry.ts'
import { type DecisionFacts, issueTitle, labelOf, partyName } from './facts.ts'
import { fillTemplate, paragraphsOf, type TemplateFields } from './fill-template.ts'
import { longDate } from './long-date.ts'
import type { MaybeId, Run, TextBlockOf } from './rich-text.ts'

/** A boilerplate reference with its place in the text. */
export type PlacedReference = { reference: BoilerplateReference; issueId: string | undefined }

export type BoilerplateText = PlacedReference & {
  /** The version of the entry that the text refers to. */
  entry: Entry | undefined
  /** The current version, if the library still has the entry. */
  inForce: Entry | undefined
  values: Readonly<Record<string, FieldValue>>
  /** The outcome of each block's condition. */
  held: readonly ConditionOutcome[]
  /** Blocks of the library have no IDs. */
  content: TextBlockOf<Run, MaybeId>[]
  /** Names of fields that a decision cannot fill. */
  unfilled: string[]
  /** Labels of fields without a value. */
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

const textCache = new WeakMap<DecisionFacts, Map<BoilerplateReference, BoilerplateText>>()

/** Every boilerplate reference in the text, in order, with its content. */
export function boilerplateTexts(facts: DecisionFacts): BoilerplateText[] {
  return [...textsByReference(facts).values()]
}

export function textOf(facts: DecisionFacts, reference: BoilerplateReference): BoilerplateText {
  return textsByReference(facts).get(reference) as BoilerplateText
}

/** Without boilerplate that prints nothing, because none of its conditions holds. */
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
  let texts = textCache.get(facts)
  if (!texts) {
    const fields = fieldsOf(facts)
    texts = new Map(
      referencesIn(facts.content).map((placed) => [placed.reference, compose(facts, placed, fields)]),
    )
    textCache.set(facts, texts)
  }
  return texts
}

/** The version of an entry that a text refers to, or the current one if that version is lost. */
export function entryFor(
  { words, taken }: Pick<DecisionFacts, 'words' | 'taken'>,
  { entryId, version }: Pick<BoilerplateReference, 'entryId' | 'version'>,
): { entry: Entry | undefined; inForce: Entry | undefined } {
  const inForce = words.boilerplate.find(({ name }) => name === entryId)
  if (inForce?.version === version) return { entry: inForce, inForce }
  return { entry: taken?.get(entryKey(entryId, version)) ?? inForce, inForce }
}

const notEvaluated: ConditionOutcome = { holds: false, fault: 'was not evaluated' }

function compose(
  facts: DecisionFacts,
  { reference, issueId }: PlacedReference,
  fields: TemplateFields,
): BoilerplateText {
  const { entry, inForce } = entryFor(facts, reference)
  const values = entry ? valuesOf(entry, reference.values, facts, issueId) : {}
  const parts = { reference, issueId, entry, inForce, values }
  if (reference.edited) return { ...parts, held: [], content: reference.edited, unfilled: [], missing: [] }
  const blocks = blocksOf(entry)
  const evaluated = facts.held?.get(reference.id)
  const held = blocks.map(({ when }, index) =>
    when === undefined ? { holds: true } : (evaluated?.[index] ?? notEvaluated),
  )
  const allFields = { ...fields, ...printedValues(entry ?? {}, values, facts) }
  const filled = blocks
    .filter((_, index) => held[index]?.holds)
    .map(({ text }) => fillTemplate(text, allFields))
  const unfilled = [...new Set(filled.flatMap((filled) => filled.unfilled))]
  const missing = (entry?.fields ?? []).filter(
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
  const names = missing.map(({ name }) => `fields.${name}`)
  return {
    ...parts,
    held,
    content,
    unfilled: unfilled.filter((name) => !names.includes(name)),
    missing: missing.map(({ label }) => label),
  }
}

export function blocksOf(entry: Pick<Entry, 'body' | 'blocks'> | undefined): readonly {
  text: string
  when?: string
}[] {
  if (!entry) return []
  return entry.blocks ?? [{ text: entry.body ?? '' }]
}

/** The fields available in a decision, which lacks those of letters and tasks. */
export function fieldsOf(facts: DecisionFacts): TemplateFields {
  const { case: file, words, issues, signature } = facts
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  const { firstName, middleName, lastName } = file.veteran
  return {
    'profile.label': words.label,
    'case.docketNumber': file.docketNumber,
    'case.type': labelOf(words.caseTypes, file.caseType),
    'case.receiptDate': longDate(file.receiptDate),
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
