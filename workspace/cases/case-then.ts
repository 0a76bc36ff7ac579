import type { PorticoEvent } from '@portico/sdk'

type Assignee = { kind: 'team' | 'person'; id: string; name: string }
export type IssueThen = {
  id: string
  issueType: string
  description?: string
  disposition?: string
  cited: number
}
export type TaskThen = {
  id: string
  type: string
  status: 'assigned' | 'inProgress' | 'onHold'
  assignee?: Assignee
}
export type PersonThen = { id: string; role: string; name: string; hasDied?: boolean }

/** A case as its events up to a moment tell of it, as far as the reader is shown them. */
export type CaseThen = {
  isOpened: boolean
  documents: number
  people: PersonThen[]
  issues: IssueThen[]
  openTasks: TaskThen[]
}

export function caseThen(events: readonly PorticoEvent[], until: string): CaseThen {
  let isOpened = false
  const documents = new Set<string>()
  const people = new Map<string, PersonThen>()
  const issues = new Map<string, IssueThen>()
  const left = new Map<string, IssueThen>()
  const tasks = new Map<string, TaskThen>()
  const citations = new Map<string, string>()

  const change = <Value>(all: Map<string, Value>, id: string, changes: Partial<Value>) => {
    const known = all.get(id)
    if (known) all.set(id, { ...known, ...changes })
  }
  const leave = (id: string) => {
    const known = issues.get(id)
    if (known) left.set(id, known)
    issues.delete(id)
  }

  function apply({ type, data }: PorticoEvent) {
    // Not every reader is shown what an event tells.
    if (data === null) return
    switch (type) {
      case 'case.opened':
        isOpened = true
        return
      case 'document.filed':
      case 'document.admitted':
        documents.add(data.documentId)
        return
      case 'document.held':
      case 'document.removed':
        documents.delete(data.documentId)
        return
      case 'party.recorded': {
        const { partyId: id, role, person, organization } = data
        const name = person ? `${person.firstName} ${person.lastName}` : (organization ?? '')
        people.set(id, { id, role, name })
        return
      }
      case 'party.died':
        return change(people, data.partyId, { hasDied: true })
      case 'party.deathRetracted':
        return change(people, data.partyId, { hasDied: false })
      case 'party.merged':
      case 'party.removed':
        people.delete(data.partyId)
        return
      case 'issue.added': {
        const { issueId: id, issueType, description } = data
        issues.set(id, { id, issueType, cited: 0, ...(description ? { description } : {}) })
        return
      }
      case 'issue.edited': {
        const { issueType, description } = data
        return change(issues, data.issueId, { issueType, ...(description ? { description } : {}) })
      }
      case 'issue.decided':
        return change(issues, data.issueId, { disposition: data.disposition })
      case 'issue.undecided': {
        const { disposition: _, ...issue } = issues.get(data.issueId) ?? {}
        if ('id' in issue) issues.set(data.issueId, issue as IssueThen)
        return
      }
      case 'issue.split':
      case 'issue.removed':
        return leave(data.issueId)
      case 'issue.merged':
        for (const id of data.from) leave(id)
        return
      case 'issue.restored': {
        const known = left.get(data.issueId)
        if (known) issues.set(data.issueId, known)
        return
      }
      case 'issue.cited':
        citations.set(data.citationId, data.issueId)
        return
      case 'issue.uncited':
        citations.delete(data.citationId)
        return
      case 'case.issuesOrdered': {
        const inOrder = data.issueIds.flatMap((id) => issues.get(id) ?? [])
        const others = [...issues.values()].filter(({ id }) => !data.issueIds.includes(id))
        issues.clear()
        for (const issue of [...inOrder, ...others]) issues.set(issue.id, issue)
        return
      }
      case 'task.opened': {
        const { taskId: id, type: taskType, assignee } = data
        tasks.set(id, { id, type: taskType, status: 'assigned', ...(assignee ? { assignee } : {}) })
        return
      }
      case 'task.assigned':
        return change(tasks, data.taskId, { assignee: data.assignee, status: data.status })
      case 'task.started':
        return change(tasks, data.taskId, { status: 'inProgress' })
      case 'task.held':
        return change(tasks, data.taskId, { status: 'onHold' })
      case 'task.resumed':
        return change(tasks, data.taskId, { status: 'assigned' })
      case 'task.completed':
      case 'task.handedOver':
      case 'task.cancelled':
        tasks.delete(data.taskId)
        return
      default:
    }
  }

  for (const event of events) if (event.at <= until) apply(event)
  const cited = [...citations.values()]
  return {
    isOpened,
    documents: documents.size,
    people: [...people.values()],
    issues: [...issues.values()].map((issue) => ({
      ...issue,
      cited: cited.filter((issueId) => issueId === issue.id).length,
    })),
    openTasks: [...tasks.values()],
  }
}
