import type { LetterEvent } from '@portico/contract/profile/correspondence'
import { type Context, isCarried, type Reaction, reaction } from '../kernel/decider.ts'
import { type Happened, isBrought } from '../reactions.ts'
import { isRemote } from '../session/conference.ts'
import { type LetterTrigger, letters } from './letter.ts'

/**
 * The letters of the profile that an event raises: a signature, a task, a deadline, the date of a session. They are composed
 * and filed whether or not a binding sends them. One that an email made superfluous is written after all if the email does
 * not arrive.
 */
export function letterReactions(event: Happened, { profile }: Context): Reaction[] {
  if (isBrought(event) || isCarried(event)) return []
  switch (event.type) {
    case 'workProduct.released':
      return raisedBy(event.type, { workProductId: event.data.workProductId })
    case 'task.opened':
    case 'task.deadlineApproaching': {
      const { taskId, type, about } = event.data
      // What stands again since its case was reopened was told of when it was opened first.
      if (event.type === 'task.opened' && event.data.continues !== undefined) return []
      // A letter that was not sent would lead to another one, and so for ever.
      return about?.startsWith('ltr_') ? [] : raisedBy(event.type, { taskId }, type)
    }
    case 'session.scheduled':
    case 'session.rescheduled':
      // Whoever is to join a remote session is told of its date only when there is something to join.
      return isRemote(event.data.kind) ? [] : raisedBy(event.type, of(event.data))
    case 'session.conferenceReady':
      return raisedBy(
        event.data.because === 'scheduled' ? 'session.scheduled' : 'session.rescheduled',
        of(event.data),
      )
    case 'session.reminderDue':
      return raisedBy(event.type, of(event.data))
    case 'notification.failed': {
      const { caseId, data } = event
      const of = { notificationId: data.notificationId }
      return [reaction(letters, { type: 'writeInstead', caseId, of })]
    }
    default:
      return []
  }

  function raisedBy(
    type: LetterEvent,
    about: Pick<LetterTrigger, 'taskId' | 'workProductId' | 'sessionId'> = {},
    taskType = '',
  ): Reaction[] {
    const { caseId, id, at } = event
    return profile.letters
      .filter(({ raisedBy: triggers = [] }) =>
        triggers.some((on) => on.event === type && (on.tasks === undefined || on.tasks.includes(taskType))),
      )
      .map(({ name: letter }) =>
        reaction(letters, { type: 'raiseLetter', caseId, letter, trigger: { id, at, type, ...about } }),
      )
  }
}

const of = ({ sessionId }: { sessionId: string }) => ({ sessionId })
