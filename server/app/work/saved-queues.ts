import type { Profile } from '@portico/contract/profile'
import type { Queue, QueueQuery } from '@portico/contract/queues'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import type { ProfileFor, Request } from '../engine/execute.ts'
import { type Asking, openSavedQueries, type SavedQuery } from '../own/saved-queries.ts'
import { refuseUnknownQueueWords } from './queue-words.ts'
import { refuseUnanswerable } from './queues.ts'

/** Queues that are built in, and those that somebody has saved. */
export function openSavedQueues({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const saved = openSavedQueries<QueueQuery>(db, 'queue')

  const findBuiltIn = async (asking: Asking, id: string) =>
    builtInFor(asking, await profileFor(db)).find((queue) => queue.id === id)

  const refuseBuiltIn = async (asking: Asking, id: string) => {
    if (await findBuiltIn(asking, id))
      throw new Refusal('stateForbids', 'This queue is built in and cannot be changed: save a new one.')
  }

  const refuseWrong = async (query: QueueQuery) => {
    refuseUnanswerable(query)
    refuseUnknownQueueWords(query, await profileFor(db))
  }

  return {
    find: async (asking: Asking, id: string): Promise<Queue> =>
      (await findBuiltIn(asking, id)) ?? queueOf(await saved.find(asking, id)),

    /** Built-in queues first, then the member's own, then those of their teams. */
    async list(asking: Asking): Promise<Queue[]> {
      const own = await saved.list(asking)
      return [...builtInFor(asking, await profileFor(db)), ...own.map(queueOf)]
    },

    async save(
      request: Request,
      asking: Asking,
      queue: { name: string; team?: string | undefined; query: QueueQuery },
    ): Promise<Queue> {
      await refuseWrong(queue.query)
      return queueOf(await saved.save(request, asking, queue))
    },

    async change(
      asking: Asking,
      id: string,
      queue: { name: string; query: QueueQuery },
      now: Date,
    ): Promise<Queue> {
      await refuseWrong(queue.query)
      await refuseBuiltIn(asking, id)
      return queueOf(await saved.change(asking, id, queue, now))
    },

    async remove(asking: Asking, id: string): Promise<void> {
      await refuseBuiltIn(asking, id)
      await saved.remove(asking, id)
    },
  }
}

export type SavedQueues = ReturnType<typeof openSavedQueues>

function queueOf({ createdAt: _, ...queue }: SavedQuery<QueueQuery>): Queue {
  return { ...queue, isBuiltIn: false }
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
