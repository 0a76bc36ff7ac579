import { path } from './path.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  DistributionRunDetail,
  DistributionRunList,
  LeverChange,
  LeverSimulation,
  Ranking,
} from './types.ts'

export type RankingOptions = CallOptions & {
  /** Of this docket alone. */
  docket?: string | undefined
  /** The `next` of the page before. */
  after?: string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

export type RunsOptions = CallOptions & {
  /** Of this member alone. */
  memberId?: string | undefined
  /** The `next` of the page before. */
  after?: string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

/** A run of distribution, with what was given and why. */
export type DistributedCases = DistributionRunDetail['run']

/** Which cases are ready, and how they come to those who decide them. */
export type Distribution = {
  /**
   * A page of the national list of cases that are ready, each with the reason of its rank.
   *
   * @example
   * ```ts
   * const { cases, next } = await client.distribution.ranking({ docket: 'directReview', limit: 20 })
   * for (const { rank, docketNumber, why } of cases) console.log(rank, docketNumber, why)
   * console.log(next)
   * ```
   */
  ranking(options?: RankingOptions): Promise<Ranking>

  /**
   * Asks for a batch of cases for yourself, or for somebody else where your roles allow it. It is `stateForbids` while
   * too many are waiting, and for members who decide no cases.
   *
   * @example
   * ```ts
   * import { PorticoError } from '@portico/sdk'
   *
   * try {
   *   const { cases } = await client.distribution.ask()
   *   for (const { docketNumber, why } of cases) console.log(docketNumber, why)
   * } catch (error) {
   *   if (error instanceof PorticoError && error.code === 'stateForbids') console.log(error.message)
   *   else throw error
   * }
   * ```
   */
  ask(memberId?: string, options?: WriteOptions): Promise<DistributedCases>

  /**
   * A page of the runs, the last one first.
   *
   * @example
   * ```ts
   * const { runs } = await client.distribution.runs({ limit: 10 })
   * for (const { at, member, given } of runs) console.log(at, member.name, given)
   * ```
   */
  runs(options?: RunsOptions): Promise<DistributionRunList>

  /**
   * One run: who got what and why, and the levers in force.
   *
   * @example
   * ```ts
   * const { runs } = await client.distribution.runs({ limit: 1 })
   * for (const { id } of runs) {
   *   const { levers, cases } = await client.distribution.run(id)
   *   console.log(levers.mostWaiting, cases.length)
   * }
   * ```
   */
  run(runId: string, options?: CallOptions): Promise<DistributedCases>

  /**
   * What other levers would do, if everyone who may asked once. Nothing is changed.
   *
   * @example
   * ```ts
   * const { inForce, changed, moved } = await client.distribution.simulate({ batchPerDrafter: 5 })
   * console.log(inForce.cases, changed.cases, moved)
   * ```
   */
  simulate(levers: LeverChange['levers'], options?: CallOptions): Promise<LeverSimulation['simulation']>
}

export function distributionOver(transport: Transport): Distribution {
  return {
    ranking: ({ docket, after, limit, ...options } = {}) =>
      transport.json<Ranking>({
        method: 'GET',
        path: '/distribution/ranking',
        query: { docket, after, limit },
        options,
      }),
    async ask(memberId, options) {
      const call = { method: 'POST', path: '/distribution/runs', body: { memberId }, options } as const
      return (await transport.json<DistributionRunDetail>(call)).run
    },
    runs: ({ memberId, after, limit, ...options } = {}) =>
      transport.json<DistributionRunList>({
        method: 'GET',
        path: '/distribution/runs',
        query: { memberId, after, limit },
        options,
      }),
    async run(runId, options) {
      const at = path`/distribution/runs/${runId}`
      return (await transport.json<DistributionRunDetail>({ method: 'GET', path: at, options })).run
    },
    async simulate(levers, options) {
      const call = { method: 'POST', path: '/distribution/simulation', body: { levers }, options } as const
      return (await transport.json<LeverSimulation>(call)).simulation
    },
  }
}
