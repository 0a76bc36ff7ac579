import { caseStatus } from '@portico/contract/ports/case-status'
import type { Adapter, Host } from '@portico/contract/ports/kit'
import { type Decider, reaction } from '../../core/kernel/decider.ts'
import { type AllParts, servePort } from '../../ports/delivery/bindings/serve-port.ts'
import { openInbox } from '../../ports/delivery/inbox/inbox.ts'
import { httpAdapter } from '../../ports/http/adapter.ts'
import type { Database } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { openLanes } from '../lanes.ts'

/** Writes a receipt whenever it is told to: two of them are seen. */
const receipts: Decider<{ type: 'receipt'; caseId: string }, null> = {
  name: 'receipts',
  needs: { receipt: null },
  stateVersion: 1,
  reads: ({ caseId }) => ({ subject: caseId }),
  initial: null,
  evolve: (state) => state,
  decide({ caseId }) {
    const deliveryId = `delivery_${caseId}`
    const of = { deliveryId, workProductId: 'product_1', partyId: 'party_1' }
    const data = { ...of, channel: 'mail', sentAt: '2026-11-01T12:00:00.000Z' }
    return [{ type: 'delivery.receipted', subject: deliveryId, data }]
  },
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Announces cases over HTTP, to one path for each binding, and writes a receipt for each answer and each fact. */
export async function openDelivering(
  db: Database,
  {
    names,
    receiver,
    at,
    atInput = async () => {},
    atAnswer = async () => {},
    afterCommit = () => {},
    isSending = true,
  }: {
    names: readonly string[]
    receiver: string
    at?: Date
    atInput?: () => Promise<unknown>
    atAnswer?: () => Promise<unknown>
    afterCommit?: (events: readonly StoredEvent[]) => void
    isSending?: boolean
  },
) {
  const receipt = (caseId: string) => reaction(receipts, { type: 'receipt', caseId })
  const served = servePort(caseStatus, {
    input: {
      announceCreated: async ({ caseId }) => {
        await atInput()
        return { caseId } as never
      },
      announceTransition: async () => ({}) as never,
      announceClosure: async () => ({}) as never,
    },
    answered: {
      announceCreated: async ({ caseId }) => {
        await atAnswer()
        return { commands: [receipt(caseId)] }
      },
    },
    heard: new Proxy({} as never, {
      get: () => async (fact: { caseId: string }) => ({
        caseId: fact.caseId,
        commands: [receipt(fact.caseId)],
      }),
    }),
  })
  const open = (name: string) => (host: Host) =>
    httpAdapter(caseStatus).open({ url: `${receiver}/${name}`, secret }, host as never) as Promise<Adapter>
  const lanes = await openLanes(db, Object.fromEntries(names.map((name) => [name, open(name)])), {
    served,
    afterCommit,
    isSending,
    hostOf: ({ name }, now) => ({ binding: name, now, fetch }) as Host,
    ...(at ? { at } : {}),
  })
  const { bindings, execute, now } = lanes
  const inbox = openInbox({ db, bindings, execute, parts: {} as AllParts, clock: now })
  return { ...lanes, inbox }
}
