import type { Permissions } from '../../auth/can.ts'
import type { Desk } from '../desk.ts'
import { type AlertFeed, openAlertFeed } from './alert-feed.ts'
import { type Alerts, openAlerts } from './alerts.ts'
import { type Invite, type Messages, openMessages } from './messages.ts'
import { type NoticesToParties, openPartyNotices } from './party-notices.ts'
import { type MemberSubscriptions, openSubscriptions, type Reachable } from './subscriptions.ts'
import { createTryNotification, type TryNotification } from './try-notification.ts'

export type NotificationSubjects = {
  alerts: Alerts
  alertFeed: AlertFeed
  subscriptions: MemberSubscriptions
  partyNotices: NoticesToParties
  messages: Messages
  tryNotification: TryNotification
}

export type NotificationOptions = {
  permissions: Permissions
  reachable: Reachable
  workspaceUrl: () => string
  invitation: Invite
}

/** Who is told of what, in the workspace and by other channels. */
export function openNotificationSubjects(desk: Desk, options: NotificationOptions): NotificationSubjects {
  return {
    alerts: openAlerts({ ...desk, ...options }),
    alertFeed: openAlertFeed(desk.db),
    subscriptions: openSubscriptions({ ...desk, ...options }),
    partyNotices: openPartyNotices(desk),
    messages: openMessages({ ...desk, ...options }),
    tryNotification: createTryNotification({ ...desk, ...options }),
  }
}
