import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Subscriptions } from '@portico/contract/alerts'
import type { Profile } from '@portico/contract/profile'
import type { Channel, Notification } from '@portico/contract/profile/notifications'
import { openPermissions, type Permissions } from '../../auth/can.ts'
import { caseFile } from '../../core/file/case-file.ts'
import { custody } from '../../core/file/custody.ts'
import { notification } from '../../core/notification/notification.ts'
import { party } from '../../core/party/party.ts'
import { defaultProfile } from '../../profile/default.ts'
import { partyNoticesOf } from '../../projections/party-notices.ts'
import { awaitCeiling } from '../../store/events/positions.ts'
import { seeBindings } from '../../store/port-bindings.ts'
import { newDocument, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { until } from '../../test/until.ts'
import { openWorkDesk, type WorkDesk } from '../../test/work-desk.ts'
import { openListChanges } from '../engine/list-changes.ts'
import { createFireTimers } from '../work/fire-timers.ts'
import { openAlertFeed } from './alert-feed.ts'
import { openAlerts } from './alerts.ts'
import { keepTelling } from './keep-telling.ts'
import { openMessages } from './messages.ts'
import { createTellOfNew } from './notifier.ts'
import { openPartyNotices } from './party-notices.ts'
import { readMembers } from './recipients.ts'
import { createSendDue } from './send-due.ts'
import { openSubscriptions } from './subscriptions.ts'

const dora = { id: 'mem_dora', roles: ['intake'], clearance: 1 }
const judith = { id: 'mem_judith', roles: ['intake'], clearance: 1 }
/** Has an alert only where a test gives one. */
const gil = { id: 'mem_gil', roles: ['intake'], clearance: 1 }
/** Loses the role. */
const fay = { id: 'mem_fay', roles: ['intake'], clearance: 1 }
const hour = 3_600_000

type Row = {
  id: string
  event_id: string
  recipient_id: string
  channel: string
  status: string
  why: string | null
  due_at: Date
}

describe('notifications', () => {
  let db: TestDatabase
  let desk: WorkDesk
  let now = noon
  let profile: Profile
  const { can, ...others } = openPermissions({ mode: 'deployment', roles: () => defaultProfile.roles })
  /** Cases that nobody can be told of, for a fault in the code. */
  let broken: string[] = []
  const permissions: Permissions = {
    ...others,
    can(member, action, subject) {
      if (broken.includes(subject?.case?.id ?? '')) throw new TypeError('a fault')
      return can(member, action, subject)
    },
  }
  let faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const bound: Channel[] = ['email', 'text']
  const bindingFor = (channel: Channel) => (bound.includes(channel) ? 'main' : undefined)
  const profileFor = async () => profile

  before(async () => {
    db = await freshDatabase()
    desk = openWorkDesk(db)
    for (const member of [dora, judith, fay, gil]) await join(member)
  })
  after(() => db.close())

  const join = ({ id, roles, clearance }: typeof dora) =>
    db.rows(
      `insert into members (id, username, username_folded, email, email_folded, display_name, roles, clearance, created_at)
       values ($1, $1, $1, $2, $2, $1, $3, $4, $5)`,
      [id, `${id}@example.org`, roles, clearance, noon],
    )

  const teller = (composed: () => void = () => {}) =>
    createTellOfNew({
      db,
      end: () => awaitCeiling(db),
      profiles: { inForceFor: profileFor },
      composing: () => {
        composed()
        return { permissions, now, bindingFor, workspaceUrl: 'https://portico.example/workspace/' }
      },
      onFault,
    })
  const tell = async (tellOfNew = teller()) => {
    while (await tellOfNew());
  }
  const workspaceUrl = () => 'https://portico.example/workspace/'
  const messages = () => openMessages({ db, permissions, profileFor, clock: () => now, workspaceUrl })
  const sender = (channels: Channel[] = bound) =>
    createSendDue({
      db,
      execute: desk.execute,
      profileFor,
      permissions,
      clock: () => now,
      channels,
      bindingFor: (channel) => (channels.includes(channel) ? 'main' : undefined),
      workspaceUrl,
      onFault,
    })
  const send = async () => {
    const sendDue = sender()
    while (await sendDue());
  }
  const subscribe = (member: { id: string }, subscriptions: Subscriptions) =>
    openSubscriptions({
      db,
      clock: () => now,
      profileFor,
      reachable: { channels: ['inApp'], pushKey: undefined },
    }).set({ id: member.id, hasTasks: true }, subscriptions)
  const rows = (caseId: string) =>
    db.rows<Row>(`select * from notices where case_id = $1 order by number`, [caseId])
  const owed = (caseId: string) =>
    db.rows<{ data: { notificationId: string; channel: string } }>(
      `select data from events where case_id = $1 and type = 'notification.owed' order by sequence`,
      [caseId],
    )
  const said = async (notificationId = '') => {
    const message = await messages().find(notificationId)
    if ('why' in message) assert.fail(message.why)
    return message.notice
  }
  const hide = (caseId: string, level = 3) =>
    desk.execute(
      custody,
      requestBy(),
      { type: 'setSensitivity', caseId, level, why: 'A relative.' },
      () => null,
    )
  /** With a changed notification, and none but it. */
  const only = (name: string, change: Partial<Notification> = {}) => {
    const found = defaultProfile.notifications.find(
      (notification) => notification.name === name,
    ) as Notification
    profile = { ...defaultProfile, notifications: [{ ...found, ...change }] }
  }
  const assigned = async (person = dora.id) => {
    const caseId = await desk.open()
    await desk.assign(caseId, 'intake', person)
    return caseId
  }
  /** Everything that was told so far is out of the way. */
  const begin = async (name: string, change?: Partial<Notification>) => {
    only(name, change)
    now = noon
    faults = []
    broken = []
    await db.rows(`delete from member_subscriptions`)
    await tell()
  }
  const claimant = async (caseId: string, given: object = {}) =>
    desk.execute(
      party,
      requestBy(),
      {
        type: 'recordParty',
        caseId,
        partyId: `party_${caseId}`,
        role: 'appellant',
        person: { firstName: 'Ada', middleName: 'King', lastName: 'Byron' },
        contact: { emails: ['ada@example.org'], phones: ['+1 503 555 0140'] },
        ...given,
      },
      () => null,
    )

  it('one for an event, a person and a channel, ever: with four at once, and when all is replayed', async () => {
    await begin('taskAssigned')
    const caseIds: string[] = []
    const tellers = [teller(), teller(), teller(), teller()]
    const telling = { isOver: false }
    const running = tellers.map(async (teller) => {
      while (!telling.isOver) await teller()
    })
    for (let index = 0; index < 30; index++) caseIds.push(await assigned(index % 2 ? dora.id : judith.id))
    telling.isOver = true
    await Promise.all(running)
    await tell()
    const found = (await Promise.all(caseIds.map(rows))).flat()
    const keys = new Set(found.map((one) => `${one.event_id} ${one.recipient_id} ${one.channel}`))
    assert.equal(found.length, 60)
    assert.equal(keys.size, 60)
    await db.rows(`update notice_cursor set position = 0`)
    await tell()
    assert.equal((await Promise.all(caseIds.map(rows))).flat().length, 60)
  })

  it('one that is interrupted leaves nothing half done, and the next goes on there', async () => {
    await begin('taskAssigned')
    const caseIds = [await assigned(), await assigned()]
    const stopped = teller(() => {
      throw new Error('killed')
    })
    await assert.rejects(() => stopped(), /killed/)
    assert.equal((await Promise.all(caseIds.map(rows))).flat().length, 0)
    await tell()
    assert.equal((await Promise.all(caseIds.map(rows))).flat().length, 4)
  })

  it('not to whoever caused it, nor to who has opted out, where the profile says so', async () => {
    await begin('taskAssigned')
    await subscribe(judith, { optOuts: [{ notification: 'taskAssigned', channels: ['email'] }] })
    const own = await desk.open()
    await desk.command(
      own,
      {
        type: 'assignTask',
        taskId: await desk.openTask(own, 'intake'),
        assignee: { kind: 'person', id: dora.id, name: 'dora' },
      },
      requestBy({ ...alice, id: dora.id }),
    )
    const others = await assigned(judith.id)
    await tell()
    assert.deepEqual(
      (await rows(own)).map(({ status, why }) => [status, why]),
      [
        ['suppressed', 'The recipient caused it.'],
        ['suppressed', 'The recipient caused it.'],
      ],
    )
    assert.deepEqual(
      (await rows(others)).map(({ channel, status }) => [channel, status]),
      [
        ['inApp', 'shown'],
        ['email', 'suppressed'],
      ],
    )
    only('taskAssigned', { suppressWhen: [] })
    const must = await assigned(judith.id)
    await tell()
    assert.deepEqual(
      (await rows(must)).map(({ status }) => status),
      ['shown', 'waiting'],
    )
  })

  /** A claimant whose organization acts for them, with a member of it who sees the case for them. */
  const represented = async (caseId: string, memberId: string) => {
    const partyId = `party_${caseId}`
    const representativeId = `legion_${caseId}`
    await claimant(caseId, { partyId, contact: undefined })
    const role = 'representative'
    await claimant(caseId, { partyId: representativeId, role, person: undefined, organization: 'Legion' })
    const powerOfAttorney = { start: '2026-03-02', scope: 'all matters' }
    const representation = { representativeId, powerOfAttorney }
    const act = (command: object) =>
      desk.execute(party, requestBy(), { caseId, partyId, ...command } as never, () => null)
    await act({ type: 'represent', representation })
    const power = newDocument(1, 'Power of attorney')
    const filing = {
      type: 'fileDocuments' as const,
      caseId,
      documents: [power],
      onDuplicate: 'hold' as const,
    }
    await desk.execute(caseFile, requestBy(), filing, () => null)
    const { documentId } = power
    const grant = { grantId: `grant_${caseId}`, memberId, username: memberId, documentId }
    await act({ type: 'grantAccess', ...grant })
  }

  it('nothing of a case that somebody may not see: not told, not shown, not sent', async () => {
    await begin('taskAssigned')
    const alerts = openAlerts({ db, permissions, clock: () => now })
    const before = (await alerts.list(dora, { limit: 200 })).alerts.length
    const caseId = await assigned()
    await tell()
    const { alerts: shown, unread } = await alerts.list(dora, { limit: 200 })
    assert.equal(shown.length, before + 1)
    await hide(caseId)
    const hidden = await alerts.list(dora, { limit: 200 })
    assert.equal(hidden.alerts.length, before)
    assert.equal(hidden.unread, unread - 1)
    await assert.rejects(() => alerts.mark(dora, shown[0]?.id ?? '', true), /no such alert/)
    await alerts.markAll(dora)
    const [row] = await db.rows<{ read_at: Date | null }>(`select read_at from notices where id = $1`, [
      shown[0]?.id,
    ])
    assert.equal(row?.read_at, null)
    await send()
    assert.deepEqual(await owed(caseId), [])
    assert.equal((await rows(caseId)).at(-1)?.why, 'The recipient may not see the case any more.')
  })

  it('nothing of a draft to whoever has no role any more that reads drafts: not shown, not sent', async () => {
    await begin('taskAssigned')
    const alerts = openAlerts({ db, permissions, clock: () => now })
    const eve = { id: 'mem_eve', roles: ['intake', 'drafter'], clearance: 1 }
    await join(eve)
    const [seen, lost] = [await assigned(eve.id), await assigned(eve.id)]
    await tell()
    const ofDraft = `update notices set event_type = 'workProduct.commented' where case_id = $1`
    for (const caseId of [seen, lost]) await db.rows(ofDraft, [caseId])
    assert.equal((await alerts.list(eve, { limit: 9 })).alerts.length, 2)
    const [first] = await rows(seen)
    assert.ok('notice' in (await messages().find(first?.id ?? '')))
    await db.rows(`update members set roles = '{intake}' where id = $1`, [eve.id])
    assert.deepEqual(await alerts.list({ ...eve, roles: ['intake'] }, { limit: 9 }), {
      alerts: [],
      unread: 0,
    })
    assert.equal(await alerts.hasUnread(eve.id), false)
    await send()
    assert.deepEqual([await owed(seen), await owed(lost)], [[], []])
    assert.equal((await rows(lost)).at(-1)?.why, 'The recipient may not see the case any more.')
  })

  it('nothing to whoever has no role any more that reads cases: not told, not shown, not sent', async () => {
    await begin('taskAssigned')
    const alerts = openAlerts({ db, permissions, clock: () => now })
    const told = await assigned(fay.id)
    await tell()
    const untold = await assigned(fay.id)
    assert.equal((await alerts.list(fay, { limit: 1 })).unread, 1)
    const counts = { ...fay, roles: ['reporting'] }
    await db.rows(`update members set roles = $2 where id = $1`, [fay.id, counts.roles])
    assert.deepEqual(await alerts.list(counts, { limit: 1 }), { alerts: [], unread: 0 })
    await tell()
    await send()
    assert.deepEqual([await owed(told), await rows(untold)], [[], []])
  })

  for (const [right, lose] of Object.entries({
    clearance: (_: string, id: string) => db.rows(`update members set clearance = 0 where id = $1`, [id]),
    role: (_: string, id: string) => db.rows(`update members set roles = '{reporting}' where id = $1`, [id]),
    account: (_: string, id: string) =>
      db.rows(`update members set deactivated_at = $2 where id = $1`, [id, noon]),
    case: (caseId: string) => hide(caseId, 6),
    representation: (caseId: string) =>
      desk.execute(
        party,
        requestBy(),
        { type: 'revokeRepresentation', caseId, partyId: `party_${caseId}`, why: 'By letter.' },
        () => null,
      ),
  }))
    it(`after a loss (${right}), what was told before is not shown, counted, streamed, gathered or sent`, async () => {
      const isOfParty = right === 'representation'
      await begin('taskAssigned', {
        channels: ['inApp', 'email'],
        recipients: [isOfParty ? 'representative' : 'assignee'],
      })
      const member = {
        id: `mem_lost_${right}`,
        roles: [isOfParty ? 'representative' : 'intake'],
        clearance: 3,
      }
      await join(member)
      const told = async () => {
        const caseId = await desk.open()
        if (!isOfParty) await hide(caseId)
        else await represented(caseId, member.id)
        await desk.assign(caseId, 'intake', isOfParty ? dora.id : member.id)
        await tell()
        return caseId
      }
      const waiting = await told()
      await subscribe(member, { timeZone: 'UTC', digest: { at: '18:00' } })
      const gathered = await told()
      // Who represents somebody gets email as the representative that the case names.
      const statuses = async (caseId: string) => (await rows(caseId)).map(({ status }) => status).toSorted()
      assert.deepEqual(await statuses(waiting), ['shown', 'waiting'])
      assert.deepEqual(await statuses(gathered), isOfParty ? ['shown', 'waiting'] : ['gathered', 'shown'])
      const alerts = openAlerts({ db, permissions, clock: () => now })
      const seen = await desk.open()
      /** Whether a stream that is woken by something unread, and by a colleague, says that there are alerts. */
      const heard = async () => {
        const heardAt = (tell: () => void) => {
          tell()
          return () => {}
        }
        const { watch } = openListChanges({
          db,
          live: {
            end: async () => ({ ...(await awaitCeiling(db)), isFresh: true }),
            resume: () => assert.fail(),
          },
          barredCases: async () => [],
          alerts: { hear: (_, told) => heardAt(told), hasUnread: alerts.hasUnread },
          presence: { hear: (_, told) => heardAt(() => told([seen], [])) },
        })
        const reader = async () => ({ ...member, upTo: 1, audience: 'staff' }) as never
        for await (const [first] of watch({ reader, signal: new AbortController().signal }))
          return first?.alerts ?? false
        return assert.fail('it said nothing')
      }
      assert.equal((await alerts.list(member, { limit: 9 })).unread, 2)
      assert.equal(await heard(), true)

      for (const caseId of [waiting, gathered]) await lose(caseId, member.id)
      const [still] = await readMembers(db, { ids: [member.id], teams: [] })
      if (still) assert.deepEqual(await alerts.list(still, { limit: 9 }), { alerts: [], unread: 0 })
      else assert.equal(right, 'account')
      assert.equal(await heard(), false)
      now = new Date('2026-11-02T18:00:00Z')
      await Promise.all([send(), send()])
      assert.deepEqual([await owed(waiting), await owed(gathered)], [[], []])
      for (const caseId of [waiting, gathered])
        for (const { channel, status, why } of await rows(caseId))
          if (channel === 'email') assert.ok(status === 'suppressed' && why, `${status} ${why}`)
    })

  it('nothing to the deceased, the opted out, or about a closed case, also if that is so only when it is due', async () => {
    await begin('caseDocketed', { channels: ['email'] })
    const docketed = async (before: (caseId: string) => Promise<unknown> = async () => {}) => {
      const caseId = await desk.open()
      await claimant(caseId)
      await before(caseId)
      await desk.docket(caseId, 'directReview')
      await tell()
      return caseId
    }
    const whyOf = async (caseId: string) =>
      (await rows(caseId)).map(({ status, why }) => `${status} ${why ?? ''}`.trim())
    const dies = (caseId: string) =>
      claimant(caseId, {
        person: { firstName: 'Ada', middleName: 'King', lastName: 'Byron', deathDate: '2026-10-30' },
      })
    const optsOut = (caseId: string) =>
      desk.execute(
        notification,
        requestBy(),
        { type: 'setPartyNotices', caseId, partyId: `party_${caseId}`, optedOut: ['email'] },
        () => null,
      )
    const closes = (caseId: string) =>
      db.rows(`update case_work set is_closed = true where case_id = $1`, [caseId])
    for (const [happens, why] of [
      [dies, 'The recipient has died.'],
      [optsOut, 'The recipient has opted out.'],
      [closes, 'The case is closed.'],
    ] as const) {
      if (happens !== closes) assert.deepEqual(await whyOf(await docketed(happens)), [`suppressed ${why}`])
      const later = await docketed()
      assert.deepEqual(await whyOf(later), ['waiting'])
      await happens(later)
      await send()
      assert.deepEqual(await whyOf(later), [`suppressed ${why}`])
      assert.deepEqual(await owed(later), [])
    }
    const told = await docketed()
    await send()
    assert.equal((await owed(told)).length, 1)
  })

  describe('what a party has opted out of', () => {
    const notices = () => openPartyNotices({ db, execute: desk.execute })
    let minute = 0
    /** Later than the one before. */
    const request = () => {
      minute += 1
      return requestBy(alice, new Date(noon.getTime() + minute * 60_000))
    }
    const on = async (caseId: string, partyId: string) => (await notices().get(caseId, partyId)).optedOut
    const optOut = (caseId: string, partyId: string, ...optedOut: Channel[]) =>
      notices().set(request(), caseId, partyId, { optedOut })
    const withParty = async (partyId: string) => {
      const caseId = await desk.open()
      await claimant(caseId, { partyId })
      return caseId
    }
    const merge = (caseId: string, partyId: string, into: string) =>
      desk.execute(party, request(), { type: 'mergeParty', caseId, partyId, into }, () => null)
    /** To whom a message about the case is sent. */
    const mailed = async (caseId: string) => {
      await begin('caseDocketed', { channels: ['email'] })
      await desk.docket(caseId, 'directReview')
      await tell()
      const told = await rows(caseId)
      return told.filter(({ status }) => status === 'waiting').map(({ recipient_id }) => recipient_id)
    }

    it('is what each case says, and holds on all of them', async () => {
      const [one, other] = [await withParty('party_both'), await withParty('party_both')]
      await optOut(one, 'party_both', 'email')
      await optOut(other, 'party_both')
      await optOut(one, 'party_both', 'email')
      assert.deepEqual([await on(one, 'party_both'), await on(other, 'party_both')], [['email'], []])
      assert.deepEqual(await mailed(other), [])
      await optOut(one, 'party_both')
      assert.deepEqual(await mailed(one), ['party_both'])
    })

    it('does not tell on one case what another says, nor changes it there', async () => {
      const [hidden, open] = [await withParty('party_seen'), await withParty('party_seen')]
      await hide(hidden)
      const said = { optedOut: ['email' as const], timeZone: 'Asia/Tokyo' }
      await notices().set(request(), hidden, 'party_seen', said)
      assert.deepEqual(await notices().get(open, 'party_seen'), { optedOut: [] })
      await optOut(open, 'party_seen', 'text')
      assert.deepEqual(await notices().get(hidden, 'party_seen'), said)
      const holds = async (caseId: string, sensitivity: number) =>
        (await partyNoticesOf(db, ['party_seen'], { caseId, sensitivity })).get('party_seen')
      assert.deepEqual(await holds(open, 0), { optedOut: ['text', 'email'] })
      assert.equal((await holds(hidden, 3))?.timeZone, 'Asia/Tokyo')
    })

    it('comes along when a record is merged, until the party says anew', async () => {
      const [caseId, elsewhere] = [await withParty('party_kept'), await withParty('party_kept')]
      await claimant(caseId, { partyId: 'party_double' })
      await optOut(caseId, 'party_kept')
      await optOut(caseId, 'party_double', 'email')
      await merge(caseId, 'party_double', 'party_kept')
      assert.deepEqual(await on(caseId, 'party_kept'), ['email'])
      assert.deepEqual(await mailed(elsewhere), [])
      await optOut(caseId, 'party_kept')
      assert.deepEqual(await on(caseId, 'party_kept'), [])
      assert.deepEqual(await mailed(caseId), ['party_kept'])
    })

    it('does not hold where it was said of somebody who is not a party there any more', async () => {
      const [wrong, right] = [await withParty('party_left'), await withParty('party_left')]
      await optOut(wrong, 'party_left', 'email')
      await desk.execute(
        party,
        request(),
        { type: 'removeParty', caseId: wrong, partyId: 'party_left' },
        () => null,
      )
      assert.deepEqual(await mailed(right), ['party_left'])
    })
  })

  it('nothing that the profile has no rules for any more', async () => {
    await begin('caseDocketed', { channels: ['email'] })
    const caseId = await desk.open()
    await claimant(caseId)
    await desk.docket(caseId, 'directReview')
    await tell()
    only('caseDocketed', { name: 'onTheDocket', channels: ['email'] })
    await send()
    assert.deepEqual(await owed(caseId), [])
    const [row] = await rows(caseId)
    assert.deepEqual(
      [row?.status, row?.why],
      ['suppressed', 'The profile has no notification caseDocketed any more.'],
    )
  })

  it('a death notice names who has died, and goes to those who represent them alone', async () => {
    await begin('deathNotice', { channels: ['email'] })
    const caseId = await assigned()
    const represented = async (partyId: string, representativeId: string) => {
      await claimant(caseId, { partyId, person: { firstName: partyId, lastName: 'Byron' } })
      await claimant(caseId, {
        partyId: representativeId,
        role: 'representative',
        person: undefined,
        organization: representativeId,
      })
      const powerOfAttorney = { start: '2026-03-02', scope: 'all matters' }
      await desk.execute(
        party,
        requestBy(),
        { type: 'represent', caseId, partyId, representation: { representativeId, powerOfAttorney } },
        () => null,
      )
    }
    await represented('Ada', 'Legion')
    await represented('Eve', 'League')
    const told = async (partyId: string, role: string) => {
      const person = { firstName: partyId, lastName: 'Byron', deathDate: '2026-10-30' }
      await db.rows(`delete from notices where case_id = $1`, [caseId])
      await claimant(caseId, { partyId, role, person })
      await tell()
      return db.rows<{ to: string; body: string }>(
        `select recipient_name as to, split_part(body, '.', 1) as body from notices where case_id = $1 order by number`,
        [caseId],
      )
    }
    const [ofEve, ofWitness] = [
      'We have been told that Eve Byron (Appellant) has died',
      'We have been told that Wanda Byron (Witness) has died',
    ]
    assert.deepEqual(await told('Eve', 'appellant'), [
      { to: dora.id, body: ofEve },
      { to: 'League', body: ofEve },
    ])
    assert.deepEqual(await told('Wanda', 'witness'), [{ to: dora.id, body: ofWitness }])
  })

  it('a death notice that waits goes to nobody who has changed sides meanwhile', async () => {
    await begin('deathNotice', { channels: ['email'] })
    const caseId = await assigned()
    const [ada, eve] = [`ada_${caseId}`, `eve_${caseId}`]
    const [legion, league] = [`legion_${caseId}`, `league_${caseId}`]
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const act = (partyId: string, command: object) =>
      desk.execute(party, requestBy(), { caseId, partyId, ...command } as never, () => null)
    const represent = (partyId: string, representativeId: string) => {
      const powerOfAttorney = { start: '2026-03-02', scope: 'all matters' }
      return act(partyId, { type: 'represent', representation: { representativeId, powerOfAttorney } })
    }
    for (const partyId of [ada, eve]) await claimant(caseId, { partyId, person })
    for (const partyId of [legion, league])
      await claimant(caseId, { partyId, role: 'representative', person: undefined, organization: partyId })
    await represent(ada, legion)
    await represent(eve, league)
    await tell()
    for (const partyId of [ada, eve])
      await claimant(caseId, { partyId, person: { ...person, deathDate: '2026-10-30' } })
    await tell()
    const ofSides = async () =>
      (await rows(caseId)).filter(({ recipient_id: to }) => [legion, league].includes(to))
    assert.deepEqual(
      (await ofSides()).map(({ recipient_id: to, status }) => [to, status]),
      [
        [legion, 'waiting'],
        [league, 'waiting'],
      ],
    )
    await act(eve, { type: 'revokeRepresentation', why: 'By letter.' })
    await claimant(caseId, { partyId: `third_${caseId}`, person })
    await represent(`third_${caseId}`, league)
    await send()
    assert.deepEqual(
      (await ofSides()).map(({ recipient_id: to, status, why }) => [to, status, why]),
      [
        [legion, 'owed', null],
        [league, 'suppressed', 'The recipient does not represent that party any more.'],
      ],
    )
  })

  it('what was sent to one party is told to that party alone', async () => {
    await begin('decisionMailed', { on: { event: 'party.recorded' }, channels: ['email'] })
    const caseId = await desk.open()
    for (const partyId of [`one_${caseId}`, `other_${caseId}`]) {
      await claimant(caseId, { partyId })
      await tell()
      const told = (await rows(caseId)).map(({ recipient_id }) => recipient_id)
      assert.equal(told.at(-1), partyId)
    }
    assert.equal((await rows(caseId)).length, 2)
  })

  it("quiet hours put off until they end by the recipient's clock, and drop nothing", async () => {
    await begin('taskAssigned', { channels: ['text'] })
    profile = {
      ...profile,
      notificationTimes: {
        ...profile.notificationTimes,
        quietHours: { from: '21:00', to: '07:00', channels: ['text'] },
      },
    }
    const phone = '+1 503 555 0140'
    await subscribe(dora, { phone, timeZone: 'America/Los_Angeles' })
    await subscribe(judith, { phone, timeZone: 'Europe/Berlin' })
    // 22:00 in Los Angeles, 6:00 in Berlin.
    now = new Date('2026-11-02T05:00:00Z')
    const [west, east] = [await assigned(dora.id), await assigned(judith.id)]
    await tell()
    const dueAt = async (caseId: string) => (await rows(caseId))[0]?.due_at.toISOString()
    assert.equal(await dueAt(west), '2026-11-02T15:00:00.000Z')
    assert.equal(await dueAt(east), '2026-11-02T06:00:00.000Z')
    await send()
    assert.deepEqual([(await owed(west)).length, (await owed(east)).length], [0, 0])
    now = new Date(now.getTime() + hour)
    await send()
    assert.deepEqual([(await owed(west)).length, (await owed(east)).length], [0, 1])
    now = new Date(now.getTime() + 9 * hour)
    await send()
    assert.deepEqual([(await owed(west)).length, (await owed(east)).length], [1, 1])

    // Sent again after an outage, when it is night once more: it waits for the next morning.
    const [id] = (await rows(west)).map((one) => one.id)
    assert.ok(id)
    const notBefore = async () =>
      ((await messages().find(id)) as { notBefore?: Date }).notBefore?.toISOString()
    assert.equal(await notBefore(), undefined)
    now = new Date('2026-11-03T06:00:00Z')
    assert.equal(await notBefore(), '2026-11-03T15:00:00.000Z')
  })

  it('a digest gathers what came by email into one message a day, and names each', async () => {
    await begin('taskAssigned', { channels: ['inApp', 'email'] })
    await subscribe(dora, { timeZone: 'UTC', digest: { at: '18:00' } })
    const caseIds = [await assigned(), await assigned(), await assigned()]
    await tell()
    assert.ok(
      (await Promise.all(caseIds.map(rows)))
        .flat()
        .every(({ status }) => ['shown', 'gathered'].includes(status)),
    )
    await send()
    assert.equal((await Promise.all(caseIds.map(owed))).flat().length, 0)
    now = new Date('2026-11-01T18:00:00Z')
    await Promise.all([send(), send(), send()])
    const sent = (await Promise.all(caseIds.map(owed))).flat()
    assert.equal(sent.length, 1)
    const { subject, body } = await said(sent[0]?.data.notificationId)
    assert.match(subject, /^3 notifications from /)
    for (const caseId of caseIds) assert.match(body, new RegExp(`workspace/cases/${caseId}`))
    now = new Date('2026-11-02T18:00:00Z')
    await send()
    assert.equal((await Promise.all(caseIds.map(owed))).flat().length, 1)
  })

  it('what waits for a channel that nobody sends by any more fails on its case, which says why', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    await subscribe(dora, { timeZone: 'UTC', digest: { at: '18:00' } })
    const gathered = await assigned()
    await tell()
    now = new Date('2026-11-01T18:00:00Z')
    const sendDue = sender(['text'])
    const statuses = async () => (await rows(gathered)).map(({ status }) => status)
    const failed = () =>
      db.rows<{ data: { why: string; channel: string } }>(
        `select data from events where case_id = $1 and type = 'notification.failed'`,
        [gathered],
      )
    await sendDue()
    now = new Date('2026-11-01T18:14:00Z')
    await sendDue()
    assert.deepEqual(await statuses(), ['gathered'], 'it may have been a slip')
    now = new Date('2026-11-01T18:16:00Z')
    await seeBindings(db, [{ port: 'notifications', binding: 'main' }], now)
    await sendDue()
    assert.deepEqual(await statuses(), ['gathered'], 'another process has the binding')
    now = new Date('2026-11-01T18:32:00Z')
    await sendDue()
    await sendDue()
    assert.deepEqual(await statuses(), ['owed'])
    const [{ data } = assert.fail(), ...others] = await failed()
    assert.match(data.why, /^Nothing sends by email any more: no binding of the notifications port/)
    assert.deepEqual([data.channel, others.length, (await owed(gathered)).length], ['email', 0, 1])
  })

  it('a digest whose words cannot be filled in goes out with what it gathered', async () => {
    await begin('taskAssigned', { channels: ['inApp', 'email'] })
    const { notificationTimes: times } = profile
    const digest = { ...times.digest, subject: '{{ 9 | divided_by: link }}', body: '{{ 9 | modulo: link }}' }
    profile = { ...profile, notificationTimes: { ...times, digest } }
    await subscribe(dora, { timeZone: 'UTC', digest: { at: '18:00' } })
    const caseId = await assigned()
    await tell()
    now = new Date('2026-11-01T18:00:00Z')
    await send()
    const [sent] = await owed(caseId)
    const { subject, body } = await said(sent?.data.notificationId)
    assert.equal(subject, profile.label)
    assert.match(body, new RegExp(`workspace/cases/${caseId}`))
  })

  it('a digest says nothing of a case that is purged, or that its recipient may not see, by the time it is sent', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    await subscribe(dora, { timeZone: 'UTC', digest: { at: '18:00' } })
    const [kept, purged, newest] = [await assigned(), await assigned(), await assigned()]
    await tell()
    now = new Date('2026-11-01T18:00:00Z')
    await send()
    const [
      {
        data: { notificationId },
      } = assert.fail(),
    ] = await owed(newest)
    await db.rows(`delete from notices where case_id = $1`, [purged])
    await hide(newest)
    const { subject, body } = await said(notificationId)
    assert.match(subject, /^1 notifications from /)
    assert.deepEqual(body.match(/case_\w+/g), [kept])
    const [row] = await db.rows<{ subject: string; body: string }>(
      `select subject, body from notices where id = $1`,
      [notificationId],
    )
    assert.deepEqual(row, { subject: '', body: '' })
    await hide(kept)
    assert.deepEqual(await messages().find(notificationId), { why: 'Nothing in it may be sent any more.' })
  })

  it('what was gathered too late for a digest comes in one of its own', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    await subscribe(dora, { timeZone: 'UTC', digest: { at: '18:00' } })
    const digests: string[] = []
    for (let index = 0; index < 2; index++) {
      now = new Date('2026-11-01T17:59:00Z')
      const caseId = await assigned()
      await tell()
      now = new Date('2026-11-01T18:00:00Z')
      await send()
      const [{ data } = assert.fail()] = await owed(caseId)
      digests.push(data.notificationId)
      assert.match((await said(data.notificationId)).body, new RegExp(caseId))
    }
    assert.notEqual(digests[0], digests[1])
    assert.deepEqual(faults, [])
  })

  it('one that is suppressed does not take the place of another for the same event, person and channel', async () => {
    await begin('taskAssigned')
    const [found] = profile.notifications as [Notification]
    const of = { ...found, channels: ['inApp' as const] }
    profile = {
      ...profile,
      notifications: [of, { ...of, name: 'everyTask', subject: 'Every task', suppressWhen: [] }],
    }
    await subscribe(dora, { optOuts: [{ notification: 'taskAssigned' }] })
    const caseId = await assigned()
    await tell()
    const told = await db.rows(`select notification, status from notices where case_id = $1`, [caseId])
    assert.deepEqual(told, [{ notification: 'everyTask', status: 'shown' }])
  })

  it('an event that nobody can be told of keeps nobody from hearing of the others', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    const [bad, good] = [await assigned(), await assigned()]
    broken = [bad]
    await tell()
    assert.equal(faults.length, 1)
    assert.deepEqual([(await rows(bad)).length, (await rows(good)).length], [0, 1])
  })

  it('a message that cannot be sent holds up no other, and is tried again later', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    await subscribe(judith, { timeZone: 'UTC', digest: { at: '12:00' } })
    const [bad, good] = [await assigned(), await assigned()]
    const [goodInDigest, badInDigest] = [await assigned(judith.id), await assigned(judith.id)]
    await tell()
    broken = [bad, badInDigest]
    const sent = async () => {
      const caseIds = [bad, good, goodInDigest, badInDigest]
      return Promise.all(caseIds.map(async (caseId) => (await owed(caseId)).length))
    }
    await send()
    assert.equal(faults.length, 2)
    assert.deepEqual(await sent(), [0, 1, 1, 0])
    broken = []
    await send()
    assert.deepEqual(await sent(), [0, 1, 1, 0])
    now = new Date(noon.getTime() + hour)
    await send()
    assert.deepEqual(await sent(), [1, 1, 1, 1])
  })

  it('a listener hears at once of what came while nobody listened, until it is read', async () => {
    await begin('taskAssigned')
    const alerts = openAlerts({ db, permissions, clock: () => now })
    let answers = 0
    const feed = openAlertFeed({
      async rows<Row>(text: string, values?: readonly unknown[]) {
        const found = await db.rows<Row>(text, values)
        answers += 1
        return found
      },
    })
    const heard = { first: 0, again: 0 }
    await assigned(gil.id)
    await tell()
    const unhear = feed.hear(gil.id, () => {
      heard.first += 1
    })
    await until(() => heard.first === 1)
    unhear()
    await alerts.markAll(gil)
    const before = answers
    const stop = feed.hear(gil.id, () => {
      heard.again += 1
    })
    await until(() => answers >= before + 2)
    stop()
    assert.deepEqual(heard, { first: 1, again: 0 })
  })

  it('a listener hears of an alert that the database could not tell of at first', async () => {
    await begin('taskAssigned')
    let [answers, asked, heard] = [0, 0, 0]
    const feed = openAlertFeed({
      async rows<Row>(text: string, values?: readonly unknown[]) {
        if (text.includes('distinct') && asked++ === 0) throw new Error('away')
        const found = await db.rows<Row>(text, values)
        answers += 1
        return found
      },
    })
    const unhear = feed.hear(gil.id, () => {
      heard += 1
    })
    await until(() => answers >= 2)
    await assigned(gil.id)
    await tell()
    await until(() => {
      feed.nudge()
      return heard > 0
    })
    assert.equal(asked, 2)
    unhear()
  })

  it('a round that fails does not stop the next one', async () => {
    const told: string[] = []
    const telling = keepTelling(
      [
        async () => {
          throw new Error('the first')
        },
        async () => {
          told.push('the second')
          return false
        },
      ],
      { onTold: () => {}, onFault: (error) => told.push((error as Error).message) },
    )
    telling.nudge()
    await until(() => told.length >= 2)
    await telling.stop()
    assert.deepEqual(told.slice(0, 2), ['the first', 'the second'])
  })

  it('what is due is owed once, whoever sends it and however often', async () => {
    await begin('taskAssigned', { channels: ['email'] })
    const caseIds: string[] = []
    for (let index = 0; index < 12; index++) caseIds.push(await assigned())
    await tell()
    await Promise.all([send(), send(), send(), send()])
    await send()
    for (const caseId of caseIds) assert.equal((await owed(caseId)).length, 1, caseId)
  })

  it('a deadline that approaches is told to whoever has the task', async () => {
    await begin('deadlineApproaching')
    const caseId = await desk.open()
    await desk.command(caseId, {
      type: 'routeMail',
      mailType: 'changeOfAddress',
      newTaskId: `task_${caseId}`,
    })
    await db.rows(`update members set roles = array['caseSupport', 'intake'] where id = $1`, [dora.id])
    await desk.assign(caseId, 'changeOfAddress', dora.id)
    now = new Date(noon.getTime() + 13 * 24 * hour)
    await createFireTimers({ db, execute: desk.execute, clock: () => now })()
    await tell()
    const [row] = await db.rows<{ subject: string; status: string }>(
      `select subject, status from notices where case_id = $1 and channel = 'inApp'`,
      [caseId],
    )
    // The fourteenth day is a Sunday.
    assert.deepEqual(row, { subject: 'Change of address is due on November 16, 2026', status: 'shown' })
  })

  it('history is not news: neither what a bulk load brings, nor what happened long ago', async () => {
    await begin('taskAssigned')
    const caseId = await desk.open()
    const taskId = await desk.openTask(caseId, 'intake')
    const assignee = { kind: 'person' as const, id: dora.id, name: 'dora' }
    const give = (request: ReturnType<typeof requestBy>) =>
      desk.command(caseId, { type: 'assignTask', taskId, assignee }, request)
    await give({ ...requestBy(), correlationId: 'imp_1' })
    await desk.assign(caseId, 'intake', judith.id)
    now = new Date(noon.getTime() + 8 * 24 * hour)
    await tell()
    assert.deepEqual(await rows(caseId), [])
  })

  it('a template that cannot be filled costs nobody the notification', async () => {
    await begin('taskAssigned', { channels: ['inApp'], body: '{{ nothing.there }}' })
    const caseId = await assigned()
    await tell()
    const [row] = await db.rows<{ body: string }>(`select body from notices where case_id = $1`, [caseId])
    assert.equal(row?.body, 'Task assigned to me')
  })
})
