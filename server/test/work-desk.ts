import { createExecute } from '../app/engine/execute.ts'
import { reactionsFor } from '../app/rules.ts'
import type { Permissions } from '../auth/can.ts'
import type { OpenCase } from '../core/file/case-file.ts'
import { type WorkCommand, work } from '../core/work/work.ts'
import { defaultProfile } from '../profile/default.ts'
import { allProjections } from '../projections/all.ts'
import type { Database } from '../store/db.ts'
import { noWork, openDesk, requestBy } from './case-desk.ts'

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** Cases with the work that the rules of the default profile open on them, without HTTP. */
export function openWorkDesk(db: Database, { mayRead }: { mayRead?: Permissions['mayRead'] } = {}) {
  const execute = createExecute({
    db,
    projections: allProjections,
    workFor: noWork,
    ...(mayRead ? { reactions: reactionsFor({ mayRead }) } : {}),
  })
  const desk = openDesk(db, execute)

  const command = (caseId: string, given: Without<WorkCommand, 'caseId'>, request = requestBy()) =>
    execute(work, request, { ...given, caseId } as WorkCommand, ({ events }) => events.length)

  const openTask = async (caseId: string, type: string): Promise<string> => {
    const [row] = await db.rows<{ task_id: string }>(
      `select task_id from tasks where case_id = $1 and type = $2 and closed_at is null`,
      [caseId, type],
    )
    if (!row) throw new Error(`the case has no open task of the type ${type}`)
    return row.task_id
  }

  return {
    execute,
    profileFor: async () => defaultProfile,
    open: async (given: Partial<OpenCase> = {}) => (await desk.open([], given)).caseId,
    command,
    openTask,
    /** Makes it ready for distribution, where its docket waits for nothing. */
    docket: (caseId: string, docket: string) =>
      command(caseId, { type: 'docket', docket, findings: [], mayOverride: false }),
    assign: async (caseId: string, type: string, person: string) =>
      command(caseId, {
        type: 'assignTask',
        taskId: await openTask(caseId, type),
        assignee: { kind: 'person', id: person, name: person },
      }),
  }
}

export type WorkDesk = ReturnType<typeof openWorkDesk>
