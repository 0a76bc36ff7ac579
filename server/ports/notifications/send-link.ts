import { randomUUID } from 'node:crypto'
import type { InputOf } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import type { SendLink } from '../../app/boundary/ports-desk.ts'
import type { Ask } from '../delivery/bindings/ask.ts'
import type { Bindings } from '../delivery/bindings/binding.ts'

const channel = 'email'

/**
 * Sends a link that sets a password, while whoever asked for it waits: it is never stored, so it cannot be owed. Without
 * a binding that sends email there is none.
 */
export function createSendLink({ all }: Bindings, ask: Ask, clock: () => Date): SendLink | undefined {
  const binding = all.find(
    ({ served, settings }) =>
      served.port.name === notifications.name &&
      (settings.channels as string[] | undefined)?.includes(channel),
  )
  if (!binding) return undefined
  return async ({ id, displayName, email }, link, expiresAt) => {
    const input: InputOf<typeof notifications, 'notify'> = {
      notificationId: `link_${randomUUID()}`,
      notification: 'newPassword',
      event: { id: `link_${randomUUID()}`, type: 'member.invitedAgain', at: clock().toISOString() },
      recipient: { id, name: displayName, emails: [email] },
      channel,
      subject: 'Set a new password',
      text: `${displayName},\n\nan administrator has asked for a new password for your account. Set it here:\n\n${link}\n\nThe link works once, until ${expiresAt.toISOString()}. If you did not ask for this, tell your administrator.`,
      url: link,
    }
    await ask(binding, 'notify', input)
  }
}
