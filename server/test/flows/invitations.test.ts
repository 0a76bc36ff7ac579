import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { conferencing } from '@portico/contract/ports/conferencing'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import type { Session } from '@portico/contract/sessions'
import Type from '@portico/contract/type'
import { createExecute, type Execute } from '../../app/engine/execute.ts'
import { createComposeOwed } from '../../app/letters/compose-owed.ts'
import { letters as letterOf } from '../../core/letter/letter.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { noReactions, noWork, requestBy } from '../case-desk.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

const options = Type.Object({})
const timeZone = 'America/New_York'
const slotOn = (day: string) => ({ startsAt: `2096-03-${day}T14:00:00.000Z`, minutes: 60, timeZone })

/** A service that makes no conference before it is told to, and says whom it gave a link. */
function slowService() {
  const opening = Promise.withResolvers<void>()
  let count = 0
  const links = (handle: string, name = '') => ({
    handle,
    hostUrl: `https://meet.example/${handle}?host`,
    participantUrl: `https://meet.example/${handle}?as=${encodeURIComponent(name)}`,
  })
  const adapter = defineAdapter({
    ...{ port: conferencing, name: 'slow', does: 'Hosts, in time.', options },
    open: () => ({
      supports: ['personalLinks'],
      calls: {
        async create() {
          await opening.promise
          count += 1
          return links(`slow-${count}`)
        },
        update: async ({ handle }) => links(handle),
        detail: async ({ handle, participant }) => links(handle, participant?.name),
        cancel: async () => ({}),
      },
      start: async () => {},
    }),
  })
  return { adapter, open: () => opening.resolve() }
}

