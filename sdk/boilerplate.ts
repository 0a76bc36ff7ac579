import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { TryBoilerplate } from './types.ts'

export function boilerplateOver({ call, list }: Calls) {
  return {
    /**
     * Search the boilerplate of the profile by words, issue type, disposition and place: the most fitting first.
     *
     * @example
     * ```ts
     * for await (const { entryId, label, snippet } of client.boilerplate.search({ q: 'duty to assist' })) {
     *   console.log(entryId, label, snippet)
     * }
     * ```
     */
    search: (options?: QueryOf<'searchBoilerplate'> & CallOptions) => list('searchBoilerplate', {}, options),

    /**
     * Search the boilerplate that is offered on a case, with what its fields would begin with there.
     *
     * @example
     * ```ts
     * const { entries } = await client.boilerplate.offers(caseId, { issueId, place: 'issue' }).page()
     * for (const { entryId, version, values } of entries) console.log(entryId, version, values)
     * ```
     */
    offers: (caseId: string, options?: QueryOf<'offerBoilerplate'> & CallOptions) =>
      list('offerBoilerplate', { caseId }, options),

    /**
     * Get an entry, in force or in an earlier version.
     *
     * @example
     * ```ts
     * const { entry, inForce } = await client.boilerplate.get('appealRights')
     * console.log(entry.version, inForce, entry.blocks?.map(({ when }) => when))
     * ```
     */
    get: (entryId: string, options?: QueryOf<'getBoilerplate'> & CallOptions) =>
      call('getBoilerplate', { entryId }, options),

    /**
     * Compare two versions of an entry, its text word by word.
     *
     * @example
     * ```ts
     * const { words, changes } = await client.boilerplate.changes('introduction', { from: 1 })
     * console.log(words.filter(({ kind }) => kind !== 'same'), changes)
     * ```
     */
    changes: (entryId: string, options: QueryOf<'getBoilerplateChanges'> & CallOptions) =>
      call('getBoilerplateChanges', { entryId }, options),

    /**
     * List the drafts and decisions that use an entry, of the cases that you may read.
     *
     * @example
     * ```ts
     * for await (const { caseId, status, versions } of client.boilerplate.uses('introduction')) {
     *   console.log(caseId, status, versions)
     * }
     * ```
     */
    uses: (entryId: string, options?: QueryOf<'listBoilerplateUses'> & CallOptions) =>
      list('listBoilerplateUses', { entryId }, options),

    /**
     * Try an entry on a case, also one that is not saved yet: what it prints, and which of its conditions hold.
     *
     * @example
     * ```ts
     * const { blocks, missing } = await client.boilerplate.try(caseId, { entryId: 'remandOrder', issueId })
     * for (const { when, holds, paragraphs } of blocks) console.log(when, holds, paragraphs)
     * console.log(missing)
     * ```
     */
    try: (caseId: string, asked: TryBoilerplate, options?: CallOptions) =>
      call('tryBoilerplate', { caseId, body: asked }, options),

    /**
     * List the conditions that no trial has seen both hold and not hold.
     *
     * @example
     * ```ts
     * for await (const { entryId, place, condition, missing } of client.boilerplate.untried()) {
     *   console.log(entryId, place, condition, missing)
     * }
     * ```
     */
    untried: (options?: QueryOf<'listUntriedConditions'> & CallOptions) =>
      list('listUntriedConditions', {}, options),

    /**
     * List the boilerplate of a text, with what the library has changed since it was taken.
     *
     * @example
     * ```ts
     * for (const { entryId, version, update } of await client.boilerplate.inText(caseId, workProductId)) {
     *   if (update) console.log(entryId, version, update.words)
     * }
     * ```
     */
    inText: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('listDraftBoilerplate', { caseId, workProductId }, options),
  }
}

export type Boilerplate = ReturnType<typeof boilerplateOver>
