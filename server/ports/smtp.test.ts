import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { startSmtpSink } from '../test/smtp-sink.ts'
import { openMailer } from './smtp.ts'

const host = {
  resolve: async () => ({ address: '127.0.0.1', family: 4 as const }),
  now: () => new Date('2026-03-02T15:04:05.000Z'),
  sign: (text: string) => createHmac('sha256', 'secret').update(text).digest(),
}
const id = 'ltr_01kaf2q8zz0123456789abcdef'

describe('a message', () => {
  const sent = async (options: { returnPath?: string; isReadBack: boolean }, refused?: RegExp) => {
    const sink = await startSmtpSink({ ...(refused ? { refusesSender: refused } : {}) })
    const warnings: string[] = []
    const log = (_level: string, what: string) => void warnings.push(what)
    const at = {
      host: 'localhost',
      port: sink.port,
      security: 'none',
      from: 'letters@board.example',
    } as const
    const mailer = openMailer({ ...at, ...options }, { ...host, log })
    const to = { name: 'Ada', address: 'ada@example.org' }
    const context = { key: 'obl_1', signal: AbortSignal.timeout(60_000) }
    await mailer.send(async () => ({ to, envelopeId: id, subject: 'A letter', text: 'Text' }), context)
    await sink.close()
    const [mail] = sink.mails
    const from = /FROM:<([^>]*)>/i.exec(mail?.from ?? '')?.[1] ?? ''
    return { from, mail, mailer, warnings }
  }

  it('has a return address of its own, beside the sender whom people see', async () => {
    const { from, mail, mailer } = await sent({ isReadBack: true })
    assert.match(from, /^letters\+ltr_01kaf2q8zz0123456789abcdef\.\w{16}@board\.example$/)
    assert.deepEqual(mailer.returnAddresses?.namedIn(from), { id, isForged: false })
    assert.match(mail?.data ?? '', /^From: letters@board\.example\r$/m)
    assert.match(mail?.to[0] ?? '', /<ada@example\.org>/)
    assert.equal(mail?.envelopeId, id)
    const chosen = await sent({ isReadBack: false, returnPath: '*@bounces.board.example' })
    assert.match(chosen.from, /^ltr_\w+\.\w{16}@bounces\.board\.example$/)
  })

  it('has the sender for one where nobody reads what comes back, or the server takes no other', async () => {
    assert.equal((await sent({ isReadBack: false })).from, 'letters@board.example')
    assert.equal((await sent({ isReadBack: true, returnPath: 'none' })).from, 'letters@board.example')
    const { from, warnings } = await sent({ isReadBack: true }, /letters\+/)
    assert.equal(from, 'letters@board.example')
    assert.deepEqual(warnings, ['the mail server refuses the return path, so the sender is used instead'])
  })
})
