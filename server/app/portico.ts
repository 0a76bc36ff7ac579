import type { IceServer } from '@portico/contract/rooms'
import type { Permissions } from '../auth/can.ts'
import type { Secret } from '../auth/secret.ts'
import type { DuplicatePolicy } from '../core/file/case-file.ts'
import type { Reader } from '../core/file/reader.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { dayOf } from '../core/time/moments.ts'
import { stateBeforeWork } from '../core/work/case-state.ts'
import { workflowOf } from '../core/work/draft.ts'
import type { Blobs } from '../files/blobs.ts'
import type { Typesetting } from '../files/decision/typesetting.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { storedFile } from '../files/document-content.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import type { Uploads } from '../files/uploads.ts'
import { allProjections } from '../projections/all.ts'
import { type CaseAccess, casesSeenBy, findCaseAccess, representedCases } from '../projections/case-access.ts'
import {
  type CaseCursor,
  type CaseFilter,
  type CaseOrder,
  countCases,
  listCases,
  type Sight,
} from '../projections/case-list.ts'
import { asCaseState, findStanding, partyStatusSince, type Standing } from '../projections/case-work.ts'
import { appealPages, asAppeal, findCase } from '../projections/cases.ts'
import { concealedFrom } from '../projections/concealed-documents.ts'
import {
  asDocument,
  asSummary,
  findDocument,
  listAnnotations,
  listDocuments,
} from '../projections/documents.ts'
import { listSentNotifications } from '../projections/notifications.ts'
import type { CaseReader } from '../projections/reserved.ts'
import { listWorkProducts } from '../projections/work-products.ts'
import type { Database, Queryable } from '../store/db.ts'
import { versionAsOf } from '../store/events/history.ts'
import { positionOf } from '../store/events/positions.ts'
import { type EventsRead, readAllEvents, readCaseEvents, type StoredEvent } from '../store/events/read.ts'
import { shareReads } from '../store/shared-reads.ts'
import { placeOfPage } from './anchors/anchors.ts'
import { rememberByVersion } from './by-version.ts'
import type { AccessLog } from './custody/access-log.ts'
import { openCustody } from './custody/custody.ts'
import { lostFiles } from './custody/lost-files.ts'
import type { DecisionFiles } from './decisions/decision-files.ts'
import { openDeliveries } from './decisions/deliveries.ts'
import { openEditorAccess } from './decisions/editor-access.ts'
import { openEffectuation } from './decisions/effectuation.ts'
import { openIssues } from './decisions/issues.ts'
import { openRemands } from './decisions/remands.ts'
import { openSigningProofs } from './decisions/signing-proofs.ts'
import type { WorkFor } from './engine/commit.ts'
import { createExecute } from './engine/execute.ts'
import { openListChanges } from './engine/list-changes.ts'
import { openLiveFeed } from './engine/live.ts'
import { eventPage, oneMore } from './engine/present-events.ts'
import { type DocumentReader, openCaseDocuments } from './file/case-documents.ts'
import { openDocumentLists } from './file/document-lists.ts'
import type { CaseExport } from './file/export-case.ts'
import { openPageMaps } from './file/page-map.ts'
import { openScopedAccess } from './file/scoped-access.ts'
import { openSources } from './file/sources.ts'
import { createIntake } from './intake/intake.ts'
import { proposeDivision } from './intake/propose-division.ts'
import { later, laterSubject } from './later.ts'
import { openAlertFeed } from './notifications/alert-feed.ts'
import { openAlerts } from './notifications/alerts.ts'
import { openMessages } from './notifications/messages.ts'
import { openPartyNotices } from './notifications/party-notices.ts'
import { openSubscriptions, type Reachable } from './notifications/subscriptions.ts'
import { createTryNotification } from './notifications/try-notification.ts'
import { openCaseViews } from './own/case-views.ts'
import { openPlaces } from './own/places.ts'
import { openPreferences } from './own/preferences.ts'
import { openPresence } from './own/presence.ts'
import { openSeenPages } from './own/seen-pages.ts'
import { openAccessGrants } from './parties/access-grants.ts'
import { openLinks } from './parties/links.ts'
import { openParties } from './parties/parties.ts'
import type { Profiles } from './profile/profiles.ts'
import { createTryProfile } from './profile/try-profile.ts'
import { openReports } from './reports/reports.ts'
import { reactionsFor } from './rules.ts'
import { openCalendars } from './sessions/calendars/calendars.ts'
import { openCalendarFeeds } from './sessions/calendars/feeds.ts'
import { createFlagConflicts } from './sessions/calendars/flag-conflicts.ts'
import { createAssembleSound } from './sessions/conference/assemble-sound.ts'
import { openConferences } from './sessions/conference/conferences.ts'
import { createFileArtifact } from './sessions/conference/file-artifact.ts'
import { openRooms } from './sessions/conference/rooms.ts'
import { createRefuseUninvited } from './sessions/conference/still-invited.ts'
import { createCompleteBookings } from './sessions/placing/complete-bookings.ts'
import { createRemindSessions } from './sessions/placing/remind-sessions.ts'
import { openSessionLists } from './sessions/placing/session-lists.ts'
import { openSlots } from './sessions/placing/slots.ts'
import { openSessions } from './sessions/sessions.ts'
import type { StoredChunk } from './sessions/transcripts/captions.ts'
import { findPageText } from './texts/page-text.ts'
import type { Search } from './texts/search.ts'
import { caseStateAsOf } from './work/case-state-as-of.ts'
import { checkDocket, keepDocketChecked } from './work/docket-check.ts'
import { explain } from './work/explain.ts'
import { createGetNext } from './work/get-next.ts'
import { openPriorities } from './work/priorities.ts'
import { openQueues } from './work/queues.ts'
import { openReassignments } from './work/reassign.ts'
import { createReleaseTasks } from './work/release-tasks.ts'
import { createReopenCase } from './work/reopen-case.ts'
import { openSavedQueues } from './work/saved-queues.ts'
import { openTasks } from './work/tasks.ts'

