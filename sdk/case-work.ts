import { path } from './path.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Transport } from './transport.ts'
import type {
  Case,
  CaseDetail,
  CaseLink,
  CasePage,
  CaseState,
  CorrectCase,
  DocketCase,
  Explanation,
  LinkedCase,
  LinkList,
  NewLink,
  Priority,
  PriorityDetail,
  RefuseDocketing,
  RuleOnMotion,
} from './types.ts'

/** Which cases are wanted: those that fit everything said. */
export type CasesOptions = CallOptions & {
  status?: string | undefined
  docket?: string | undefined
  caseType?: string | undefined
  /** Cases with an open task of this member or team. */
  assignee?: string | undefined
  isClosed?: boolean | undefined
  /** Words that the docket number or a name of the veteran begins with. */
  text?: string | undefined
  /** With `externalId`: the case that this system knows by that id. */
  source?: string | undefined
  externalId?: string | undefined
  /** The `next` of the page before. */
  after?: string | undefined
  /** At most 500; 50 where it is left out. */
  limit?: number | undefined
}

/** Cases as work: which there are, what you may do to one, and what moves it as a whole. */
export type CaseWork = {
  /**
   * A page of the cases that you may see, most recently uploaded first.
   *
   * @example
   * ```ts
   * const { cases, next } = await client.cases.list({ status: 'onDocket', isClosed: false, limit: 20 })
   * for (const { docketNumber, step, assignee } of cases) console.log(docketNumber, step, assignee?.name)
   * console.log(next)
   * ```
   */
  list(options?: CasesOptions): Promise<CasePage>

  /**
   * What you may do to a case, and so to what is in it.
   *
   * @example
   * ```ts
   * if ((await client.cases.permissions(caseId)).includes('signDecisions')) console.log('may sign')
   * ```
   */
  permissions(caseId: string, options?: CallOptions): Promise<string[]>

  /**
   * Corrects what a case is said to be: its type, the docket it is on, the name, or its status in another system.
   *
   * @example
   * ```ts
   * const { externalStatus } = await client.cases.correct(caseId, {
   *   externalStatus: 'remanded',
   *   why: 'The other system says so.',
   * })
   * console.log(externalStatus)
   * ```
   */
  correct(caseId: string, correction: CorrectCase, options?: WriteOptions): Promise<Case>

  /**
   * Puts a case on a docket. What speaks against it is `stateForbids`, but for roles that may override it.
   *
   * @example
   * ```ts
   * const { status, next } = await client.cases.docket(caseId, { docket: 'directReview' })
   * console.log(status, next)
   * ```
   */
  docket(caseId: string, docketing: DocketCase, options?: WriteOptions): Promise<CaseState>

  /**
   * Refuses to docket a case, for the reasons found: it is closed.
   *
   * @example
   * ```ts
   * const { status } = await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
   * console.log(status)
   * ```
   */
  refuseDocketing(
    caseId: string,
    findings: RefuseDocketing['findings'],
    options?: WriteOptions,
  ): Promise<CaseState>

  /**
   * How a case came to stand where it stands, and what it waits for.
   *
   * @example
   * ```ts
   * const { path: way, waitsFor } = await client.cases.explain(caseId)
   * for (const { at, status, causedBy } of way) console.log(at, status, causedBy?.type, causedBy?.by)
   * for (const { label, assignee, since } of waitsFor) console.log(label, assignee?.name, since)
   * ```
   */
  explain(caseId: string, options?: CallOptions): Promise<Explanation>

  /**
   * Why a case comes before others, if it does.
   *
   * @example
   * ```ts
   * const { advanced, isCourtRemand, advancedByAgeOn } = await client.cases.priority(caseId)
   * console.log(advanced, isCourtRemand, advancedByAgeOn)
   * ```
   */
  priority(caseId: string, options?: CallOptions): Promise<Priority>

  /**
   * Grants or denies a motion to advance a case on the docket. Age advances it by itself.
   *
   * @example
   * ```ts
   * const why = 'The letter of the oncologist.'
   * const { advanced } = await client.cases.advance(caseId, { reason: 'seriousIllness', granted: true, why })
   * console.log(advanced)
   * ```
   */
  advance(caseId: string, ruling: RuleOnMotion, options?: WriteOptions): Promise<Priority>

  /**
   * The cases that this one comes from or goes on as, as far as you may see them.
   *
   * @example
   * ```ts
   * for (const { kind, direction, docketNumber } of await client.cases.links(caseId)) {
   *   console.log(kind, direction, docketNumber)
   * }
   * ```
   */
  links(caseId: string, options?: CallOptions): Promise<CaseLink[]>

  /**
   * Opens a case that goes on with issues of this one: a remand, a split, a substitution. It shares the docket
   * number, the parties and the documents.
   *
   * @example
   * ```ts
   * const { id } = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Tinnitus' })
   * const linked = await client.cases.link(caseId, { kind: 'split', issueIds: [id], why: 'Heard apart.' })
   * console.log(linked.case.id, linked.case.docketNumber)
   * ```
   */
  link(caseId: string, link: NewLink, options?: WriteOptions): Promise<LinkedCase>
}

export function caseWorkOver(transport: Transport): CaseWork {
  return {
    list: async ({ signal, timeoutMs, ...query } = {}) =>
      transport.json<CasePage>({ method: 'GET', path: '/cases', query, options: { signal, timeoutMs } }),
    async permissions(caseId, options) {
      const at = path`/cases/${caseId}`
      return (await transport.json<CaseDetail>({ method: 'GET', path: at, options })).permissions
    },
    async correct(caseId, body, options) {
      const at = path`/cases/${caseId}`
      return (await transport.json<CaseDetail>({ method: 'PATCH', path: at, body, options })).case
    },
    docket: async (caseId, body, options) =>
      transport.json<CaseState>({ method: 'POST', path: path`/cases/${caseId}/docket`, body, options }),
    async refuseDocketing(caseId, findings, options) {
      const at = path`/cases/${caseId}/docket-refusal`
      return transport.json<CaseState>({ method: 'POST', path: at, body: { findings }, options })
    },
    explain: async (caseId, options) =>
      transport.json<Explanation>({ method: 'GET', path: path`/cases/${caseId}/explain`, options }),
    async priority(caseId, options) {
      const at = path`/cases/${caseId}/priority`
      return (await transport.json<PriorityDetail>({ method: 'GET', path: at, options })).priority
    },
    async advance(caseId, body, options) {
      const at = path`/cases/${caseId}/advance`
      return (await transport.json<PriorityDetail>({ method: 'POST', path: at, body, options })).priority
    },
    async links(caseId, options) {
      const at = path`/cases/${caseId}/links`
      return (await transport.json<LinkList>({ method: 'GET', path: at, options })).links
    },
    link: async (caseId, body, options) =>
      transport.json<LinkedCase>({ method: 'POST', path: path`/cases/${caseId}/links`, body, options }),
  }
}
