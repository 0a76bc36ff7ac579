import { notifications } from '../ports/notifications.ts'
import { countAdded, counted } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'

export const notificationsLaws = defineConformance({
  port: notifications,
  samples: {
    notify: {
      notificationId: 'notification_{id}',
      notification: 'taskAssigned',
      event: { id: 'evt_{id}', type: 'task.assigned', at },
      case: { caseId: 'case_{id}', docketNumber: '240319-100482' },
      recipient: {
        id: 'member_1',
        name: 'Ada Byron',
        emails: ['ada@example.org'],
        phones: ['+1 503 555 0140'],
      },
      channel: 'email',
      subject: 'A draft waits for you',
      text: 'Docket 240319-100482 was assigned to you.',
    },
  },
  facts: {
    receipt: { notificationId: 'notification_1', channel: 'email', sentAt: at },
    bounce: { notificationId: 'notification_1', why: 'No such mailbox.', failedAt: at },
  },
  laws: [
    {
      name: 'messagesApart',
      says: 'Two messages to one person are two messages, even in the same words.',
      async check(trial) {
        const adapter = await trial.adapter()
        const input = await trial.input(adapter, 'notify')
        const one = await countAdded(trial, () => trial.call(adapter, 'notify', input))
        const other = { ...input, notificationId: `${input.notificationId}b` }
        const two = await countAdded(trial, () => trial.call(adapter, 'notify', other))
        if (one === 0) throw new Broken('A message has no effect.')
        if (two !== one) throw new Broken(`The second message has ${counted(two)} instead of ${one}.`)
      },
    },
  ],
})
