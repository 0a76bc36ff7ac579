import { strict } from '../text.ts'
import Type, { type Static } from '../type.ts'

const many = (most: number) => Type.Optional(Type.Integer({ minimum: 0, maximum: most }))

/** How long a deadline or a window is. */
export const Length = Type.Object(
  { days: many(36_500), weeks: many(5200), months: many(1200), years: many(100) },
  {
    ...strict,
    minProperties: 1,
    maxProperties: 1,
    description:
      'In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day',
    examples: [{ days: 90 }],
  },
)
export type Length = Static<typeof Length>
