import Type from 'typebox'
import { shownTo } from '../audience.ts'
import { Timestamp } from '../text.ts'

const of = { deliveryId: Type.String(), workProductId: Type.String(), partyId: Type.String() }

export const Destination = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where it went: an address, a mailbox, a portal',
  examples: ['12 Elm Street, Springfield'],
})

/** What a released decision owes to each of its recipients, and what became of it. */
export const deliveryEvents = {
  'delivery.owed': shownTo('integration', Type.Object(of)),
  'delivery.receipted': shownTo(
    'integration',
    Type.Object({
      ...of,
      channel: Type.String({ description: 'How it went: mail, electronic', examples: ['mail'] }),
      destination: Type.Optional(Destination),
      sentAt: Timestamp,
      tracking: Type.Optional(Type.String()),
    }),
    { staff: ['destination'] },
  ),
  'delivery.failed': shownTo(
    'integration',
    Type.Object({
      ...of,
      why: Type.String(),
      channel: Type.Optional(Type.String()),
      destination: Type.Optional(Destination),
      failedAt: Type.Optional(Timestamp),
    }),
    { staff: ['destination'] },
  ),
  'delivery.withdrawn': shownTo('integration', Type.Object({ ...of, why: Type.String() })),
}
