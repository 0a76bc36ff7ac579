import { oneOf } from './text.ts'
import Type, { type Static } from './type.ts'

const share = Type.Number({ minimum: 0, maximum: 1 })

export const Box = Type.Object(
  { left: share, top: share, right: share, bottom: share },
  {
    additionalProperties: false,
    description: 'Fractions of the page, 0 to 1 of its crop box at rotation 0, from the top left',
  },
)
export type Box = Static<typeof Box>

export const visibility = oneOf(['private', 'team', 'staff', 'case'], {
  description:
    '`private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party',
})
export type Visibility = Static<typeof visibility>

export const tagVisibility = oneOf(['staff', 'case'], {
  description:
    '`staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party',
})
export type TagVisibility = Static<typeof tagVisibility>
