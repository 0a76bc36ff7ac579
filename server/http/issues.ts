import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Seen } from '../app/issues.ts'
import type { Portico } from '../app/portico.ts'
import type { CaseFacts } from '../auth/can.ts'
import { newId } from '../core/ids.ts'
import { type IssueCommand, issues } from '../core/issue.ts'
import { authorize } from './access.ts'
import type { Caller } from './authentication.ts'
import { type Input, serve } from './route.ts'
import { accessOf } from './trace.ts'

/** What is to be decided on a case, how it was decided, and the pages it rests on. */
export function serveIssues(app: FastifyInstance, portico: Portico) {
  const newIssueId = (now: Date) => newId('issue', now, randomBytes(10))
  const issueOf = async (caseId: string, issueId: string) => ({
    issue: await portico.issues.get(caseId, issueId),
  })
  const seen = (caller: Caller, facts: CaseFacts): Seen =>
    portico.permissions.can(caller, 'readDeliberations', { case: facts }) ? 'all' : 'signed'
  const execute = (call: Input<'addIssue'>['call'], command: IssueCommand) =>
    portico.execute(issues, call(), command, () => null)

  serve(app, 'listIssues', async ({ params, caller }) => {
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    return portico.issues.list(params.id, seen(caller, facts))
  })

  serve(app, 'getIssue', async ({ params, caller }) => {
    const { facts } = await authorize(portico, caller, 'readCases', params.id)
    return { issue: await portico.issues.get(params.id, params.issueId, seen(caller, facts)) }
  })

  serve(app, 'addIssue', async ({ params, body, caller, now, call, reply }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    const command = { type: 'addIssue' as const, caseId: params.id, issueId: newIssueId(now), ...body }
    const issueId = await portico.execute(issues, call(), command, () => command.issueId)
    reply.header('location', `/cases/${params.id}/issues/${issueId}`)
    return issueOf(params.id, issueId)
  })

  serve(app, 'editIssue', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'editIssue', changes: body })
    return issueOf(params.id, params.issueId)
  })

  serve(app, 'orderIssues', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { type: 'orderIssues', caseId: params.id, issueIds: body.issueIds })
    return portico.issues.list(params.id)
  })

  serve(app, 'splitIssue', async ({ params, body, caller, now, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    const into = body.into.map((part) => ({ ...part, issueId: newIssueId(now) }))
    await execute(call, { ...target(params), type: 'splitIssue', into })
    return portico.issues.list(params.id)
  })

  serve(app, 'mergeIssues', async ({ params, body, caller, now, call, reply }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    const command: IssueCommand = {
      type: 'mergeIssues',
      caseId: params.id,
      issueId: newIssueId(now),
      issueIds: [params.issueId, ...body.issueIds],
      ...(body.into ? { into: body.into } : {}),
    }
    const issueId = await portico.execute(issues, call(), command, () => command.issueId)
    reply.header('location', `/cases/${params.id}/issues/${issueId}`)
    return issueOf(params.id, issueId)
  })

  serve(app, 'removeIssue', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'removeIssue', ...body })
    return issueOf(params.id, params.issueId)
  })

  serve(app, 'restoreIssue', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'editIssues', params.id)
    await execute(call, { ...target(params), type: 'restoreIssue' })
  })

  serve(app, 'decideIssue', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'decideIssues', params.id)
    await execute(call, { ...target(params), type: 'decideIssue', ...body })
    return issueOf(params.id, params.issueId)
  })

  serve(app, 'undecideIssue', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'decideIssues', params.id)
    await execute(call, { ...target(params), type: 'undecideIssue' })
  })

  serve(app, 'listEvidence', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readDeliberations', params.id)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'case' }))
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

  serve(app, 'listPageCitations', async ({ params, caller }) => {
    await authorize(portico, caller, 'readDeliberations', params.id)
    return portico.issues.citationsOfPage(params.id, params.page)
  })

  serve(app, 'checkAnchors', async ({ params, body, caller }) => {
    await authorize(portico, caller, 'readCases', params.id)
    return { checks: await portico.issues.check(params.id, body.anchors) }
  })
}

function target({ id, issueId }: { id: string; issueId: string }) {
  return { caseId: id, issueId }
}
