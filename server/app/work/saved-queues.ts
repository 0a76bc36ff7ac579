import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Queue, QueueOwner, QueueQuery } from '@portico/contract/queues'
import type { Caller } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import { answerOnce } from '../engine/answer-once.ts'
import type { ProfileFor, Request } from '../engine/execute.ts'
import { refuseUnknownQueueWords } from './queue-words.ts'
import { refuseUnanswerable } from './queues.ts'

type Asking = Pick<Caller, 'id' | 'teams' | 'roles'>

const mostQueues = 100

/** Saved queries, private or shared with a team. */
export function openSavedQueues({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const find = async (asking: Asking, id: string): Promise<Queue> => {
    const builtIn = builtInFor(asking, await profileFor(db)).find((queue) => queue.id === id)
    if (builtIn) return builtIn
    const [row] = await db.rows<QueueRow>(
      `select id, owner_kind, owner_id, name, query, updated_at from saved_queues where id = $1`,
      [id],
    )
    if (!row || !isShared(asking, row)) throw noSuchQueue()
    return queueOf(row)
  }

  const findOwn = async (asking: Asking, id: string) => {
    const queue = await find(asking, id)
    if (queue.isBuiltIn) throw new Refusal('stateForbids', 'Everyone has this queue: save another one.')
    return queue
  }

  return {
    find,

    /** Built-in queues first, then the member's own, then those of their teams. */
    async list(asking: Asking): Promise<Queue[]> {
      const rows = await db.rows<QueueRow>(
        `select id, owner_kind, owner_id, name, query, updated_at from saved_queues
         where (owner_kind = 'person' and owner_id = $1) or (owner_kind = 'team' and owner_id = any($2))
         order by owner_kind, owner_id, name limit 1000`,
        [asking.id, asking.teams],
      )
      return [...builtInFor(asking, await profileFor(db)), ...rows.map(queueOf)]
    },

    async save(
      request: Request,
      asking: Asking,
      { name, team, query }: { name: string; team?: string | undefined; query: QueueQuery },
    ): Promise<Queue> {
      refuseUnanswerable(query)
      refuseUnknownQueueWords(query, await profileFor(db))
      const now = request.at
      if (team !== undefined && !asking.teams.includes(team)) {
        throw new Refusal(
          'forbidden',
          `Only members of the team ${team} keep queues for it: leave team out, or name one of yours.`,
        )
      }
      const owner: QueueOwner =
        team === undefined ? { kind: 'person', id: asking.id } : { kind: 'team', id: team }
      const insert = async (tx: Queryable) => {
        const [row] = await tx.rows<QueueRow>(
          `insert into saved_queues (id, owner_kind, owner_id, name, query, created_by, created_at, updated_at)
           select $1, $2, $3, $4, $5, $6, $7, $7
           where (select count(*) from saved_queues where owner_kind = $2 and owner_id = $3) < $8
           returning id, owner_kind, owner_id, name, query, updated_at`,
          [
            newId('queue', now, randomBytes(10)),
            owner.kind,
            owner.id,
            name.trim(),
            JSON.stringify(query),
            asking.id,
            now,
            mostQueues,
          ],
        )
        if (!row)
          throw new Refusal(
            'stateForbids',
            `There are ${mostQueues} queues already, which is the most: remove one first.`,
          )
        return queueOf(row)
      }
      return unlessTaken(answerOnce(db, request, insert))
    },

    async change(
      asking: Asking,
      id: string,
      { name, query }: { name: string; query: QueueQuery },
      now: Date,
    ): Promise<Queue> {
      refuseUnanswerable(query)
      refuseUnknownQueueWords(query, await profileFor(db))
      await findOwn(asking, id)
      const [row] = await unlessTaken(
        db.rows<QueueRow>(
          `update saved_queues set name = $2, query = $3, updated_at = $4 where id = $1
           returning id, owner_kind, owner_id, name, query, updated_at`,
          [id, name.trim(), JSON.stringify(query), now],
        ),
      )
      if (!row) throw noSuchQueue()
      return queueOf(row)
    },

    async remove(asking: Asking, id: string): Promise<void> {
      await findOwn(asking, id)
      await db.rows(`delete from saved_queues where id = $1`, [id])
    },
  }
}

export type SavedQueues = ReturnType<typeof openSavedQueues>

type QueueRow = {
  id: string
  owner_kind: QueueOwner['kind']
  owner_id: string
  name: string
  query: QueueQuery
  updated_at: Date
}

function queueOf(row: QueueRow): Queue {
  return {
    id: row.id,
    name: row.name,
    owner: { kind: row.owner_kind, id: row.owner_id },
    query: row.query,
    isBuiltIn: false,
    updatedAt: row.updated_at.toISOString(),
  }
}

function builtInFor({ id, teams }: Asking, profile: Profile): Queue[] {
  const label = (name: string) => profile.teams.find((team) => team.name === name)?.label ?? name
  return [
    {
      id: 'mine',
      name: 'Mine',
      owner: { kind: 'person', id },
      query: { assignees: ['me'] },
      isBuiltIn: true,
    },
    ...teams.map(
      (team): Queue => ({
        id: `team:${team}`,
        name: label(team),
        owner: { kind: 'team', id: team },
        query: { assignees: [`team:${team}`] },
        isBuiltIn: true,
      }),
    ),
  ]
}

function isShared({ id, teams }: Asking, { owner_kind, owner_id }: QueueRow): boolean {
  return owner_kind === 'person' ? owner_id === id : teams.includes(owner_id)
}

/** Somebody else's queue is not found. */
const noSuchQueue = () => new Refusal('notFound', 'There is no queue with this id.')

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error) => {
    if (!brokenConstraint(error)) throw error
    throw new Refusal('conflict', 'name is taken: there is a queue with this name already.')
  })
}
