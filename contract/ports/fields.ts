import { Timestamp } from '../text.ts'
import Type from '../type.ts'

/** What several ports say in the same words. */
export const strict = { additionalProperties: false }

export const why = Type.String({ minLength: 1, maxLength: 2000 })
export const id = Type.String({ minLength: 1, maxLength: 200 })
export const source = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'The system that owns the identifier. A binding may report only the sources it is configured for',
})
/** People open it, so it is a page and no script. */
export const webAddress = Type.String({
  pattern: '^https?://[^\\s]+$',
  maxLength: 2000,
  examples: ['https://editor.example/d/7f3a'],
})
export const externalId = Type.String({ minLength: 1, maxLength: 500 })
export const Identifier = Type.Object({ source, externalId }, strict)

export const CaseRef = Type.Object(
  {
    caseId: Type.Optional(Type.String()),
    docketNumber: Type.Optional(Type.String()),
    aliases: Type.Optional(
      Type.Array(Type.Object({ source: Type.String(), externalId: Type.String() }), {
        description: 'What other systems call the case',
      }),
    ),
  },
  { description: 'How the case is known: one of them is enough' },
)

export const channel = Type.String({ minLength: 1, maxLength: 60, examples: ['mail'] })
export const destination = Type.String({ minLength: 1, maxLength: 500, description: 'Where it was sent' })
export const tracking = Type.String({ minLength: 1, maxLength: 200 })

/** The time of what is told. Something dated ahead would outrank all that is told until then. */
export const happened = {
  ...Timestamp,
  description: 'When it happened: not in the future',
  'x-happened': true as const,
}

/** When it was sent, by what channel, with what tracking: of one recipient at one destination. */
export const Sent = Type.Object({
  channel,
  destination: Type.Optional(destination),
  sentAt: happened,
  tracking: Type.Optional(tracking),
})

/** What a report may name by, if not by its id: a Message-ID is made of the key. */
export const sentAs = (what: string): string => `The ${what}, or the idempotency key of the call that sent it`

/** That it could not be sent, or came back. */
export const bounced = {
  why,
  channel: Type.Optional(channel),
  destination: Type.Optional(destination),
  failedAt: happened,
}
