import type { Calls } from './calls.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type {
  Anchor,
  DecideIssue,
  EditIssue,
  IssueRemoval,
  MergeIssues,
  NewCitation,
  NewIssue,
} from './types.ts'
import type { Overriding } from './work-products.ts'

export function issuesOver({ call }: Calls) {
  return {
    /**
     * List the issues of a case in order, and those that have left the list.
     *
     * @example
     * ```ts
     * const { issues, past } = await client.issues.list(caseId)
     * for (const { description, decision } of issues) console.log(description, decision?.disposition)
     * console.log(past.length)
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listIssues', { caseId }, options),

    /**
     * Get an issue, listed or not.
     *
     * @example
     * ```ts
     * const { status, citations } = await client.issues.get(caseId, issueId)
     * console.log(status, citations)
     * ```
     */
    get: (caseId: string, issueId: string, options?: CallOptions) =>
      call('getIssue', { caseId, issueId }, options),

    /**
     * Add an issue to the end of the list.
     *
     * @example
     * ```ts
     * const { id } = await client.issues.add(caseId, {
     *   issueType: 'serviceConnection',
     *   benefitType: 'compensation',
     *   description: 'Service connection for tinnitus',
     * })
     * console.log(id)
     * ```
     */
    add: (caseId: string, issue: NewIssue, options?: WriteOptions) =>
      call('addIssue', { caseId, body: issue }, options),

    /**
     * Update an issue; `null` clears a field.
     *
     * @example
     * ```ts
     * await client.issues.edit(caseId, issueId, { scope: 'The rating before 2019', benefitType: null })
     * ```
     */
    edit: (caseId: string, issueId: string, changes: EditIssue, options?: WriteOptions) =>
      call('editIssue', { caseId, issueId, body: changes }, options),

    /**
     * Reorder the issues: name each listed one exactly once.
     *
     * @example
     * ```ts
     * const { issues } = await client.issues.list(caseId)
     * await client.issues.arrange(caseId, issues.map(({ id }) => id).reverse())
     * ```
     */
    arrange: (caseId: string, issueIds: readonly string[], options?: WriteOptions) =>
      call('orderIssues', { caseId, body: { issueIds: [...issueIds] } }, options),

    /**
     * Decide an issue, or change the decision. Dispositions and reasons come from the profile. While somebody writes or
     * reviews the decision of the case, it is theirs: anyone else gets `forbidden`, unless they supervise one of these
     * tasks and pass the reason as `override`. The `actions` of the list say so beforehand.
     *
     * @example
     * ```ts
     * await client.issues.decide(caseId, issueId, {
     *   disposition: 'remanded',
     *   reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
     * })
     * ```
     */
    decide: (caseId: string, issueId: string, decision: DecideIssue, options?: WriteOptions) =>
      call('decideIssue', { caseId, issueId, body: decision }, options),

    /**
     * Undo the decision on an issue. Succeeds even if it is undecided.
     *
     * @example
     * ```ts
     * await client.issues.undecide(caseId, issueId)
     * ```
     */
    undecide: (caseId: string, issueId: string, options?: Overriding) =>
      call('undecideIssue', { caseId, issueId }, options),

    /**
     * Split an undecided issue into several that replace it.
     *
     * @example
     * ```ts
     * const issueType = 'serviceConnection'
     * await client.issues.split(caseId, issueId, [
     *   { issueType, description: 'Left knee' },
     *   { issueType, description: 'Right knee' },
     * ])
     * ```
     */
    split: (caseId: string, issueId: string, into: readonly NewIssue[], options?: WriteOptions) =>
      call('splitIssue', { caseId, issueId, body: { into: [...into] } }, options),

    /**
     * Merge undecided issues into one that replaces them.
     *
     * @example
     * ```ts
     * const other = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Knees' })
     * const { raisedIssueIds } = await client.issues.merge(caseId, issueId, { issueIds: [other.id] })
     * console.log(raisedIssueIds.length)
     * ```
     */
    merge: (caseId: string, issueId: string, merged: MergeIssues, options?: WriteOptions) =>
      call('mergeIssues', { caseId, issueId, body: merged }, options),

    /**
     * Remove an issue that was withdrawn or is ineligible.
     *
     * @example
     * ```ts
     * const why = 'Withdrawn in the letter of 2 March.'
     * await client.issues.remove(caseId, issueId, { how: 'withdrawn', why })
     * ```
     */
    remove: (caseId: string, issueId: string, removal: IssueRemoval, options?: WriteOptions) =>
      call('removeIssue', { caseId, issueId, body: removal }, options),

    /**
     * Restore a removed issue to the end of the list.
     *
     * @example
     * ```ts
     * await client.issues.remove(caseId, issueId, { how: 'withdrawn', why: 'By telephone.' })
     * await client.issues.restore(caseId, issueId)
     * ```
     */
    restore: (caseId: string, issueId: string, options?: WriteOptions) =>
      call('restoreIssue', { caseId, issueId }, options),

    /**
     * Cite a page for an issue. The service adds the document and its version. An existing citation is returned
     * unchanged.
     *
     * @example
     * ```ts
     * const { anchor, documentName } = await client.issues.cite(caseId, issueId, {
     *   page: 1,
     *   quote: 'gave way in 1998',
     *   note: 'Onset in service',
     * })
     * console.log(documentName, anchor.version, anchor.sha256)
     * ```
     */
    cite: (caseId: string, issueId: string, citation: NewCitation, options?: WriteOptions) =>
      call('citeEvidence', { caseId, issueId, body: citation }, options),

    /**
     * Remove a citation. Succeeds even if there is no such citation.
     *
     * @example
     * ```ts
     * const { id } = await client.issues.cite(caseId, issueId, { page: 1 })
     * await client.issues.uncite(caseId, issueId, id)
     * ```
     */
    uncite: (caseId: string, issueId: string, citationId: string, options?: Overriding) =>
      call('removeCitation', { caseId, issueId, citationId }, options),

    /**
     * List the evidence for an issue in page order, each checked against the stored pages.
     *
     * @example
     * ```ts
     * for (const { anchor, check } of await client.issues.evidence(caseId, issueId)) {
     *   console.log(anchor.page, check.status)
     * }
     * ```
     */
    evidence: (caseId: string, issueId: string, options?: CallOptions) =>
      call('listEvidence', { caseId, issueId }, options),

    /**
     * List the citations of a page, by issues and in decision texts.
     *
     * @example
     * ```ts
     * const { citations, inTexts } = await client.issues.citing(caseId, 1)
     * console.log(citations.length, inTexts.length)
     * ```
     */
    citing: (caseId: string, page: number, options?: CallOptions) =>
      call('listPageCitations', { caseId, page }, options),

    /**
     * Check anchors against the stored pages: one check per anchor, in order.
     *
     * @example
     * ```ts
     * const { anchor } = await client.issues.cite(caseId, issueId, { page: 1 })
     * const [check] = await client.issues.check(caseId, [anchor])
     * console.log(check?.status, check?.resolves)
     * ```
     */
    check: (caseId: string, anchors: readonly Anchor[], options?: CallOptions) =>
      call('checkAnchors', { caseId, body: { anchors: [...anchors] } }, options),
  }
}

/** The issues of a case and the evidence cited for them. */
export type Issues = ReturnType<typeof issuesOver>
