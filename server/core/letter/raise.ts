import type { LetterEvent } from '@portico/contract/profile/correspondence'
import { type Context, isCarried, type Reaction, reaction } from '../kernel/decider.ts'
import { type Happened, isBrought } from '../reactions.ts'
import { isRemote } from '../session/conference.ts'
import { type LetterTrigger, letters } from './letter.ts'

/**
 * The letters of the profile that an event raises, such as a release, a task, a deadline or the date of a session. They are
 * composed and filed whether or not a binding sends them. A letter replaced by an email is written after all if the email
 * does not arrive.
 */
export function letterReactions(event: Happened, { profile }: Context): Reaction[] {
  if (isBrought(event) || isCarried(event)) return []
  switch (event.type) {
    case 'workProduct.released':
      return lettersFor(event.type, { workProductId: event.data.workProductId })
    case 'task.opened':
    case 'task.deadlineApproaching': {
      const { taskId, type, about } = event.data
      // A task that continues an earlier one was announced when that one was opened.
      if (event.type === 'task.opened' && event.data.continues !== undefined) return []
      // A task about a failed letter must not raise another letter, endlessly.
      return about?.startsWith('ltr_') ? [] : lettersFor(event.type, { taskId }, type)
    }
    case 'session.scheduled':
    case 'session.rescheduled':
      // A remote session is announced once its conference is ready.
      return isRemote(event.data.kind) ? [] : lettersFor(event.type, sessionFields(event.data))
    case 'session.conferenceReady':
      return lettersFor(
        event.data.because === 'scheduled' ? 'session.scheduled' : 'session.rescheduled',
        sessionFields(event.data),
      )
    case 'session.reminderDue':
      return lettersFor(event.type, sessionFields(event.data))
    case 'notification.failed': {
      const { caseId, data } = event
      const source = { notificationId: data.notificationId }
      return [reaction(letters, { type: 'writeInstead', caseId, of: source })]
    }
    default:
      return []
  }

  function lettersFor(
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

const sessionFields = ({ sessionId }: { sessionId: string }) => ({ sessionId })
