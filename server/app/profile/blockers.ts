import type { ProfileBlocker } from '@portico/contract/profile-versions'
import type { ProfileMoves } from '../../profile/moves.ts'
import type { Queryable } from '../../store/db.ts'

type Found = { word: string; count: number; caseIds: string[] }

/** Current work that a profile would have no place for. */
export async function findBlockers(tx: Queryable, { gone }: ProfileMoves): Promise<ProfileBlocker[]> {
  const [tasks, homeless, cases, dockets, members, inTeams] = await Promise.all([
    tasksOfTypes(tx, gone.taskTypes),
    tasksOfTeams(tx, gone.homeless),
    openCases(tx, gone.caseTypes),
    casesOnDockets(tx, gone.dockets),
    membersWithRoles(tx, gone.roles),
    membersOfTeams(tx, gone.teams),
  ])
  const told = (found: Found[], sentence: (found: Found) => string) =>
    found.map((one) => ({ what: sentence(one), count: one.count, caseIds: one.caseIds }))
  return [
    ...told(
      tasks,
      ({ word, count }) => `${are(count, 'open task')} of the type ${word}, which would be gone.`,
    ),
    ...told(
      homeless,
      ({ word, count }) =>
        `${are(count, 'open task')} with the team ${word}, which would be gone, and no other is said.`,
    ),
    ...told(
      cases,
      ({ word, count }) => `${are(count, 'open case')} of the type ${word}, which would be gone.`,
    ),
    ...told(
      dockets,
      ({ word, count }) => `${are(count, 'open case')} on the docket ${word}, which would be gone.`,
    ),
    ...told(
      members,
      ({ word, count }) => `${are(count, 'member')} of the role ${word}, which would be gone.`,
    ),
    ...told(
      inTeams,
      ({ word, count }) => `${are(count, 'member')} of the team ${word}, which would be gone.`,
    ),
  ]
}

const are = (count: number, what: string) =>
  count === 1 ? `1 ${what} is` : `${count.toLocaleString('en-US')} ${what}s are`

const some = `count(*)::int as count, (array_agg(case_id order by case_id))[1:100] as "caseIds"`

async function tasksOfTypes(tx: Queryable, types: readonly string[]): Promise<Found[]> {
  if (types.length === 0) return []
  return tx.rows<Found>(
    `select type as word, ${some} from tasks where closed_at is null and type = any($1) group by type order by type`,
    [types],
  )
}

async function tasksOfTeams(tx: Queryable, homeless: ProfileMoves['gone']['homeless']): Promise<Found[]> {
  if (homeless.length === 0) return []
  return tx.rows<Found>(
    `select assignee_id as word, ${some}
     from tasks t join json_to_recordset($1) as h (type text, team text)
       on t.type = h.type and t.assignee_kind = 'team' and t.assignee_id = h.team
     where closed_at is null group by assignee_id order by assignee_id`,
    [JSON.stringify(homeless)],
  )
}

async function openCases(tx: Queryable, types: readonly string[]): Promise<Found[]> {
  if (types.length === 0) return []
  return tx.rows<Found>(
    `select case_type as word, ${some} from case_work where not is_closed and case_type = any($1)
     group by case_type order by case_type`,
    [types],
  )
}

async function casesOnDockets(tx: Queryable, dockets: readonly string[]): Promise<Found[]> {
  if (dockets.length === 0) return []
  return tx.rows<Found>(
    `select docket as word, ${some} from case_work where not is_closed and docket = any($1)
     group by docket order by docket`,
    [dockets],
  )
}

async function membersWithRoles(tx: Queryable, roles: readonly string[]): Promise<Found[]> {
  if (roles.length === 0) return []
  return tx.rows<Found>(
    `select role as word, count(*)::int as count, array[]::text[] as "caseIds"
     from members, unnest(roles) as role where deactivated_at is null and role = any($1)
     group by role order by role`,
    [roles],
  )
}

async function membersOfTeams(tx: Queryable, teams: readonly string[]): Promise<Found[]> {
  if (teams.length === 0) return []
  return tx.rows<Found>(
    `select team as word, count(*)::int as count, array[]::text[] as "caseIds"
     from members, unnest(teams) as team where deactivated_at is null and team = any($1)
     group by team order by team`,
    [teams],
  )
}
