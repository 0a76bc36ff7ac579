import { randomBytes } from 'node:crypto'
import { reads } from '@portico/contract/audience'
import type { FastifyInstance } from 'fastify'
import type { Seen } from '../app/decisions/issues.ts'
import type { Portico } from '../app/portico.ts'
import type { CaseFacts } from '../auth/can.ts'
import type { IssueCommand } from '../core/issue/commands.ts'
import { issues } from '../core/issue/issue.ts'
import { newId } from '../core/kernel/ids.ts'
import { authorize } from './access.ts'
import type { Caller } from './authentication.ts'
import { type Input, serve } from './route.ts'
import { accessOf } from './trace.ts'

/** What is to be decided on a case, how it was decided, and the pages it rests on. */
export function serveIssues(app: FastifyInstance, portico: Portico) {
  const newIssueId = (now: Date) => newId('issue', now, randomBytes(10))
  const seen = ({ audience }: Caller): Seen => {
    if (reads(audience, 'deliberation')) return 'all'
    return audience === 'party' ? 'released' : 'signed'
  }
  /** Whoever changes an issue is told no more of it than whoever reads it. */
  const issueOf = async (caller: Caller, facts: CaseFacts, issueId: string) => ({
    issue: await portico.issues.get(facts.id, issueId, seen(caller)),
  })
  const listOf = (caller: Caller, facts: CaseFacts) => portico.issues.list(facts.id, seen(caller))
  const noteView = (input: Parameters<typeof accessOf>[0], caseId: string) =>
    portico.accessLog.note(accessOf(input, caseId, 'view', { of: 'case' }))
  const execute = (call: Input<'addIssue'>['call'], command: IssueCommand) =>
    portico.execute(issues, call(), command, () => null)

  serve(app, 'listIssues', async (input) => {
    const { params, caller } = input
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    noteView(input, params.id)
    return listOf(caller, facts)
  })

  serve(app, 'getIssue', async (input) => {
    const { params, caller } = input
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    noteView(input, params.id)
    return issueOf(caller, facts, params.issueId)
  })

  serve(app, 'addIssue', async ({ params, body, caller, now, call, reply }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    const command = { type: 'addIssue' as const, caseId: params.id, issueId: newIssueId(now), ...body }
    const issueId = await portico.execute(issues, call(), command, () => command.issueId)
    reply.header('location', `/cases/${params.id}/issues/${issueId}`)
    return issueOf(caller, facts, issueId)
  })

  serve(app, 'editIssue', async ({ params, body, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'editIssue', changes: body })
    return issueOf(caller, facts, params.issueId)
  })

  serve(app, 'orderIssues', async ({ params, body, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { type: 'orderIssues', caseId: params.id, issueIds: body.issueIds })
    return listOf(caller, facts)
  })

  serve(app, 'splitIssue', async ({ params, body, caller, now, call }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    const into = body.into.map((part) => ({ ...part, issueId: newIssueId(now) }))
    await execute(call, { ...target(params), type: 'splitIssue', into })
    return listOf(caller, facts)
  })

  serve(app, 'mergeIssues', async ({ params, body, caller, now, call, reply }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    const command: IssueCommand = {
      type: 'mergeIssues',
      caseId: params.id,
      issueId: newIssueId(now),
      issueIds: [params.issueId, ...body.issueIds],
      ...(body.into ? { into: body.into } : {}),
    }
    const issueId = await portico.execute(issues, call(), command, () => command.issueId)
    reply.header('location', `/cases/${params.id}/issues/${issueId}`)
    return issueOf(caller, facts, issueId)
  })

  serve(app, 'removeIssue', async ({ params, body, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'removeIssue', ...body })
    return issueOf(caller, facts, params.issueId)
  })

  serve(app, 'restoreIssue', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'restoreIssue' })
  })

  serve(app, 'decideIssue', async ({ params, body, caller, call }) => {
    const { facts } = await authorize(portico, caller, 'decideIssues', params.id)
    await execute(call, { ...target(params), type: 'decideIssue', ...body })
    return issueOf(caller, facts, params.issueId)
  })

  serve(app, 'undecideIssue', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'decideIssues', params.id)
    await execute(call, { ...target(params), type: 'undecideIssue' })
  })

  serve(app, 'listEvidence', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    noteView(input, params.id)
    return portico.issues.evidence(params.id, params.issueId)
  })

  serve(app, 'citeEvidence', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'citeEvidence', params.id)
    return { citation: await portico.issues.cite(call(), params.id, params.issueId, body) }
  })

  serve(app, 'removeCitation', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'citeEvidence', params.id)
    await execute(call, { ...target(params), type: 'uncite', citationId: params.citationId })
  })

  serve(app, 'listPageCitations', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    noteView(input, params.id)
    return portico.issues.citationsOfPage(params.id, params.page, caller)
  })

  serve(app, 'checkAnchors', async (input) => {
    const { params, body, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'search', { of: 'pages' }))
    return { checks: await portico.issues.check(params.id, body.anchors) }
  })
}

function target({ id, issueId }: { id: string; issueId: string }) {
  return { caseId: id, issueId }
}
