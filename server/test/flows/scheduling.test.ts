import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CalendarFeed } from '@portico/contract/calendar-feeds'
import type {
  Blackout,
  CalendarEntry,
  CalendarImported,
  Hold,
  SlotsFound,
} from '@portico/contract/scheduling'
import type { SessionPlan } from '@portico/contract/session-plans'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import { dayOf, daysLater } from '../../core/time/moments.ts'
import { migrate } from '../../store/migrate.ts'
import { doneBy } from '../done.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const room = { kind: 'room', id: 'washington1' }
const timeZone = 'America/New_York'
/** A Monday. */
const day = '2096-03-05'
const search = { from: day, to: day, timeZone }
const slotAt = (time: string, minutes = 60) => ({ startsAt: `${day}T${time}:00.000Z`, minutes, timeZone })

describe('scheduling', () => {
  let world: World
  let scheduler: Http
  let judge: { kind: 'adjudicator'; id: string }
  before(async () => {
    world = await startWorld()
    scheduler = await world.member('sandy', ['scheduler'])
    await world.member('judith', ['adjudicator'])
    judge = { kind: 'adjudicator', id: 'judith' }
  })
  after(() => world.close())

  const done = doneBy(() => scheduler)
  const refused = async (status: number, sentence: RegExp, method: string, path: string, body?: unknown) => {
    const reply = await scheduler(method, path, { body })
    assert.equal(reply.status, status, reply.text)
    assert.match(reply.text, sentence)
  }
  const found = (participants: unknown[], of: object = {}) =>
    done<SlotsFound>('POST', '/slots/search', { participants, ...search, ...of })
  const starts = async (participants: unknown[]) =>
    (await found(participants, { limit: 500 })).slots.map(({ slot }) => slot.startsAt.slice(11, 16))
  const requested = async () => {
    const { session } = await done<{ session: Session }>('POST', `/cases/${world.caseId}/sessions`, {
      kind: 'inPerson',
    })
    return `/cases/${world.caseId}/sessions/${session.id}`
  }

  it('finds the times of the profile, and not those at which somebody cannot', async () => {
    assert.equal((await starts([room, judge])).length, 29)
    const { entry } = await done<{ entry: CalendarEntry }>('POST', '/availability', {
      ...{ participant: judge, effect: 'free', timeZone, why: 'Sits in the morning.' },
      ...{ starts: '2096-03-05T08:00', ends: '2096-03-05T10:30', repeats: 'FREQ=WEEKLY;COUNT=4' },
    })
    assert.match(entry.participant.id, /^mem_/)
    assert.deepEqual(await starts([room, judge]), ['13:15', '13:30', '13:45', '14:00', '14:15', '14:30'])
    const { slots, blocking } = await found([room, judge])
    assert.deepEqual(slots[0]?.reasons, ['The first day on which all 2 are free.'])
    assert.deepEqual([blocking[0]?.participant.name, blocking[0]?.starts], ['judith', 23])
    const listed = await done<{ entries: CalendarEntry[] }>('GET', '/availability?kind=adjudicator&id=judith')
    assert.deepEqual(listed.entries, [entry])
    const changed = {
      ...{ participant: judge, effect: 'busy', timeZone },
      starts: entry.starts,
      ends: entry.ends,
    }
    await done('PUT', `/availability/${entry.id}`, changed)
    assert.equal((await starts([room, judge])).length, 29 - 9)
    await done('DELETE', `/availability/${entry.id}`)
    await refused(404, /no calendar entry/, 'DELETE', `/availability/${entry.id}`)
    assert.equal((await starts([room, judge])).length, 29)
  })

  it('keeps the notice of each kind, and seats only who may sit', async () => {
    const dayIn = (days: number) => dayOf(daysLater(new Date(), days))
    const asked = { participants: [room], from: dayIn(1), to: dayIn(40), limit: 500 }
    const first = async (more: object = {}) => {
      const { slots } = await done<SlotsFound>('POST', '/slots/search', { ...asked, ...more })
      return slots.map(({ slot }) => slot.startsAt).toSorted()[0] ?? ''
    }
    const notice = (days: number) => daysLater(new Date(), days - 0.1).toISOString()
    assert.ok((await first({ kind: 'video' })) > notice(14))
    assert.ok((await first({ kind: 'video' })) < notice(21))
    assert.ok((await first()) > notice(21), 'the longest, where the kind is not said')
    assert.ok((await first({ withinNotice: true })) < notice(14))
    const admin = { kind: 'adjudicator', id: 'tester' }
    const maySit = /participants must name as adjudicator who may sit: tester is not Adjudicator/
    const slot = { startsAt: '2096-03-05T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const session = (
      await done<{ session: { id: string } }>('POST', `/cases/${world.caseId}/sessions`, { kind: 'video' })
    ).session.id
    const benches = [{ participants: [admin, room] }]
    for (const [method, path, body] of [
      ['POST', '/slots/search', { ...asked, participants: [admin, room] }],
      ['POST', '/holds', { participants: [admin], slot }],
      ['POST', '/session-plans', { from: '2096-03-05', to: '2096-03-05', benches }],
      ['PUT', `/cases/${world.caseId}/sessions/${session}/slot`, { slot, participants: [admin] }],
    ] as const) {
      const reply = await world.admin(method, path, { body })
      assert.deepEqual([reply.status, maySit.test(reply.text)], [400, true], `${path}: ${reply.text}`)
    }
    await done('PUT', `/cases/${world.caseId}/sessions/${session}/outcome`, { outcome: 'withdrawn' })
  })

  it('a hold keeps the notice, unless it is held while consent is asked for', async () => {
    const soon = { startsAt: daysLater(new Date(), 3).toISOString(), minutes: 60, timeZone }
    const hold = { participants: [{ kind: 'room', id: 'denver1' }], slot: soon }
    const sentence = (days: number) =>
      new RegExp(`within its notice of ${days} days: .* withinNotice while you`)
    await refused(422, sentence(21), 'POST', '/holds', hold)
    await refused(422, sentence(14), 'POST', '/holds', { ...hold, kind: 'video' })
    const { hold: held } = await done<{ hold: Hold }>('POST', '/holds', { ...hold, withinNotice: true })
    const session = await requested()
    await refused(422, /name in consent who has agreed/, 'PUT', `${session}/slot`, {
      slot: soon,
      holdId: held.id,
    })
    await done('PUT', `${session}/slot`, { slot: soon, holdId: held.id, consent: 'All of them.' })
    await done('PUT', `${session}/outcome`, { outcome: 'withdrawn' })
  })

  it('finds no time before the one that a session has, if that is asked for', async () => {
    const notBefore = `${day}T18:00:00.000Z`
    const { slots } = await found([room], { limit: 500, notBefore })
    assert.equal(slots.map(({ slot }) => slot.startsAt).toSorted()[0], notBefore)
  })

  it('a kind that needs more notice needs it at the same time, too', async () => {
    const { session } = await done<{ session: Session }>('POST', `/cases/${world.caseId}/sessions`, {
      kind: 'video',
    })
    const path = `/cases/${world.caseId}/sessions/${session.id}`
    const slot = { startsAt: daysLater(new Date(), 16).toISOString(), minutes: 60, timeZone }
    await done('PUT', `${path}/slot`, { slot, participants: [{ kind: 'room', id: 'denver1' }] })
    await refused(422, /within its notice of 21 days/, 'PUT', `${path}/slot`, { slot, kind: 'inPerson' })
    await done('PUT', `${path}/slot`, { slot, kind: 'phone' })
    await done('PUT', `${path}/slot`, { slot, kind: 'inPerson', consent: 'All of them.' })
    await done('PUT', `${path}/outcome`, { outcome: 'withdrawn' })
  })

  it('finds nothing on a day on which nothing may be placed', async () => {
    const { blackout } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      from: day,
      why: 'A holiday.',
    })
    assert.equal(blackout.to, day)
    assert.deepEqual(await starts([room]), [])
    await done('DELETE', `/blackouts/${blackout.id}`)
    const { blackout: own } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      ...{ from: '2096-03-01', to: '2096-03-09', participant: judge, why: 'On leave.' },
    })
    assert.deepEqual(await starts([room, judge]), [])
    assert.equal((await starts([room])).length, 29)
    await done('DELETE', `/blackouts/${own.id}`)
  })

  it('a hold takes the time, and a session that is placed on it keeps it', async () => {
    const hold = {
      participants: [room, judge, { kind: 'location', id: 'washington' }],
      slot: slotAt('15:00'),
    }
    const { hold: held } = await done<{ hold: Hold }>('POST', '/holds', hold)
    assert.deepEqual(
      held.participants.map(({ name }) => name),
      ['Hearing room 1', 'judith', 'Washington, D.C.'],
    )
    assert.equal((await done<{ hold: Hold }>('GET', `/holds/${held.id}`)).hold.id, held.id)
    const overlapping = { participants: [judge], slot: slotAt('15:45') }
    await refused(409, /That time is taken for judith/, 'POST', '/holds', overlapping)
    // What begins as another ends does not overlap, and a location holds many.
    const next = { ...hold, slot: slotAt('16:00') }
    await done('DELETE', `/holds/${(await done<{ hold: Hold }>('POST', '/holds', next)).hold.id}`)
    const elsewhere = [
      { kind: 'room', id: 'washington2' },
      { kind: 'location', id: 'washington' },
    ]
    await done('POST', '/holds', { participants: elsewhere, slot: slotAt('15:00') })

    const session = await requested()
    await refused(409, /on another time/, 'PUT', `${session}/slot`, {
      slot: slotAt('16:00'),
      holdId: held.id,
    })
    const others = { slot: slotAt('15:00'), holdId: held.id, participants: [room] }
    await refused(409, /for other participants/, 'PUT', `${session}/slot`, others)
    const placed = await done<{ session: Session }>('PUT', `${session}/slot`, {
      ...{ slot: slotAt('15:00'), holdId: held.id },
    })
    assert.deepEqual(placed.session.participants, held.participants)
    await refused(404, /no hold/, 'GET', `/holds/${held.id}`)
    await refused(409, /has expired/, 'PUT', `${await requested()}/slot`, {
      slot: slotAt('15:00'),
      holdId: held.id,
    })
    await refused(409, /taken for judith/, 'POST', '/holds', overlapping)

    // Moved, it takes the new time and gives the old one back; so it does where it is moved by less than it lasts.
    await done('PUT', `${session}/slot`, { slot: slotAt('15:30') })
    await refused(409, /taken for judith/, 'POST', '/holds', { participants: [judge], slot: slotAt('16:00') })
    const other = await requested()
    await refused(409, /taken for Hearing room 1/, 'PUT', `${other}/slot`, {
      ...{ slot: slotAt('16:00'), participants: [room] },
    })
    await done('PUT', `${other}/slot`, { slot: slotAt('14:30'), participants: [room] })
    await done('PUT', `${session}/outcome`, { outcome: 'withdrawn' })
    await done('PUT', `${other}/slot`, { slot: slotAt('16:00') })
    await done('PUT', `${other}/outcome`, { outcome: 'postponed' })
    await done('POST', '/holds', { participants: [room], slot: slotAt('16:00') })
  })

  it('a hold that has expired takes nothing', async () => {
    const slot = slotAt('18:00')
    const { hold } = await done<{ hold: Hold }>('POST', '/holds', { participants: [judge], slot })
    const left = Date.parse(hold.expiresAt) - Date.now()
    assert.ok(left > 0 && left <= 15 * 60_000)
    const { db } = world.service
    const past = new Date(Date.now() - 1)
    await db.rows(`update holds set expires_at = $1 where id = $2`, [past, hold.id])
    await db.rows(`update bookings set expires_at = $1 where hold_id = $2`, [past, hold.id])
    await refused(404, /may have expired/, 'GET', `/holds/${hold.id}`)
    await done('POST', '/holds', { participants: [judge], slot })
  })

  it('an imported calendar takes its time, and replaces what it said before', async () => {
    const participant = { kind: 'room', id: 'denver1' }
    const calendar = (sequence: number, hour: number, of = '') =>
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:a@example.org', `SEQUENCE:${sequence}`],
        ...[
          `DTSTART:20960305T${hour}0000Z`,
          'DURATION:PT1H',
          ...(of ? [of] : []),
          'END:VEVENT',
          'END:VCALENDAR',
        ],
      ].join('\r\n')
    const imported = (text: string) =>
      done<CalendarImported>('POST', '/availability/import', { participant, timeZone, calendar: text })
    const none = { added: 0, replaced: 0, unchanged: 0, removed: 0, takenAsBusy: [], leftOut: [] }
    assert.deepEqual(await imported(calendar(1, 16)), { ...none, added: 1 })
    const isFree = async (hour: number) => (await starts([participant])).includes(`${hour}:00`)
    assert.equal(await isFree(16), false)
    assert.deepEqual(await imported(calendar(2, 18)), { ...none, replaced: 1 })
    assert.deepEqual([await isFree(16), await isFree(18)], [true, false])
    assert.deepEqual(await imported(calendar(1, 16)), { ...none, unchanged: 1 })
    assert.deepEqual(await imported(calendar(3, 18, 'STATUS:CANCELLED')), { ...none, removed: 1 })
    assert.equal(await isFree(18), true)
    // An older report does not bring back what was cancelled, a later one does.
    assert.deepEqual(await imported(calendar(2, 18)), { ...none, unchanged: 1 })
    assert.equal(await isFree(18), true)
    assert.deepEqual(await imported(calendar(4, 18, 'RRULE:FREQ=DAILY;COUNT=3')), { ...none, added: 1 })
    const instance = 'RECURRENCE-ID:20960306T180000Z'
    for (const more of [`STATUS:CANCELLED\r\n${instance}`, instance, instance]) {
      const { takenAsBusy, ...others } = await imported(calendar(5, 16, more))
      assert.deepEqual({ ...others, takenAsBusy: takenAsBusy.length }, { ...none, takenAsBusy: 1 })
      assert.match(takenAsBusy[0]?.why ?? '', /single instances .* import the whole event/)
    }
    assert.deepEqual([await isFree(16), await isFree(18)], [false, false], 'where it was, and where it is')
    const { entries } = await done<{ entries: CalendarEntry[] }>('GET', '/availability?kind=room&id=denver1')
    assert.equal(
      entries.filter(({ uid }) => uid === 'a@example.org').length,
      2,
      'the same message adds nothing',
    )
    assert.deepEqual(await imported(calendar(6, 18, 'STATUS:CANCELLED')), { ...none, removed: 1 })
    const bad = { participant, timeZone, calendar: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT' }
    await refused(400, /is cut off/, 'POST', '/availability/import', bad)
    for (const text of ['<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', '{}', 'not at all'])
      await refused(400, /It is no calendar/, 'POST', '/availability/import', { ...bad, calendar: text })
    await refused(400, /at most 5,000,000 characters/, 'POST', '/availability/import', {
      ...bad,
      calendar: 'x'.repeat(5_000_001),
    })
  })

  it('nobody is free in the middle of a meeting that is not understood, and somebody is told why', async () => {
    const participant = { kind: 'room', id: 'denver1' }
    const lines = (uid: string, ...more: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...more, 'END:VEVENT']
    const calendar = [
      'BEGIN:VCALENDAR',
      ...lines(
        'outlook',
        'DTSTART;TZID=Mountain Standard Time:20260302T090000',
        'DURATION:PT59M30S',
      ).toSpliced(-1, 0, 'RRULE:FREQ=WEEKLY;BYDAY=MO;WKST=SU'),
      ...lines('odd', 'SUMMARY:Dentist', 'DTSTART:20960305T180000Z', 'DURATION:PT1H', 'RRULE:FREQ=RARELY'),
      'END:VCALENDAR',
    ].join('\r\n')
    const { takenAsBusy, added } = await done<CalendarImported>('POST', '/availability/import', {
      ...{ participant, timeZone, calendar },
    })
    assert.equal(added, 2)
    assert.deepEqual(
      takenAsBusy.map(({ uid, summary }) => [uid, summary]),
      [['odd', 'Dentist']],
    )
    const free = await starts([participant])
    assert.deepEqual(
      ['16:00', '17:00', '18:00'].map((hour) => free.includes(hour)),
      [false, true, false],
    )
    const { entries } = await done<{ entries: CalendarEntry[] }>('GET', '/availability?kind=room&id=denver1')
    const [endless, odd] = entries
    assert.equal(endless?.repeats, 'FREQ=WEEKLY;BYDAY=MO;WKST=SU')
    assert.deepEqual([endless?.starts, endless?.ends], ['2026-03-02T09:00', '2026-03-02T09:59:30'])
    assert.match(odd?.unclear ?? '', /rule is not understood/)
    const { id, uid, unclear, changedAt, changedBy, ...kept } = odd as CalendarEntry
    const changed = { ...kept, starts: '2096-03-05T18:00:15', ends: '2096-03-05T18:30' }
    const { entry } = await done<{ entry: CalendarEntry }>('PUT', `/availability/${id}`, changed)
    assert.deepEqual([entry.repeats, entry.unclear], ['FREQ=DAILY', undefined], 'somebody has looked at it')
    assert.equal(entry.starts, '2096-03-05T18:00:15')
    for (const one of entries) await done('DELETE', `/availability/${one.id}`)
  })

  it('what comes between a session and its slot is flagged, with a task, until it is gone', async () => {
    const session = await requested()
    const participants = [{ kind: 'room', id: 'denver1' }]
    await done('PUT', `${session}/slot`, { slot: slotAt('17:00'), participants })
    const shown = async () => {
      const { sessions } = await done<{ sessions: Session[] }>('GET', `/cases/${world.caseId}/sessions`)
      return sessions.find(({ id }) => session.endsWith(id))?.conflicts?.map(({ why }) => why)
    }
    const tasks = async () => {
      const { tasks } = await done<TaskList>('GET', `/cases/${world.caseId}/tasks`)
      return tasks.filter(({ type }) => type === 'sessionConflict')
    }
    const { blackout } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      from: day,
      why: 'A holiday.',
    })
    await until(async () => (await shown())?.join() === 'A holiday.')
    const { entry } = await done<{ entry: CalendarEntry }>('POST', '/availability', {
      ...{ participant: participants[0], effect: 'busy', timeZone: 'America/Denver' },
      ...{ starts: '2096-03-05T10:30', ends: '2096-03-05T11:00' },
    })
    await until(async () => (await shown())?.length === 2)
    const [task] = await tasks()
    assert.deepEqual([task?.status, task?.assignee?.id], ['assigned', 'hearings'])
    assert.match(task?.instructions?.[0]?.text ?? '', /A holiday\./)
    await done('DELETE', `/blackouts/${blackout.id}`)
    await until(async () => (await shown())?.join() === 'Room 1 is not available at that time.')
    await done('DELETE', `/availability/${entry.id}`)
    await until(async () => (await shown()) === undefined)
    assert.deepEqual(
      (await tasks()).map(({ status }) => status),
      ['cancelled'],
    )
    await done('POST', '/blackouts', { from: day, participant: participants[0], why: 'The roof leaks.' })
    await until(async () => (await shown())?.join() === 'The roof leaks.')
    await done('PUT', `${session}/slot`, {
      slot: { ...slotAt('17:00'), startsAt: '2096-03-06T17:00:00.000Z' },
    })
    assert.equal(await shown(), undefined)
    assert.ok((await tasks()).every(({ status }) => status === 'cancelled'))
  })

  it('an adjudicator who leaves, or may not sit any more, is flagged and not seated again', async () => {
    await world.member('leaving', ['adjudicator'])
    const session = await requested()
    const slot = { ...slotAt('15:00'), startsAt: '2096-05-07T15:00:00.000Z' }
    const participants = [
      { kind: 'adjudicator', id: 'leaving' },
      { kind: 'room', id: 'denver1' },
    ]
    await done('PUT', `${session}/slot`, { slot, participants })
    const shown = async () => {
      const { sessions } = await done<{ sessions: Session[] }>('GET', `/cases/${world.caseId}/sessions`)
      return sessions.find(({ id }) => session.endsWith(id))?.conflicts?.map(({ why }) => why)
    }
    const { members } = (await world.admin('GET', '/members')).json as {
      members: { id: string; username: string }[]
    }
    const { id = '' } = members.find(({ username }) => username === 'leaving') ?? {}
    const become = (roles: string[]) => world.admin('PATCH', `/members/${id}`, { body: { roles } })
    assert.equal((await become(['drafter'])).status, 200)
    await until(async () => (await shown())?.join() === 'leaving may not sit as adjudicator any more.')
    const later = { ...slot, startsAt: '2096-05-08T15:00:00.000Z' }
    const notSitting = /leaving is not Adjudicator/
    await refused(400, notSitting, 'PUT', `${session}/slot`, { slot: later })
    const sessionIds = [session.split('/').at(-1)]
    const repair = async () =>
      (await done<{ plan: SessionPlan }>('POST', '/session-repairs', { sessionIds })).plan.sessions[0]
    const left = await repair()
    assert.deepEqual([left?.state, left?.slot], ['left', undefined])
    assert.match(left?.why ?? '', /leaving may not sit as adjudicator any more: place it with another one/)
    await become(['adjudicator'])
    await until(async () => (await shown()) === undefined)
    await world.admin('DELETE', `/members/${id}`)
    await until(async () => (await shown())?.join() === 'leaving may not sit as adjudicator any more.')
    await refused(400, /leaving has left/, 'PUT', `${session}/slot`, { slot: later, participants })
    await done('PUT', `${session}/slot`, { slot: later, participants: [judge, participants[1]] })
    assert.equal(await shown(), undefined)
    await done('PUT', `${session}/outcome`, { outcome: 'withdrawn' })
  })

  it('a feed shows when sessions are and their docket numbers, until its address is rotated or revoked', async () => {
    const participants = [{ kind: 'room', id: 'washington2' }, judge]
    const { case: its } = await done<{ case: { docketNumber: string } }>('GET', `/cases/${world.caseId}`)
    const of = { participant: { kind: 'location', id: 'washington' }, label: 'The door sign' }
    const { feed } = await done<{ feed: CalendarFeed }>('POST', '/calendar-feeds', of)
    const { feed: own } = await done<{ feed: CalendarFeed }>('POST', '/calendar-feeds', {
      participant: judge,
    })
    assert.deepEqual([feed.participant.name, own.participant.name], ['Washington, D.C.', 'judith'])
    const read = (url: string) => world.anonymous('GET', new URL(url).pathname)
    const eventsIn = async (url: string) => {
      const { text, headers } = await read(url)
      assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
      return text.split('BEGIN:VEVENT').slice(1)
    }
    const uidOf = (event = '') => /UID:(\S+)\r\n/.exec(event)?.[1] ?? ''
    const before = (await eventsIn(feed.url)).map(uidOf)
    const uids = new Map<string, string>()
    /** Of the one session that is new. */
    const shown = async (url: string) => {
      const events = await eventsIn(url)
      const uid = uids.get(url) ?? uidOf(events.find((event) => event.includes('T150000')))
      uids.set(url, uid)
      return events.find((event) => uidOf(event) === uid)
    }
    const session = await requested()
    const at = slotAt('20:00')
    await done('PUT', `${session}/slot`, { slot: { ...at, place: 'Behind the stairs' }, participants })
    for (const { url } of [feed, own]) {
      const event = (await shown(url)) ?? ''
      assert.match(event, /DTSTART;TZID=America\/New_York:20960305T150000\r\n/)
      assert.match(event, new RegExp(`SUMMARY:${its.docketNumber}\\r\\n`))
      assert.match(event, /STATUS:CONFIRMED/)
      assert.doesNotMatch(event, /stairs|judith|Hearing/)
    }
    const seenFrom = (level: number) =>
      world.service.db.rows(`update case_work set sensitivity = $2 where case_id = $1`, [world.caseId, level])
    await seenFrom(3)
    const hidden = (await shown(feed.url)) ?? ''
    assert.match(hidden, /SUMMARY:Busy\r\n/, 'an address is no clearance')
    const id = session.split('/').at(-1) ?? ''
    assert.ok(!hidden.includes(its.docketNumber) && !hidden.includes(id))
    assert.notEqual(uids.get(feed.url), uids.get(own.url), 'two feeds cannot be compared')
    assert.ok(!before.includes(uids.get(feed.url) ?? ''))
    await seenFrom(0)
    await done('PUT', `${session}/slot`, { slot: slotAt('19:00'), consent: 'All of them.' })
    const sequenceOf = (event = '') => Number(/SEQUENCE:(\d+)/.exec(event)?.[1])
    const moved = (await shown(feed.url)) ?? ''
    assert.match(moved, /T140000\r\n/)
    await done('PUT', `${session}/outcome`, { outcome: 'postponed' })
    const cancelled = (await shown(own.url)) ?? ''
    assert.match(cancelled, /STATUS:CANCELLED/)
    assert.ok(sequenceOf(cancelled) > sequenceOf(moved))

    const { feed: rotated } = await done<{ feed: CalendarFeed }>(
      'POST',
      `/calendar-feeds/${feed.id}/rotation`,
    )
    assert.deepEqual([(await read(feed.url)).status, (await read(rotated.url)).status], [404, 200])
    const listed = await done<{ feeds: CalendarFeed[] }>('GET', '/calendar-feeds?kind=location&id=washington')
    assert.deepEqual(listed.feeds, [rotated])
    await done('DELETE', `/calendar-feeds/${own.id}`)
    const gone = await read(own.url)
    const { text } = await read(own.url.replace(own.id, feed.id))
    assert.deepEqual([gone.status, gone.text], [404, text])
    await refused(404, /no such calendar feed/, 'DELETE', `/calendar-feeds/${own.id}`)
    assert.equal((await world.anonymous('GET', '/calendar-feeds')).status, 401)
  })

  it('a representative who has another ID on another case is one person: for slots, holds, sessions and conflicts', async () => {
    const other = (
      (
        await world.admin('POST', '/cases', {
          body: { veteran: { firstName: 'Ada', lastName: 'King' }, receiptDate: '2026-03-02' },
        })
      ).json as { case: { id: string } }
    ).case.id
    const ines = { role: 'representative', person: { firstName: 'Ines', lastName: 'Holm' } }
    const aliases = [{ source: 'bar', externalId: '4711' }]
    for (const [caseId, id] of [
      [world.caseId, 'party_here'],
      [other, 'party_there'],
    ] as const) {
      const reply = await world.admin('POST', `/cases/${caseId}/parties/${id}`, {
        body: { ...ines, aliases },
      })
      assert.equal(reply.status, 201, reply.text)
    }
    const [here, there] = ['party_here', 'party_there'].map((id) => ({ kind: 'representative', id }))
    const session = await requested()
    await done('PUT', `${session}/slot`, { slot: slotAt('15:00'), participants: [here] })
    assert.ok(!(await starts([there])).includes('15:00'))
    await refused(409, /taken for The representative/, 'POST', '/holds', {
      ...{ participants: [there], slot: slotAt('15:30') },
    })
    const elsewhere = await done<{ session: Session }>('POST', `/cases/${other}/sessions`, { kind: 'phone' })
    const slotThere = `/cases/${other}/sessions/${elsewhere.session.id}/slot`
    const taken = { slot: slotAt('15:30'), participants: [there] }
    await refused(409, /taken for Ines Holm/, 'PUT', slotThere, taken)
    await done('PUT', slotThere, { ...taken, slot: slotAt('16:00') })

    await done('POST', '/availability', {
      ...{ participant: there, effect: 'busy', timeZone, why: 'In court.' },
      ...{ starts: '2096-03-05T10:00', ends: '2096-03-05T12:00' },
    })
    await until(async () => {
      const { sessions } = await done<{ sessions: Session[] }>('GET', `/cases/${world.caseId}/sessions`)
      return sessions
        .find(({ id }) => session.endsWith(id))
        ?.conflicts?.some(({ why }) => /Ines Holm/.test(why))
    })
    assert.ok(!(await starts([here])).includes('16:30'))

    // What was placed before it was known that they are one is kept apart from then on, and flagged where it is too late.
    const { db, portico } = world.service
    const own = `session_id = '${elsewhere.session.id}' and participant like 'as %'`
    assert.equal((await db.rows(`delete from bookings where ${own} returning 1`)).length, 1)
    await portico.completeBookings('')
    assert.equal((await db.rows(`select from bookings where ${own}`)).length, 1)
    const late = await requested()
    const record = (caseId: string, id: string, more: object) =>
      world.admin('POST', `/cases/${caseId}/parties/${id}`, { body: { ...ines, ...more } })
    const known = { aliases: [{ source: 'bar', externalId: '4712' }] }
    await record(world.caseId, 'party_late', {})
    await record(other, 'party_known', known)
    const participants = [{ kind: 'representative', id: 'party_late' }]
    await done('PUT', `${late}/slot`, { slot: slotAt('13:30'), participants })
    assert.equal((await record(world.caseId, 'party_late', known)).status, 200)
    const sessionId = late.split('/').at(-1)
    await until(async () => {
      const kept = `select from bookings where session_id = $1 and participant like 'as %'`
      return (await db.rows(kept, [sessionId])).length === 1
    })
    await refused(409, /taken for The representative/, 'POST', '/holds', {
      ...{ participants: [{ kind: 'representative', id: 'party_known' }], slot: slotAt('13:45') },
    })
  })

  it('says what is wrong with what it is asked, and takes nothing', async () => {
    const entry = {
      ...{ participant: room, effect: 'busy', timeZone },
      ...{ starts: '2096-03-05T09:00', ends: '2096-03-05T10:00' },
    }
    const bad = (sentence: RegExp, of: object) =>
      refused(400, sentence, 'POST', '/availability', { ...entry, ...of })
    await bad(/time zone such as/, { timeZone: 'Mars/Olympus' })
    await bad(/there is no adjudicator nobody/, { participant: { kind: 'adjudicator', id: 'nobody' } })
    await bad(/room.*washington1/, { participant: { kind: 'room', id: 'washington9' } })
    await bad(/FREQ/, { repeats: 'FREQ=SECONDLY;COUNT=3' })
    const none = await done<{ entries: CalendarEntry[] }>('GET', '/availability?kind=room&id=washington1')
    assert.deepEqual(none.entries, [])
    await refused(400, /to must not be before from/, 'POST', '/slots/search', {
      ...{ participants: [room], from: '2096-03-06', to: day },
    })
    await refused(400, /timeZone must be given/, 'POST', '/slots/search', {
      participants: [judge],
      from: day,
      to: day,
    })
    await refused(400, /a person or a room/, 'POST', '/holds', {
      ...{ participants: [{ kind: 'location', id: 'denver' }], slot: slotAt('15:00') },
    })
    await refused(400, /in the future/, 'POST', '/holds', {
      ...{ participants: [room], slot: { ...slotAt('15:00'), startsAt: '2020-01-01T00:00:00.000Z' } },
    })
    await refused(400, /name Hearing room 1 once/, 'POST', '/holds', {
      ...{ participants: [room, room], slot: slotAt('19:00') },
    })
    await refused(400, /there is no party party_x/, 'PUT', `${await requested()}/slot`, {
      ...{ slot: slotAt('19:00'), participants: [{ kind: 'party', id: 'party_x' }] },
    })
  })

  it('what has no length in an imported calendar is busy at its moment, and listed', async () => {
    const participant = { kind: 'room', id: 'washington1' }
    const [before, after] = [await requested(), await requested()]
    await done('PUT', `${before}/slot`, { slot: slotAt('17:15'), participants: [participant] })
    await done('PUT', `${after}/slot`, { slot: slotAt('18:15'), participants: [participant] })
    const moment = ['BEGIN:VEVENT', 'UID:reminder', 'SUMMARY:Court calls', 'DTSTART:20960305T181500Z']
    const calendar = ['BEGIN:VCALENDAR', ...moment, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
    const imported = await done<CalendarImported>('POST', '/availability/import', {
      ...{ participant, timeZone, calendar },
    })
    assert.deepEqual([imported.added, imported.takenAsBusy, imported.leftOut], [1, [], []])
    const conflicts = async () => {
      const { sessions } = await done<{ sessions: Session[] }>('GET', `/cases/${world.caseId}/sessions`)
      return [before, after].map((path) =>
        sessions
          .find(({ id }) => path.endsWith(id))
          ?.conflicts?.some(({ why }) => why.endsWith('is not available at that time.')),
      )
    }
    await until(async () => (await conflicts())[1])
    assert.deepEqual(await conflicts(), [undefined, true])
    for (const session of [before, after]) await done('PUT', `${session}/outcome`, { outcome: 'withdrawn' })
    const free = await starts([participant])
    const times = ['17:15', '17:30', '18:00', '18:15', '18:30']
    assert.deepEqual(
      times.map((time) => free.includes(time)),
      [true, false, false, false, true],
    )
    const { entries } = await done<{ entries: CalendarEntry[] }>(
      'GET',
      '/availability?kind=room&id=washington1',
    )
    assert.deepEqual(
      entries.map(({ why, effect, ends, ...of }) => [of.starts, ends, effect, why]),
      [['2096-03-05T18:15', '2096-03-05T18:15:01', 'busy', 'Court calls']],
    )
    for (const { id } of entries) await done('DELETE', `/availability/${id}`)
  })

  it('what an earlier version has not recorded of its sessions is filled from the log by the migration', async () => {
    const { db } = world.service
    const known = () =>
      db.rows(`select session_id, revision, last_slot, slot_since from sessions order by session_id`)
    const before = await known()
    assert.ok(before.some((row) => (row as { last_slot: unknown }).last_slot !== null))
    await db.script(
      `update projections.sessions set revision = 0, slot_since = changed_at,
         last_slot = case when status = 'scheduled' then slot end;
       alter table projections.sessions drop column window_ends_at;
       delete from schema_migrations where name = 'postponed-sessions';`,
    )
    assert.notDeepEqual(await known(), before)
    assert.deepEqual(await migrate(db), { applied: ['postponed-sessions'] })
    assert.deepEqual(await known(), before)
  })
})
