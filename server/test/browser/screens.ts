/** The paths of the router, and a heading of what is drawn there. */
export const screens: Record<string, RegExp> = {
  'sign-in': /^Sign in/,
  join: /^The link is not complete$/,
  room: /^Session$/,
  welcome: /^Welcome, /,
  '/': /^My work$/,
  cases: /^Cases$/,
  mail: /^Letters$/,
  sessions: /^Calendars$/,
  'sessions/$sessionId': /^Reminders$/,
  reports: /^Dashboards$/,
  admin: /^Letterhead$/,
  alerts: /^No alerts yet$/,
  'alerts/settings': /^Notification settings$/,
  'cases/$caseId': /^Where it stands$/,
  'cases/$caseId/sessions/$sessionId/transcript': /^No transcript yet$/,
  'cases/$caseId/read': /./,
  'cases/$caseId/write/$workProductId': /./,
}

/** The address of a path below the workspace, where its parts are these. */
export function addressOf(path: string, parts: Record<string, string>): string {
  return path.replace(/\$(\w+)/g, (whole, part) => parts[part] ?? whole).replace(/^\/$/, '')
}
