import type { Profile } from '@portico/contract/profile'
import type { Database } from '../../store/db.ts'
import { laterSubject } from '../later.ts'
import type { Dashboards } from './dashboards.ts'
import { openReports, type Reports } from './reports.ts'

export type ReportSubjects = {
  reports: Reports
  dashboards: Dashboards
}

export function openReportSubjects(options: {
  db: Database
  clock: () => Date
  profile: () => Profile
  workspaceUrl: () => string
  /** How long a report may take. */
  limitMs?: number | undefined
}): ReportSubjects {
  return {
    reports: openReports(options),
    dashboards: laterSubject(async () => {
      const { openDashboards } = await import('./dashboards.ts')
      return openDashboards(options)
    }),
  }
}
