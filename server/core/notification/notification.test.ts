import { describe, it } from 'node:test'
import { given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { type NotificationCommand, notification } from './notification.ts'

const of = { notificationId: 'notice_1' }
const to = {
  notification: 'caseDocketed',
  recipient: { kind: 'party' as const, id: 'party_1', name: 'Ada Byron' },
  channel: 'email' as const,
  binding: 'main',
}
const owed: Fact = { type: 'notification.owed', subject: 'notice_1', data: { ...of, ...to } }
const receipt = { channel: 'email', sentAt: '2026-11-01T10:00:00.000Z' }
const failure = { why: 'No such mailbox.', failedAt: '2026-11-01T11:00:00.000Z' }
const receipted: Fact = { type: 'notification.receipted', subject: 'notice_1', data: { ...of, ...receipt } }
const failed: Fact = { type: 'notification.failed', subject: 'notice_1', data: { ...of, ...failure } }
const command = (given: object) => ({ caseId: 'case_1', ...of, ...given }) as NotificationCommand
const after = (...facts: Fact[]) => given(notification, recorded(facts))

describe('a notification', () => {
  it('is owed once', () => {
    after()
      .when(command({ type: 'oweNotification', ...to }))
      .then([owed])
    after(owed)
      .when(command({ type: 'oweNotification', ...to }))
      .then([])
  })

  it('is delivered or bounces, each told once; one that is not owed is not known', () => {
    const delivered = command({ type: 'receiptNotification', ...receipt })
    const bounced = command({ type: 'failNotification', ...failure })
    after(owed).when(delivered).then([receipted])
    after(owed, receipted).when(delivered).then([])
    after(owed, receipted).when(bounced).then([failed])
    after(owed, receipted, failed).when(bounced).then([])
    after()
      .when(bounced)
      .thenRefused('notFound', /no such notification/)
  })

  it('that bounced is not delivered by a receipt of an earlier time, but by one of a later', () => {
    const later = { ...receipt, sentAt: '2026-11-01T12:00:00.000Z' }
    after(owed, failed)
      .when(command({ type: 'receiptNotification', ...receipt }))
      .then([])
    after(owed, failed)
      .when(command({ type: 'receiptNotification', ...later }))
      .then([{ ...receipted, data: { ...of, ...later } } as Fact])
  })
})

describe('how a party wants to be notified', () => {
  const recordedParty: Fact = {
    type: 'party.recorded',
    subject: 'party_1',
    data: { partyId: 'party_1', role: 'appellant', organization: 'Byron & Co.' },
  }
  const set = (notices: object) =>
    ({ type: 'setPartyNotices', caseId: 'case_1', partyId: 'party_1', ...notices }) as NotificationCommand
  const told: Fact = {
    type: 'notification.preferencesSet',
    subject: 'party_1',
    data: { partyId: 'party_1', optedOut: ['text'] },
  }

  it('is told once, and of a party of the case', () => {
    after(recordedParty)
      .when(set({ optedOut: ['text'] }))
      .then([told])
    after(recordedParty, told)
      .when(set({ optedOut: ['text'], before: { optedOut: ['text'] } }))
      .then([])
    after(recordedParty, told)
      .when(set({ optedOut: ['text'], before: { optedOut: ['text', 'email'] } }))
      .then([told])
    after()
      .when(set({ optedOut: [] }))
      .thenRefused('notFound', /no such party/)
    after(recordedParty)
      .when(set({ optedOut: [], timeZone: 'Mars/Base' }))
      .thenRefused('invalid', /^timeZone must be/)
  })
})
