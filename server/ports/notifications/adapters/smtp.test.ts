import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { notificationsLaws } from '@portico/contract/conformance/notifications'
import { PortError } from '@portico/contract/ports/kit'
import { deliveryReport as report } from '../../../test/delivery-report.ts'
import { startSmtpSink } from '../../../test/smtp-sink.ts'
import { until } from '../../../test/until.ts'
import smtp from './smtp.ts'

const options = (port: number) =>
  ({ host: '127.0.0.1', port, security: 'none', from: 'portico@example.org' }) as const

describe('the SMTP adapter of notifications', () => {
  it('keeps the laws of the port', async () => {
    const sink = await startSmtpSink()
    const { effects, mood } = sink
    await keepsTheLaws(notificationsLaws, subjectOf(smtp, options(sink.port), { effects, mood }))
    const [mail] = sink.mails
    assert.match(mail?.envelopeId ?? '', /^notification_/)
    assert.match(mail?.to[0] ?? '', /ORCPT=rfc822;ada@example\.org/)
    assert.match(mail?.data ?? '', /^Auto-Submitted: auto-generated/m)
    await sink.close()
  })

  it('a mailbox that the server does not have is refused for good', async () => {
    const sink = await startSmtpSink()
    const { adapter } = await subjectOf(smtp, options(sink.port)).open()
    const input = {
      notificationId: 'notice_1',
      notification: 'taskAssigned',
      event: { id: 'evt_1', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'mem_1', name: 'Nobody', emails: ['nobody@example.org'] },
      channel: 'email',
      subject: 'A task',
      text: 'A task.',
    }
    const context = {
      key: 'obl_1',
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
      open: async () => assert.fail(),
    }
    await assert.rejects(
      async () => adapter.calls.notify(input, context),
      (error) =>
        error instanceof PortError && error.code === 'refused' && /No such mailbox/.test(error.message),
    )
    await sink.close()
  })

  it('the calendar of a reminder is attached as a file that calendars open', async () => {
    const sink = await startSmtpSink()
    const { adapter, close } = await subjectOf(smtp, options(sink.port)).open()
    const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n'
    const input = {
      notificationId: 'notice_2',
      notification: 'sessionReminder',
      event: { id: 'evt_2', type: 'session.reminderDue', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'party_1', name: 'Ada Byron', emails: ['ada@example.org'] },
      channel: 'email',
      subject: 'Your hearing',
      text: 'Your hearing is in seven days.',
    }
    const context = (key: string) => ({
      ...{ key, attempt: 1, signal: AbortSignal.timeout(60_000), open: async () => assert.fail() },
    })
    await adapter.calls.notify({ ...input, calendar }, context('obl_2'))
    await adapter.calls.notify({ ...input, notificationId: 'notice_3' }, context('obl_3'))
    const [withIt, without] = sink.mails.map(({ data }) => data)
    const parts = (withIt ?? '').split(/^--.*$/m)
    const attached = parts.find((part) => /^Content-Type: text\/calendar/im.test(part)) ?? ''
    assert.match(attached, /method=PUBLISH/)
    assert.match(attached, /^Content-Disposition: attachment; filename=hearing\.ics/im)
    const [, body = ''] = attached.split(/\r?\n\r?\n/)
    const isBase64 = /^Content-Transfer-Encoding: base64/im.test(attached)
    const read = isBase64 ? Buffer.from(body, 'base64').toString() : body
    assert.equal(read.trim().replaceAll(/\r?\n/g, '\n'), calendar.trim().replaceAll('\r\n', '\n'))
    assert.ok(parts.some((part) => part.includes(input.text)))
    assert.doesNotMatch(without ?? '', /text\/calendar|multipart/)
    await close()
    await sink.close()
  })

  it('tells of bounces that it finds in the Maildir, and of each once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-maildir-'))
    for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'new', '1'), report('Original-Envelope-Id: notice_1'))
    await writeFile(join(folder, 'new', '2'), 'Subject: Out of office\r\n\r\nBack on Monday.')
    const unclear =
      'Return-Path: <>\r\nSubject: Xyzzy\r\n\r\nX-Portico-Notification: notice_2\r\nNothing happens.'
    await writeFile(join(folder, 'new', '3'), unclear)
    const { adapter, told, close } = await subjectOf(smtp, { ...options(25), bounces: folder }).open()
    await adapter.start?.()
    await until(async () => (await readdir(join(folder, 'new'))).length === 0)
    await close()
    const facts = told?.() ?? []
    assert.deepEqual(
      facts.map(({ name, fact }) => [name, (fact as { notificationId: string }).notificationId]),
      [
        ['bounce', 'notice_1'],
        ['bounce', 'notice_2'],
      ],
    )
    const unread = facts[1]?.fact as { why: string } | undefined
    assert.match(unread?.why ?? '', /^A mail server returned it, and its report is not understood\. Xyzzy: /)
    assert.equal((await readdir(join(folder, 'cur'))).length, 3)
    await rm(folder, { recursive: true })
  })
})
