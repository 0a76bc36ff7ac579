import { Timestamp } from './text.ts'
import Type from './type.ts'

const obligationId = Type.Optional(Type.String({ description: 'The entry of the ledger, `GET /deliveries`' }))

/** What the events of a message say once a binding has sent it. */
export const wasSent = {
  channel: Type.String(),
  destination: Type.Optional(Type.String()),
  sentAt: Timestamp,
  tracking: Type.Optional(Type.String()),
  obligationId,
}

/** And where it could not be sent, or came back. */
export const hasFailed = {
  why: Type.String(),
  channel: Type.Optional(Type.String()),
  destination: Type.Optional(Type.String()),
  failedAt: Timestamp,
  obligationId,
}
