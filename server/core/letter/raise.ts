import { type Context, type Reaction, reaction } from '../kernel/decider.ts'
import { type Happened, isBrought } from '../reactions.ts'
import { letters } from './letter.ts'

/**
 * The letters of the profile that an event raises: a signature, a task, a deadline. They are raised where there is a place
 * to send them to; else people write them.
 */
export function letterReactions(event: Happened, { profile }: Context): Reaction[] {
  if (isBrought(event)) return []
  switch (event.type) {
    case 'workProduct.released':
      return raisedBy({ workProductId: event.data.workProductId })
    case 'task.opened':
    case 'task.deadlineApproaching': {
      const { taskId, type, about } = event.data
      // A letter that was not sent would lead to another one, and so for ever.
      return about?.startsWith('ltr_') ? [] : raisedBy({ taskId }, type)
    }
    default:
      return []
  }

  function raisedBy(about: { taskId: string } | { workProductId: string }, taskType = ''): Reaction[] {
    const { caseId, id, at } = event
    const type = event.type as 'workProduct.released' | 'task.opened' | 'task.deadlineApproaching'
    return profile.letters
      .filter(({ raisedBy: triggers = [] }) =>
        triggers.some((on) => on.event === type && (on.tasks === undefined || on.tasks.includes(taskType))),
      )
      .map(({ name: letter }) =>
        reaction(letters, { type: 'raiseLetter', caseId, letter, trigger: { id, at, type, ...about } }),
      )
  }
}
