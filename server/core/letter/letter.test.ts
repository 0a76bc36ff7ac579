import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import { type LetterCommand, letters } from './letter.ts'

const party = (partyId: string, role: string): Fact =>
  ({
    type: 'party.recorded',
    subject: partyId,
    data: { partyId, role, person: { firstName: 'Ada', lastName: partyId }, aliases: [], stamps: {} },
  }) as Fact
const represented = (revoked?: object): Fact =>
  ({
    type: 'party.representationChanged',
    subject: 'ada',
    data: {
      partyId: 'ada',
      change: 'given',
      stamp: 's',
      representation: {
        representativeId: 'lawyer',
        powerOfAttorney: { start: '2026-01-01', scope: 'all' },
        ...(revoked ? { revoked } : {}),
      },
    },
  }) as Fact
const parties = [party('ada', 'appellant'), party('lawyer', 'attorney'), party('guest', 'witness')]

const trigger = {
  id: 'evt_1',
  at: noon.toISOString(),
  type: 'workProduct.released',
  workProductId: 'p',
} as const
const raise: LetterCommand = { type: 'raiseLetter', caseId: 'case_1', letter: 'decisionNotice', trigger }
const of = { letterId: 'ltr_1', letter: 'general', partyId: 'ada' }
const owed: Fact = { type: 'letter.owed', subject: 'ltr_1', data: { ...of, kind: 'response' } }
const paper = {
  subject: 'About your appeal',
  sha256: 'a'.repeat(64),
  bytes: 9,
  pageCount: 1,
  date: '2026-11-01',
}
const composed: Fact = {
  type: 'letter.composed',
  subject: 'ltr_1',
  data: { ...of, kind: 'response', documentId: 'doc_1', ...paper },
}
const receipt = { channel: 'mail', sentAt: '2026-11-01T10:00:00.000Z' }
const bounce = { cause: 'returned' as const, why: 'Moved.', failedAt: '2026-11-02T10:00:00.000Z' }
const receipted: Fact = { type: 'letter.receipted', subject: 'ltr_1', data: { ...of, ...receipt } }
const returned: Fact = { type: 'letter.failed', subject: 'ltr_1', data: { ...of, ...bounce } }
const command = (told: object) => ({ caseId: 'case_1', letterId: 'ltr_1', ...told }) as LetterCommand
const after = (...facts: Fact[]) => given(letters, recorded([...parties, ...facts]))

function decided(facts: Fact[], asked: LetterCommand, profile = defaultProfile): Fact[] {
  const context = { ...callBy(alice), profile }
  return letters.decide(asked, fold(letters, recorded(facts)), context)
}

