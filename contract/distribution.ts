import { Levers } from './profile/docket.ts'
import { closed, oneOf } from './profile/text.ts'
import { json, list, type Route } from './route.ts'
import { CalendarDate, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const Count = Type.Integer({ minimum: 0 })

const Person = Type.Object({ id: Type.String(), name: Type.String() })

const paging = {
  after: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
}
const next = Type.Optional(
  Type.String({ description: 'Pass as `after` for what follows; absent at the end' }),
)

const RankingQuery = Type.Object({
  docket: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'Of this docket alone' })),
  ...paging,
})

export const RankedCase = Type.Object({
  rank: Type.Integer({ minimum: 1, description: 'Its place at the time its page was read' }),
  caseId: Type.String(),
  docketNumber: Type.String(),
  docket: Type.Union([Type.String(), Type.Null()]),
  docketDate: CalendarDate,
  advanced: Type.Array(Type.String(), { description: 'Why the case is advanced on the docket' }),
  isCourtRemand: Type.Boolean(),
  why: Type.String({ description: 'Why it stands there' }),
  readySince: Timestamp,
  due: Type.Optional({ ...CalendarDate, description: 'By the goal of its docket' }),
  keptFor: Type.Optional(
    Type.Object(
      { ...Person.properties, until: Timestamp },
      { description: 'Until then it is given to nobody else' },
    ),
  ),
})
export type RankedCase = Static<typeof RankedCase>

export const Ranking = Type.Object({ cases: Type.Array(RankedCase), next })
export type Ranking = Static<typeof Ranking>

const NewRun = Type.Object(
  {
    memberId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Who gets cases; whoever asks where it is not said',
      }),
    ),
  },
  closed,
)

const Gift = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  why: Type.Array(Type.String(), { description: 'Sentences' }),
  state: oneOf(['planned', 'given', 'passedOver']),
  passedOverWhy: Type.Optional(Type.String()),
})

export const DistributionRun = Type.Object({
  id: Type.String(),
  member: Person,
  askedBy: Type.String(),
  at: Timestamp,
  levers: Type.Object({ ...Levers.properties }, { description: 'As they were in force' }),
  batchSize: Count,
  waiting: Type.Optional({
    ...Count,
    description:
      'How many cases waited for the member before: for the member, and for those who see every case',
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
  memberId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...paging,
})
export const DistributionRunList = Type.Object({ runs: Type.Array(DistributionRun), next })
export type DistributionRunList = Static<typeof DistributionRunList>

export const LeverChange = Type.Object(
  { levers: Type.Partial(Levers, { ...closed, description: 'What would change; the rest stays' }) },
  { ...closed, examples: [{ levers: { batchPerDrafter: 5 } }] },
)

const Outcome = Type.Object({
  levers: Type.Object({ ...Levers.properties }),
  cases: { ...Count, description: 'How many cases are given if everybody asks once' },
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
    moved: { ...Count, description: 'Cases that would go elsewhere: to another, to somebody, or to nobody' },
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

const ofRun = Type.Object({ id: Type.String({ description: 'The run' }) })

export const routes = {
  listRanking: {
    method: 'GET',
    path: '/distribution/ranking',
    tag: 'Work',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'The national list of cases that are ready, each with the reason of its rank',
    query: RankingQuery,
    answers: { 200: json('A page of the list', Ranking) },
    errors: list,
  },
  askForCases: {
    method: 'POST',
    path: '/distribution/runs',
    tag: 'Work',
    audience: 'integration',
    needs: { dependsOnRequest: ['askForCases', 'distributeCases'] },
    summary: 'Ask for cases: they are given by the levers in force',
    description:
      'A batch for yourself; or for somebody else, where your roles allow it. Refused while too many are waiting.',
    body: NewRun,
    answers: { 201: json('The run: what was given, and why', DistributionRunDetail) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  listRuns: {
    method: 'GET',
    path: '/distribution/runs',
    tag: 'Work',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'Runs of distribution, the last one first',
    query: RunsQuery,
    answers: { 200: json('A page of runs', DistributionRunList) },
    errors: list,
  },
  getRun: {
    method: 'GET',
    path: '/distribution/runs/{id}',
    tag: 'Work',
    audience: 'integration',
    needs: 'readRanking',
    summary: 'One run: who got what and why, and the levers in force',
    params: ofRun,
    answers: { 200: json('The run', DistributionRunDetail) },
    errors: [401, 403, 404],
  },
  simulateLevers: {
    method: 'POST',
    path: '/distribution/simulation',
    tag: 'Work',
    audience: 'integration',
    needs: 'distributeCases',
    summary: 'What other levers would do, if everyone who may asked once; nothing is changed',
    body: LeverChange,
    answers: { 200: json('Both outcomes, and the cases that would go elsewhere', LeverSimulation) },
    errors: [400, 401, 403, 413, 415],
  },
} as const satisfies Record<string, Route>
