import type { AppealDetail, AppealSummary } from '@portico/contract/appeals'
import type { CaseState, CaseSummary, PageMap, PageText } from '@portico/contract/cases'
import type { Explanation } from '@portico/contract/docket'
import type { Document, DocumentSummary } from '@portico/contract/documents'
import type { ProposedDivision } from '@portico/contract/intake'
import type { Permissions } from '../auth/can.ts'
import type { Secret } from '../auth/secret.ts'
import type { DuplicatePolicy } from '../core/file/case-file.ts'
import type { Reader } from '../core/file/reader.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { stateBeforeWork } from '../core/work/case-state.ts'
import { workflowOf } from '../core/work/draft.ts'
import type { Blobs } from '../files/blobs.ts'
import type { ServedFile } from '../files/derived.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { storedFile } from '../files/document-content.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import type { Uploads } from '../files/uploads.ts'
import { allProjections } from '../projections/all.ts'
import { type BrokenInvariant, brokenInvariants } from '../projections/broken-invariants.ts'
import { type CaseAccess, findCaseAccess, representedCases } from '../projections/case-access.ts'
import { type CaseCursor, type CaseFilter, listCases, type Sight } from '../projections/case-list.ts'
import { asCaseState, findStanding, type Standing } from '../projections/case-work.ts'
import { appealPages, asAppeal, type CaseFacts, findCase } from '../projections/cases.ts'
import {
  asDocument,
  asSummary,
  type DocumentFacts,
  findDocument,
  listAnnotations,
  listDocuments,
} from '../projections/documents.ts'
import type { CaseReader } from '../projections/reserved.ts'
import { listWorkProducts } from '../projections/work-products.ts'
import { consistentRead } from '../store/consistent-read.ts'
import type { Database, Queryable } from '../store/db.ts'
import { type EventsRead, positionOf, readAllEvents, readCaseEvents, versionAsOf } from '../store/events.ts'
import { rememberByVersion } from './by-version.ts'
import type { AccessLog } from './custody/access-log.ts'
import { type Custody, openCustody } from './custody/custody.ts'
import { lostFiles } from './custody/lost-files.ts'
import type { DecisionFiles } from './decisions/decision-files.ts'
import { type Deliveries, openDeliveries } from './decisions/deliveries.ts'
import { type EffectuationDesk, openEffectuation } from './decisions/effectuation.ts'
import { type Issues, openIssues } from './decisions/issues.ts'
import { openWorkProducts, type WorkProducts } from './decisions/work-products.ts'
import { type Distribution, openDistribution } from './distribution/distribution.ts'
import type { WorkFor } from './engine/commit.ts'
import { createExecute, type Execute } from './engine/execute.ts'
import { type LiveFeed, openLiveFeed } from './engine/live.ts'
import { type EventPage, eventPage, oneMore } from './engine/present-events.ts'
import { type CaseDocuments, type DocumentReader, openCaseDocuments } from './file/case-documents.ts'
import { type DocumentList, openDocumentLists } from './file/document-lists.ts'
import type { CaseExport } from './file/export-case.ts'
import { pageMap } from './file/page-map.ts'
import { openScopedAccess, type ScopedAccesses } from './file/scoped-access.ts'
import { createIntake, type Intake } from './intake/intake.ts'
import { proposeDivision } from './intake/propose-division.ts'
import { type AccessGrants, openAccessGrants } from './parties/access-grants.ts'
import { type Links, openLinks } from './parties/links.ts'
import { openParties, type Parties } from './parties/parties.ts'
import type { Profiles } from './profile/profiles.ts'
import { createTryProfile, type TryProfile } from './profile/try-profile.ts'
import { reactionsFor } from './rules.ts'
import { findPageText } from './texts/page-text.ts'
import type { Search } from './texts/search.ts'
import { caseStateAsOf } from './work/case-state-as-of.ts'
import { explain } from './work/explain.ts'
import { createGetNext, type GetNext } from './work/get-next.ts'
import { openPriorities, type Priorities } from './work/priorities.ts'
import { openQueues, type Queues } from './work/queues.ts'
import { openReassignments, type Reassignments } from './work/reassign.ts'
import { openSavedQueues, type SavedQueues } from './work/saved-queues.ts'
import { openSessions, type Sessions } from './work/sessions.ts'
import { openTasks, type Tasks } from './work/tasks.ts'

/** What decides who may see a case, as it was at a moment of `performance.now()`. */
export type SeenCase = { caseId: string; atMs: number; access?: CaseAccess | undefined }

export type AsOf = { position?: number; time?: Date }

