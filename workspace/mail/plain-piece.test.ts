import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainPiece } from './plain-piece.ts'

it('what a stranger has written on a piece is read in the order in which it was written', () => {
  const { sender, subject, files, text } = plainPiece({
    ...{ id: 'piece_1', pieceId: '1', broughtBy: 'mail/main', channel: 'mail', status: 'unmatched' },
    ...{ receiptDate: '2026-03-02', receivedAt: '2026-03-02T12:00:00Z', text: 'One\nand\u202e two' },
    sender: { name: 'Ada \u202eBen\u202c', address: '\u2067a@example.org' },
    subject: 'bill\u202efdp.exe',
    files: [{ partId: '1', name: 'bill\u202efdp.exe', status: 'awaited' }],
  })
  const shown = [sender?.name, sender?.address, subject, files[0]?.name, text]
  assert.deepEqual(shown, [
    'Ada \ufffdBen\ufffd',
    '\ufffda@example.org',
    ...['bill\ufffdfdp.exe', 'bill\ufffdfdp.exe', 'One\nand\ufffd two'],
  ])
})
