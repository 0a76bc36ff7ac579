import type { Recorded } from './kernel/decider.ts'

/** What ends with a command: told by the events that it and its consequences would write. */
export type Ended = {
  closes?: { reason: string; isDecided: boolean }
  issues: { id: string; as: 'withdrawn' | 'ineligible' | 'moved' }[]
  tasks: string[]
  sessions: string[]
  drafts: string[]
}

/** `named` is what the command itself names: that it ends is no surprise. */
export function endedBy(events: readonly Recorded[], named: readonly string[] = []): Ended {
  const ended: Ended = { issues: [], tasks: [], sessions: [], drafts: [] }
  for (const event of events) {
    switch (event.type) {
      case 'case.closed':
        ended.closes = { reason: event.data.reason, isDecided: event.data.workProductId !== undefined }
        break
      case 'issue.removed':
        ended.issues.push({ id: event.data.issueId, as: event.data.how })
        break
      case 'task.cancelled':
        if (!named.includes(event.data.taskId)) ended.tasks.push(event.data.taskId)
        break
      case 'session.withdrawn':
        ended.sessions.push(event.data.sessionId)
        break
      case 'workProduct.discarded':
        ended.drafts.push(event.data.workProductId)
        break
    }
  }
  return ended
}