/** What can be asked of the service, whoever asks: HTTP, the command line, a job. */
export type Portico = {
  execute: Execute
  live: LiveFeed
  profiles: Profiles
  tryProfile: TryProfile
  permissions: Permissions
  accessLog: AccessLog
  intake: Intake
  custody: Custody
  uploads: Uploads
  workProducts: WorkProducts
  caseDocuments: CaseDocuments
  issues: Issues
  scopedAccess: ScopedAccesses
  tasks: Tasks
  sessions: Sessions
  deliveries: Deliveries
  effectuation: EffectuationDesk
  explain(caseId: string): Promise<Explanation>
  queues: Queues
  savedQueues: SavedQueues
  getNext: GetNext
  reassignments: Reassignments
  distribution: Distribution
  brokenInvariants(): Promise<BrokenInvariant[]>
  parties: Parties
  accessGrants: AccessGrants
  links: Links
  priorities: Priorities
  proposeDivision(caseId: string, documentId: string, reader: DocumentReader): Promise<ProposedDivision>
  /** Bytes as they were received. */
  originalFile(sha256: string, bytes?: number): Promise<ServedFile>
  appealPages(sight: Sight): AsyncGenerator<AppealSummary[]>
  listCases(
    filter: CaseFilter,
    read: { sight: Sight; after?: CaseCursor; limit: number },
  ): Promise<CaseSummary[]>
  appeal(caseId: string): Promise<AppealDetail>
  findCase(caseId: string): Promise<CaseFacts>
  caseAccess(caseId: string, seen?: SeenCase): Promise<CaseAccess | undefined>
  /** Looks at a case beside another question; `caseAccess` then has the answer for a moment. */
  lookAt(caseId: string): { seen: SeenCase; look: (tx: Queryable) => Promise<void> }
  /** Where somebody represents a party, whose other roles then do not count. */
  representedCases(reader: { id: string }): Promise<string[]>
  /** A caller who knows the version of the case may be told what is remembered of it. */
  caseState(caseId: string, now: Date, asOf?: AsOf, version?: number): Promise<CaseState>
  /** The position of the signature of a decision that stands and is not released. */
  unreleasedSince(caseId: string): Promise<number | undefined>
  documentList: DocumentList
  documents(caseId: string, reader: Pick<Reader, 'id' | 'audience'>): Promise<DocumentSummary[]>
  document(caseId: string, documentId: string, reader: Reader): Promise<Document>
  documentFacts(
    caseId: string,
    documentId: string,
    reader: Pick<Reader, 'id' | 'audience'>,
  ): Promise<DocumentFacts>
  pageMap(caseId: string): Promise<PageMap>
  pageText(caseId: string, documentId: string, page: number, reader: DocumentReader): Promise<PageText>
  caseEvents(caseId: string, reader: CaseReader, read: EventsRead): Promise<EventPage>
  allEvents(reader: CaseReader, read: EventsRead): Promise<EventPage>
  answers(): Promise<boolean>
  disk: DiskSpace
} & CaseExport &
  DecisionFiles &
  Search

