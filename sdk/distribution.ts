import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { DistributionRunDetail, LeverChange } from './types.ts'

export type RankingOptions = QueryOf<'listRanking'> & CallOptions
export type RunsOptions = QueryOf<'listRuns'> & CallOptions

/** A distribution run: the cases given, and why. */
export type DistributedCases = DistributionRunDetail['run']

export function distributionOver({ call, list }: Calls) {
  return {
    /**
     * List cases ready for distribution, ranked, each with the reason for its rank.
     *
     * @example
     * ```ts
     * for await (const { rank, docketNumber, why } of client.distribution.ranking({ docket: 'directReview' })) {
     *   console.log(rank, docketNumber, why)
     *   if (rank === 20) break
     * }
     * ```
     */
    ranking: (options?: RankingOptions) => list('listRanking', {}, options),

    /**
     * Request a batch of cases, for yourself or for somebody else if your roles allow it. Fails with `stateForbids`
     * while the recipient has too many cases waiting, or if they decide no cases.
     *
     * @example
     * ```ts
     * const { member } = await client.invitations.invite({
     *   email: `adjudicator-${Date.now()}@example.org`,
     *   roles: ['adjudicator'],
     *   teams: ['adjudicators'],
     * })
     * const { cases } = await client.distribution.ask(member.id)
     * for (const { docketNumber, why } of cases) console.log(docketNumber, why)
     * ```
     */
    ask: (memberId?: string, options?: WriteOptions) => call('askForCases', { body: { memberId } }, options),

    /**
     * List distribution runs, most recent first.
     *
     * @example
     * ```ts
     * for await (const { at, member, given } of client.distribution.runs()) console.log(at, member.name, given)
     * ```
     */
    runs: (options?: RunsOptions) => list('listRuns', {}, options),

    /**
     * Get a distribution run.
     *
     * @example
     * ```ts
     * const { runs } = await client.distribution.runs({ limit: 1 }).page()
     * for (const { id } of runs) {
     *   const { levers, cases } = await client.distribution.run(id)
     *   console.log(levers.mostWaiting, cases.length)
     * }
     * ```
     */
    run: (runId: string, options?: CallOptions) => call('getRun', { runId }, options),

    /**
     * Simulate other levers, as if every eligible member asked once. Changes nothing.
     *
     * @example
     * ```ts
     * const { inForce, changed, moved } = await client.distribution.simulate({ batchPerDrafter: 5 })
     * console.log(inForce.cases, changed.cases, moved)
     * ```
     */
    simulate: (levers: LeverChange['levers'], options?: CallOptions) =>
      call('simulateLevers', { body: { levers } }, options),
  }
}

/** Distribution of ready cases to those who decide them. */
export type Distribution = ReturnType<typeof distributionOver>
