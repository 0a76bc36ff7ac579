import { randomBytes } from 'node:crypto'
import { reads } from '@portico/contract/audience'
import type { Seen } from '../app/decisions/issues.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import type { IssueCommand } from '../core/issue/commands.ts'
import { issues } from '../core/issue/issue.ts'
import { newId } from '../core/kernel/ids.ts'
import type { Caller } from './authentication.ts'
import type { Handlers, Input } from './route.ts'

/** What is to be decided on a case, how it was decided, and the pages it rests on. */
export function issueHandlers(portico: Portico) {
  const newIssueId = (now: Date) => newId('issue', now, randomBytes(10))
  const seen = ({ audience }: Caller): Seen => {
    if (reads(audience, 'deliberation')) return 'all'
    return audience === 'party' ? 'released' : 'signed'
  }
  /** Whoever changes an issue is told no more of it than whoever reads it. */
  const issueOf = async (caller: Caller, { id, issueId }: { id: string; issueId: string }) => ({
    issue: await portico.issues.get(id, issueId, seen(caller)),
  })
  const listOf = async ({ params, caller, access, call }: Listing) => {
    const list = await portico.issues.list(params.id, seen(caller))
    if (!reads(caller.audience, 'deliberation')) return list
    const allowed = portico.permissions.actionsOn(caller, access.facts)
    return { ...list, actions: await portico.issues.offers(params.id, { call: call(), allowed }) }
  }
  const execute = (call: Input<'addIssue'>['call'], command: IssueCommand) =>
    portico.execute(issues, call(), command, () => null)

  return {
    listIssues: listOf,

    getIssue: ({ params, caller }) => issueOf(caller, params),

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

    orderIssues: async (input) => {
      const { params, body, call } = input
      await execute(call, { type: 'orderIssues', caseId: params.id, issueIds: body.issueIds })
      return listOf(input)
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

    removeIssue: async ({ params, body, caller, call }) => {
      const { ends, ...removal } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.removeIssue(params)) }
      await portico.issues.remove(request, params.id, params.issueId, removal)
      return issueOf(caller, params)
    },

    restoreIssue: ({ params, call }) => execute(call, { ...target(params), type: 'restoreIssue' }),

    decideIssue: async ({ params, body, caller, call }) => {
      await execute(call, { ...target(params), type: 'decideIssue', ...body })
      return issueOf(caller, params)
    },

    undecideIssue: ({ params, query, call }) =>
      execute(call, { ...target(params), type: 'undecideIssue', ...query }),

    listEvidence: ({ params }) => portico.issues.evidence(params.id, params.issueId),

    citeEvidence: async ({ params, body, call }) => ({
      citation: await portico.issues.cite(call(), params.id, params.issueId, body),
    }),

    removeCitation: ({ params, query, call }) =>
      execute(call, { ...target(params), type: 'uncite', citationId: params.citationId, ...query }),

    listPageCitations: ({ params, caller }) => portico.issues.citationsOfPage(params.id, params.page, caller),

    checkAnchors: async ({ params, body }) => ({
      checks: await portico.issues.check(params.id, body.anchors),
    }),
  } satisfies Partial<Handlers>
}

type Listing = Pick<Input<'listIssues'>, 'params' | 'caller' | 'access' | 'call'>

function target({ id, issueId }: { id: string; issueId: string }) {
  return { caseId: id, issueId }
}