export function openPortico(options: {
  db: Database
  clock: () => Date
  profiles: Profiles
  permissions: Permissions
  workFor: WorkFor
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
  recognition: 'on' | 'off'
}): Portico {
  const { db, profiles, permissions, workFor, exports, search, accessLog, blobs, pdf, uploads } = options
  const profileFor = profiles.inForceFor
  const live = openLiveFeed(db, { clock: options.clock })
  const execute = createExecute({
    db,
    projections: allProjections,
    profileFor,
    knownProfile: profiles.known,
    workFor,
    reactions: reactionsFor({ mayRead: permissions.mayRead }),
    afterCommit: live.nudge,
  })
  const caseDocuments = openCaseDocuments(db, profiles.inForce)
  const queues = openQueues({ db, profileFor })

  const standings = rememberByVersion<Standing | undefined>(mostStandings)

  const today = () => options.clock().toISOString().slice(0, 10)
  const found = async (caseId: string) => {
    const facts = await findCase(db, caseId)
    if (!facts) throw noSuchCase()
    return facts
  }

  const documentFacts: Portico['documentFacts'] = async (caseId, documentId, { id, audience }) => {
    const facts = await findDocument(db, caseId, documentId, id, audience)
    if (!facts) throw new Refusal('notFound', 'There is no such document in this appeal.')
    return facts
  }

  return {
    ...exports,
    ...options.decisionFiles,
    ...search,
    profiles,
    tryProfile: createTryProfile({ db, profiles, clock: options.clock }),
    permissions,
    accessLog,
    live,
    execute,
    intake: createIntake({ ...options, room: options.disk, profile: profiles.inForce, execute }),
    custody: openCustody({ db, execute, profile: () => profileFor(db), clock: options.clock }),
    uploads,
    disk: options.disk,
    workProducts: openWorkProducts({ ...options, execute, profileFor }),
    caseDocuments,
    issues: openIssues({ ...options, execute }),
    scopedAccess: openScopedAccess(options),
    tasks: openTasks({ db, execute, profileFor, clock: options.clock }),
    sessions: openSessions({ db, execute }),
    deliveries: openDeliveries({ db, execute }),
    effectuation: openEffectuation({ execute }),
    brokenInvariants: async () => [
      ...(await brokenInvariants(db, await profileFor(db))),
      ...(await lostFiles(db, blobs)),
    ],
    explain: async (caseId) => explain(db, caseId, await profileFor(db)),
    queues,
    savedQueues: openSavedQueues({ db, profileFor }),
    getNext: createGetNext({ db, execute, queues, profileFor }),
    reassignments: openReassignments({
      db,
      execute,
      profileFor,
      clock: options.clock,
    }),
    distribution: openDistribution({
      db,
      execute,
      profileFor,
      clock: options.clock,
      sightOf: permissions.sightOf,
    }),
    parties: openParties({ db, execute, clock: options.clock }),
    accessGrants: openAccessGrants({ db, execute, profileFor, clock: options.clock }),
    links: openLinks({ db, execute, clock: options.clock }),
    priorities: openPriorities({ db, execute }),
    proposeDivision: async (caseId, documentId, reader) =>
      proposeDivision({ db, blobs, pdf }, caseId, await caseDocuments.facts(caseId, documentId, reader)),
    originalFile: (sha256, bytes) => storedFile(blobs, sha256, bytes),
    appealPages: (sight) => appealPages(db, { sight, today: today() }),
    listCases: (filter, read) => listCases(db, filter, { ...read, today: today() }),
    findCase: found,
    async appeal(caseId) {
      const facts = await found(caseId)
      return { appeal: asAppeal(facts), documentCount: facts.documentCount }
    },
    documentFacts,
    pageText: (caseId, documentId, page, { curates }) =>
      findPageText(db, caseId, documentId, page, { isCurrent: !curates }),

    async caseAccess(caseId, seen) {
      const isFresh = seen?.caseId === caseId && performance.now() - seen.atMs < freshMs
      return (isFresh && seen.access) || findCaseAccess(db, caseId, today())
    },
    lookAt(caseId) {
      const seen: SeenCase = { caseId, atMs: performance.now() }
      return {
        seen,
        async look(tx) {
          seen.access = await findCaseAccess(tx, caseId, today())
        },
      }
    },
    representedCases: ({ id }) => representedCases(db, id, today()),

    async caseState(caseId, now, asOf, seenVersion) {
      if (!asOf) {
        const read = () => findStanding(db, caseId)
        const standing = await (seenVersion ? standings(caseId, seenVersion, read) : read())
        if (standing) return asCaseState(standing, now)
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

    async unreleasedSince(caseId) {
      const products = await listWorkProducts(db, caseId)
      const waiting = products.filter(({ status, released }) => status === 'signed' && !released)
      const first = waiting.at(-1)?.signedSequence
      return first === undefined ? undefined : positionOf(db, caseId, first)
    },

    documentList: openDocumentLists(db),
    documents: async (caseId, { id, audience }) =>
      (await listDocuments(db, caseId, id, audience)).map(asSummary),

    async document(caseId, documentId, reader) {
      const [facts, annotations] = await Promise.all([
        documentFacts(caseId, documentId, reader),
        listAnnotations(db, caseId, { documentId, reader }),
      ])
      return asDocument(
        facts,
        annotations.map(({ documentId: _, ...annotation }) => annotation),
      )
    },

    pageMap: (caseId) => consistentRead(db, (tx) => pageMap(tx, caseId)),
    caseEvents: async (caseId, reader, read) =>
      eventPage(db, await readCaseEvents(db, caseId, oneMore(read)), read, reader, today()),
    async allEvents(reader, read) {
      const asked = { ...oneMore(read), ceiling: await live.ceiling(), upTo: reader.upTo ?? -1 }
      return eventPage(db, await readAllEvents(db, asked), read, reader, today())
    },

    async answers() {
      const [row] = await db.rows<{ one: number }>(`select 1 as one`)
      return row?.one === 1
    },
  }
}

const mostStandings = 5000
/** A request whose body takes its time to arrive is not judged by what held when it began. */
const freshMs = 100

function noSuchCase(): Refusal {
  return new Refusal('notFound', 'There is no case with this id.')
}
