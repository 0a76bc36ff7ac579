import type { PortName } from '@portico/contract/ports/all'

/** What the stand-in of a new adapter does for each call that every adapter has; `before` are the helpers it needs. */
type Start = { calls: Readonly<Record<string, string>>; before?: string }

const newest = `
/** Shows a line, unless something newer is known. */
function show(name: string, version: number, line: string) {
  if (Number(system.known.get(name) ?? 0) > version) return
  system.known.set(name, version)
  system.shown.push(line)
}
`

const announced = `show(input.case.caseId, input.sequence, \`\${input.case.caseId} \${input.status}\`)
return {}`

const slots = `
type Slot = { startsAt: string; minutes: number; place?: string }
const placeOf = ({ startsAt, minutes, place }: Slot) => {
  const begins = Date.parse(startsAt)
  return JSON.stringify([place, begins, begins + minutes * 60_000])
}
const isTaken = (slot: Slot, sessionId: string) => {
  const [place, begins, ends] = JSON.parse(placeOf(slot))
  return [...system.known].some(([key, heldBy]) => {
    const [where, from, to] = JSON.parse(key)
    return heldBy !== sessionId && where === place && from < ends && begins < to
  })
}
`

const conference = `
const linksOf = (handle: string) => ({
  handle,
  hostUrl: \`https://meet.example/\${handle}/host\`,
  participantUrl: \`https://meet.example/\${handle}\`,
})

function refuseGone(handle: string) {
  if (system.known.get(handle) === 'cancelled') throw new PortError('gone', 'The conference was cancelled.')
  if (!system.known.has(handle)) throw new PortError('refused', 'There is no such conference.')
}
`

const documents = `
const documents = [
  { sourceId: 'S-1', revision: '1', name: 'A first document', receiptDate: '2026-01-31' },
]

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
`

export const starts: Record<PortName, Start> = {
  output: {
    calls: {
      deliver: `system.shown.push(\`sent \${input.deliveryId} to \${input.recipient.name}\`)
return { receipt: { channel: 'mail', sentAt: host.now().toISOString() } }`,
    },
  },
  notifications: {
    calls: {
      notify: `system.shown.push(\`notified \${input.recipient.name} of \${input.notificationId}\`)
return { receipt: { channel: input.channel, sentAt: host.now().toISOString() } }`,
    },
  },
  correspondence: {
    calls: {
      send: `system.shown.push(\`sent \${input.letterId} to \${input.recipient.name}\`)
return { receipt: { channel: 'mail', sentAt: host.now().toISOString() } }`,
    },
  },
  'case-status': {
    before: newest,
    calls: { announceCreated: announced, announceTransition: announced, announceClosure: announced },
  },
  'document-source': {
    before: documents,
    calls: { list: 'return { documents }', fetch: 'return bytesOf(input.sourceId)' },
  },
  'party-identity': {
    calls: {
      lookUp: 'return { records: [] }',
      resolve: 'return {}',
    },
  },
  scheduling: {
    before: slots,
    calls: {
      availability: `const { startsAt, endsAt } = input
return {
  availability: input.participants.map((participant) => ({ participant, free: [{ startsAt, endsAt }] })),
}`,
      blackouts: 'return { blackouts: [] }',
      checkSlot: `return { conflicts: isTaken(input.slot, input.sessionId) ? [{ why: 'The room is taken.' }] : [] }`,
      book: `if (isTaken(input.slot, input.sessionId)) throw new PortError('conflict', 'The room is taken.')
system.known.set(placeOf(input.slot), input.sessionId)
system.shown.push(\`booked \${input.sessionId}\`)
return {}`,
      rebook: `if (isTaken(input.slot, input.sessionId)) throw new PortError('conflict', 'The room is taken.')
system.known.delete(placeOf(input.from))
system.known.set(placeOf(input.slot), input.sessionId)
system.shown.push(\`moved \${input.sessionId}\`)
return {}`,
      release: `if (!input.slot || !system.known.delete(placeOf(input.slot))) return {}
system.shown.push(\`released \${input.sessionId}\`)
return {}`,
    },
  },
  conferencing: {
    before: conference,
    calls: {
      create: `const orders = [...system.known.keys()].filter((handle) => handle.startsWith(\`\${input.sessionId}.\`))
const handle = \`\${input.sessionId}.\${orders.length + 1}\`
system.known.set(handle, 'made')
system.shown.push(\`created \${handle}\`)
return linksOf(handle)`,
      update: `refuseGone(input.handle)
system.shown.push(\`updated \${input.handle}\`)
return linksOf(input.handle)`,
      detail: `refuseGone(input.handle)
return linksOf(input.handle)`,
      cancel: `if (system.known.get(input.handle) === 'cancelled') return {}
system.known.set(input.handle, 'cancelled')
system.shown.push(\`cancelled \${input.handle}\`)
return {}`,
    },
  },
  authoring: {
    before: newest,
    calls: {
      openEditor: `const { case: { caseId = '' }, draft, author, sequence } = input
const reference = draft?.workProductId ?? caseId
show(reference, sequence, \`\${reference} is open for \${author.username}\`)
return { reference }`,
      draftMoved: `const { workProductId, status, sequence } = input
show(\`status of \${workProductId}\`, sequence, \`\${workProductId} is \${status}\`)
return {}`,
      closeEditor: `const { case: { caseId = '' }, sequence } = input
show(\`closed \${caseId}\`, sequence, \`\${caseId} is closed\`)
return {}`,
    },
  },
  reporting: { calls: { schedule: 'return {}' } },
}
