import Type from 'typebox'
import { Timestamp } from '../text.ts'

const of = { deliveryId: Type.String(), workProductId: Type.String(), partyId: Type.String() }

/** What a released decision owes to each of its recipients, and what became of it. */
export const deliveryEvents = {
  'delivery.owed': Type.Object(of),
  'delivery.receipted': Type.Object({
    ...of,
    channel: Type.String({ description: 'How it went: mail, electronic', examples: ['mail'] }),
    sentAt: Timestamp,
    tracking: Type.Optional(Type.String()),
  }),
  'delivery.failed': Type.Object({ ...of, why: Type.String() }),
  'delivery.withdrawn': Type.Object({ ...of, why: Type.String() }),
}
