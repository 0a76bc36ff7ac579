import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { withHolder } from './last-holders.ts'
import type { JudgedMail, OpenTask, WorkState } from './state.ts'

/** The tasks of a case, and what arrived that opened them. */
export function evolveTasks(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'task.opened': {
      const { taskId: id, type, assignee, alias, isMail, since } = event.data
      const { parentId, about, sessionId, deadline, deadlineWhy, usualDeadline, usualWhy } = event.data
      const task: OpenTask = {
        id,
        type,
        ...withoutUndefined({ parentId, about, sessionId, assignee }),
        ...withoutUndefined({ deadline, deadlineWhy, usualDeadline, usualWhy }),
        ...(alias === undefined ? {} : { isBrought: true as const }),
        status: 'assigned',
        openedAt: since ?? event.at,
      }
      return {
        ...withHolder(state, task, assignee),
        rootId: parentId === undefined ? id : state.rootId,
        mail: isMail ? [...state.mail, id] : state.mail,
        tasks: [...state.tasks, task],
      }
    }
    case 'task.assigned': {
      const { taskId, assignee, status } = event.data
      const known = state.tasks.find(({ id }) => id === taskId)
      return changed(withHolder(state, known ?? event.data, assignee), taskId, (task) => ({
        ...task,
        assignee,
        status,
      }))
    }
    case 'task.moved':
      return changed(state, event.data.taskId, (task) => ({ ...task, parentId: event.data.parentId }))
    case 'task.deadlineMoved': {
      const { taskId, deadline, was, deadlineWhy } = event.data
      return changed(state, taskId, ({ deadlineWhy: whyBefore, ...task }) => ({
        ...task,
        deadline,
        usualDeadline: task.usualDeadline ?? was,
        ...withoutUndefined({ deadlineWhy, usualWhy: task.usualDeadline ? task.usualWhy : whyBefore }),
      }))
    }
    case 'task.started':
      return changed(state, event.data.taskId, (task) => ({ ...task, status: 'inProgress' }))
    case 'task.held': {
      const { taskId, until } = event.data
      return changed(state, taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'onHold',
        ...(until === undefined ? {} : { heldUntil: until }),
      }))
    }
    case 'task.resumed':
      return changed(state, event.data.taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'assigned',
      }))
    case 'task.completed':
    case 'task.handedOver':
    case 'task.cancelled': {
      const { taskId } = event.data
      const isOther = (id: string) => id !== taskId
      return {
        ...state,
        tasks: state.tasks.filter(({ id }) => isOther(id)),
        mail: state.mail.filter(isOther),
      }
    }
    case 'mail.routed':
      return {
        ...state,
        mail: [...state.mail, event.data.taskId],
        judged: [...state.judged, ...judgedIn(event.data)],
      }
    case 'mail.judgedAgain': {
      const { taskId, wasTaskId = taskId, receiptDate: receivedOn, timeliness } = event.data
      return {
        ...state,
        judged: state.judged.map((one) =>
          one.taskId === wasTaskId
            ? { ...one, taskId, timeliness, arrival: { ...one.arrival, receivedOn } }
            : one,
        ),
      }
    }
    default:
      return state
  }
}

function judgedIn({
  mailType,
  documentId,
  taskId,
  receiptDate: receivedOn,
  channel,
  postmarkDate: postmark,
  timeliness,
}: Extract<Recorded, { type: 'mail.routed' }>['data']): JudgedMail[] {
  if (!timeliness || receivedOn === undefined) return []
  const arrival = { receivedOn, ...withoutUndefined({ channel, postmark }) }
  return [{ mailType, ...withoutUndefined({ documentId }), taskId, arrival, timeliness }]
}

function changed(state: WorkState, taskId: string, change: (task: OpenTask) => OpenTask): WorkState {
  return { ...state, tasks: state.tasks.map((task) => (task.id === taskId ? change(task) : task)) }
}
