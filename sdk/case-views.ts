import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { NewCaseView } from './types.ts'

export function caseViewsOver({ call }: Calls) {
  return {
    /**
     * List your saved views of the list of cases, and those of your teams.
     *
     * @example
     * ```ts
     * for (const { name, owner, query } of await client.caseViews.list()) console.log(name, owner.kind, query)
     * ```
     */
    list: (options?: CallOptions) => call('listCaseViews', {}, options),

    /**
     * Save filters of the list of cases as a view, for yourself or one of your teams.
     *
     * @example
     * ```ts
     * const name = `Waiting for long ${Date.now()}`
     * const { query } = await client.caseViews.save({ name, query: { isClosed: false, leastDaysInStep: 90 } })
     * for await (const { docketNumber } of client.cases.list(query)) console.log(docketNumber)
     * ```
     */
    save: (view: NewCaseView, options?: WriteOptions) => call('saveCaseView', { body: view }, options),

    /**
     * Delete a saved view; its cases are unaffected.
     *
     * @example
     * ```ts
     * const { id } = await client.caseViews.save({ name: `Mistake ${Date.now()}`, query: {} })
     * await client.caseViews.remove(id)
     * ```
     */
    remove: (viewId: string, options?: WriteOptions) => call('removeCaseView', { viewId }, options),
  }
}

/** Saved filters over the list of cases, private or shared with a team. */
export type CaseViews = ReturnType<typeof caseViewsOver>
