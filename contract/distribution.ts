import { afterId, limit, next } from './paging.ts'
import { Levers } from './profile/docket.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Count = Type.Integer({ minimum: 0 })

const Person = Type.Object({ id: Type.String(), name: Type.String() })

const paging = {
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next` of the previous page' })),
  limit: limit(200, 50),
}

const RankingQuery = Type.Object({
  docket: Type.Optional(nonEmpty(60, { description: 'Only cases on this docket' })),
  ...paging,
})

export const RankedCase = Type.Object({
  rank: Type.Integer({ minimum: 1, description: 'Rank when the page was read' }),
  caseId: Type.String(),
  docketNumber: Type.String(),
  docket: Type.Union([Type.String(), Type.Null()]),
  docketDate: CalendarDate,
  advanced: Type.Array(Type.String(), { description: 'Why the case is advanced on the docket' }),
  isCourtRemand: Type.Boolean(),
  why: Type.String({ description: 'The reason for its rank' }),
  readySince: Timestamp,
  due: Type.Optional({ ...CalendarDate, description: 'Due date set by the docket goal' }),
  keptFor: Type.Optional(
    Type.Object(
      { ...Person.properties, until: Timestamp },
      { description: 'Reserved: until then, it is given to no one else' },
    ),
  ),
})
export type RankedCase = Static<typeof RankedCase>

export const Ranking = Type.Object({ cases: Type.Array(RankedCase), next })
export type Ranking = Static<typeof Ranking>

const NewRun = Type.Object(
  {
    memberId: Type.Optional(nonEmpty(100, { description: 'Who receives the cases; defaults to the caller' })),
  },
  strict,
)

const Gift = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  why: Type.Array(Type.String(), { description: 'The reasons, as sentences' }),
  state: oneOf(['planned', 'given', 'passedOver']),
  passedOverWhy: Type.Optional(Type.String()),
})

export const DistributionRun = Type.Object({
  id: Type.String(),
  member: Person,
  askedBy: Type.String(),
  at: Timestamp,
  levers: Type.Object({ ...Levers.properties }, { description: 'The levers in force at the time' }),
  batchSize: Count,
  waiting: Type.Optional({
    ...Count,
    description: 'Cases already waiting; visible to the member and to those who see every case',
  }),
  isFinished: Type.Boolean(),
  given: Count,
})
export type DistributionRun = Static<typeof DistributionRun>

export const DistributionRunDetail = Type.Object({
  run: Type.Object({ ...DistributionRun.properties, cases: Type.Array(Gift) }),
})
export type DistributionRunDetail = Static<typeof DistributionRunDetail>

const RunsQuery = Type.Object({
  memberId: Type.Optional(nonEmpty(100)),
  after: afterId('run'),
  limit: paging.limit,
})
export const DistributionRunList = Type.Object({ runs: Type.Array(DistributionRun), next })
export type DistributionRunList = Static<typeof DistributionRunList>

export const LeverChange = Type.Object(
  {
    levers: Type.Partial(Levers, {
      ...strict,
      description: 'Levers to change; the others keep their values',
    }),
  },
  { ...strict, examples: [{ levers: { batchPerDrafter: 5 } }] },
)

const Outcome = Type.Object({
  levers: Type.Object({ ...Levers.properties }),
  cases: { ...Count, description: 'Number of cases given if every member asks once' },
  byDocket: Type.Array(Type.Object({ docket: Type.Union([Type.String(), Type.Null()]), cases: Count })),
  byReason: Type.Array(Type.Object({ because: Type.String(), cases: Count })),
  members: Type.Array(
    Type.Object({ ...Person.properties, cases: Count, waiting: Count, mayAsk: Type.Boolean() }),
  ),
})

/** What would happen if everyone who may asked once: by the levers in force, and by others. */
export const LeverSimulation = Type.Object({
  simulation: Type.Object({
    inForce: Outcome,
    changed: Outcome,
    moved: { ...Count, description: 'Cases whose recipient would change, including to or from no one' },
    moves: Type.Array(
      Type.Object({
        caseId: Type.String(),
        from: Type.Union([Person, Type.Null()]),
        to: Type.Union([Person, Type.Null()]),
      }),
      { description: 'The first hundred of them' },
    ),
  }),
})
export type LeverSimulation = Static<typeof LeverSimulation>

const ofRun = Type.Object({ id: Type.String({ description: 'The ID of the run' }) })

export const tag = 'Queues'

export const routes = {
  listRanking: {
    method: 'GET',
    path: '/distribution/ranking',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'List cases ready for distribution, ranked, each with the reason for its rank',
    query: RankingQuery,
    answers: { 200: json('A page of the list', Ranking) },
    sdk: {
      call: 'client.distribution.ranking',
      example: sample`
        for await (const { rank, docketNumber, why } of client.distribution.ranking({ docket: 'directReview' })) {
          console.log(rank, docketNumber, why)
          if (rank === 20) break
        }
      `,
    },
  },
  askForCases: {
    method: 'POST',
    path: '/distribution/runs',
    audience: 'integration',
    needs: { dependsOnRequest: ['askForCases', 'distributeCases'] },
    summary: 'Request cases',
    description:
      'Distributes a batch to you, or to another member if your roles allow it, using the levers in force. Refused while the recipient has too many cases waiting.',
    body: NewRun,
    answers: { 201: json('The run, with the cases given and why', DistributionRunDetail) },
    sdk: {
      call: 'client.distribution.ask',
      takes: ['memberId?'],
      about:
        'Request a batch of cases, for yourself or for somebody else if your roles allow it. Fails with `stateForbids` while the recipient has too many cases waiting, or if they decide no cases.',
      example: sample`
        const { member } = await client.invitations.invite({
          email: \`adjudicator-\${Date.now()}@example.org\`,
          roles: ['adjudicator'],
          teams: ['adjudicators'],
        })
        const { cases } = await client.distribution.ask(member.id)
        for (const { docketNumber, why } of cases) console.log(docketNumber, why)
      `,
    },
  },
  listRuns: {
    method: 'GET',
    path: '/distribution/runs',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'List distribution runs, most recent first',
    query: RunsQuery,
    answers: { 200: json('A page of runs', DistributionRunList) },
    servedBy: { call: ['distribution.runs', 'query', 'asker'] },
    sdk: {
      call: 'client.distribution.runs',
      example: sample`
        for await (const { at, member, given } of client.distribution.runs()) console.log(at, member.name, given)
      `,
    },
  },
  getRun: {
    method: 'GET',
    path: '/distribution/runs/{id}',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'Get a distribution run',
    params: ofRun,
    answers: { 200: json('The run', DistributionRunDetail) },
    servedBy: { call: ['distribution.run', 'id', 'asker'] },
    sdk: {
      call: 'client.distribution.run',
      example: sample`
        const { runs } = await client.distribution.runs({ limit: 1 }).page()
        for (const { id } of runs) {
          const { levers, cases } = await client.distribution.run(id)
          console.log(levers.mostWaiting, cases.length)
        }
      `,
    },
  },
  simulateLevers: {
    method: 'POST',
    path: '/distribution/simulation',
    audience: 'integration',
    needs: 'distributeCases',
    summary: 'Simulate other levers without changing anything',
    body: LeverChange,
    answers: { 200: json('Both outcomes, and the cases whose recipient would change', LeverSimulation) },
    errors: [400, 401, 403, 413, 415],
    servedBy: { call: ['distribution.simulate', 'body.levers', 'now', 'asker'] },
    sdk: {
      call: 'client.distribution.simulate',
      takes: ['levers'],
      about: 'Simulate other levers, as if every eligible member asked once. Changes nothing.',
      example: sample`
        const { inForce, changed, moved } = await client.distribution.simulate({ batchPerDrafter: 5 })
        console.log(inForce.cases, changed.cases, moved)
      `,
    },
  },
} as const satisfies Record<string, Row>
