import { correspondence } from '../ports/correspondence.ts'
import { countAdded, counted } from './effects.ts'
import { defineConformance } from './kit.ts'
import { sampleFile } from './sample-file.ts'
import { Broken, bytesOf, Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'

export const correspondenceLaws = defineConformance({
  port: correspondence,
  samples: {
    send: {
      case: { caseId: 'case_{id}', docketNumber: '240319-100482' },
      letterId: 'letter_{id}',
      kind: 'notice',
      letter: 'decisionNotice',
      subject: 'Your decision',
      recipient: {
        partyId: 'party_{id}',
        role: 'appellant',
        name: 'Maria Lindqvist',
        contact: {
          addresses: [{ lines: ['12 Harbor Street'], city: 'Salem', postalCode: '97301', country: 'US' }],
          emails: ['maria@example.org'],
        },
      },
      channel: 'mail',
      files: [sampleFile],
    },
  },
  facts: {
    pieceArrived: {
      pieceId: 'piece_1',
      channel: 'mail',
      sender: { name: 'Maria Lindqvist' },
      receiptDate: '2026-03-02',
      files: [{ partId: '1', name: 'letter.pdf' }],
      at,
    },
    receipt: { letterId: 'letter_1', channel: 'mail', sentAt: at },
    bounce: { letterId: 'letter_1', why: 'Moved, no forwarding address.', failedAt: at },
  },
  laws: [
    {
      name: 'lettersApart',
      says: 'Two letters to one person are two letters.',
      async check(trial) {
        const adapter = await trial.adapter()
        const input = await trial.input(adapter, 'send')
        const one = await countAdded(trial, () => trial.call(adapter, 'send', input))
        const other = { ...input, letterId: `${input.letterId}b` }
        const two = await countAdded(trial, () => trial.call(adapter, 'send', other))
        if (one === 0) throw new Broken('A letter has no effect.')
        if (two !== one) throw new Broken(`The second letter has ${counted(two)} instead of ${one}.`)
      },
    },
    {
      name: 'noPiece',
      says: 'A piece that never arrived has no bytes, and asking again would not help.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'fetchPiece')) throw new Skipped('It does not declare intake.')
        const read = async () =>
          bytesOf(await trial.call(adapter, 'fetchPiece', { pieceId: `none_${trial.key()}`, partId: '1' }))
        const { retryable, code } = await trial.failure(
          read(),
          'with the bytes of a piece that never arrived',
        )
        if (retryable) throw new Broken(`A piece that never arrived says ${code}, which would be retried.`)
      },
    },
  ],
})
