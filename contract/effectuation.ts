import Type, { type Static } from 'typebox'
import { Actor } from './events.ts'
import { Timestamp } from './text.ts'

const Result = Type.Union([Type.Literal('completed'), Type.Literal('failed')], { examples: ['completed'] })
const why = { minLength: 1, maxLength: 2000, pattern: '\\S' }

export const EffectuationReport = Type.Object(
  {
    result: Result,
    why: Type.Optional(
      Type.String({
        ...why,
        description: 'What stood in the way; a failure must say it',
        examples: ['The account is closed.'],
      }),
    ),
    failedAt: Type.Optional({
      ...Timestamp,
      description: 'When it failed. With it, a repeat is known as one even after a newer report',
    }),
  },
  {
    additionalProperties: false,
    description: 'The same report sent again changes nothing',
    examples: [{ result: 'failed', why: 'The account is closed.' }],
  },
)
export type EffectuationReport = Static<typeof EffectuationReport>

export const Effectuation = Type.Object({
  workProductId: Type.String(),
  result: Result,
  why: Type.Optional(Type.String()),
  failedAt: Type.Optional(Timestamp),
  by: Actor,
  at: Timestamp,
})
export type Effectuation = Static<typeof Effectuation>

export const EffectuationDetail = Type.Object({ effectuation: Effectuation })

export const named = { Effectuation, EffectuationDetail, EffectuationReport }
