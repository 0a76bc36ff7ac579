import Type from './type.ts'

/** In every page of a list. */
export const next = Type.Optional(
  Type.String({ description: 'Pass as `after` to get the next page; absent on the last page' }),
)

export const limit = (maximum: number, usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: usual }))

/** Where a list goes by the position of its entries. */
export const afterPosition = (entries: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: `Return only ${entries} after this position`,
    }),
  )

/** Where a list goes by the positions of the log of events. */
export const afterEvent = (entries: string) =>
  Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}(@\\d{1,15})?$',
      description: `Return only ${entries} after this position, or after this ID of a stream`,
      examples: ['123', '123@1794960000'],
    }),
  )

/** Where a list goes by the ids of its entries: a cursor that nobody was given is refused, not taken for the end. */
export const afterId = (prefix: string) =>
  Type.Optional(
    Type.String({
      pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
      description: 'The `next` of the previous page',
      examples: [`${prefix}_01m7ak53ebacywqy26ewasyzvw`],
    }),
  )
