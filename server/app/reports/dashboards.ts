import { reportsOfChart } from '@portico/contract/charts'
import type { Dashboard, DashboardDetail } from '@portico/contract/dashboards'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import {
  findStoredDashboard,
  listStoredDashboards,
  removeStoredDashboard,
  type StoredDashboard,
  setRolesOfDashboard,
} from '../../store/dashboards.ts'
import type { Database } from '../../store/db.ts'
import type { ReportReader } from './reports.ts'

export type Dashboards = ReturnType<typeof openDashboards>

/** Saved reports that reporting tools have pushed, for the roles that an administrator allows. */
export function openDashboards({
  db,
  clock,
  profile,
}: {
  db: Database
  clock: () => Date
  profile: () => Profile
}) {
  const none = () => new Refusal('notFound', 'There is no dashboard with this id.')

  async function detail(id: string): Promise<DashboardDetail['dashboard']> {
    const found = await findStoredDashboard(db, id)
    if (!found) throw none()
    return { ...shown(found), reports: reportsOfChart(found.spec), spec: found.spec }
  }

  return {
    async list({ audience, roles }: Pick<ReportReader, 'audience' | 'roles'>): Promise<Dashboard[]> {
      const all = await listStoredDashboards(db, audience === 'administration' ? undefined : roles)
      return all.map(shown)
    },

    /** One that is not for the reader is not there. */
    async find({ audience, roles }: Pick<ReportReader, 'audience' | 'roles'>, id: string) {
      const found = await detail(id)
      if (audience !== 'administration' && !found.roles.some((role) => roles.includes(role))) throw none()
      return found
    },

    /** Of two that begin with the same version the second is refused: it would undo the first. */
    async setRoles(by: string, id: string, roles: readonly string[], expectedVersion?: number) {
      for (const role of roles) refuseUnknownWord('role', role, namesOf(profile().roles))
      const isSet = await setRolesOfDashboard(db, id, { roles, by, at: clock(), expectedVersion })
      const now = await detail(id)
      if (isSet) return now
      throw new Refusal(
        'conflict',
        `The dashboard is at version ${now.version}, not ${expectedVersion}: read it again.`,
      )
    },

    async remove(id: string): Promise<void> {
      if (!(await removeStoredDashboard(db, id))) throw none()
    },
  }
}

function shown({ id, from, title, suggestedRoles, roles, savedAt, version }: StoredDashboard): Dashboard {
  return { id, title, savedAt: savedAt.toISOString(), from, roles, suggestedRoles, version }
}
