import { shownTo } from './audience.ts'
import { Actor } from './envelope.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { ends } from './tasks.ts'
import { legible, oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Result = oneOf(['completed', 'failed'], { examples: ['completed'] })
const why = { minLength: 1, maxLength: 2000, pattern: legible }

export const EffectuationReport = Type.Object(
  {
    workProductId: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'The decision that is meant, where a case has several in force; the last one if left out',
      }),
    ),
    result: Result,
    why: Type.Optional(
      Type.String({
        ...why,
        description: 'Why it failed; required for a failure',
        examples: ['The account is closed.'],
      }),
    ),
    failedAt: Type.Optional({
      ...Timestamp,
      description: 'When it failed. If set, a duplicate report is recognised even after a newer one',
    }),
    completedAt: Type.Optional({
      ...Timestamp,
      description: 'When it took effect. If set, an older failure that is reported later changes nothing',
    }),
    ends,
  },
  {
    additionalProperties: false,
    description: 'Sending the same report again has no effect',
    examples: [{ result: 'failed', why: 'The account is closed.' }],
  },
)
export type EffectuationReport = Omit<Static<typeof EffectuationReport>, 'ends'>

export const Effectuation = Type.Object({
  workProductId: Type.String(),
  result: Result,
  why: Type.Optional(Type.String()),
  failedAt: Type.Optional(Timestamp),
  completedAt: Type.Optional(Timestamp),
  by: Actor,
  at: Timestamp,
})
export type Effectuation = Static<typeof Effectuation>

export const EffectuationDetail = Type.Object({ effectuation: Effectuation })

export const tag = 'Release'

export const routes = {
  reportEffectuation: {
    method: 'POST',
    path: '/cases/{id}/effectuation',
    audience: 'integration',
    needs: 'reportEffectuation',
    trace: 'change',
    summary: 'Report whether a decision was put into effect; a failure opens a task',
    params: ofCase,
    body: EffectuationReport,
    answers: { 200: json('The latest report', EffectuationDetail) },
    servedBy: { call: ['effectuation.report', 'request', 'id', 'body'] },
    sdk: {
      call: 'client.decisions.reportEffectuation',
      takes: ['report'],
      about:
        'Report that a decision was put into effect, or that this failed. A failure needs a reason and opens a task. Repeating a report changes nothing.',
      example: sample`
        const { result, at } = await client.decisions.reportEffectuation(caseId, { result: 'completed' })
        console.log(result, at)
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = {
  workProductId: Type.String({ description: 'The decision the report is about' }),
}

export const events = {
  'effectuation.completed': shownTo(
    'party',
    Type.Object({ ...of, why: Type.Optional(Type.String()), completedAt: Type.Optional(Timestamp) }),
    {
      integration: ['why'],
    },
  ),
  'effectuation.failed': shownTo(
    'integration',
    Type.Object({ ...of, why: Type.String(), failedAt: Type.Optional(Timestamp) }),
  ),
}