describe('invitations to sessions', () => {
  const meet = slowService()
  const mails: InputOf<typeof notifications, 'notify'>[] = []
  const letters: InputOf<typeof correspondence, 'send'>[] = []
  let post: Host<typeof notifications> | undefined
  let isDown = false
  const office = defineAdapter({
    ...{ port: notifications, name: 'office', does: 'Keeps mails.', options },
    open: (_, host) => {
      post = host
      return {
        supports: ['receipts'],
        calls: {
          async notify(input) {
            if (isDown) throw new PortError('unavailable', 'The mail server is down.')
            mails.push(input)
            return {}
          },
        },
        start: async () => {},
      }
    },
  })
  const mailroom = defineAdapter({
    ...{ port: correspondence, name: 'mailroom', does: 'Keeps letters.', options },
    open: () => ({
      supports: ['distribution'],
      calls: {
        async send(input) {
          letters.push(input)
          return {}
        },
      },
      start: async () => {},
    }),
  })
  let world: World
  before(async () => {
    world = await startWorld(
      {},
      {
        ports: {
          conferencing: { adapter: meet.adapter },
          notifications: { main: { adapter: office, channels: ['email'] } },
          correspondence: { adapter: mailroom },
        },
      },
    )
    await party('party_ada', 'Ada', { emails: ['ada@example.org'] })
    await party('party_ben', 'Ben', { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] })
  })
  after(() => world.close())

  const done = async <Answer>(method: string, place: string, body?: unknown): Promise<Answer> => {
    const reply = await world.admin(method, `/cases/${world.caseId}${place}`, { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json as Answer
  }
  const party = (id: string, firstName: string, contact: object) =>
    done('POST', `/parties/${id}`, {
      ...{ role: 'appellant', person: { firstName, lastName: 'King' }, contact },
    })
  const requested = async (kind: string) =>
    (await done<{ session: Session }>('POST', '/sessions', { kind })).session.id
  const told = (notification: string) => mails.filter((mail) => mail.notification === notification)
  const opened = (link: string) => world.anonymous('POST', '/rooms/invitations', { body: { link } })
  const linkIn = (text: string) => /room#(\S+)/.exec(text)?.[1] ?? ''
  let video: string

  it('go out only when the conference exists, with a link that is minted when it is opened', async () => {
    video = await requested('video')
    await done('PUT', `/sessions/${video}/slot`, { slot: slotOn('05') })
    // What comes after it is told of at once, so that the first was not overlooked but waits.
    const room = await requested('inPerson')
    await done('PUT', `/sessions/${room}/slot`, { slot: { ...slotOn('06'), place: 'Room 4' } })
    await until(() => told('sessionScheduled').length > 0 && letters.length > 0)
    assert.deepEqual(
      told('sessionScheduled').map(({ text }) => text),
      ['Your hearing is on March 6, 2096 at 09:00 (America/New_York): Room 4.'],
    )
    meet.open()
    await until(() => told('sessionScheduled').length > 1)
    const { text = '', recipient, calendar } = told('sessionScheduled')[1] ?? {}
    assert.match(
      text,
      /^Your hearing is on March 5, 2096 at 09:00 \(America\/New_York\)\.\n\nJoin it here: http\S+$/,
    )
    assert.deepEqual(recipient?.emails, ['ada@example.org'])
    assert.match(calendar ?? '', /BEGIN:VEVENT/)
    const reply = await opened(linkIn(text))
    assert.deepEqual(reply.json, { url: 'https://meet.example/slow-1?as=Ada%20King' })
    const { db } = world.service
    const kept = await db.rows(`select 1 from notices where body like '%room#%'`)
    assert.equal(kept.length, 0, 'no link is kept')
  })

  it('a link that is forged, or of a conference that was made anew, leads nowhere; the next message has another', async () => {
    const before = linkIn(told('sessionScheduled')[1]?.text ?? '')
    assert.equal((await opened(`${before}x`)).status, 403)
    assert.equal((await opened('at.e30.x')).status, 403)
    await done('POST', `/sessions/${video}/conference`, { why: 'It was passed on.' })
    await until(() => told('sessionRescheduled').length > 0)
    const stale = await opened(before)
    assert.deepEqual([stale.status, /use the newest/.test(stale.text)], [410, true])
    const { text = '' } = told('sessionRescheduled')[0] ?? {}
    const { url } = (await opened(linkIn(text))).json as { url: string }
    assert.match(url, /^https:\/\/meet\.example\/slow-2\?/)
  })

  it('go by letter to whoever has no email, and so do reminders', async () => {
    await until(() => letters.length >= 3)
    const reached = new Set(letters.map(({ recipient }) => recipient.partyId))
    assert.deepEqual([reached.has('party_ben'), reached.has('party_ada')], [true, false])
    assert.deepEqual([...new Set(letters.map(({ letter }) => letter))], ['hearingNotice'])
    const { portico } = world.service
    const at = (day: string) => new Date(`2096-03-${day}T15:00:00.000Z`)
    const { createRemindSessions } = await import('../../app/sessions/placing/remind-sessions.ts')
    const remind = createRemindSessions({
      ...{ db: world.service.db, execute: portico.execute, clock: () => at('03') },
      profileFor: async () => portico.profiles.inForce(),
    })
    await remind()
    const reminder = await until(() =>
      letters.find(
        ({ letter, recipient }) => letter === 'hearingReminder' && recipient.partyId === 'party_ben',
      ),
    )
    assert.equal(reminder.subject, 'A reminder of your hearing on March 5, 2096')
  })

  it('go by letter once the email has come back, or the party does not want email any more', async () => {
    await party('party_cy', 'Cy', {
      emails: ['cy@example.org'],
      addresses: [{ lines: ['2 Main Street'], city: 'Salem' }],
    })
    const room = await requested('inPerson')
    await done('PUT', `/sessions/${room}/slot`, { slot: { ...slotOn('09'), place: 'Room 9' } })
    const email = await until(() =>
      mails.find(({ recipient, text }) => recipient.id === 'party_cy' && text.includes('Room 9')),
    )
    const toCy = () => letters.filter(({ recipient }) => recipient.partyId === 'party_cy')
    const withdrawn = async () => {
      const all = await done<{ letters: { partyId: string; status: string; why?: string }[] }>(
        'GET',
        '/letters',
      )
      const toCy = all.letters.filter(({ partyId }) => partyId === 'party_cy')
      return (
        toCy.every(({ status }) => status !== 'owed') && toCy.find(({ status }) => status === 'withdrawn')
      )
    }
    assert.equal((await until(withdrawn)).why, 'The recipient is told by email.')
    assert.deepEqual(toCy(), [])
    const { notificationId } = email
    const failure = { notificationId, why: 'There is no such mailbox.', failedAt: new Date().toISOString() }
    await post?.tell('bounce', failure, { id: 'bounced' })
    assert.equal((await until(() => toCy()[0])).letter, 'hearingNotice')
    await done('PUT', '/parties/party_cy/notices', { optedOut: ['email'] })
    await done('PUT', `/sessions/${room}/slot`, { slot: { ...slotOn('10'), place: 'Room 9' } })
    assert.equal((await until(() => toCy()[1])).subject, 'Your hearing on March 10, 2096')
    // The same while a message waits for a channel that is down.
    await done('PUT', '/parties/party_cy/notices', { optedOut: [] })
    isDown = true
    await done('PUT', `/sessions/${room}/slot`, { slot: { ...slotOn('11'), place: 'Room 9' } })
    await until(async () =>
      (await world.admin('GET', '/deliveries?port=notifications')).text.includes('is down'),
    )
    await until(withdrawn)
    await done('PUT', '/parties/party_cy/notices', { optedOut: ['email'] })
    assert.equal((await until(() => toCy()[2])).subject, 'Your hearing on March 11, 2096')
    // Not before: one that was on its way already would be sent.
    isDown = false
  })

  it('go by letter where the email is stopped while the letter is being withdrawn because of it', async () => {
    const { db, portico, blobs, clock } = world.service
    const [owed] = await db.rows<{ eventId: string; letterId: string }>(
      `select e.data->>'eventId' as "eventId", e.data->>'letterId' as "letterId"
       from events e join events w on w.case_id = e.case_id and w.type = 'letter.withdrawn' and w.subject = e.subject
       where e.case_id = $1 and e.type = 'letter.owed' and e.data->>'partyId' = 'party_ada'`,
      [world.caseId],
    )
    assert.ok(owed)
    const { eventId, letterId } = owed
    const of = { eventId, partyId: 'party_ada' }
    // Asked for again, with no job that composes it: that is done here.
    const quietly = createExecute({
      db,
      projections: allProjections,
      reactions: noReactions,
      workFor: noWork,
    })
    const { caseId } = world
    await quietly(letterOf, requestBy(), { type: 'writeInstead', caseId, of }, () => null)
    let isStopped = false
    const execute: Execute = async (decider, request, command, answer) => {
      if (!isStopped) await done('PUT', '/parties/party_ada/notices', { optedOut: ['email'] })
      isStopped = true
      return portico.execute(decider, request, command, answer)
    }
    const paper = await testPdf(['The letter'])
    const typesetting = { typesetLetter: async () => paper } as unknown as Typesetting
    const profileFor = async () => defaultProfile
    const compose = createComposeOwed({
      db,
      execute,
      blobs,
      typesetting,
      profileFor,
      clock,
      sendsEmail: true,
    })
    await compose({ caseId, letterId })
    assert.ok(isStopped)
    const all = await done<{ letters: { id: string; status: string }[] }>('GET', '/letters')
    assert.equal(all.letters.find(({ id }) => id === letterId)?.status, 'composed')
    await done('PUT', '/parties/party_ada/notices', { optedOut: [] })
  })

  it('to a room of the workspace it is the link of the guest, dead once it is rotated', async () => {
    const { rooms } = world.service.portico
    const session = { sessionId: 'session_here', kind: 'video' as const, slot: slotOn('07') }
    const of = { caseId: world.caseId, docketNumber: '1' }
    const handle = await rooms.create('invited', { case: of, ...session })
    const guest = { id: 'party_ada', name: 'Ada King' }
    const link = linkIn(
      await rooms.invitation({ caseId: world.caseId, sessionId: 'session_here', handle }, guest),
    )
    assert.equal((await rooms.enter(link, undefined)).you.status, 'waiting')
    await rooms.invite(world.caseId, 'session_here', { ...guest, participantId: guest.id, isRotated: true })
    await assert.rejects(rooms.enter(link, undefined), /replaced by another one/)
  })

  it('go by letter to whoever has an email address while nothing sends email', async () => {
    world = await world.restart({ ports: { correspondence: { adapter: mailroom } } })
    const room = await requested('inPerson')
    await done('PUT', `/sessions/${room}/slot`, { slot: { ...slotOn('12'), place: 'Room 4' } })
    const toAda = () => letters.filter(({ recipient }) => recipient.partyId === 'party_ada')
    await until(() => toAda().some(({ subject }) => subject === 'Your hearing on March 12, 2096'))
  })
})
