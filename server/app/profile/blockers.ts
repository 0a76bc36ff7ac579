import type { ProfileBlocker } from '@portico/contract/profile-versions'
import type { ProfileMoves } from '../../profile/moves.ts'
import type { Queryable } from '../../store/db.ts'

type Found = { word: string; count: number; caseIds: string[] }

const cases = `count(*)::int as count, (array_agg(case_id order by case_id))[1:100] as "caseIds"`
const noCases = `count(*)::int as count, array[]::text[] as "caseIds"`

/** Current work that a profile would have no place for. */
export async function findBlockers(tx: Queryable, { gone }: ProfileMoves): Promise<ProfileBlocker[]> {
  const blocked = async (words: readonly string[], one: string, by: string, query: string, more = '') => {
    if (words.length === 0) return []
    const found = await tx.rows<Found>(`${query} group by word order by word`, [words])
    return found.map(({ word, count, caseIds }) => {
      const are = count === 1 ? `1 ${one} is` : `${count.toLocaleString('en-US')} ${one}s are`
      return { what: `${are} ${by} ${word}, which the new profile does not have${more}.`, count, caseIds }
    })
  }
  const blockers = await Promise.all([
    blocked(
      gone.taskTypes,
      'open task',
      'of the type',
      `select type as word, ${cases} from tasks where closed_at is null and type = any($1)`,
    ),
    blocked(
      gone.homeless.map(({ type, team }) => `${type} ${team}`),
      'open task',
      'with the team',
      `select assignee_id as word, ${cases} from tasks
       where closed_at is null and assignee_kind = 'team' and type || ' ' || assignee_id = any($1)`,
      ', and their type names no other team',
    ),
    blocked(
      gone.caseTypes,
      'open case',
      'of the type',
      `select case_type as word, ${cases} from case_work where not is_closed and case_type = any($1)`,
    ),
    blocked(
      gone.dockets,
      'open case',
      'on the docket',
      `select docket as word, ${cases} from case_work where not is_closed and docket = any($1)`,
    ),
    blocked(
      gone.roles,
      'member',
      'of the role',
      `select role as word, ${noCases} from members, unnest(roles) as role
       where deactivated_at is null and role = any($1)`,
    ),
    blocked(
      gone.teams,
      'member',
      'of the team',
      `select team as word, ${noCases} from members, unnest(teams) as team
       where deactivated_at is null and team = any($1)`,
    ),
  ])
  return blockers.flat()
}
