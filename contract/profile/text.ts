import { nonEmpty, oneOf, strict } from '../text.ts'
import Type, { type TSchema, type TSchemaOptions } from '../type.ts'

/** A word of the profile: what tasks, teams and the like are called in events and by programs. */
export const Name = Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,59}$', examples: ['drafting'] })

export const Label = nonEmpty(200, { description: 'Display name' })

export const Sentence = nonEmpty(1000)

export const Days = Type.Integer({ minimum: 0, maximum: 36_500 })

/** Text that is filled from the live record. */
export const Template = nonEmpty(20_000, {
  description:
    'Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record',
})

export const Subject = nonEmpty(300, { description: 'One line; takes the same fields as the body' })

/** By the clock on the wall. */
export const clockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['07:30'] })

export const Word = Type.Object({ name: Name, label: Label }, strict)

export const days = (description: string, most = 36_500) =>
  Type.Integer({ minimum: 0, maximum: most, description })

export const listOf = <Item extends TSchema>(item: Item, description: string, most = 200) =>
  Type.Array(item, { maxItems: most, description })

export const nonEmptyList = <Item extends TSchema>(item: Item, most: number, options: TSchemaOptions = {}) =>
  Type.Array(item, { minItems: 1, maxItems: most, uniqueItems: true, ...options })

export const names = (description: string) =>
  Type.Array(Name, { maxItems: 200, uniqueItems: true, description })

export const someOf = <const Words extends readonly string[]>(words: Words, options: TSchemaOptions = {}) =>
  Type.Array(oneOf(words), { minItems: 0, maxItems: words.length, uniqueItems: true, ...options })

/** What a template may name. The service fills them, whatever the profile is. */
export const templateFields = [
  'profile.label',
  'case.docketNumber',
  'case.type',
  'case.docket',
  'case.receiptDate',
  'case.status',
  'claimant.name',
  'recipient.name',
  'recipient.address',
  'representative.name',
  'sender.name',
  'today',
  'answerBy',
  'reason',
  'issues',
  'task.label',
  'task.deadline',
  'document.name',
  'document.receiptDate',
  'session.date',
  'session.time',
  'session.zone',
  'session.place',
  'session.kind',
  'session.link',
  'decision.date',
  'link',
] as const
