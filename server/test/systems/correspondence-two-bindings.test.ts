import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { SentLetter } from '@portico/contract/letters'
import type { Piece } from '@portico/contract/mail'
import type { TaskList } from '@portico/contract/tasks'
import nodemailer from 'nodemailer'
import { type Authority, openAuthority } from '../certificates.ts'
import { account, startDovecot } from '../dovecot.ts'
import { type BoundService, openBoundService } from '../faults/bound-service.ts'
import { startPostfix } from '../postfix.ts'
import { until } from '../until.ts'

export const debianPackages = ['postfix', 'dovecot-imapd']

describe('mail in by IMAP and letters out by SMTP, bound together', { timeout: 300_000 }, () => {
  let authority: Authority
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  let service: BoundService
  before(async () => {
    authority = await openAuthority()
    postfix = await startPostfix()
    const mail = join(postfix.maildir('portico'), '..')
    dovecot = await startDovecot(await authority.certify('DNS:localhost'), mail, postfix.owner)
    const password = join(mail, 'password')
    await writeFile(password, account.password, { mode: 0o600 })
    const mailbox = {
      adapter: 'imap',
      host: 'localhost',
      port: dovecot.port,
      ca: authority.ca,
      username: account.username,
      password: { file: password },
      pollSeconds: 1,
      mailType: 'statusInquiry',
    }
    const post = {
      adapter: 'smtp',
      host: '127.0.0.1',
      port: postfix.port,
      security: 'none',
      from: 'portico@example.org',
    }
    service = await openBoundService({ correspondence: { mailbox, post } }, () => {})
  })
  after(async () => {
    await service?.close()
    await dovecot?.close()
    await postfix?.close()
    await authority?.close()
  })

  const docketNumber = '260302-77'
  const veteran = { firstName: 'Ada', lastName: 'Byron' }
  let caseId: string

  it('a mail is filed on its case, and nobody but the mailbox brought it', async () => {
    const body = { veteran, receiptDate: '2026-03-02', docketNumber }
    caseId = (await service.ask<{ case: { id: string } }>('/cases', body)).case.id
    const by = nodemailer.createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
    await by.sendMail({
      from: 'ada@example.org',
      to: 'portico@example.org',
      subject: `${docketNumber}: how does it stand?`,
      text: 'Please tell me.',
    })
    by.close()
    const [piece, ...others] = await until(async () => {
      const { pieces } = await service.ask<{ pieces: Piece[] }>('/correspondence?status=filed')
      return pieces.length > 0 && pieces
    })
    assert.deepEqual([piece?.caseId, piece?.sender?.address, others], [caseId, 'ada@example.org', []])
    const brought = await service.db.rows(`select brought_by->>'id' as by from mail_pieces`)
    assert.deepEqual(brought, [{ by: 'binding_correspondence_mailbox' }])
  })

  const partyAt = (id: string, email: string) =>
    service.ask(`/cases/${caseId}/parties/${id}`, {
      role: 'appellant',
      person: veteran,
      contact: { emails: [email] },
    })
  const letterTo = async (partyId: string) => {
    const body = { letter: 'preDocketing', partyId }
    return (await service.ask<{ letter: SentLetter }>(`/cases/${caseId}/letters`, body)).letter.id
  }
  const letterIs = (id: string, status: SentLetter['status']) =>
    until(async () => {
      const { letters } = await service.ask<{ letters: SentLetter[] }>(`/cases/${caseId}/letters`)
      return letters.find((one) => one.id === id && one.status === status)
    })

  it('a letter is sent once, by the binding that sends, and receipted', async () => {
    await partyAt('ada', 'ada@example.org')
    const id = await letterTo('ada')
    const { tracking, channel } = await letterIs(id, 'receipted')
    assert.equal(channel, 'email')
    const delivered = await until(async () => {
      const ids = await postfix.messageIds('ada')
      return ids.length > 0 && ids
    })
    assert.deepEqual(delivered, [tracking?.replaceAll(/[<>]/g, '')])
    const owed = await service.db.rows(`select binding, status from obligations where call = 'send'`)
    assert.deepEqual(owed, [{ binding: 'post', status: 'delivered' }])
  })

  it('a real bounce comes back to the mailbox, and opens the task of returned mail for its letter', async () => {
    await partyAt('gone', 'ada@gone.example')
    const id = await letterTo('gone')
    const { cause, destination } = await letterIs(id, 'failed')
    assert.deepEqual([cause, destination], ['returned', 'ada@gone.example'])
    const returned = await until(async () => {
      const { tasks } = await service.ask<TaskList>(`/cases/${caseId}/tasks?open=true`)
      const found = tasks.filter(({ type }) => type === 'returnedMail')
      return found.length > 0 && found
    })
    assert.equal(returned.length, 1)
    const facts = await service.db.rows(`select binding, name, status from inbound_facts order by number`)
    assert.deepEqual(facts, [
      { binding: 'mailbox', name: 'pieceArrived', status: 'applied' },
      { binding: 'mailbox', name: 'bounce', status: 'applied' },
    ])
    const { pieces } = await service.ask<{ pieces: Piece[] }>('/correspondence')
    assert.deepEqual(pieces, [], 'the bounce is no mail to be matched')
  })
})