/** What decides who may see a case, as read at `atMs` of `performance.now()`. */
export type SeenCase = { caseId: string; atMs: number; access?: CaseAccess | undefined }

export type { CaseCursor }
export type AsOf = { position?: number; time?: Date }

/** The application as seen by HTTP, the command line and jobs. */
export function openPortico(options: {
  db: Database
  clock: () => Date
  profiles: Profiles
  permissions: Permissions
  workFor: WorkFor
  afterCommit?: (events: readonly StoredEvent[]) => void
  exports: CaseExport
  decisionFiles: DecisionFiles
  search: Search
  accessLog: AccessLog
  blobs: Blobs
  pdf: PdfWorkers
  uploads: Uploads
  secret: Secret
  disk: DiskSpace
  scratchPath: () => string
  onDuplicate: DuplicatePolicy
  /** The most bytes that a file may have. */
  mostFileBytes: number
  /** The bindings of the document source, by name. */
  boundSources?: readonly string[]
  typesetting: Pick<Typesetting, 'typesetLetter' | 'typesetDraft'>
  /** The permanent address of a page, as decisions print it. */
  pageUrl: (caseId: string, page: number) => string
  /** The bindings of the output port, by name. */
  deliveredBy?: readonly string[]
  /** The bindings of the authoring port, by name. */
  editors?: readonly string[]
  /** What every letter says at its foot, such as that nothing in it is real. */
  notice?: string | undefined
  /** Where the workspace is served, with a slash at its end. */
  workspaceUrl?: () => string
  /** By which channels members can be told; in the workspace alone, if it is not said. */
  reachable?: Reachable
  recognition: 'on' | 'off'
  /** How browsers reach each other where they cannot by themselves. */
  iceServers?: readonly IceServer[] | undefined
  /** Told of each piece of sound that a room has stored. */
  onSound?: ((chunk: StoredChunk) => void) | undefined
  /** How long a report may take. */
  reportLimitMs?: number
}) {
  const { db, profiles, permissions, workFor, exports, search, accessLog, blobs, pdf, uploads } = options
  const { workspaceUrl = () => '/workspace/', reachable = { channels: ['inApp'], pushKey: undefined } } =
    options
  const profileFor = profiles.inForceFor
  const live = openLiveFeed(db, { clock: options.clock })
  const reads = shareReads(db)
  const execute = createExecute({
    db,
    projections: allProjections,
    profileFor,
    knownProfile: profiles.known,
    workFor,
    reactions: reactionsFor({ mayRead: permissions.mayRead }),
    afterCommit(events) {
      live.nudge()
      options.afterCommit?.(events)
    },
  })
  const desk = { db, execute, profileFor, clock: options.clock }
  const caseDocuments = openCaseDocuments(db, profiles.inForce)
  const queues = openQueues(desk)
  const sessions = openSessions(desk)
  const refuseUninvited = createRefuseUninvited({ ...desk, permissions })
  const rooms = openRooms({
    ...desk,
    refuseUninvited,
    mac: options.secret.mac,
    workspaceUrl,
    iceServers: options.iceServers,
    onStored: options.onSound,
  })
  const conferences = openConferences({ ...desk, refuseUninvited, invite: rooms.invitation })
  const alertFeed = openAlertFeed(db)
  const alerts = openAlerts({ ...desk, permissions })
  const presence = openPresence(desk)

  const standings = rememberByVersion<Standing | undefined>(mostStandings)

  const today = () => dayOf(options.clock())
  const found = async (caseId: string, { concealed }: Pick<Reader, 'concealed'> = {}) => {
    const facts = await findCase(db, caseId, concealed)
    if (!facts) throw noSuchCase()
    return facts
  }

  const documentFacts = async (
    caseId: string,
    documentId: string,
    { id, audience, concealed }: Pick<Reader, 'id' | 'audience' | 'concealed'>,
  ) => {
    const facts = await findDocument(db, caseId, documentId, id, audience, concealed)
    if (!facts) throw new Refusal('notFound', 'There is no such document in this appeal.')
    return facts
  }

  return {
    ...exports,
    ...options.decisionFiles,
    ...search,
    profiles,
    tryProfile: createTryProfile({ ...desk, profiles }),
    permissions,
    accessLog,
    live,
    listChanges: openListChanges({
      db,
      live,
      barredCases: (id) => representedCases(reads, id, today()),
      alerts: { hear: alertFeed.hear, hasUnread: alerts.hasUnread },
      presence: presence.feed,
    }),
    execute,
    intake: createIntake({ ...options, room: options.disk, profile: profiles.inForce, execute }),
    mail: laterSubject(async () => {
      const { openMail } = await import('./mail/mail.ts')
      return openMail({ ...options, execute, profileFor })
    }),
    custody: openCustody({ ...desk, profile: () => profileFor(db) }),
    uploads,
    mostFileBytes: options.mostFileBytes,
    disk: options.disk,
    workProducts: laterSubject(async () => {
      const { openWorkProducts } = await import('./decisions/work-products.ts')
      return openWorkProducts({ ...options, execute, profileFor })
    }),
    writing: laterSubject(async () => {
      const { openWriting } = await import('./decisions/writing.ts')
      return openWriting({ ...desk, knownProfile: profiles.known })
    }),
    boilerplate: laterSubject(async () => {
      const { openBoilerplate } = await import('./decisions/boilerplate.ts')
      return openBoilerplate(desk)
    }),
    proposals: laterSubject(async () => {
      const { openProposals } = await import('./decisions/proposals.ts')
      return openProposals(desk)
    }),
    draftFile: later(async () => {
      const { createDraftFile } = await import('./decisions/draft-file.ts')
      return createDraftFile(options)
    }),
    caseDocuments,
    sources: openSources({ db, clock: options.clock, boundSources: options.boundSources ?? [] }),
    issues: openIssues({ ...options, execute, profileFor }),
    scopedAccess: openScopedAccess(options),
    editorAccess: openEditorAccess({ ...desk, permissions, secret: options.secret }),
    signingProofs: openSigningProofs(options.secret),
    tasks: openTasks(desk),
    reopenCase: createReopenCase(desk),
    sessions,
    conferences,
    rooms,
    assembleSound: createAssembleSound(options),
    fileArtifact: createFileArtifact({ ...options, profile: profiles.inForce, execute }),
    calendars: openCalendars(desk),
    slots: openSlots(desk),
    sessionLists: openSessionLists(desk),
    sessionPlans: laterSubject(async () => {
      const { openSessionPlans } = await import('./sessions/placing/session-plans.ts')
      return openSessionPlans({ ...desk, sessions, mayRead: permissions.mayRead })
    }),
    calendarFeeds: openCalendarFeeds({
      ...desk,
      secret: options.secret,
      async sightOf(memberId) {
        const [member] = await db.rows<{ id: string; roles: string[]; clearance: number }>(
          `select id, roles, clearance from members where id = $1 and deactivated_at is null`,
          [memberId],
        )
        return member && permissions.sightOf(member).upTo
      },
    }),
    remindSessions: createRemindSessions(desk),
    flagConflicts: createFlagConflicts({ ...desk, mayRead: permissions.mayRead }),
    releaseTasks: createReleaseTasks({ ...desk, mayRead: permissions.mayRead }),
    completeBookings: createCompleteBookings(desk),
    deliveries: openDeliveries(desk),
    effectuation: openEffectuation(desk),
    remands: openRemands({ ...desk, permissions, recognition: options.recognition }),
    transcripts: laterSubject(async () => {
      const { openTranscripts } = await import('./sessions/transcripts/transcripts.ts')
      return openTranscripts(desk)
    }),
    letters: laterSubject(async () => {
      const { openLetters } = await import('./letters/letters.ts')
      return openLetters({
        ...desk,
        typesetting: options.typesetting,
        notice: options.notice,
        sendsEmail: reachable.channels.includes('email'),
      })
    }),
    brokenInvariants: async () => [
      ...(await checkDocket(db, await profileFor(db))),
      ...(await lostFiles(db, blobs)),
    ],
    keepDocketChecked: async (signal: AbortSignal) =>
      keepDocketChecked(db, await profileFor(db), { now: options.clock(), signal }),
    explain: async (caseId: string) => explain(db, caseId, await profileFor(db)),
    queues,
    savedQueues: openSavedQueues(desk),
    caseViews: openCaseViews({ db }),
    getNext: createGetNext({ ...desk, queues }),
    reassignments: openReassignments(desk),
    distribution: laterSubject(async () => {
      const { openDistribution } = await import('./distribution/distribution.ts')
      return openDistribution({ ...desk, sightOf: permissions.sightOf })
    }),
    reports: openReports({
      db,
      clock: options.clock,
      profile: profiles.inForce,
      workspaceUrl,
      limitMs: options.reportLimitMs,
    }),
    dashboards: laterSubject(async () => {
      const { openDashboards } = await import('./reports/dashboards.ts')
      return openDashboards({ db, clock: options.clock, profile: profiles.inForce })
    }),
    parties: openParties(desk),
    accessGrants: openAccessGrants(desk),
    links: openLinks(desk),
    priorities: openPriorities(desk),
    alerts,
    alertFeed,
    subscriptions: openSubscriptions({ ...desk, reachable }),
    partyNotices: openPartyNotices(desk),
    messages: openMessages({ ...desk, permissions, workspaceUrl, invitation: conferences.invitation }),
    tryNotification: createTryNotification({ ...desk, permissions, reachable, workspaceUrl }),
    sentNotifications: (caseId: string) => listSentNotifications(db, caseId),
    preferences: openPreferences(desk),
    places: openPlaces(desk),
    presence,
    seenPages: openSeenPages(desk),
    proposeDivision: async (caseId: string, documentId: string, reader: DocumentReader) =>
      proposeDivision({ db, blobs, pdf }, caseId, await caseDocuments.facts(caseId, documentId, reader)),
    /** The file as received. */
    originalFile: (sha256: string, bytes?: number) => storedFile(blobs, sha256, bytes),
    appealPages: (sight: Sight) => appealPages(db, { sight, today: today() }),
    listCases: (
      filter: CaseFilter,
      read: { sight: Sight; order: CaseOrder; after?: CaseCursor; limit: number },
    ) => listCases(db, filter, { ...read, today: today() }),
    countCases: (filter: CaseFilter, read: { sight: Sight; barred: readonly string[]; most: number }) =>
      countCases(db, filter, { ...read, today: today() }),
    findCase: found,
    async appeal(caseId: string, reader: Pick<Reader, 'concealed'>) {
      const facts = await found(caseId, reader)
      return { appeal: asAppeal(facts), documentCount: facts.documentCount }
    },
    documentFacts,
    pageText: (caseId: string, documentId: string, page: number, { curates }: DocumentReader) =>
      findPageText(db, caseId, documentId, page, { isCurrent: !curates }),

    pagePlace: (caseId: string, page: number, { curates, concealed }: DocumentReader) =>
      placeOfPage(db, caseId, page, { isCurrent: !curates, concealed, recognition: options.recognition }),

    async caseAccess(caseId: string, seen?: SeenCase) {
      const isFresh = seen?.caseId === caseId && performance.now() - seen.atMs < freshMs
      return (isFresh && seen.access) || findCaseAccess(reads, caseId, today())
    },
    /** The documents of a case that are not for somebody who reads it. */
    concealedFrom: (caseId: string, reader: Pick<Reader, 'id' | 'audience'>) =>
      concealedFrom(db, caseId, reader, today()),
    /** Reads the access facts of a case along with another query, for `caseAccess` to use shortly after. */
    lookAt(caseId: string) {
      const seen: SeenCase = { caseId, atMs: performance.now() }
      return {
        seen,
        async look(tx: Queryable) {
          seen.access = await findCaseAccess(tx, caseId, today())
        },
      }
    },
    /** The cases on which the member represents a party; there, their other roles do not count. */
    casesSeen: (caseIds: readonly string[], { id, upTo }: { id: string; upTo: number | undefined }) =>
      casesSeenBy(db, caseIds, { upTo, memberId: id }, today()),
    representedCases: ({ id }: { id: string }) => representedCases(db, id, today()),

    /** A caller that passes the version of the case may get the cached state. */
    async caseState(caseId: string, now: Date, asOf?: AsOf, seenVersion?: number) {
      if (!asOf) {
        const read = () => findStanding(db, caseId)
        const standing = await (seenVersion ? standings(caseId, seenVersion, read) : read())
        if (standing) return asCaseState(standing, { now, profile: await profileFor(db) })
      }
      const facts = await found(caseId)
      const then = asOf && (await versionAsOf(db, caseId, asOf))
      if (asOf && !then) throw new Refusal('notFound', 'The case was not open yet at that point.')
      const at = asOf ? (asOf.time ?? new Date(then?.at ?? now)) : now
      const version = then?.version ?? facts.version
      const context = { profile: await profileFor(db) }
      const state = then && (await caseStateAsOf(db, { caseId, version, at, ...context }))
      return state ?? stateBeforeWork(workflowOf(context, facts.caseType), { ...facts, version }, at)
    },

    partyStatusSince: (caseId: string, version: number) => partyStatusSince(db, caseId, version),

    /** The position of the first signature in force that is not released. */
    async unreleasedSince(caseId: string) {
      const products = await listWorkProducts(db, caseId)
      const waiting = products.filter(({ status, released }) => status === 'signed' && !released)
      const first = waiting.at(-1)?.signedSequence
      return first === undefined ? undefined : positionOf(db, caseId, first)
    },

    documentList: openDocumentLists(db),
    documents: async (
      caseId: string,
      { id, audience, concealed }: Pick<Reader, 'id' | 'audience' | 'concealed'>,
    ) => (await listDocuments(db, caseId, id, audience, concealed)).map(asSummary),

    async document(caseId: string, documentId: string, reader: Reader) {
      const [facts, annotations] = await Promise.all([
        documentFacts(caseId, documentId, reader),
        listAnnotations(db, caseId, { documentId, reader }),
      ])
      return asDocument(
        facts,
        annotations.map(({ documentId: _, ...annotation }) => annotation),
      )
    },

    pageMap: openPageMaps(db),
    caseEvents: async (caseId: string, reader: CaseReader, read: EventsRead) =>
      eventPage(db, await readCaseEvents(db, caseId, oneMore(read)), read, reader, today()),
    async allEvents(reader: CaseReader, read: EventsRead) {
      const asked = { ...oneMore(read), ceiling: await live.ceiling(), upTo: reader.upTo ?? -1 }
      return eventPage(db, await readAllEvents(db, asked), read, reader, today())
    },

    async answers() {
      const [row] = await db.rows<{ one: number }>(`select 1 as one`)
      return row?.one === 1
    },
  }
}

export type Portico = ReturnType<typeof openPortico>

const mostStandings = 5000
/** A request with a slow body is not judged by what held when it began. */
const freshMs = 100

function noSuchCase(): Refusal {
  return new Refusal('notFound', 'There is no case with this id.')
}
