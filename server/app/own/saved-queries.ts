import { randomBytes } from 'node:crypto'
import type { Caller } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { type Database, type Queryable, violatedConstraint } from '../../store/db.ts'
import { answerOnce } from '../engine/answer-once.ts'
import type { Request } from '../engine/execute.ts'

export type Asking = Pick<Caller, 'id' | 'teams'>

export type SavedQuery<Query> = {
  id: string
  name: string
  owner: { kind: 'person' | 'team'; id: string }
  query: Query
  createdAt: string
  updatedAt: string
}

type NewQuery<Query> = { name: string; team?: string | undefined; query: Query }

const tables = { queue: 'saved_queues', view: 'case_views' } as const
const columns = 'id, owner_kind, owner_id, name, query, created_at, updated_at'
const most = 100

/** Queries under a name, private or shared with a team: any of its members changes and removes those of a team. */
export function openSavedQueries<Query>(db: Database, kind: keyof typeof tables) {
  const table = tables[kind]
  const isOwn = `((owner_kind = 'person' and owner_id = $1) or (owner_kind = 'team' and owner_id = any($2)))`

  /** Somebody else's is not found. */
  const only = (rows: readonly QueryRow<Query>[]): SavedQuery<Query> => {
    const [row] = rows
    if (!row) throw new Refusal('notFound', `There is no ${kind} with this id.`)
    return asSaved(row)
  }

  const unlessTaken = <T>(writing: Promise<T>): Promise<T> =>
    writing.catch((error) => {
      if (!violatedConstraint(error)) throw error
      throw new Refusal('conflict', `name is taken: there is a ${kind} with this name already.`)
    })

  return {
    /** The member's own first, then those of their teams. */
    async list({ id, teams }: Asking): Promise<SavedQuery<Query>[]> {
      const rows = await db.rows<QueryRow<Query>>(
        `select ${columns} from ${table} where ${isOwn} order by owner_kind, owner_id, name limit 1000`,
        [id, teams],
      )
      return rows.map(asSaved)
    },

    find: async ({ id, teams }: Asking, wanted: string) =>
      only(await db.rows(`select ${columns} from ${table} where ${isOwn} and id = $3`, [id, teams, wanted])),

    async save(
      request: Request,
      { id, teams }: Asking,
      { name, team, query }: NewQuery<Query>,
    ): Promise<SavedQuery<Query>> {
      if (team !== undefined && !teams.includes(team))
        throw new Refusal(
          'forbidden',
          `Only members of the team ${team} can save ${kind}s for it: leave team out, or name one of yours.`,
        )
      const insert = async (tx: Queryable) => {
        const [row] = await tx.rows<QueryRow<Query>>(
          `insert into ${table} (id, owner_kind, owner_id, name, query, created_by, created_at, updated_at)
           select $1, $2, $3, $4, $5, $6, $7, $7
           where (select count(*) from ${table} where owner_kind = $2 and owner_id = $3) < $8
           returning ${columns}`,
          [
            newId(kind, request.at, randomBytes(10)),
            ...(team === undefined ? ['person', id] : ['team', team]),
            name.trim(),
            JSON.stringify(query),
            id,
            request.at,
            most,
          ],
        )
        if (row) return asSaved(row)
        throw new Refusal(
          'stateForbids',
          `There are ${most} ${kind}s already, which is the most: remove one first.`,
        )
      }
      return unlessTaken(answerOnce(db, request, insert))
    },

    async change(
      { id, teams }: Asking,
      wanted: string,
      { name, query }: { name: string; query: Query },
      now: Date,
    ): Promise<SavedQuery<Query>> {
      const changed = db.rows<QueryRow<Query>>(
        `update ${table} set name = $4, query = $5, updated_at = $6 where ${isOwn} and id = $3 returning ${columns}`,
        [id, teams, wanted, name.trim(), JSON.stringify(query), now],
      )
      return only(await unlessTaken(changed))
    },

    async remove({ id, teams }: Asking, wanted: string): Promise<void> {
      only(
        await db.rows(`delete from ${table} where ${isOwn} and id = $3 returning ${columns}`, [
          id,
          teams,
          wanted,
        ]),
      )
    },
  }
}

type QueryRow<Query> = {
  id: string
  owner_kind: 'person' | 'team'
  owner_id: string
  name: string
  query: Query
  created_at: Date
  updated_at: Date
}

const asSaved = <Query>(row: QueryRow<Query>): SavedQuery<Query> => ({
  id: row.id,
  name: row.name,
  owner: { kind: row.owner_kind, id: row.owner_id },
  query: row.query,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
