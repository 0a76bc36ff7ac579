import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { AcceptSessionPlan, NewSessionPlan, NewSessionRepair } from './types.ts'

export function sessionPlansOver({ call }: Calls) {
  return {
    /**
     * Plan a day or some weeks of a docket: the sessions that wait, by rank, before the benches that you name. It is a
     * preview: nothing is placed before you accept it.
     *
     * @example
     * ```ts
     * const plan = await client.sessionPlans.docket({
     *   from: '2096-03-05',
     *   to: '2096-03-09',
     *   benches: [{ participants: [{ kind: 'room', id: 'washington1' }] }],
     * })
     * for (const { docketNumber, slot, reasons, why } of plan.sessions) {
     *   console.log(docketNumber, slot?.startsAt ?? why, reasons)
     * }
     * ```
     */
    docket: (plan: NewSessionPlan, options?: WriteOptions) => call('planSessions', { body: plan }, options),

    /**
     * Plan where sessions go that something has come between, so that the fewest people come at another time. It is a
     * preview: nothing is moved before you accept it.
     *
     * @example
     * ```ts
     * const { sessions } = await client.sessionPlans.repairs()
     * for (const { docketNumber, slot, peopleMoved } of sessions) console.log(docketNumber, slot?.startsAt, peopleMoved)
     * ```
     */
    repairs: (asked: NewSessionRepair = {}, options?: WriteOptions) =>
      call('planRepairs', { body: asked }, options),

    /**
     * Get a plan that you have made, and what became of it.
     *
     * @example
     * ```ts
     * const { id } = await client.sessionPlans.repairs()
     * console.log((await client.sessionPlans.get(id)).status)
     * ```
     */
    get: (planId: string, options?: CallOptions) => call('getSessionPlan', { planId }, options),

    /**
     * Accept a plan, or some sessions of it: they are placed. What has become impossible is refused, with the reason.
     *
     * @example
     * ```ts
     * const { id } = await client.sessionPlans.repairs()
     * const { sessions } = await client.sessionPlans.accept(id)
     * for (const { docketNumber, why } of sessions.filter(({ state }) => state === 'refused')) {
     *   console.log(docketNumber, why)
     * }
     * ```
     */
    accept: (planId: string, accepted: AcceptSessionPlan = {}, options?: WriteOptions) =>
      call('acceptSessionPlan', { planId, body: accepted }, options),
  }
}

/** Many sessions planned at once, with a preview: a docket, and repairs. */
export type SessionPlans = ReturnType<typeof sessionPlansOver>
