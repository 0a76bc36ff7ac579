import type { EndingCommand } from '@portico/contract/endings'
import type { Request } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { previewEnding } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Handlers, Input } from './route.ts'

type Preview = {
  action: Parameters<Input<'previewEnding'>['authorize']>[0]
  send: (request: Request) => Promise<unknown>
}
type Previews = {
  [Name in keyof EndingCommand]-?: (
    given: NonNullable<EndingCommand[Name]>,
    input: Pick<Input<'previewEnding'>, 'params' | 'caller' | 'may'>,
  ) => Preview
}

/** What is asked of a command that is only tried. */
const why = '-'

/** Each command as its own route sends it. */
export function endingHandlers(portico: Portico) {
  const { tasks, links, sessions, workProducts, letters, parties, effectuation } = portico

  const previews: Previews = {
    completeTask: ({ taskId, ...completion }, { params: { id } }) => ({
      action: 'workTasks',
      send: (request) => tasks.change(request, id, taskId, { type: 'completeTask', ...completion }),
    }),
    cancelTask: ({ taskId }, { params: { id } }) => ({
      action: 'workTasks',
      send: (request) => tasks.change(request, id, taskId, { type: 'cancelTask', why }),
    }),
    docketCase: ({ findings = [], ...given }, { params: { id }, may }) => ({
      action: 'docket',
      send: (request) => {
        const command = { type: 'docket' as const, caseId: id, findings, ...given }
        return tasks.docket(request, { ...command, mayOverride: may('docketAnyway') })
      },
    }),
    refuseDocketing: (given, { params: { id } }) => ({
      action: 'docket',
      send: (request) => tasks.refuseDocketing(request, { type: 'refuseDocketing', caseId: id, ...given }),
    }),
    linkCase: (given, { params: { id } }) => ({
      action: 'linkCases',
      send: (request) => links.link(request, id, given),
    }),
    endSession: ({ sessionId, ...given }, { params: { id } }) => ({
      action: 'manageSessions',
      send: (request) => sessions.end(request, id, sessionId, given),
    }),
    removeIssue: ({ issueId, ...given }, { params: { id } }) => ({
      action: 'editIssues',
      send: (request) => portico.issues.remove(request, id, issueId, given),
    }),
    submitWorkProduct: ({ workProductId, ...given }, { params: { id } }) => ({
      action: 'draft',
      send: (request) =>
        workProducts.change(request, { caseId: id, workProductId, type: 'submit', ...given }),
    }),
    signWorkProduct: ({ workProductId, ...given }, { params: { id }, caller, may }) => ({
      action: 'signDecisions',
      send: (request) => {
        const asked = { ...given, name: caller.displayName, mayOverride: may('signForOthers') }
        return workProducts.sign(request, { caseId: id, workProductId }, asked)
      },
    }),
    discardWorkProduct: ({ workProductId }, { params: { id } }) => ({
      action: 'draft',
      send: (request) => workProducts.change(request, { caseId: id, workProductId, type: 'discard', why }),
    }),
    recallWorkProduct: ({ workProductId }, { params: { id } }) => ({
      action: 'recallDecisions',
      send: (request) => workProducts.change(request, { caseId: id, workProductId, type: 'recall', why }),
    }),
    retryLetter: ({ letterId }, { params: { id } }) => ({
      action: 'writeLetters',
      send: (request) => letters.retry(request, id, letterId),
    }),
    receiptLetter: ({ letterId, ...receipt }, { params: { id } }) => ({
      action: 'recordDeliveries',
      send: (request) => letters.receipt(request, id, letterId, receipt),
    }),
    settleConflict: ({ partyId, ...settled }, { params: { id } }) => ({
      action: 'keepParties',
      send: (request) => parties.settleConflict(request, id, partyId, settled),
    }),
    reportEffectuation: (report, { params: { id } }) => ({
      action: 'reportEffectuation',
      send: (request) => effectuation.report(request, id, report),
    }),
  }

  return {
    previewEnding: async (input) => {
      const [found] = Object.entries(input.body) as [keyof EndingCommand, never][]
      if (!found) throw new Refusal('invalid', 'The body must name one command.')
      const [name, given] = found
      const { action, send } = previews[name](given, input)
      await input.authorize(action)
      return { ending: await previewEnding(input.call(), namedBy[name](given), send) }
    },
  } satisfies Partial<Handlers>
}
