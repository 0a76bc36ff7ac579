import type { Calls } from './calls.ts'
import type { EventPageOptions, EventsOptions, EventType, WatchOptions } from './event-options.ts'
import { type CallOptions, unhurried, type WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type {
  Changes,
  CorrectCase,
  DocketCase,
  EndingCommand,
  HerePlace,
  NewCase,
  NewLink,
  PageRun,
  RefuseDocketing,
  RuleOnMotion,
} from './types.ts'
import { watchEvents, watchPositions } from './watch.ts'

/** Filters are ANDed. */
export type CasesOptions = QueryOf<'listCases'> & CallOptions

/** `at` is a time or an event position: the state as it was then. */
export type StateOptions = CallOptions & { at?: number | string | Date | undefined }

/** Which documents to search, and which page of hits to return. */
export type CaseSearchOptions = Omit<QueryOf<'searchCase'>, 'q'> & CallOptions

/** Which documents of the file to return. */
export type PageMapOptions = QueryOf<'getPageMap'> & CallOptions

export function casesOver({ call, list, open }: Calls) {
  return {
    /**
     * List the cases you may see, most recently uploaded first.
     *
     * @example
     * ```ts
     * for await (const { docketNumber, step, assignee } of client.cases.list({ status: 'onDocket' })) {
     *   console.log(docketNumber, step, assignee?.name)
     * }
     *
     * const { cases, next } = await client.cases.list({ isClosed: false, limit: 20 }).page()
     * console.log(cases.length, next)
     * ```
     */
    list: (options?: CasesOptions) => list('listCases', {}, options),

    /**
     * Get a case: the same record as the appeal with this ID.
     *
     * @example
     * ```ts
     * const { version, pageCount } = await client.cases.get(appealId)
     * console.log(version, pageCount)
     * ```
     */
    get: (caseId: string, options?: CallOptions) =>
      call('getCase', { caseId }, options).then((answer) => answer.case),

    /**
     * What you may do to a case and its contents.
     *
     * @example
     * ```ts
     * if ((await client.cases.permissions(caseId)).includes('signDecisions')) console.log('may sign')
     * ```
     */
    permissions: (caseId: string, options?: CallOptions) =>
      call('getCase', { caseId }, options).then((answer) => answer.permissions),

    /**
     * Open a case, with or without its file. The file is divided into the documents you name, or those in its outline,
     * or taken as one. It may be a PDF, an image, a TIFF, a Word document or plain text.
     *
     * @example
     * ```ts
     * const file = new Blob(['The knee gave way in 1998.'])
     * const opened = await client.cases.open(
     *   { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' },
     *   file,
     * )
     * console.log(opened.case.docketNumber, opened.documents.length)
     * ```
     */
    open: (given: NewCase, file?: Blob, options?: WriteOptions) =>
      call('openCase', { body: given, file }, unhurried(options)),

    /**
     * Correct the facts of a case: its type, docket, name, or status in another system.
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
    correct: (caseId: string, correction: CorrectCase, options?: WriteOptions) =>
      call('correctCase', { caseId, body: correction }, options).then((answer) => answer.case),

    /**
     * Put a case on a docket. Fails with `stateForbids` if there are objections, unless your role may override them.
     *
     * @example
     * ```ts
     * const { status, next } = await client.cases.docket(caseId, { docket: 'directReview' })
     * console.log(status, next)
     * ```
     */
    docket: (caseId: string, docketing: DocketCase, options?: WriteOptions) =>
      call('docketCase', { caseId, body: docketing }, options),

    /**
     * Refuse to docket a case, with the reason. The case is closed. If more than its intake ends, `ends` is the hash of
     * what would end: see `endings`.
     *
     * @example
     * ```ts
     * const { status } = await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
     * console.log(status)
     * ```
     */
    refuseDocketing: (
      caseId: string,
      findings: RefuseDocketing['findings'],
      { ends, ...options }: WriteOptions & { ends?: string } = {},
    ) => call('refuseDocketing', { caseId, body: { findings, ends } }, options),

    /**
     * Ask what a command would end, without changing anything: issues, tasks, sessions, drafts, letters and holds. Where
     * something ends, the command has to carry the `hash` of this answer as `ends`.
     *
     * @example
     * ```ts
     * const { hash, tasks } = await client.cases.endings(caseId, { cancelTask: { taskId } })
     * console.log(tasks.map(({ label }) => label))
     * await client.tasks.cancel(caseId, taskId, 'Opened by mistake.', { ends: hash })
     * ```
     */
    endings: (caseId: string, command: EndingCommand, options?: CallOptions) =>
      call('previewEnding', { caseId, body: command }, options),

    /**
     * Reopen a case that was ended in error: it stands where it stood before. What was sent stays sent.
     *
     * @example
     * ```ts
     * await client.cases.refuseDocketing(caseId, [{ reason: 'wrongForum' }])
     * const { status } = await client.cases.reopen(caseId, 'It belongs here after all.')
     * console.log(status)
     * ```
     */
    reopen: (caseId: string, why: string, options?: WriteOptions) =>
      call('reopenCase', { caseId, body: { why } }, options),

    /**
     * Get the state of a case and the reason for it: now, or as of a position or time.
     *
     * @example
     * ```ts
     * const { status, why } = await client.cases.state(appealId)
     * console.log(status, why)
     * ```
     */
    state: (caseId: string, options?: StateOptions) => call('getCaseState', { caseId }, options),

    /**
     * Explain the status of a case and what it is waiting for.
     *
     * @example
     * ```ts
     * const { path: way, waitsFor } = await client.cases.explain(caseId)
     * for (const { at, status, causedBy } of way) console.log(at, status, causedBy?.type, causedBy?.by)
     * for (const { label, assignee, since } of waitsFor) console.log(label, assignee?.name, since)
     * ```
     */
    explain: (caseId: string, options?: CallOptions) => call('explainCase', { caseId }, options),

    /**
     * Get the priority of a case.
     *
     * @example
     * ```ts
     * const { advanced, isCourtRemand, advancedByAgeOn } = await client.cases.priority(caseId)
     * console.log(advanced, isCourtRemand, advancedByAgeOn)
     * ```
     */
    priority: (caseId: string, options?: CallOptions) => call('getPriority', { caseId }, options),

    /**
     * Grant or deny a motion to advance a case on the docket. Advancement by age is automatic.
     *
     * @example
     * ```ts
     * const why = 'The letter of the oncologist.'
     * const { advanced } = await client.cases.advance(caseId, { reason: 'seriousIllness', granted: true, why })
     * console.log(advanced)
     * ```
     */
    advance: (caseId: string, ruling: RuleOnMotion, options?: WriteOptions) =>
      call('ruleOnMotion', { caseId, body: ruling }, options),

    /**
     * List the cases this one continues or is continued by, as far as you may see them.
     *
     * @example
     * ```ts
     * for (const { kind, direction, docketNumber } of await client.cases.links(caseId)) {
     *   console.log(kind, direction, docketNumber)
     * }
     * ```
     */
    links: (caseId: string, options?: CallOptions) => call('listLinks', { caseId }, options),

    /**
     * Open a case that continues issues of this one: a remand, a split or a substitution. It shares the docket number,
     * the parties and the documents.
     *
     * @example
     * ```ts
     * const { id } = await client.issues.add(caseId, { issueType: 'serviceConnection', description: 'Tinnitus' })
     * const linked = await client.cases.link(caseId, { kind: 'split', issueIds: [id], why: 'Heard apart.' })
     * console.log(linked.case.id, linked.case.docketNumber)
     * ```
     */
    link: (caseId: string, link: NewLink, options?: WriteOptions) =>
      call('linkCase', { caseId, body: link }, options),

    /**
     * Search a case: matching pages with their documents and highlights, the total, and matching comments and tags.
     * Takes the same query syntax as `search`.
     *
     * @example
     * ```ts
     * for await (const { page, document, snippet, matches } of client.cases.search(appealId, 'veteran')) {
     *   console.log(document.name, page, matches.map(({ start, end }) => snippet.slice(start, end)))
     * }
     *
     * const { total, corrected } = await client.cases.search(appealId, 'veteran', { category: 'medical' }).page()
     * console.log(total, corrected)
     * ```
     */
    search: (caseId: string, query: string, options?: CaseSearchOptions) =>
      list('searchCase', { caseId }, { ...options, q: query }),

    /**
     * Get the text of a page and the box of each word, as fractions of the page from its top left corner.
     *
     * @example
     * ```ts
     * const { id, startPage } = await client.documents.get(appealId, documentId)
     * const { text, words } = await client.cases.pageText(appealId, id, startPage)
     * for (const { start, end, left, top } of words) console.log(text.slice(start, end), left, top)
     * ```
     */
    pageText: (caseId: string, documentId: string, page: number, options?: CallOptions) =>
      call('getPageText', { caseId, documentId, page }, options),

    /**
     * Find where a page is now: a page of an older version leads to where its words are in the new one.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { status, now = startPage } = await client.cases.pagePlace(appealId, startPage)
     * console.log(status, now)
     * ```
     */
    pagePlace: (caseId: string, page: number, options?: CallOptions) =>
      call('getPagePlace', { caseId, page }, options),

    /**
     * List the pages that repeat others in the file, exactly or nearly: the totals, and its documents in page order, 100
     * unless you ask for another `limit`.
     *
     * @example
     * ```ts
     * const { pages, uniquePages, documents, isMore } = await client.cases.pageMap(appealId, { limit: 50 })
     * console.log(pages, uniquePages)
     * for (const { name, duplicates } of documents) console.log(name, duplicates.length)
     * if (isMore) await client.cases.pageMap(appealId, { after: documents.at(-1)?.startPage })
     * ```
     */
    pageMap: (caseId: string, options?: PageMapOptions) => call('getPageMap', { caseId }, options),

    /**
     * List the events of a case, oldest first.
     *
     * @example
     * ```ts
     * for await (const event of client.cases.events(appealId)) console.log(event.sequence, event.type)
     *
     * const { events, next } = await client.cases.events(appealId, { types: ['document.filed'], limit: 50 }).page()
     * console.log(events.length, next)
     * ```
     */
    events: (caseId: string, options?: EventPageOptions) => list('listCaseEvents', { caseId }, options),

    /**
     * Stream the events of a case as they happen, starting after `after` or with the first. Reconnects when the
     * connection drops, without missing or repeating an event. Ends when you leave the loop or abort the signal. Fails
     * with the code `gone` and a place to resume if the log was restored or promoted meanwhile: see `events.watch`.
     *
     * @example
     * ```ts
     * for await (const event of client.cases.watch(appealId, { types: ['document.filed'] })) {
     *   console.log(event.data?.name)
     *   break
     * }
     * ```
     */
    watch: <Type extends EventType = EventType>(caseId: string, options?: WatchOptions<Type>) =>
      watchEvents((headers, asked) => open('listCaseEvents', { caseId }, headers, asked), options),

    /**
     * Which cases have changed since a position; without one, where the log is now.
     *
     * @example
     * ```ts
     * const { position } = await client.cases.changes()
     * const { cases, isMore } = await client.cases.changes({ after: position })
     * console.log(cases, isMore)
     * ```
     */
    changes: (options?: Pick<EventsOptions, 'after'> & CallOptions) => call('getChanges', {}, options),

    /**
     * Stream which cases have changed, at most once a second, for a screen that shows lists.
     *
     * @example
     * ```ts
     * const stop = new AbortController()
     * const { position } = await client.cases.changes()
     * await client.cases.correct(caseId, { externalStatus: 'docketed', why: 'The other system says so.' })
     * for await (const { cases } of client.cases.watchChanges({ after: position, signal: stop.signal })) {
     *   console.log(cases)
     *   stop.abort()
     * }
     * ```
     */
    watchChanges: (options: Omit<WatchOptions, 'types'> & { after: number | string }) =>
      watchPositions<Changes>((headers, asked) => open('getChanges', {}, headers, asked), options),

    /**
     * List who viewed, downloaded or searched a case, oldest first.
     *
     * @example
     * ```ts
     * for await (const { at, member, kind, what } of client.cases.accessLog(appealId)) {
     *   console.log(at, member.name, kind, what.of)
     * }
     * ```
     */
    accessLog: (caseId: string, options?: QueryOf<'listAccess'> & CallOptions) =>
      list('listAccess', { caseId }, options),

    /**
     * List the messages about a case that went by a channel of the notifications port, newest first.
     *
     * @example
     * ```ts
     * for (const { notification, channel, recipient, status } of await client.cases.notifications(caseId)) {
     *   console.log(notification, channel, recipient.name, status)
     * }
     * ```
     */
    notifications: (caseId: string, options?: CallOptions) => call('listNotifications', { caseId }, options),

    /**
     * Say that you are looking at a case, and learn when you were last here: events after `version` are new to you.
     *
     * @example
     * ```ts
     * const { since, version } = await client.cases.visit(caseId)
     * console.log(since ?? 'never before', version)
     * ```
     */
    visit: (caseId: string, options?: WriteOptions) => call('visitCase', { caseId }, options),

    /**
     * The colleagues who are reading a case now.
     *
     * @example
     * ```ts
     * for (const { displayName, page } of await client.cases.present(caseId)) console.log(displayName, page)
     * ```
     */
    present: (caseId: string, options?: CallOptions) => call('listPresent', { caseId }, options),

    /**
     * Say where you are in a case, and learn who else is there. Say it again every few seconds.
     *
     * @example
     * ```ts
     * for (const { displayName, page } of await client.cases.here(caseId, { page: 1 })) console.log(displayName, page)
     * ```
     */
    here: (caseId: string, place: HerePlace = {}, options?: WriteOptions) =>
      call('bePresent', { caseId, body: place }, options),

    /**
     * Say that you have left a case, rather than let half a minute say it.
     *
     * @example
     * ```ts
     * await client.cases.leave(caseId)
     * ```
     */
    leave: (caseId: string, options?: WriteOptions) => call('leaveCase', { caseId }, options),

    /**
     * Where you stopped reading in each document, the latest first.
     *
     * @example
     * ```ts
     * for (const { documentId, page } of await client.cases.places(caseId)) console.log(documentId, page)
     * ```
     */
    places: (caseId: string, options?: CallOptions) => call('listPlaces', { caseId }, options),

    /**
     * The pages you have looked at, as runs.
     *
     * @example
     * ```ts
     * for (const { first, last } of await client.cases.seenPages(caseId)) console.log(first, last)
     * ```
     */
    seenPages: (caseId: string, options?: CallOptions) => call('listSeenPages', { caseId }, options),

    /**
     * Say which pages you have looked at; it adds to what you said before.
     *
     * @example
     * ```ts
     * await client.cases.saw(caseId, [{ first: 1, last: 4 }])
     * ```
     */
    saw: (caseId: string, runs: readonly PageRun[], options?: WriteOptions) =>
      call('addSeenPages', { caseId, body: { runs: [...runs] } }, options),

    /**
     * How much of a case each colleague has read, for those who review drafts.
     *
     * @example
     * ```ts
     * const { pages, readers } = await client.cases.coverage(caseId)
     * for (const { displayName, pagesSeen } of readers) console.log(displayName, pagesSeen, 'of', pages)
     * ```
     */
    coverage: (caseId: string, options?: CallOptions) => call('getCoverage', { caseId }, options),

    /**
     * Get signed URLs for the documents of a case. They need no token and expire in minutes: for an application that
     * reads byte ranges straight from the store.
     *
     * @example
     * ```ts
     * const { documents, files, expiresAt } = await client.cases.scopedAccess(appealId)
     * const [file] = files
     * if (file) {
     *   const start = await fetch(file.url, { headers: { range: 'bytes=0-1023' } })
     *   console.log(documents.length, (await start.arrayBuffer()).byteLength, expiresAt)
     * }
     * ```
     */
    scopedAccess: (caseId: string, options?: CallOptions) => call('grantScopedAccess', { caseId }, options),
  }
}

/** Cases: list them, read their state, and change them as a whole. */
export type Cases = ReturnType<typeof casesOver>
