import type { BoilerplateField, FieldSource, FieldValues } from '@portico/contract/profile/boilerplate'
import { nearest } from '../kernel/nearest.ts'
import { partyName } from '../party/names.ts'
import { dayOf, isCalendarDate } from '../time/moments.ts'
import type { Entry, FieldValue } from './entry.ts'
import { type DecisionFacts, type DecisionParty, issueTitle, labelOf } from './facts.ts'
import { longDate } from './long-date.ts'

/** A sentence for each value that is wrong; those of fields that have none yet are not. */
export function faultsOfValues(
  { name, fields = [] }: Pick<Entry, 'name' | 'fields'>,
  values: FieldValues = {},
  parties: readonly Pick<DecisionParty, 'id'>[],
): string[] {
  return Object.keys(values).flatMap((key) => {
    const field = fields.find((one) => one.name === key)
    const at = `values.${key.slice(0, 100)}`
    if (field) {
      const fault = faultOfValue(field, values[key] as FieldValue, parties)
      return fault === undefined ? [] : [`${at} (${field.label}) must be ${fault}.`]
    }
    const names = fields.map((one) => one.name)
    const meant = nearest(key, names)
    const known = names.length > 0 ? `one of ${names.slice(0, 20).join(', ')}` : 'left out: it has none'
    return [`${at} must name a field of the boilerplate ${name}, ${meant ? `such as ${meant}` : known}.`]
  })
}

const wholeMost = 1_000_000_000_000

function faultOfValue(
  field: BoilerplateField,
  value: FieldValue,
  parties: readonly Pick<DecisionParty, 'id'>[],
): string | undefined {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' && /\S/.test(value) ? undefined : 'a text'
    case 'number': {
      const { decimals = 0 } = field
      const isNumber = typeof value === 'number' && Math.abs(value) <= wholeMost
      if (isNumber && placesOf(value) <= decimals) return undefined
      return decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimal places`
    }
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? undefined : 'a date, as YYYY-MM-DD'
    case 'money':
      return typeof value === 'string' && /^-?\d{1,13}(\.\d{1,2})?$/.test(value)
        ? undefined
        : 'an amount in quotation marks, such as "1200.50"'
    case 'choice': {
      const names = (field.choices ?? []).map(({ name }) => name)
      return names.includes(String(value)) && typeof value === 'string'
        ? undefined
        : `one of ${names.slice(0, 20).join(', ')}`
    }
    case 'person':
      return parties.some(({ id }) => id === value) ? undefined : 'the ID of a party of the case'
    case 'yesNo':
      return typeof value === 'boolean' ? undefined : 'true or false'
  }
}

/** How many decimal places a number needs. */
function placesOf(value: number): number {
  for (let places = 0; places <= 7; places += 1) if (Number(value.toFixed(places)) === value) return places
  return 8
}

/** The value of each field that has one: what the author gave, or else the fact that it defaults to. */
export function valuesOf(
  { fields = [] }: Pick<Entry, 'fields'>,
  given: FieldValues | undefined,
  facts: DecisionFacts,
  issueId: string | undefined,
): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {}
  for (const { name, default: source } of fields) {
    const own = given && Object.hasOwn(given, name) ? given[name] : undefined
    const value = own ?? (source && factOf(source, facts, issueId))
    if (value !== undefined) values[name] = value
  }
  return values
}

function factOf(
  source: FieldSource,
  facts: DecisionFacts,
  issueId: string | undefined,
): FieldValue | undefined {
  const { words, issues, signature } = facts
  const index = issues.findIndex(({ id }) => id === issueId)
  const issue = issues[index]
  const claimant = claimantOf(facts)
  const representative = representativeOf(facts)
  switch (source) {
    case 'claimant.name':
      return claimant && partyName(claimant)
    case 'representative.name':
      return representative && partyName(representative)
    case 'case.docketNumber':
      return facts.case.docketNumber
    case 'case.type':
      return labelOf(words.caseTypes, facts.case.caseType)
    case 'case.receiptDate':
      return facts.case.receiptDate
    case 'issue.title':
      return issue && issueTitle(words, issue)
    case 'issue.scope':
      return issue?.scope || undefined
    case 'issue.disposition':
      return issue?.decision && labelOf(words.dispositions, issue.decision.disposition)
    case 'issue.number':
      return issue && index + 1
    case 'claimant':
      return claimant?.id
    case 'representative':
      return representative?.id
    case 'today':
      return dayOf(new Date(signature.at))
  }
}

export function claimantOf({ words, parties }: DecisionFacts): DecisionParty | undefined {
  const isClaimant = (role: string) => words.partyRoles.some((word) => word.isClaimant && word.name === role)
  return parties.find(({ role }) => isClaimant(role))
}

export function representativeOf(facts: DecisionFacts): DecisionParty | undefined {
  const { representation } = claimantOf(facts) ?? {}
  return facts.parties.find(({ id }) => representation?.isInForce && id === representation.representativeId)
}

/** The values as they are printed. */
export function printedValues(
  { fields = [] }: Pick<Entry, 'fields'>,
  values: Readonly<Record<string, FieldValue>>,
  { parties }: Pick<DecisionFacts, 'parties'>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
      return value === undefined ? [] : [[`fields.${field.name}`, printed(field, value, parties)]]
    }),
  )
}

function printed(
  field: BoilerplateField,
  value: FieldValue,
  parties: readonly DecisionParty[],
): string | undefined {
  switch (field.type) {
    case 'number': {
      const { decimals = 0 } = field
      const format = new Intl.NumberFormat('en-US', {
        maximumFractionDigits: decimals,
        signDisplay: 'negative',
      })
      return typeof value === 'number' ? format.format(value) : undefined
    }
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? longDate(value) : undefined
    case 'money': {
      const { currency = 'USD' } = field
      if (!/^-?\d+(\.\d+)?$/.test(String(value))) return undefined
      const style = { style: 'currency', currency, signDisplay: 'negative' } as const
      const format = new Intl.NumberFormat('en-US', style)
      // A currency without cents, such as the yen, is not rounded where the author gave some.
      const isRounded =
        format.resolvedOptions().maximumFractionDigits === 0 && /\.\d*[1-9]/.test(String(value))
      const exact = isRounded
        ? new Intl.NumberFormat('en-US', { ...style, minimumFractionDigits: 2 })
        : format
      return exact.format(value as never)
    }
    case 'choice':
      return field.choices?.find(({ name }) => name === value)?.label
    case 'person': {
      const party = parties.find(({ id }) => id === value)
      return party && partyName(party)
    }
    case 'yesNo':
      return value === true ? 'yes' : 'no'
    case 'text':
      return String(value)
  }
}
