import type { Permissions } from '../../auth/can.ts'
import type { Desk } from '../desk.ts'
import { openAlertFeed } from './alert-feed.ts'
import { openAlerts } from './alerts.ts'
import { type Invite, openMessages } from './messages.ts'
import { openPartyNotices } from './party-notices.ts'
import { openSubscriptions, type Reachable } from './subscriptions.ts'
import { createTryNotification } from './try-notification.ts'

export type NotificationSubjects = ReturnType<typeof openNotificationSubjects>

/** Who is told of what, in the workspace and by other channels. */
export function openNotificationSubjects(
  desk: Desk,
  options: {
    permissions: Permissions
    reachable: Reachable
    workspaceUrl: () => string
    invitation: Invite
  },
) {
  return {
    alerts: openAlerts({ ...desk, ...options }),
    alertFeed: openAlertFeed(desk.db),
    subscriptions: openSubscriptions({ ...desk, ...options }),
    partyNotices: openPartyNotices(desk),
    messages: openMessages({ ...desk, ...options }),
    tryNotification: createTryNotification({ ...desk, ...options }),
  }
}
