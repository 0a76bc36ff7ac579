import type { TriedBoilerplate, UntriedCondition } from '@portico/contract/boilerplate'
import type { BoilerplateEntry, FieldValues } from '@portico/contract/profile/boilerplate'
import type { BoilerplateReference } from '@portico/contract/rich-text'
import { blocksOf, fieldsOf, textOf } from '../core/decision/boilerplate.ts'
import { printedValues } from '../core/decision/boilerplate-values.ts'
import type { DecisionFacts } from '../core/decision/facts.ts'
import { fillTemplate, paragraphsOf } from '../core/decision/fill-template.ts'
import { contextOf, evaluateCondition, heldIn, offerScope } from './conditions.ts'

/** What an entry would print where it stands in a section of a case, and which of its conditions hold. */
export function tryEntry(
  given: DecisionFacts,
  entry: BoilerplateEntry,
  { issueId, values }: { issueId: string | undefined; values: FieldValues | undefined },
): TriedBoilerplate {
  const { name: entryId, version } = entry
  const reference: BoilerplateReference = {
    type: 'boilerplate',
    id: 'blk_trial',
    entryId,
    version,
    ...(values ? { values } : {}),
  }
  const content =
    issueId === undefined
      ? { opening: [reference], issues: [], closing: [] }
      : { opening: [], issues: [{ issueId, content: [reference] }], closing: [] }
  const facts = { ...given, words: { ...given.words, boilerplate: [entry] }, content }
  const text = textOf({ ...facts, held: heldIn(facts) }, reference)
  const fields = { ...fieldsOf(facts), ...printedValues(entry, text.values, facts) }
  const offered = offerOf(given, entry, issueId)
  return {
    entryId,
    version,
    values: text.values,
    blocks: blocksOf(entry).map(({ text: template, when }, index) => {
      const held = text.held[index] ?? { holds: false }
      const paragraphs = held.holds ? paragraphsOf(fillTemplate(template, fields).text) : []
      return { ...(when === undefined ? {} : { when }), ...held, paragraphs }
    }),
    ...(offered ? { offered } : {}),
    unfilled: text.unfilled,
    missing: text.missing,
  }
}

/** Whether an entry is offered on a case; undefined where it does not say when. */
export function offerOf(
  facts: DecisionFacts,
  entry: Pick<BoilerplateEntry, 'place' | 'offeredWhen'>,
  issueId: string | undefined,
): TriedBoilerplate['offered'] {
  if (entry.offeredWhen === undefined) return undefined
  const scope = offerScope(entry)
  return evaluateCondition(entry.offeredWhen, scope, contextOf(facts, { issueId, scope, values: {} }))
}

/** Every condition of an entry, with its place. */
export function conditionsOf(entry: BoilerplateEntry): Omit<UntriedCondition, 'missing'>[] {
  const { name: entryId, version, blocks = [], offeredWhen } = entry
  return [
    ...(offeredWhen === undefined
      ? []
      : [{ entryId, version, place: 'offeredWhen', condition: offeredWhen }]),
    ...blocks.flatMap(({ when }, index) =>
      when === undefined ? [] : [{ entryId, version, place: `blocks[${index}].when`, condition: when }],
    ),
  ]
}

/** What each condition was in a trial; nothing where it could not be told. */
export function outcomesOf(
  entry: BoilerplateEntry,
  { blocks, offered }: Pick<TriedBoilerplate, 'blocks' | 'offered'>,
): { entryId: string; version: number; condition: string; holds: boolean }[] {
  const { name: entryId, version, offeredWhen } = entry
  const all = [{ when: offeredWhen, holds: offered?.holds ?? false, fault: offered?.fault }, ...blocks]
  return all.flatMap(({ when, holds, fault }) =>
    when === undefined || fault !== undefined ? [] : [{ entryId, version, condition: when, holds }],
  )
}