describe('a letter', () => {
  it('is raised once for an event and a recipient', () => {
    const [first, ...others] = decided(parties, raise)
    assert.deepEqual(others, [])
    assert.ok(first)
    const { letterId, ...data } = first.data as { letterId: string }
    assert.match(letterId, /^ltr_/)
    assert.deepEqual(data, {
      ...{ letter: 'decisionNotice', partyId: 'ada', kind: 'notice', workProductId: 'p' },
      ...{ eventId: 'evt_1', eventType: 'workProduct.released' },
    })
    assert.deepEqual(decided([...parties, first], raise), [])
    const again = { ...raise, trigger: { ...trigger, id: 'evt_2' } } as LetterCommand
    assert.notEqual(decided([...parties, first], again)[0]?.subject, letterId)
  })

  it('goes to representatives while their power of attorney is in force, and to nobody who has left', () => {
    const profile = {
      ...defaultProfile,
      letters: [{ ...defaultProfile.letters[0]!, name: 'x', recipients: ['representatives' as const] }],
    }
    const asked = { ...raise, letter: 'x' } as LetterCommand
    const to = (facts: Fact[]) =>
      decided(facts, asked, profile).map(({ data }) => (data as { partyId: string }).partyId)
    assert.deepEqual(to(parties), [])
    assert.deepEqual(to([...parties, represented()]), ['lawyer'])
    assert.deepEqual(to([...parties, represented({ at: '2026-10-01' })]), [])
    const left: Fact = { type: 'party.removed', subject: 'lawyer', data: { partyId: 'lawyer' } } as Fact
    assert.deepEqual(to([...parties, represented(), left]), [])
  })

  it('is written to a party of the case, by a name of the profile', () => {
    const write = command({ type: 'writeLetter', letter: 'general', partyId: 'ada' })
    after().when(write).then([owed])
    after(owed).when(write).then([])
    after()
      .when({ ...write, letter: 'generol' } as LetterCommand)
      .thenRefused('invalid', /general/)
    after()
      .when({ ...write, partyId: 'nobody' } as LetterCommand)
      .thenRefused('notFound', /no such party/)
  })

  it('is composed once, and is not sent before', () => {
    const noted = command({ type: 'noteComposed', ...paper })
    assert.equal(decided([...parties, owed], noted)[0]?.type, 'letter.composed')
    after(owed, composed).when(noted).then([])
    after(owed)
      .when(command({ type: 'receiptLetter', ...receipt }))
      .thenRefused('stateForbids', /not been composed/)
    after()
      .when(command({ type: 'receiptLetter', ...receipt }))
      .thenRefused('notFound', /no such letter/)
  })

  it('is receipted or comes back, each told once; an older receipt does not undo a bounce', () => {
    const told = command({ type: 'receiptLetter', ...receipt })
    const back = command({ type: 'failLetter', ...bounce })
    after(owed, composed).when(told).then([receipted])
    after(owed, composed, receipted).when(told).then([])
    after(owed, composed, receipted).when(back).then([returned])
    after(owed, composed, receipted, returned).when(back).then([])
    after(owed, composed, returned).when(told).then([])
    const later = { ...receipt, sentAt: '2026-11-03T10:00:00.000Z' }
    after(owed, composed, returned)
      .when(command({ type: 'receiptLetter', ...later }))
      .then([{ ...receipted, data: { ...of, ...later } } as Fact])
  })

  it('that could not be composed is tried again as what it was, and no other is', () => {
    const retry = command({ type: 'retryLetter' })
    const failed: Fact = {
      type: 'letter.failed',
      subject: 'ltr_1',
      data: { ...of, ...bounce, cause: 'notMailable' },
    }
    after(owed, failed).when(retry).then([owed])
    after(owed).when(retry).then([])
    const noted = command({ type: 'noteComposed', ...paper })
    assert.equal(decided([...parties, owed, failed, owed], noted)[0]?.type, 'letter.composed')
    after(owed, composed, returned)
      .when(retry)
      .thenRefused('stateForbids', /redrive its delivery/)
    const withdrawn: Fact = { type: 'letter.withdrawn', subject: 'ltr_1', data: { ...of, why: 'Died.' } }
    after(owed, withdrawn)
      .when(retry)
      .thenRefused('stateForbids', /was withdrawn/)
  })

  it('that an email made superfluous is owed again once the email failed, and no other', () => {
    const raised = { letterId: 'ltr_1', letter: 'hearingNotice', partyId: 'ada', kind: 'notice' as const }
    const about = { eventId: 'evt_1', eventType: 'session.scheduled' as const }
    const notice: Fact = { type: 'letter.owed', subject: 'ltr_1', data: { ...raised, ...about } }
    const { kind: _, ...named } = raised
    const withdrawn: Fact = { type: 'letter.withdrawn', subject: 'ltr_1', data: { ...named, why: 'Email.' } }
    const recipient = { kind: 'party' as const, id: 'ada', name: 'Ada' }
    const sent = { notification: 'sessionScheduled', recipient, binding: 'main', eventId: 'evt_1' }
    const told = (notificationId: string, channel: 'email' | 'text'): Fact => ({
      type: 'notification.owed',
      subject: notificationId,
      data: { ...sent, eventType: 'session.scheduled', notificationId, channel },
    })
    const past = [notice, withdrawn, told('notice_1', 'email'), told('notice_2', 'text')]
    const instead = (of: object) => ({ type: 'writeInstead', caseId: 'case_1', of }) as LetterCommand
    after(...past)
      .when(instead({ notificationId: 'notice_1' }))
      .then([notice])
    after(...past)
      .when(instead({ eventId: 'evt_1', partyId: 'ada' }))
      .then([notice])
    for (const other of [{ notificationId: 'notice_2' }, { eventId: 'evt_2', partyId: 'ada' }])
      after(...past)
        .when(instead(other))
        .then([])
    after(notice, told('notice_1', 'email'))
      .when(instead({ notificationId: 'notice_1' }))
      .then([])
  })

  it('that was composed meanwhile is not said to be impossible, and a withdrawn one is not composed', () => {
    const fail = command({ ...bounce, type: 'failLetter', cause: 'notMailable' })
    assert.equal(decided([...parties, owed], fail).length, 1)
    after(owed, composed).when(fail).then([])
    const withdrawn: Fact = { type: 'letter.withdrawn', subject: 'ltr_1', data: { ...of, why: 'Died.' } }
    after(owed)
      .when(command({ type: 'withdrawLetter', why: 'Died.' }))
      .then([withdrawn])
    after(owed, withdrawn)
      .when(command({ type: 'noteComposed', ...paper }))
      .then([])
  })
})
