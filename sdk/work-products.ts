import { path } from './path.ts'
import type { PageOptions } from './portico.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  Blockers,
  Comment,
  CommentDetail,
  CommentList,
  NewComment,
  NewWorkProduct,
  SaveWorkProduct,
  WorkProduct,
  WorkProductChanged,
  WorkProductDetail,
  WorkProductList,
  WorkProductPreview,
  WorkProductSummary,
  WorkProductVersionDetail,
  WorkProductVersionList,
} from './types.ts'

/** Where a work product stands after a change. */
export type ChangedWorkProduct = WorkProductChanged['workProduct']

/** One version of a work product, with its text. */
export type WorkProductVersionContent = WorkProductVersionDetail['version']

/** Decisions from the first draft to the signature. What is signed never changes. */
export type WorkProducts = {
  /**
   * The work products of a case, newest first, without their texts.
   *
   * @example
   * ```ts
   * for (const { title, status, version } of await client.workProducts.list(caseId)) {
   *   console.log(title, status, version)
   * }
   * ```
   */
  list(caseId: string, options?: CallOptions): Promise<WorkProductSummary[]>

  /**
   * One work product with its text.
   *
   * @example
   * ```ts
   * const { status, content } = await client.workProducts.get(caseId, workProductId)
   * for (const { issueId, content: blocks } of content.issues) console.log(status, issueId, blocks.length)
   * ```
   */
  get(caseId: string, workProductId: string, options?: CallOptions): Promise<WorkProduct>

  /**
   * Begins a work product: with an empty section for each issue that is decided, with the content you give, or with
   * that of another.
   *
   * @example
   * ```ts
   * await client.workProducts.discard(caseId, workProductId, 'Begun anew.')
   * const { id, version } = await client.workProducts.draft(caseId, { title: 'Decision', from: workProductId })
   * console.log(id, version)
   * ```
   */
  draft(caseId: string, workProduct?: NewWorkProduct, options?: WriteOptions): Promise<ChangedWorkProduct>

  /**
   * Saves the text as the next version. Where somebody else has saved since `baseVersion`, it is a `conflict`.
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
  save(
    caseId: string,
    workProductId: string,
    saved: SaveWorkProduct,
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>

  /**
   * A page of the versions, newest first.
   *
   * @example
   * ```ts
   * const { versions, next } = await client.workProducts.versions(caseId, workProductId, { limit: 10 })
   * for (const { version, saved } of versions) console.log(version, saved.by.name, saved.at)
   * console.log(next)
   * ```
   */
  versions(caseId: string, workProductId: string, options?: PageOptions): Promise<WorkProductVersionList>

  /**
   * One version with its text.
   *
   * @example
   * ```ts
   * const { title, content } = await client.workProducts.version(caseId, workProductId, 1)
   * console.log(title, content.opening.length)
   * ```
   */
  version(
    caseId: string,
    workProductId: string,
    version: number,
    options?: CallOptions,
  ): Promise<WorkProductVersionContent>

  /**
   * What was said of a work product, oldest first.
   *
   * @example
   * ```ts
   * const comments = await client.workProducts.comments(caseId, workProductId)
   * console.log(comments.filter(({ resolved }) => !resolved).length)
   * ```
   */
  comments(caseId: string, workProductId: string, options?: CallOptions): Promise<Comment[]>

  /**
   * Comments on a work product or a place in it, or replies.
   *
   * @example
   * ```ts
   * const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
   * await client.workProducts.comment(caseId, workProductId, { text: 'See page 1.', inReplyTo: id })
   * ```
   */
  comment(
    caseId: string,
    workProductId: string,
    comment: NewComment,
    options?: WriteOptions,
  ): Promise<Comment>

  /**
   * Settles the thread of a comment, or opens it again.
   *
   * @example
   * ```ts
   * const { id } = await client.workProducts.comment(caseId, workProductId, { text: 'Is that so?' })
   * await client.workProducts.setResolved(caseId, workProductId, id, true)
   * ```
   */
  setResolved(
    caseId: string,
    workProductId: string,
    commentId: string,
    resolved: boolean,
    options?: WriteOptions,
  ): Promise<void>

  /**
   * Submits a draft for review: the version that you have seen.
   *
   * @example
   * ```ts
   * const { version } = await client.workProducts.get(caseId, workProductId)
   * await client.workProducts.submit(caseId, workProductId, version)
   * ```
   */
  submit(
    caseId: string,
    workProductId: string,
    version: number,
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>

  /**
   * Returns what is in review, with reasons: it is a draft again.
   *
   * @example
   * ```ts
   * const { version } = await client.workProducts.get(caseId, workProductId)
   * await client.workProducts.return(caseId, workProductId, version, ['Cite the examination.'])
   * ```
   */
  return(
    caseId: string,
    workProductId: string,
    version: number,
    reasons: readonly string[],
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>

  /**
   * Gives up what is not signed. It stays readable.
   *
   * @example
   * ```ts
   * await client.workProducts.discard(caseId, workProductId, 'Another draft is better.')
   * ```
   */
  discard(
    caseId: string,
    workProductId: string,
    why: string,
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>

  /**
   * What stands in the way of a signature, and what deserves a warning.
   *
   * @example
   * ```ts
   * const { maySign, blockers, warnings } = await client.workProducts.blockers(caseId, workProductId)
   * for (const { sentence } of [...blockers, ...warnings]) console.log(maySign, sentence)
   * ```
   */
  blockers(caseId: string, workProductId: string, options?: CallOptions): Promise<Blockers>

  /**
   * The text as a signature would freeze it now: boilerplate filled in, citations numbered, issues in order.
   *
   * @example
   * ```ts
   * const { sections, citations } = await client.workProducts.preview(caseId, workProductId)
   * console.log(sections.map(({ heading }) => heading), citations.length)
   * ```
   */
  preview(caseId: string, workProductId: string, options?: CallOptions): Promise<WorkProductPreview>

  /**
   * Signs the version that you have seen, and freezes the decision package. Of two who sign at once, one gets a
   * `conflict`; what stands in the way is `stateForbids`.
   *
   * @example
   * ```ts
   * const { version } = await client.workProducts.get(caseId, workProductId)
   * const { packageSha256 } = await client.workProducts.sign(caseId, workProductId, version)
   * console.log(packageSha256)
   * ```
   */
  sign(
    caseId: string,
    workProductId: string,
    version: number,
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>

  /**
   * Releases what is signed: it may go to its recipients. What is not sealed yet is released with its seal, and is
   * `signed` until then. What is released stays so.
   *
   * @example
   * ```ts
   * const { status } = await client.workProducts.release(caseId, workProductId)
   * console.log(status)
   * ```
   */
  release(caseId: string, workProductId: string, options?: WriteOptions): Promise<ChangedWorkProduct>

  /**
   * Recalls what is signed. The package stays readable and says so; the issues may be decided anew.
   *
   * @example
   * ```ts
   * await client.workProducts.recall(caseId, workProductId, 'A page was missed.')
   * const { id } = await client.workProducts.draft(caseId, { from: workProductId })
   * console.log(id)
   * ```
   */
  recall(
    caseId: string,
    workProductId: string,
    why: string,
    options?: WriteOptions,
  ): Promise<ChangedWorkProduct>
}

export function workProductsOver(transport: Transport): WorkProducts {
  const post = async (
    caseId: string,
    workProductId: string,
    what: string,
    body: unknown,
    options: WriteOptions | undefined,
  ): Promise<ChangedWorkProduct> => {
    const at = path`/cases/${caseId}/work-products/${workProductId}/${what}`
    return (await transport.json<WorkProductChanged>({ method: 'POST', path: at, body, options })).workProduct
  }

  return {
    async list(caseId, options) {
      const at = path`/cases/${caseId}/work-products`
      return (await transport.json<WorkProductList>({ method: 'GET', path: at, options })).workProducts
    },
    async get(caseId, workProductId, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}`
      return (await transport.json<WorkProductDetail>({ method: 'GET', path: at, options })).workProduct
    },
    async draft(caseId, body = {}, options) {
      const at = path`/cases/${caseId}/work-products`
      return (await transport.json<WorkProductChanged>({ method: 'POST', path: at, body, options }))
        .workProduct
    },
    async save(caseId, workProductId, body, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}`
      return (await transport.json<WorkProductChanged>({ method: 'PUT', path: at, body, options }))
        .workProduct
    },
    async versions(caseId, workProductId, { after, limit, ...options } = {}) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/versions`
      const query = { after, limit }
      return transport.json<WorkProductVersionList>({ method: 'GET', path: at, query, options })
    },
    async version(caseId, workProductId, version, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/versions/${String(version)}`
      return (await transport.json<WorkProductVersionDetail>({ method: 'GET', path: at, options })).version
    },
    async comments(caseId, workProductId, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/comments`
      return (await transport.json<CommentList>({ method: 'GET', path: at, options })).comments
    },
    async comment(caseId, workProductId, body, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/comments`
      return (await transport.json<CommentDetail>({ method: 'POST', path: at, body, options })).comment
    },
    async setResolved(caseId, workProductId, commentId, resolved, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/comments/${commentId}/resolved`
      await transport.nothing({ method: 'PUT', path: at, body: { resolved }, options })
    },
    submit: (caseId, workProductId, version, options) =>
      post(caseId, workProductId, 'submit', { version }, options),
    return: (caseId, workProductId, version, reasons, options) =>
      post(caseId, workProductId, 'return', { version, reasons }, options),
    discard: (caseId, workProductId, why, options) =>
      post(caseId, workProductId, 'discard', { why }, options),
    async blockers(caseId, workProductId, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/blockers`
      return transport.json<Blockers>({ method: 'GET', path: at, options })
    },
    async preview(caseId, workProductId, options) {
      const at = path`/cases/${caseId}/work-products/${workProductId}/preview`
      return transport.json<WorkProductPreview>({ method: 'GET', path: at, options })
    },
    sign: (caseId, workProductId, version, options) =>
      post(caseId, workProductId, 'sign', { version }, options),
    release: (caseId, workProductId, options) => post(caseId, workProductId, 'release', undefined, options),
    recall: (caseId, workProductId, why, options) => post(caseId, workProductId, 'recall', { why }, options),
  }
}
