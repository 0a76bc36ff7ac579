import type { Permissions } from '../auth/can.ts'
import { dayOf } from '../core/time/moments.ts'
import { allProjections } from '../projections/all.ts'
import { representedCases } from '../projections/case-access.ts'
import type { Database } from '../store/db.ts'
import type { StoredEvent } from '../store/events/read.ts'
import { shareReads } from '../store/shared-reads.ts'
import type { AccessLog } from './custody/access-log.ts'
import type { DecisionFiles } from './decisions/decision-files.ts'
import { openDecisionSubjects } from './decisions/subjects.ts'
import type { Desk } from './desk.ts'
import type { WorkFor } from './engine/commit.ts'
import { openEventPages } from './engine/event-pages.ts'
import { createExecute } from './engine/execute.ts'
import { openListChanges } from './engine/list-changes.ts'
import { openLiveFeed } from './engine/live.ts'
import type { CaseFiles } from './file/export-case.ts'
import { openFileSubjects } from './file/subjects.ts'
import { openMailSubjects } from './mail/subjects.ts'
import { openNotificationSubjects } from './notifications/subjects.ts'
import type { Reachable } from './notifications/subscriptions.ts'
import { openOwnSubjects } from './own/subjects.ts'
import { openPartySubjects } from './parties/subjects.ts'
import type { Profiles } from './profile/profiles.ts'
import { createTryProfile } from './profile/try-profile.ts'
import { openReportSubjects } from './reports/subjects.ts'
import { reactionsFor } from './rules.ts'
import { openSessionSubjects } from './sessions/subjects.ts'
import type { Search } from './texts/search.ts'
import { openWorkSubjects } from './work/subjects.ts'

/** What a room of the application is opened with, besides what all of them get. */
type Given<Open extends (desk: Desk, options: never) => unknown> = Omit<
  Parameters<Open>[1],
  'reads' | 'profile' | 'knownProfile' | 'workspaceUrl' | 'reachable' | 'invitation' | 'sendsEmail'
>

export type PorticoOptions = Given<typeof openFileSubjects> &
  Given<typeof openDecisionSubjects> &
  Given<typeof openMailSubjects> &
  Given<typeof openSessionSubjects> & {
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
    /** The most bytes that a file may have. */
    mostFileBytes: number
    /** Where the workspace is served, with a slash at its end. */
    workspaceUrl?: () => string
    /** By which channels members can be told; in the workspace alone, if it is not said. */
    reachable?: Reachable
    /** How long a report may take. */
    reportLimitMs?: number
  }

/** The application as seen by HTTP, the command line, jobs and ports: each takes the subjects it needs. */
export function openPortico(options: PorticoOptions) {
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

export type Portico = ReturnType<typeof openPortico>
