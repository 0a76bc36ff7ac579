import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { caseFacts } from '../core/file/case-facts.ts'
import { type DocumentCommand, document } from '../core/file/document.ts'
import { issues } from '../core/issue/issue.ts'
import type { Decider } from '../core/kernel/decider.ts'
import { party } from '../core/party/party.ts'
import { work } from '../core/work/work.ts'
import type { Caller } from './authentication.ts'

type TaskCommand = Parameters<Portico['tasks']['change']>[3] & { caseId: string; taskId: string }
type ProductCommand = Parameters<Portico['workProducts']['change']>[1]
type EndingCommand = Parameters<Portico['workProducts']['end']>[1] &
  Parameters<Portico['workProducts']['end']>[2]

/** The aggregates whose commands rows may name (`servedBy`), and who executes them. */
export function commandsOf({ execute, tasks, workProducts }: Portico) {
  const by =
    <Command extends { caseId: string; type: string }, State>(decider: Decider<Command, State>) =>
    (request: Request, command: Command) =>
      execute(decider, request, command, () => null)

  return {
    caseFacts: by(caseFacts),
    document: (request: Request, command: DocumentCommand, { curates }: Caller) =>
      execute(document, request, { ...command, mustBeCurrent: !curates }, () => null),
    issue: by(issues),
    party: by(party),
    work: by(work),
    task: (request: Request, command: TaskCommand) => {
      const { caseId, taskId, ...change } = command
      return tasks.change(request, caseId, taskId, change)
    },
    workProduct: (request: Request, command: ProductCommand | EndingCommand) => {
      if (command.type !== 'submit' && command.type !== 'discard')
        return workProducts.change(request, command)
      const { caseId, workProductId, ...ending } = command
      return workProducts.end(request, { caseId, workProductId }, ending)
    },
  }
}

export type Commands = ReturnType<typeof commandsOf>
