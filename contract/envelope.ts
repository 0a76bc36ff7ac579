import { ofPerson } from './audience.ts'
import { oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** What has an account here: somebody, or another system. */
export const memberKinds = ['person', 'integration'] as const
export type MemberKind = (typeof memberKinds)[number]

/** Who did something, by username. */
export const byUsername = Type.String({
  ...ofPerson,
  description: 'The username; a party reads `another person`, unless it is their own',
})

export const Actor = Type.Object(
  {
    id: Type.String(),
    name: byUsername,
    kind: oneOf([...memberKinds, 'system']),
  },
  ofPerson,
)
export type Actor = Static<typeof Actor>

/** Whether it is another system that acts: by a binding, or by an account of its own. */
export const isIntegration = ({ kind }: { kind?: Actor['kind'] | undefined }): boolean =>
  kind === 'integration'

/** What another system calls it. */
export const alias = Type.Object({ source: Type.String(), externalId: Type.String() })
export type Alias = Static<typeof alias>

/** It happened in another system: nothing follows from it here. */
export const brought = { isBrought: Type.Optional(Type.Literal(true)) }

export const envelope = {
  id: Type.String(),
  position: Type.Integer({ description: 'Position among all events' }),
  caseId: Type.String(),
  sequence: Type.Integer({ description: 'Position among the events of the case, from 1 without gaps' }),
  at: Timestamp,
  recordedAt: Timestamp,
  actor: Actor,
  onBehalfOf: Type.Optional(Actor),
  causationId: Type.Optional(Type.String()),
  correlationId: Type.String(),
  hash: Type.String({
    description: "Chains the case's events: SHA-256 of the previous hash, this envelope and this data",
  }),
}

const Envelope = Type.Object(envelope)
export type Envelope = Static<typeof Envelope>
