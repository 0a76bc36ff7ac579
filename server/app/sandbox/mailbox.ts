import { createHash } from 'node:crypto'
import type { NewPiece } from '@portico/contract/mail'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf, daysEarlier } from '../../core/time/moments.ts'
import { addDays } from '../../synth/calendar.ts'
import { type Letter, letterPdf } from '../../synth/letter.ts'
import { fullName } from '../../synth/people.ts'
import { type CasePlan, planCase } from '../../synth/plan.ts'
import type { Request } from '../engine/execute.ts'
import { receiveFile } from '../intake/received-file.ts'
import type { Letters } from '../letters/letters.ts'
import type { Mail } from '../mail/mail.ts'
import type { Parties } from '../parties/parties.ts'
import type { SandboxActors } from './actors.ts'
import type { SynthesisOrder } from './synthesis-order.ts'

export type BringMail = (order: SynthesisOrder, caseId: string) => Promise<void>

type Written = { piece: Omit<NewPiece, 'receiptDate'>; letter: Omit<Letter, 'date' | 'receivedOn' | 'to'> }
type Outgoing = { letter: string; to: 'veteran' | 'representative'; reason?: string }

const board = ['Board of Appeals', 'Mail Processing', 'Washington, DC 20420']

/** Mail of the cases of a sandbox, by the ordinary commands: some matches its case, some has to be decided. */
export function createBringMail({
  mail,
  letters,
  parties,
  people,
  scratchPath,
  clock,
  onRefused,
}: {
  mail: Pick<Mail, 'takeIn'>
  letters: Pick<Letters, 'write'>
  parties: Pick<Parties, 'list'>
  people: () => Promise<SandboxActors>
  scratchPath: () => string
  clock: () => Date
  onRefused: (caseId: string, why: string) => void
}): BringMail {
  return async (order, caseId) => {
    const plan = planCase(order.seed, order.index, order.pages)
    const actors = await people()
    const requestAs = (username: string, step: string, at: Date): Request | undefined => {
      const actor = actors.of(username)
      const key = `${plan.externalId} ${step}`
      const fingerprint = createHash('sha256').update(key).digest()
      return actor && { at, actor, correlationId: key, idempotency: { key, fingerprint } }
    }
    const clerk = actors.person('t.vaughn')

    async function bring({ piece, letter }: Written, index: number) {
      const daysAgo = 1 + ((order.index * 3 + index * 2) % 6)
      const request = requestAs('t.vaughn', `piece ${index}`, daysEarlier(clock(), daysAgo))
      if (!request || !clerk) return
      const receiptDate = dayOf(request.at)
      // All of a case bear one date, so that a second copy is the very file of the first.
      const today = dayOf(clock())
      const dates = { date: addDays(today, -11), receivedOn: addDays(today, -7) }
      const pdf = letterPdf({ ...letter, ...dates, to: board })
      await using file = await receiveFile(once(pdf), `${piece.subject ?? 'Letter'}.pdf`, scratchPath)
      const given = { ...piece, pieceId: `${plan.externalId}-${index}`, receiptDate }
      await mail.takeIn(request, given, [file], { id: clerk.id, roles: clerk.roles, clearance: 0 })
    }

    async function send({ letter, to, reason }: Outgoing, index: number) {
      const request = requestAs('s.brennan', `letter ${index}`, clock())
      const onCase = await parties.list(caseId)
      const party = onCase.find(({ role }) => role === (to === 'veteran' ? 'appellant' : 'representative'))
      if (request && party)
        await letters.write(request, caseId, {
          letter,
          partyId: party.id,
          ...(reason === undefined ? {} : { reason }),
        })
    }

    try {
      for (const [index, written] of receivedOf(order.index, plan).entries()) await bring(written, index)
      for (const [index, outgoing] of sentOf(order.index).entries()) await send(outgoing, index)
    } catch (error) {
      // The profile has other words: there is less to see.
      if (!(error instanceof Refusal)) throw error
      onRefused(caseId, error.message)
    }
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** By the place of the case in the sandbox; see `stages.ts` for where each stands. */
function receivedOf(index: number, plan: CasePlan): Written[] {
  const { veteran, address, claims, phone } = plan.story
  const name = fullName(veteran)
  const home = `${address.street}, ${address.town}, ${address.state} ${address.zip}`
  const from = [name, address.street, `${address.town}, ${address.state} ${address.zip}`, phone]
  const condition = claims[0]?.condition.plain ?? 'condition'
  const key = `${plan.key}/mail`
  switch (index) {
    case 1:
      return [
        {
          piece: { channel: 'mail', sender: { name }, subject: 'How does my appeal stand?' },
          letter: {
            key: `${key}/status`,
            from,
            paragraphs: [
              'I am writing about my appeal, which I sent in many months ago. Nobody has told me anything since.',
              `My ${condition} has become worse over the winter, and I would like to know when I can expect a decision. I do not remember the number of my case.`,
              'Please write to me at the address above, or call me in the afternoon.',
            ],
            signedBy: name,
          },
        },
      ]
    case 2:
      return [
        {
          piece: {
            channel: 'fax',
            sender: { name: 'Lakeside Medical Supply', address: '555-0190' },
            subject: 'Spring offers on mobility aids',
          },
          letter: {
            key: `${key}/offer`,
            from: ['Lakeside Medical Supply', '4 Commerce Park'],
            paragraphs: [
              'Dear customer: this spring we offer wheelchairs, walkers and shower seats at reduced prices.',
              'Ask for our catalogue. Orders above $200 are delivered free of charge.',
            ],
            signedBy: 'The sales team',
            isFax: true,
          },
        },
      ]
    case 4:
      return [
        {
          piece: {
            channel: 'electronicSubmission',
            sender: { name, address: home },
            subject: `For the file of docket ${plan.docketNumber}`,
          },
          letter: {
            key: `${key}/file`,
            from,
            paragraphs: [
              `Please add this to my appeal ${plan.docketNumber}.`,
              `My doctor has told me that the ${condition} will not improve. I ask that this be considered before a decision is made.`,
            ],
            signedBy: name,
          },
        },
      ]
    case 6:
      return evidenceTwice(plan, { name, home, from, condition, key })
    default:
      return []
  }
}

/** The same letter by mail and again by fax, and much the same once more under a name alone. */
function evidenceTwice(
  plan: CasePlan,
  of: { name: string; home: string; from: string[]; condition: string; key: string },
): Written[] {
  const { name, home, from, condition, key } = of
  const said = (end: string) => [
    `I send this in support of my appeal. The ${condition} began during my service, when I was treated at the clinic of the base and placed on light duty for several weeks.`,
    'Since then it has never gone away. I have difficulty when I climb stairs, stand for long at work, or sleep through the night, and my family can confirm this. The statement of my spouse was sent to you last year.',
    end,
  ]
  const letter = {
    key: `${key}/evidence`,
    from,
    paragraphs: said('Thank you for your work.'),
    signedBy: name,
  }
  const piece = { mailType: 'evidenceOrArgument', sender: { name, address: home } }
  const subject = `Statement, ${plan.docketNumber}`
  return [
    { piece: { ...piece, channel: 'mail', subject }, letter },
    { piece: { ...piece, channel: 'mail', subject: `${subject} (second copy)` }, letter },
    {
      piece: { channel: 'portalUpload', sender: { name }, subject: 'Statement' },
      letter: { ...letter, key: `${key}/again`, paragraphs: said('I thank you for your patience.') },
    },
  ]
}

function sentOf(index: number): Outgoing[] {
  switch (index) {
    case 2:
      return [{ letter: 'docketing', to: 'veteran' }]
    case 4:
      return [
        { letter: 'general', to: 'veteran', reason: 'Please send us the treatment records of last year.' },
        // No address is known of the representative: somebody has to find it.
        { letter: 'general', to: 'representative', reason: 'Please tell us whether you still represent.' },
      ]
    default:
      return []
  }
}
