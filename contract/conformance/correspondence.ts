import { createHash } from 'node:crypto'
import { correspondence } from '../ports/correspondence.ts'
import type { FactOf } from '../ports/kit.ts'
import { countAdded, counted } from './effects.ts'
import { defineConformance } from './kit.ts'
import { sampleFile } from './sample-file.ts'
import { Broken, bytesOf, faultOf, Skipped } from './trial.ts'

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
        if (!trial.has(adapter, 'send')) throw new Skipped('It does not declare distribution.')
        const input = await trial.input(adapter, 'send')
        const one = await countAdded(trial, () => trial.call(adapter, 'send', input))
        const other = { ...input, letterId: `${input.letterId}b` }
        const two = await countAdded(trial, () => trial.call(adapter, 'send', other))
        if (one === 0) throw new Broken('A letter has no effect.')
        if (two !== one) throw new Broken(`The second letter has ${counted(two)} instead of ${one}.`)
      },
    },
    {
      name: 'pieceBytes',
      says: 'The files of a piece that was reported can be fetched: they are as it said, and the same each time.',
      async check(trial) {
        const provoke = trial.subject.provoke?.pieceArrived
        const { adapter, told, close } = await trial.open()
        if (!trial.has(adapter, 'fetchPiece')) throw new Skipped('It does not declare intake.')
        if (!provoke || !told) throw new Skipped('The subject cannot make a piece arrive.')
        await adapter.start?.()
        const { length } = told()
        await provoke()
        await trial.until(() => told().length > length, 'pieceArrived was not told')
        const fact = told().findLast(({ name }) => name === 'pieceArrived')?.fact
        // Whether it is told as declared is for another law.
        if (faultOf(correspondence.tells.pieceArrived.fact, fact, 'pieceArrived') !== undefined) return
        const { pieceId, files } = fact as FactOf<typeof correspondence, 'pieceArrived'>
        for (const { partId, name, size, sha256, uploadId } of files) {
          if (uploadId !== undefined) continue
          const fetch = async () => bytesOf(await trial.call(adapter, 'fetchPiece', { pieceId, partId }))
          const bytes = await fetch()
          if (size !== undefined && size !== bytes.length)
            throw new Broken(`${name} has ${bytes.length} bytes, and was reported with ${size}.`)
          if (sha256 !== undefined && sha256 !== hashOf(bytes))
            throw new Broken(`${name} has another hash than the one it was reported with.`)
          if (hashOf(await fetch()) !== hashOf(bytes))
            throw new Broken(`${name} has other bytes when it is fetched again.`)
        }
        await close()
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

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
