import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type {
  NewComment,
  NewOperations,
  NewProposal,
  NewWorkProduct,
  RejectProposals,
  ReturnWorkProduct,
  SaveWorkProduct,
  SetResolved,
  WorkProductChanged,
  WorkProductVersionDetail,
} from './types.ts'

/** The status of a work product after a change. */
export type ChangedWorkProduct = WorkProductChanged['workProduct']

/** `override` is the reason for acting in the place of whoever holds the task. */
export type Overriding = WriteOptions & { override?: string }

/** `shown` is the hash of what you read of it, from its blockers or its preview. */
export type Signing = Overriding & { shown?: string; ends?: string }

/** A version of a work product with its text. */
export type WorkProductVersionContent = WorkProductVersionDetail['version']

export function workProductsOver({ call, content, list }: Calls) {
  return {
    /**
     * List the work products of a case, newest first, without their texts.
     *
     * @example
     * ```ts
     * for (const { title, status, version } of await client.workProducts.list(caseId)) {
     *   console.log(title, status, version)
     * }
     * ```
     */
    list: (caseId: string, options?: CallOptions) => call('listWorkProducts', { caseId }, options),

    /**
     * Get a work product with its text.
     *
     * @example
     * ```ts
     * const { status, content } = await client.workProducts.get(caseId, workProductId)
     * for (const { issueId, content: blocks } of content.issues) console.log(status, issueId, blocks.length)
     * ```
     */
    get: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('getWorkProduct', { caseId, workProductId }, options),

    /**
     * Create a work product: with an empty section for each decided issue, with the content you pass, or with that of
     * another.
     *
     * @example
     * ```ts
     * await client.workProducts.discard(caseId, workProductId, 'Begun anew.')
     * const { id, version } = await client.workProducts.draft(caseId, { title: 'Decision', from: workProductId })
     * console.log(id, version)
     * ```
     */
    draft: (caseId: string, workProduct: NewWorkProduct = {}, options?: WriteOptions) =>
      call('draftWorkProduct', { caseId, body: workProduct }, options),

    /**
     * Save the text as the next version. Fails with `conflict` if somebody else has saved since `baseVersion`.
     *
     * @example
     * ```ts
     * const { version: baseVersion } = await client.workProducts.get(caseId, workProductId)
     * const { version } = await client.workProducts.save(caseId, workProductId, {
     *   baseVersion,
     *   content: {
     *     opening: [],
     *     issues: [
     *       {
     *         issueId,
     *         content: [
     *           {
     *             type: 'paragraph',
     *             content: [
     *               { type: 'text', text: 'The knee gave way in service ' },
     *               { type: 'citation', anchor: { page: 1, quote: 'gave way in 1998' } },
     *             ],
     *           },
     *         ],
     *       },
     *     ],
     *     closing: [],
     *   },
     * })
     * console.log(version)
     * ```
     */
    save: (caseId: string, workProductId: string, saved: SaveWorkProduct, options?: WriteOptions) =>
      call('saveWorkProduct', { caseId, workProductId, body: saved }, options),

    /**
     * Change the text of a draft, block by block.
     *
     * @example
     * ```ts
     * const { revision } = await client.workProducts.get(caseId, workProductId)
     * const { conflicts } = await client.workProducts.changeText(caseId, workProductId, {
     *   base: revision,
     *   operations: [{ type: 'setTitle', title: 'Decision and order' }],
     * })
     * for (const { theirs, yours } of conflicts) console.log(theirs, yours)
     * ```
     */
    changeText: (caseId: string, workProductId: string, changes: NewOperations, options?: WriteOptions) =>
      call('changeText', { caseId, workProductId, body: changes }, options),

    /**
     * List the changes of a text after a revision.
     *
     * @example
     * ```ts
     * const { changes } = await client.workProducts.textChanges(caseId, workProductId, { after: 0 })
     * for (const { revision, by } of changes) console.log(revision, by.name)
     * ```
     */
    textChanges: (
      caseId: string,
      workProductId: string,
      options?: QueryOf<'listTextChanges'> & CallOptions,
    ) => call('listTextChanges', { caseId, workProductId }, options),

    /**
     * Keep the text as it is now as a version.
     *
     * @example
     * ```ts
     * const { version } = await client.workProducts.keepVersion(caseId, workProductId)
     * ```
     */
    keepVersion: (caseId: string, workProductId: string, options?: WriteOptions) =>
      call('keepVersion', { caseId, workProductId }, options),

    /**
     * List the versions of a work product, newest first.
     *
     * @example
     * ```ts
     * for await (const { version, saved } of client.workProducts.versions(caseId, workProductId)) {
     *   console.log(version, saved.by.name, saved.at)
     * }
     * ```
     */
    versions: (
      caseId: string,
      workProductId: string,
      options?: QueryOf<'listWorkProductVersions'> & CallOptions,
    ) => list('listWorkProductVersions', { caseId, workProductId }, options),

    /**
     * Get a version with its text.
     *
     * @example
     * ```ts
     * const { title, content } = await client.workProducts.version(caseId, workProductId, 1)
     * console.log(title, content.opening.length)
     * ```
     */
    version: (caseId: string, workProductId: string, version: number, options?: CallOptions) =>
      call('getWorkProductVersion', { caseId, workProductId, version }, options),

    /**
     * List the comments on a work product, oldest first.
     *
     * @example
     * ```ts
     * const comments = await client.workProducts.comments(caseId, workProductId)
     * console.log(comments.filter(({ resolved }) => !resolved).length)
     * ```
     */
    comments: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('listComments', { caseId, workProductId }, options),

    /**
     * Comment on a work product or a place in it, or reply to a comment.
     *
     * @example
     * ```ts
     * const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
     * await client.workProducts.comment(caseId, workProductId, { text: 'See page 1.', inReplyTo: id })
     * ```
     */
    comment: (caseId: string, workProductId: string, comment: NewComment, options?: WriteOptions) =>
      call('addComment', { caseId, workProductId, body: comment }, options),

    /**
     * Resolve or reopen a comment thread.
     *
     * @example
     * ```ts
     * const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
     * await client.workProducts.setResolved(caseId, workProductId, { commentId: id, resolved: true })
     * ```
     */
    setResolved: (
      caseId: string,
      workProductId: string,
      { commentId, resolved }: SetResolved & { commentId: string },
      options?: WriteOptions,
    ) => call('setCommentResolved', { caseId, workProductId, commentId, body: { resolved } }, options),

    /**
     * List the proposals on a work product, oldest first, beside the text as it is now.
     *
     * @example
     * ```ts
     * for await (const { by, state, reason } of client.workProducts.proposals(caseId, workProductId, { status: 'open' })) {
     *   console.log(by.name, state, reason)
     * }
     * ```
     */
    proposals: (caseId: string, workProductId: string, options?: QueryOf<'listProposals'> & CallOptions) =>
      list('listProposals', { caseId, workProductId }, options),

    /**
     * Propose a change of the text, which whoever writes it accepts or rejects.
     *
     * @example
     * ```ts
     * const { revision: base } = await client.workProducts.get(caseId, workProductId)
     * const { id, state } = await client.workProducts.propose(caseId, workProductId, {
     *   base,
     *   operations: [{ type: 'setTitle', title: 'Order of the board' }],
     *   reason: 'It orders a payment, too.',
     * })
     * console.log(id, state)
     * ```
     */
    propose: (caseId: string, workProductId: string, proposal: NewProposal, options?: WriteOptions) =>
      call('propose', { caseId, workProductId, body: proposal }, options),

    /**
     * Accept proposals, one or many. Those whose words somebody has changed since stay open, and are returned with what
     * stands against them.
     *
     * @example
     * ```ts
     * const open = client.workProducts.proposals(caseId, workProductId, { status: 'open' })
     * const { revision, proposals } = await open.page()
     * const ids = proposals.map(({ id }) => id)
     * if (ids.length > 0) {
     *   const { open } = await client.workProducts.acceptProposals(caseId, workProductId, ids)
     *   for (const { proposalId, why } of open) console.log(revision, proposalId, why)
     * }
     * ```
     */
    acceptProposals: (
      caseId: string,
      workProductId: string,
      proposals: readonly string[],
      options?: WriteOptions,
    ) => call('acceptProposals', { caseId, workProductId, body: { proposals: [...proposals] } }, options),

    /**
     * Reject proposals, one or many.
     *
     * @example
     * ```ts
     * const { revision: base } = await client.workProducts.get(caseId, workProductId)
     * const operations = [{ type: 'setTitle' as const, title: 'Order' }]
     * const { id } = await client.workProducts.propose(caseId, workProductId, { base, operations })
     * await client.workProducts.rejectProposals(caseId, workProductId, { proposals: [id], why: 'It orders nothing.' })
     * ```
     */
    rejectProposals: (
      caseId: string,
      workProductId: string,
      rejected: RejectProposals,
      options?: WriteOptions,
    ) => call('rejectProposals', { caseId, workProductId, body: rejected }, options),

    /**
     * Withdraw your own proposals.
     *
     * @example
     * ```ts
     * const { revision: base } = await client.workProducts.get(caseId, workProductId)
     * const operations = [{ type: 'setTitle' as const, title: 'Ruling' }]
     * const { id } = await client.workProducts.propose(caseId, workProductId, { base, operations })
     * await client.workProducts.withdrawProposals(caseId, workProductId, [id])
     * ```
     */
    withdrawProposals: (
      caseId: string,
      workProductId: string,
      proposals: readonly string[],
      options?: WriteOptions,
    ) => call('withdrawProposals', { caseId, workProductId, body: { proposals: [...proposals] } }, options),

    /**
     * Submit a draft for review, at the version you have seen. Pass the reason as `override` where you supervise the task
     * of drafting and somebody else holds it.
     *
     * @example
     * ```ts
     * const { version } = await client.workProducts.get(caseId, workProductId)
     * await client.workProducts.submit(caseId, workProductId, version)
     * ```
     */
    submit: (
      caseId: string,
      workProductId: string,
      version: number,
      { override, ends, ...options }: Overriding & { ends?: string } = {},
    ) => call('submitWorkProduct', { caseId, workProductId, body: { version, override, ends } }, options),

    /**
     * Return a work product in review to draft, with reasons.
     *
     * @example
     * ```ts
     * const { version } = await client.workProducts.get(caseId, workProductId)
     * await client.workProducts.return(caseId, workProductId, { version, reasons: ['Cite the examination.'] })
     * ```
     */
    return: (caseId: string, workProductId: string, returned: ReturnWorkProduct, options?: WriteOptions) =>
      call('returnWorkProduct', { caseId, workProductId, body: returned }, options),

    /**
     * Discard an unsigned work product; it stays readable.
     *
     * @example
     * ```ts
     * await client.workProducts.discard(caseId, workProductId, 'Another draft is better.')
     * ```
     */
    discard: (
      caseId: string,
      workProductId: string,
      why: string,
      { ends, ...options }: WriteOptions & { ends?: string } = {},
    ) => call('discardWorkProduct', { caseId, workProductId, body: { why, ends } }, options),

    /**
     * Check what blocks signing and what to warn about.
     *
     * @example
     * ```ts
     * const { maySign, blockers, warnings } = await client.workProducts.blockers(caseId, workProductId)
     * for (const { sentence } of [...blockers, ...warnings]) console.log(maySign, sentence)
     * ```
     */
    blockers: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('getBlockers', { caseId, workProductId }, options),

    /**
     * Preview the text as signing would freeze it: boilerplate filled in, citations numbered, issues in order.
     *
     * @example
     * ```ts
     * const { sections, citations } = await client.workProducts.preview(caseId, workProductId)
     * console.log(sections.map(({ heading }) => heading), citations.length)
     * ```
     */
    preview: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('previewWorkProduct', { caseId, workProductId }, options),

    /**
     * Preview the decision as the PDF that signing would seal, marked as a draft. Nothing of it is kept.
     *
     * @example
     * ```ts
     * const file = await client.workProducts.previewFile(caseId, workProductId)
     * console.log(file.contentType, (await file.bytes()).length)
     * ```
     */
    previewFile: (caseId: string, workProductId: string, options?: CallOptions & ContentOptions) =>
      content('previewWorkProductFile', { caseId, workProductId }, options),

    /**
     * Sign the version you have seen and freeze the decision package. If two people sign at the same time, one gets
     * `conflict`; a blocker is `stateForbids`. Only the member who holds the review signs: anyone else gets `forbidden`,
     * unless they may sign for others and pass the reason as `override`. With `shown`, what is signed is what you read:
     * if any of it has changed since, you get `conflict`, with what has changed.
     *
     * @example
     * ```ts
     * const { version, shown, warnings } = await client.workProducts.blockers(caseId, workProductId)
     * for (const { sentence } of warnings) console.log(sentence)
     * const { packageSha256 } = await client.workProducts.sign(caseId, workProductId, version, { shown })
     * console.log(packageSha256)
     * ```
     */
    sign: (
      caseId: string,
      workProductId: string,
      version: number,
      { override, shown, ends, ...options }: Signing = {},
    ) =>
      call('signWorkProduct', { caseId, workProductId, body: { version, shown, override, ends } }, options),

    /**
     * Get the page of the editor that is bound to the authoring port, on which you write this draft. `stateForbids`
     * where none is bound, or it has no page; `forbidden` for anyone but the author.
     *
     * @example
     * ```ts
     * const { binding, url } = await client.workProducts.openInEditor(caseId, workProductId).catch(() => ({
     *   binding: 'the workspace',
     *   url: `/workspace/cases/${caseId}/write/${workProductId}`,
     * }))
     * console.log(binding, url)
     * ```
     */
    openInEditor: (caseId: string, workProductId: string, options?: CallOptions) =>
      call('openInEditor', { caseId, workProductId }, options),

    /**
     * Get the proof with which you sign a version in another editor: for you, for this version, once, within ten
     * minutes. Hand it to the editor; without it, your signature waits in the inbox.
     *
     * @example
     * ```ts
     * const { version, shown } = await client.workProducts.blockers(caseId, workProductId)
     * const { proof, expiresAt } = await client.workProducts.proveSigning(caseId, workProductId, version, { shown })
     * console.log(proof.length, expiresAt)
     * ```
     */
    proveSigning: (
      caseId: string,
      workProductId: string,
      version: number,
      { shown, ...options }: CallOptions & { shown?: string } = {},
    ) => call('proveSigning', { caseId, workProductId, body: { version, shown } }, options),

    /**
     * Release a signed work product to its recipients. If it is not sealed yet, it stays `signed` until it is. Succeeds
     * even if it is already released.
     *
     * @example
     * ```ts
     * const { status } = await client.workProducts.release(caseId, workProductId)
     * console.log(status)
     * ```
     */
    release: (caseId: string, workProductId: string, options?: WriteOptions) =>
      call('releaseWorkProduct', { caseId, workProductId }, options),

    /**
     * Recall a signed work product. The package stays readable, marked as recalled; the issues can be decided again.
     *
     * @example
     * ```ts
     * await client.workProducts.recall(caseId, workProductId, 'A page was missed.')
     * const { id } = await client.workProducts.draft(caseId, { from: workProductId })
     * console.log(id)
     * ```
     */
    recall: (
      caseId: string,
      workProductId: string,
      why: string,
      { ends, ...options }: WriteOptions & { ends?: string } = {},
    ) => call('recallWorkProduct', { caseId, workProductId, body: { why, ends } }, options),
  }
}

/** Decisions from first draft to signature. A signed text never changes. */
export type WorkProducts = ReturnType<typeof workProductsOver>
