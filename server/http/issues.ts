import { randomBytes } from 'node:crypto'
import { reads } from '@portico/contract/audience'
import type { Portico } from '../app/portico.ts'
import type { IssueCommand } from '../core/issue/commands.ts'
import { issues } from '../core/issue/issue.ts'
import { newId } from '../core/kernel/ids.ts'
import type { Caller } from './authentication.ts'
import type { Handlers, Input } from './route.ts'

/** What is to be decided on a case, how it was decided, and the pages it rests on. */
export function issueHandlers(portico: Portico) {
  const newIssueId = (now: Date) => newId('issue', now, randomBytes(10))
  /** Whoever changes an issue is told no more of it than whoever reads it. */
  const issueOf = async (caller: Caller, { id, issueId }: { id: string; issueId: string }) => ({
    issue: await portico.issues.get(id, issueId, caller),
  })
  const listOf = async ({ params, caller, access, call }: Listing) => {
    const list = await portico.issues.list(params.id, caller)
    if (!reads(caller.audience, 'deliberation')) return list
    const allowed = portico.permissions.actionsOn(caller, access.facts)
    return { ...list, actions: await portico.issues.offers(params.id, { call: call(), allowed }) }
  }
  const execute = (call: Input<'addIssue'>['call'], command: IssueCommand) =>
    portico.execute(issues, call(), command, () => null)

  return {
    listIssues: listOf,

    addIssue: async ({ params, body, caller, now, call, reply }) => {
      const command = { type: 'addIssue' as const, caseId: params.id, issueId: newIssueId(now), ...body }
      const issueId = await portico.execute(issues, call(), command, () => command.issueId)
      reply.header('location', `/cases/${params.id}/issues/${issueId}`)
      return issueOf(caller, { id: params.id, issueId })
    },

    editIssue: async ({ params, body, caller, call }) => {
      const { override, ...changes } = body
      await execute(call, {
        ...target(params),
        type: 'editIssue',
        changes,
        ...(override === undefined ? {} : { override }),
      })
      return issueOf(caller, params)
    },

    splitIssue: async (input) => {
      const { params, body, now, call } = input
      const into = body.into.map((part) => ({ ...part, issueId: newIssueId(now) }))
      await execute(call, { ...target(params), type: 'splitIssue', into })
      return listOf(input)
    },

    mergeIssues: async ({ params, body, caller, now, call, reply }) => {
      const command: IssueCommand = {
        type: 'mergeIssues',
        caseId: params.id,
        issueId: newIssueId(now),
        issueIds: [params.issueId, ...body.issueIds],
        ...(body.into ? { into: body.into } : {}),
      }
      const issueId = await portico.execute(issues, call(), command, () => command.issueId)
      reply.header('location', `/cases/${params.id}/issues/${issueId}`)
      return issueOf(caller, { id: params.id, issueId })
    },
  } satisfies Partial<Handlers>
}

type Listing = Pick<Input<'listIssues'>, 'params' | 'caller' | 'access' | 'call'>

function target({ id, issueId }: { id: string; issueId: string }) {
  return { caseId: id, issueId }
}
