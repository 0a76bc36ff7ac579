import Type from 'typebox'
import { shownTo } from '../audience.ts'
import { CalendarDate } from '../text.ts'

const ofGrant = { grantId: Type.String(), memberId: Type.String(), partyId: Type.String() }

/** Who sees the case for a party, by a power of attorney that is filed in it. */
export const accessEvents = {
  'access.granted': shownTo(
    'staff',
    Type.Object({
      ...ofGrant,
      username: Type.String(),
      representativeId: Type.String(),
      documentId: Type.String(),
      start: CalendarDate,
      end: Type.Optional(CalendarDate),
    }),
  ),
  'access.withdrawn': shownTo('staff', Type.Object({ ...ofGrant, why: Type.Optional(Type.String()) })),
}
