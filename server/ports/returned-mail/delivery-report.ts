/** What a report says of one recipient (RFC 3464). */
export type ReportedRecipient = {
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  address?: string
  /** RFC 3463 */
  status?: string
  diagnostic?: string
}

export type DeliveryReport = { envelopeId?: string; recipients: ReportedRecipient[] }

const mostRecipients = 100
const actions: ReadonlySet<string> = new Set(['failed', 'delayed', 'delivered', 'relayed', 'expanded'])

/** A report may leave out what it must say: without an action its status tells, and groups may run into each other. */
export function readReport(report: string): DeliveryReport {
  const groups = groupsOf(report)
  const envelopeId = groups.map((group) => fieldOf(group, 'Original-Envelope-Id')).find(Boolean)
  return {
    ...(envelopeId ? { envelopeId: envelopeId.slice(0, 200) } : {}),
    recipients: groups.flatMap(recipientIn).slice(0, mostRecipients),
  }
}

function groupsOf(report: string): string[] {
  const paragraphs = report.replaceAll('\r\n', '\n').split(/\n[ \t]*\n+/)
  // Some servers leave out the empty line between two recipients.
  return paragraphs.flatMap((paragraph) => {
    const starts = [...paragraph.matchAll(/^(?:Final|Original)-Recipient:/gim)]
    const finals = starts.filter(({ 0: name }) => name.toLowerCase().startsWith('final'))
    return finals.length > 1 ? paragraph.split(/^(?=Final-Recipient:)/gim) : [paragraph]
  })
}

function recipientIn(group: string): ReportedRecipient[] {
  const said = fieldOf(group, 'Action')
    ?.toLowerCase()
    .replace(/[\s(;,].*$/, '')
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fieldOf(group, 'Status') ?? '')?.[1]
  const recipient = fieldOf(group, 'Final-Recipient') ?? fieldOf(group, 'Original-Recipient')
  if (said === undefined && status === undefined) return []
  if (recipient === undefined && said === undefined) return []
  const diagnostic = fieldOf(group, 'Diagnostic-Code')
  const address = addressIn(fieldOf(group, 'Original-Recipient')) ?? addressIn(recipient)
  const final = addressIn(fieldOf(group, 'Final-Recipient')) ?? address
  return [
    {
      action: actions.has(said ?? '') ? (said as ReportedRecipient['action']) : actionBy(said, status),
      ...(final ? { address: final } : {}),
      ...(status ? { status } : {}),
      ...(diagnostic ? { diagnostic } : {}),
    },
  ]
}

function actionBy(said: string | undefined, status: string | undefined): ReportedRecipient['action'] {
  if (said?.startsWith('fail')) return 'failed'
  if (said?.startsWith('delay')) return 'delayed'
  if (said?.startsWith('deliver')) return 'delivered'
  if (status?.startsWith('2')) return 'delivered'
  return status?.startsWith('4') ? 'delayed' : 'failed'
}

function addressIn(field: string | undefined): string | undefined {
  const value = field?.replace(/^[a-z0-9-]+\s*;/i, '').trim()
  const inside = /<([^<>\s]+)>/.exec(value ?? '')?.[1] ?? value
  return inside?.slice(0, 500) || undefined
}

/** The value of a field, unfolded and without control characters. */
export function fieldOf(fields: string, name: string): string | undefined {
  return new RegExp(`^${name}[ \\t]*:[ \\t]*([^\\n]*(?:\\n[ \\t]+[^\\n]*)*)`, 'im')
    .exec(fields)?.[1]
    ?.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
