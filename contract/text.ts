import Type, { type TSchemaOptions } from './type.ts'

/** ISO 8601, UTC, with Z. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-01T09:30:00.000Z'] })

/** A real calendar date, YYYY-MM-DD. */
export const CalendarDate = Type.String({ format: 'date', examples: ['1998-04-30'] })

export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

export const nonEmpty = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** A letter, a digit, punctuation or a symbol: neither white space nor invisible. */
export const legible = '[\\p{L}\\p{N}\\p{P}\\p{S}]'

/** Something that can be read. */
export const nonBlank = (maxLength: number, options: TSchemaOptions = {}) =>
  nonEmpty(maxLength, { pattern: legible, ...options })

export const oneOf = <const Words extends readonly string[]>(words: Words, options: TSchemaOptions = {}) =>
  Type.Unsafe<Words[number]>(
    Type.Union(
      words.map((word) => Type.Literal(word)),
      options,
    ),
  )

/** Marks a text that lists several; clients take and give an array. */
export const isList = Symbol('list')

export const commaSeparated = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ ...options, description: `${description}, separated by commas`, [isList]: true })

/** Of a body: what the schema does not know is refused. */
export const strict = { additionalProperties: false }
