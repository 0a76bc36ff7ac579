import type { Profile } from '@portico/contract/profile'
import type { Database } from '../../store/db.ts'
import { laterSubject } from '../later.ts'
import { openReports } from './reports.ts'

export type ReportSubjects = ReturnType<typeof openReportSubjects>

export function openReportSubjects(options: {
  db: Database
  clock: () => Date
  profile: () => Profile
  workspaceUrl: () => string
  /** How long a report may take. */
  limitMs?: number | undefined
}) {
  return {
    reports: openReports(options),
    dashboards: laterSubject(async () => {
      const { openDashboards } = await import('./dashboards.ts')
      return openDashboards(options)
    }),
  }
}
