import type { Profile } from '@portico/contract/profile'
import type {
  BoilerplateEntry,
  BoilerplateField,
  FieldSource,
  FieldType,
} from '@portico/contract/profile/boilerplate'
import { templateFields } from '@portico/contract/profile/text'
import { nearest } from '../core/kernel/nearest.ts'
import { type ConditionWords, faultOfCondition, offerScope, stepsOfConditions } from './conditions.ts'
import type { ProfileFault } from './schema-faults.ts'

/** So many steps the conditions of an entry may take together. */
const mostSteps = 1_000_000

export function boilerplateFaults(profile: Profile): ProfileFault[] {
  return profile.boilerplate.flatMap((entry, index) => faultsOfEntry(`boilerplate[${index}]`, entry, profile))
}

/** What an entry must have beside its shape. */
export function faultsOfEntry(at: string, entry: BoilerplateEntry, words: ConditionWords): ProfileFault[] {
  const { body, blocks = [], fields = [], offeredWhen, mayBeEmpty } = entry
  const fault = (member: string, says: string): ProfileFault => {
    const place = member === '' ? at : `${at}.${member}`
    return { place, what: `${place} ${says}` }
  }
  const condition = (
    member: string,
    text: string | undefined,
    scope: Parameters<typeof faultOfCondition>[1],
  ) => {
    const says = text === undefined ? undefined : faultOfCondition(text, scope, words)
    return says === undefined ? [] : [fault(member, says)]
  }
  const known = [...templateFields, ...fields.map(({ name }) => `fields.${name}`)]
  const template = (member: string, text: string) =>
    faultsOfTemplate(text, known).map((says) => fault(member, says))
  const isConditional = blocks.length > 0 && blocks.every(({ when }) => when !== undefined)
  const conditions = [
    ...blocks.flatMap(({ when }, index) => condition(`blocks[${index}].when`, when, entry)),
    ...condition('offeredWhen', offeredWhen, offerScope(entry)),
  ]
  const written = blocks.flatMap(({ when }) => when ?? [])
  return [
    ...((body === undefined) === (entry.blocks === undefined)
      ? [fault('', 'must have a body, or blocks instead of it.')]
      : []),
    ...(body === undefined ? [] : template('body', body)),
    ...blocks.flatMap(({ text }, index) => template(`blocks[${index}].text`, text)),
    ...conditions,
    ...(conditions.length === 0 && stepsOfConditions(written, entry) > mostSteps
      ? [fault('blocks', `may take more than ${mostSteps} steps together: make its conditions simpler.`)]
      : []),
    ...(mayBeEmpty && !isConditional
      ? [fault('mayBeEmpty', 'must be left out: not every block has a condition, so it never is.')]
      : []),
    ...repeated(fields).map((index) => fault(`fields[${index}].name`, 'must be unique in its entry.')),
    ...fields.flatMap((field, index) =>
      faultsOfField(field).map(({ member, says }) => fault(`fields[${index}].${member}`, says)),
    ),
  ]
}

function faultsOfTemplate(text: string, known: readonly string[]): string[] {
  const named = [...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, field = '']) => field.trim())
  const rest = text.replaceAll(/\{\{.*?\}\}/gs, '')
  return [
    ...named
      .filter((field) => !known.includes(field))
      .map((field) => {
        const meant = nearest(field, known)
        return `names the field ${field}, which does not exist${meant ? `; did you mean ${meant}?` : '.'}`
      }),
    ...(/\{\{|\}\}/.test(rest) ? ['has {{ or }} without the other.'] : []),
  ]
}

function repeated(fields: readonly BoilerplateField[]): number[] {
  const names = fields.map(({ name }) => name)
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
}

/** The type that each fact has. */
const sourceTypes: Record<FieldSource, FieldType> = {
  'claimant.name': 'text',
  'representative.name': 'text',
  'case.docketNumber': 'text',
  'case.type': 'text',
  'case.receiptDate': 'date',
  'issue.title': 'text',
  'issue.scope': 'text',
  'issue.disposition': 'text',
  'issue.number': 'number',
  claimant: 'person',
  representative: 'person',
  today: 'date',
}

/** Members that only some types of fields have. */
const ofTypes = { choices: ['choice'], decimals: ['number'], currency: ['money'] } as const

function faultsOfField(field: BoilerplateField): { member: string; says: string }[] {
  const { type, default: source, choices } = field
  const names = (choices ?? []).map(({ name }) => name)
  const fits = source === undefined || sourceTypes[source] === type
  return [
    ...Object.entries(ofTypes).flatMap(([member, types]) =>
      field[member as keyof typeof ofTypes] === undefined || types.some((one) => one === type)
        ? []
        : [{ member, says: `must be left out: the field is of the type ${type}.` }],
    ),
    ...(type === 'choice' && choices === undefined
      ? [{ member: 'choices', says: 'must have at least one choice.' }]
      : []),
    ...(new Set(names).size < names.length ? [{ member: 'choices', says: 'must have each name once.' }] : []),
    ...(fits
      ? []
      : [
          {
            member: 'default',
            says: `must be of the type of its field: ${source} is of the type ${sourceTypes[source as FieldSource]}.`,
          },
        ]),
  ]
}
