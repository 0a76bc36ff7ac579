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
  const listOf = (caller: Caller, { id }: { id: string }) => portico.issues.list(id, seen(caller))
  const execute = (call: Input<'addIssue'>['call'], command: IssueCommand) =>
    portico.execute(issues, call(), command, () => null)

  return {
    listIssues: ({ params, caller }) => listOf(caller, params),

    getIssue: ({ params, caller }) => issueOf(caller, params),

    addIssue: async ({ params, body, caller, now, call, reply }) => {
      const command = { type: 'addIssue' as const, caseId: params.id, issueId: newIssueId(now), ...body }
      const issueId = await portico.execute(issues, call(), command, () => command.issueId)
      reply.header('location', `/cases/${params.id}/issues/${issueId}`)
      return issueOf(caller, { id: params.id, issueId })
    },

    editIssue: async ({ params, body, caller, call }) => {
      await execute(call, { ...target(params), type: 'editIssue', changes: body })
      return issueOf(caller, params)
    },

    orderIssues: async ({ params, body, caller, call }) => {
      await execute(call, { type: 'orderIssues', caseId: params.id, issueIds: body.issueIds })
      return listOf(caller, params)
    },

    splitIssue: async ({ params, body, caller, now, call }) => {
      const into = body.into.map((part) => ({ ...part, issueId: newIssueId(now) }))
      await execute(call, { ...target(params), type: 'splitIssue', into })
      return listOf(caller, params)
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

    undecideIssue: ({ params, call }) => execute(call, { ...target(params), type: 'undecideIssue' }),

    listEvidence: ({ params }) => portico.issues.evidence(params.id, params.issueId),

    citeEvidence: async ({ params, body, call }) => ({
      citation: await portico.issues.cite(call(), params.id, params.issueId, body),
    }),

    removeCitation: ({ params, call }) =>
      execute(call, { ...target(params), type: 'uncite', citationId: params.citationId }),

    listPageCitations: ({ params, caller }) => portico.issues.citationsOfPage(params.id, params.page, caller),

    checkAnchors: async ({ params, body }) => ({
      checks: await portico.issues.check(params.id, body.anchors),
    }),
  } satisfies Partial<Handlers>
}

function target({ id, issueId }: { id: string; issueId: string }) {
  return { caseId: id, issueId }
}
