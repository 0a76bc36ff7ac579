import type { correspondence } from '@portico/contract/ports/correspondence'
import type { FactOf } from '@portico/contract/ports/kit'
import { reaction } from '../../core/kernel/decider.ts'
import { letters } from '../../core/letter/letter.ts'
import { isTakenElsewhere, isToBeDoneAgain } from '../../store/obligations/taken.ts'
import {
  cancelled,
  type Heard,
  type HeardParts,
  type Serving,
  unmatched,
} from '../delivery/bindings/serve-port.ts'

type Port = typeof correspondence
type Needed = 'cases' | 'letters'
type Outbound = Required<Pick<Serving<Port, Needed>, 'owes' | 'byOne' | 'input' | 'answered' | 'gaveUp'>> & {
  heard: Pick<Serving<Port, Needed>['heard'], 'receipt' | 'bounce'>
}

const noLetter = unmatched('There is no letter with this letterId.')

/** Letters on their way out: handed over once they are filed on their case, and what is told of them. */
export const outbound: Outbound = {
  owes: { 'letter.composed': ({ data }) => [{ recipient: data.partyId }] },
  byOne: ['send'],

  input: {
    async send({ id, caseId, binding, event }, { db, portico }) {
      const { letterId, letter, kind, subject } = event.data
      const found = await portico.letters.toSend(letterId)
      if ('why' in found) {
        await portico.letters.withdraw(caseId, letterId, found.why)
        return cancelled(found.why)
      }
      const { facts, file, recipient, channel } = found
      // One for an event and a recipient, ever: a replay does not send it again.
      if (facts.letter.status === 'receipted') return cancelled('It was sent already.')
      if (facts.letter.cause === 'returned' && !(await isToBeDoneAgain(db, id)))
        return cancelled('It was sent already, and came back.')
      const others = { port: 'correspondence', call: 'send', caseId, eventId: event.id, binding }
      if (await isTakenElsewhere(db, others)) return cancelled('Another binding has sent it.')
      const { docketNumber } = await portico.cases.find(caseId)
      const name = `${letterId}.pdf`
      return {
        case: { caseId, docketNumber },
        letterId,
        kind,
        letter,
        subject,
        recipient,
        ...(channel === undefined ? {} : { channel }),
        files: [{ name, mediaType: 'application/pdf', size: file.bytes, sha256: file.sha256 }],
      }
    },
  },

  answered: {
    send({ id: obligationId, caseId, event: { data } }, { receipt }) {
      if (!receipt) return { isReceiptToCome: true }
      const { letterId } = data
      const command = { type: 'receiptLetter', caseId, letterId, obligationId, ...receipt } as const
      return { commands: [reaction(letters, command)] }
    },
  },

  gaveUp: {
    send({ id: obligationId, caseId, event: { data } }, { why, code, at }) {
      const { letterId } = data
      const failure = {
        cause: 'notSent' as const,
        why: why.slice(0, 2000) || code,
        failedAt: at.toISOString(),
      }
      return [reaction(letters, { type: 'failLetter', caseId, letterId, obligationId, ...failure })]
    },
  },

  heard: {
    receipt: ({ letterId, ...receipt }: FactOf<Port, 'receipt'>, parts) =>
      hear(letterId, parts, 'delivered', (of) => ({ type: 'receiptLetter', ...of, ...receipt })),
    bounce: ({ letterId, ...failure }: FactOf<Port, 'bounce'>, parts) =>
      hear(letterId, parts, 'failed', (of) => ({ type: 'failLetter', cause: 'returned', ...of, ...failure })),
  },
}

async function hear(
  named: string,
  { portico, obligationOf, subjectOf }: HeardParts<'letters'>,
  as: 'delivered' | 'failed',
  commandFor: (of: {
    caseId: string
    letterId: string
    obligationId?: string
  }) => Parameters<typeof letters.decide>[0],
): Promise<Heard> {
  const letterId = (await subjectOf(named)) ?? named
  const found = await portico.letters.find(letterId)
  if (!found) return noLetter
  const { caseId } = found
  const at = { caseId, call: 'send', subject: letterId }
  const obligationId = await obligationOf(at)
  // Of what another binding sends this one has no receipt; what comes back arrives where mail does.
  if (obligationId === undefined && as === 'delivered') return noLetter
  const command = commandFor({ caseId, letterId, ...(obligationId === undefined ? {} : { obligationId }) })
  return { caseId, commands: [reaction(letters, command)], settles: { ...at, as } }
}
