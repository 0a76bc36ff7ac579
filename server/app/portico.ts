import type { Permissions } from '../auth/can.ts'
import { dayOf } from '../core/time/moments.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { allProjections } from '../projections/all.ts'
import { representedCases } from '../projections/case-access.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'
import { shareReads } from '../store/shared-reads.ts'
import type { AccessLog } from './custody/access-log.ts'
import type { DecisionFiles } from './decisions/decision-files.ts'
import { type DecisionOptions, type DecisionSubjects, openDecisionSubjects } from './decisions/subjects.ts'
import type { Desk } from './desk.ts'
import type { WorkFor } from './engine/commit.ts'
import { type EventPages, openEventPages } from './engine/event-pages.ts'
import { createExecute, type Execute } from './engine/execute.ts'
import { type ListChanges, openListChanges } from './engine/list-changes.ts'
import { type LiveFeed, openLiveFeed } from './engine/live.ts'
import type { CaseFiles } from './file/export-case.ts'
import { type FileOptions, type FileSubjects, openFileSubjects } from './file/subjects.ts'
import { type MailOptions, type MailSubjects, openMailSubjects } from './mail/subjects.ts'
import { type NotificationSubjects, openNotificationSubjects } from './notifications/subjects.ts'
import type { Reachable } from './notifications/subscriptions.ts'
import { type OwnSubjects, openOwnSubjects } from './own/subjects.ts'
import { openPartySubjects, type PartySubjects } from './parties/subjects.ts'
import type { Profiles } from './profile/profiles.ts'
import { createTryProfile, type TryProfile } from './profile/try-profile.ts'
import { openReportSubjects, type ReportSubjects } from './reports/subjects.ts'
import { reactionsFor } from './rules.ts'
import { openSessionSubjects, type SessionOptions, type SessionSubjects } from './sessions/subjects.ts'
import type { Search } from './texts/search.ts'
import { openWorkSubjects, type WorkSubjects } from './work/subjects.ts'

/** What rooms are opened with that this module makes or derives from other options. */
type Derived =
  | 'reads'
  | 'profile'
  | 'knownProfile'
  | 'workspaceUrl'
  | 'reachable'
  | 'invitation'
  | 'sendsEmail'

export type PorticoOptions = Omit<FileOptions & DecisionOptions & MailOptions & SessionOptions, Derived> & {
  db: Database
  clock: () => Date
  profiles: Profiles
  permissions: Permissions
  workFor: WorkFor
  afterCommit?: (events: readonly StoredEvent[]) => void
  files: CaseFiles
  decisionFiles: DecisionFiles
  search: Search
  accessLog: AccessLog
  mostFileBytes: number
  /** The address of the workspace, with a trailing slash. */
  workspaceUrl?: () => string
  /** The channels by which members are notified; by default only the workspace. */
  reachable?: Reachable
  reportLimitMs?: number
}

/** The application as seen by HTTP, the command line, jobs and ports: each takes the subjects it needs. */
export type Portico = FileSubjects &
  DecisionSubjects &
  WorkSubjects &
  SessionSubjects &
  PartySubjects &
  MailSubjects &
  NotificationSubjects &
  ReportSubjects &
  OwnSubjects & {
    execute: Execute
    live: LiveFeed
    listChanges: ListChanges
    events: EventPages
    profiles: Profiles
    tryProfile: TryProfile
    permissions: Permissions
    accessLog: AccessLog
    disk: DiskSpace
    mostFileBytes: number
    files: CaseFiles
    decisionFiles: DecisionFiles
    search: Search
    /** Whether the database answers. */
    answers(): Promise<boolean>
  }

export function openPortico(options: PorticoOptions): Portico {
  const { db, clock, profiles, permissions } = options
  const given = {
    ...options,
    workspaceUrl: options.workspaceUrl ?? (() => '/workspace/'),
    reachable: options.reachable ?? ({ channels: ['inApp'], pushKey: undefined } satisfies Reachable),
    profile: profiles.inForce,
    knownProfile: profiles.known,
    reads: shareReads(db),
  }
  const live = openLiveFeed(db, { clock })
  const execute = createExecute({
    db,
    projections: allProjections,
    profileFor: profiles.inForceFor,
    knownProfile: profiles.known,
    workFor: options.workFor,
    reactions: reactionsFor({ mayRead: permissions.mayRead }),
    afterCommit(events) {
      live.nudge()
      options.afterCommit?.(events)
    },
  })
  const desk: Desk = { db, execute, profileFor: profiles.inForceFor, clock }
  const own = openOwnSubjects(desk)
  const sessions = openSessionSubjects(desk, given)
  const { invitation } = sessions.conferences
  const notifications = openNotificationSubjects(desk, { ...given, invitation })

  return {
    live,
    listChanges: openListChanges({
      db,
      live,
      barredCases: (id) => representedCases(given.reads, id, dayOf(clock())),
      alerts: { hear: notifications.alertFeed.hear, hasUnread: notifications.alerts.hasUnread },
      presence: own.presence.feed,
    }),
    execute,
    events: openEventPages({ db, live, clock }),
    profiles,
    tryProfile: createTryProfile({ ...desk, profiles }),
    permissions,
    accessLog: options.accessLog,
    disk: options.disk,
    mostFileBytes: options.mostFileBytes,
    files: options.files,
    decisionFiles: options.decisionFiles,
    search: options.search,
    ...openFileSubjects(desk, given),
    ...openDecisionSubjects(desk, given),
    ...openWorkSubjects(desk, given),
    ...sessions,
    ...openPartySubjects(desk),
    ...openMailSubjects(desk, { ...given, sendsEmail: given.reachable.channels.includes('email') }),
    ...notifications,
    ...openReportSubjects({ ...given, limitMs: options.reportLimitMs }),
    ...own,

    async answers() {
      const [row] = await db.rows<{ one: number }>(`select 1 as one`)
      return row?.one === 1
    },
  }
}
