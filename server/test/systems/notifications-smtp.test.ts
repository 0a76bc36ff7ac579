import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { notificationsLaws } from '@portico/contract/conformance/notifications'
import { Skipped } from '@portico/contract/conformance/trial'
import type { InputOf } from '@portico/contract/ports/kit'
import type { notifications } from '@portico/contract/ports/notifications'
import smtp from '../../ports/notifications/adapters/smtp.ts'
import { startPostfix } from '../postfix.ts'
import { until } from '../until.ts'

export const debianPackages = ['postfix']

describe('the SMTP adapter of notifications, against Postfix', { timeout: 240_000 }, () => {
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  before(async () => {
    postfix = await startPostfix()
  })
  after(() => postfix?.close())

  const options = () =>
    ({ host: '127.0.0.1', port: postfix.port, security: 'none', from: 'portico@example.org' }) as const
  const message = (to: string) =>
    ({
      ...notificationsLaws.samples.notify,
      notificationId: 'notification_1',
      event: { id: 'evt_1', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'mem_1', name: 'Ada Byron', emails: [to] },
    }) as InputOf<typeof notifications, 'notify'>
  const contextOf = (key: string) => ({
    key,
    attempt: 1,
    signal: AbortSignal.timeout(120_000),
    open: async () => assert.fail('nothing is attached'),
  })

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'hanging' || mood === 'refusing') throw new Skipped('Postfix does neither on demand.')
      if (mood === 'down') await postfix.stop()
      else await postfix.start()
    }
    const refused = { notify: message('stranger@example.org') }
    const effects = () => postfix.messageIds('ada')
    await keepsTheLaws(notificationsLaws, subjectOf(smtp, options(), { effects, mood, refused }))
  })

  it('a message arrives as it was written, with its own Message-ID and marked as automatic', async () => {
    const { adapter } = await subjectOf(smtp, options()).open()
    const { receipt } = await adapter.calls.notify(message('ada@example.org'), contextOf('obl_arrives'))
    assert.equal(receipt?.destination, 'ada@example.org')
    const mail = await until(async () =>
      (await postfix.mails('ada')).find((text) => text.includes('obl_arrives')),
    )
    assert.match(mail, /^Subject: A draft waits for you$/m)
    assert.match(mail, /^Auto-Submitted: auto-generated$/m)
    assert.match(mail, /Docket 240319-100482 was assigned to you\./)
  })

  it('a bounce of Postfix names the notification, and is told as a fact', async () => {
    const { adapter, told, close } = await subjectOf(smtp, {
      ...options(),
      bounces: postfix.maildir('portico'),
    }).open()
    await adapter.start?.()
    await adapter.calls.notify(
      { ...message('ada@gone.example'), notificationId: 'notification_gone' },
      contextOf('obl_gone'),
    )
    const [fact] = await until(() => {
      const facts = told?.() ?? []
      return facts.length > 0 && facts
    })
    await close()
    assert.equal(fact?.name, 'bounce')
    const bounce = fact?.fact as { notificationId: string; destination: string; why: string }
    assert.deepEqual([bounce.notificationId, bounce.destination], ['notification_gone', 'ada@gone.example'])
    assert.match(bounce.why, /\S/)
  })
})
