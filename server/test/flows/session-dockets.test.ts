import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defineAdapter } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import type { Blackout, CalendarEntry } from '@portico/contract/scheduling'
import type { ListedSession, SessionPage, SessionQueue } from '@portico/contract/session-lists'
import type { SessionPlan } from '@portico/contract/session-plans'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { dayOf, daysLater } from '../../core/time/moments.ts'
import { addJobs } from '../../store/jobs.ts'
import { doneBy } from '../done.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const timeZone = 'America/New_York'
const room = { kind: 'room', id: 'washington1' }
const judge = { kind: 'adjudicator', id: 'judith' }
const monday = '2096-03-05'

/** What people are sent. */
function postOffice() {
  type Message = { notification: string; recipient: { id: string; emails?: string[] }; calendar?: string }
  const messages: Message[] = []
  const adapter = defineAdapter({
    port: notifications,
    name: 'office',
    does: 'Keeps messages.',
    options: Type.Object({}),
    open: () => ({
      supports: [],
      calls: {
        async notify(message) {
          messages.push(message as Message)
          return {}
        },
      },
    }),
  })
  return { adapter, messages }
}

describe('dockets of sessions', () => {
  const office = postOffice()
  let world: World
  let scheduler: Http
  let otherCaseId: string
  before(async () => {
    world = await startWorld(
      {},
      { ports: { notifications: { adapter: office.adapter, channels: ['email'] } } },
    )
    scheduler = await world.member('sandy', ['scheduler'])
    await world.member('judith', ['adjudicator'])
    const { appeals } = (await world.admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    otherCaseId = appeals.find(({ id }) => id !== world.caseId)?.id ?? ''
  })
  after(() => world.close())

  const done = doneBy(() => scheduler)
  const refused = async (status: number, sentence: RegExp, method: string, path: string, body?: unknown) => {
    const reply = await scheduler(method, path, { body })
    assert.equal(reply.status, status, reply.text)
    assert.match(reply.text, sentence)
  }
  const requested = async (caseId: string, kind = 'video') =>
    (await done<{ session: Session }>('POST', `/cases/${caseId}/sessions`, { kind })).session.id
  const queue = async (query = '') => (await done<SessionQueue>('GET', `/session-queue${query}`)).waiting
  const found = async (sessionId: string) =>
    (await done<{ found: ListedSession }>('GET', `/sessions/${sessionId}`)).found
  const end = (caseId: string, sessionId: string, outcome: string) =>
    done('PUT', `/cases/${caseId}/sessions/${sessionId}/outcome`, { outcome })
  const plan = async (of: object = {}) => {
    const asked = { from: monday, to: monday, benches: [{ participants: [judge, room] }], ...of }
    return (await done<{ plan: SessionPlan }>('POST', '/session-plans', asked)).plan
  }
  const accept = async (planId: string, body: object = {}) =>
    (await done<{ plan: SessionPlan }>('POST', `/session-plans/${planId}/acceptance`, body)).plan
  const states = ({ sessions }: SessionPlan) => sessions.map(({ state }) => state)

  it('those that wait are listed by rank, each with the reason, and the task to schedule it', async () => {
    const first = await requested(world.caseId)
    const other = await requested(otherCaseId)
    const before = await queue()
    assert.deepEqual(
      before.map(({ sessionId, rank }) => [sessionId, rank]).toSorted(),
      [
        [before[0]?.sessionId, 1],
        [before[1]?.sessionId, 2],
      ].toSorted(),
    )
    const [top] = before
    assert.match(top?.why ?? '', /advanced/)
    assert.equal(top?.task?.type, 'scheduleSession')
    // The claimant is younger after all.
    const { parties } = await done<{ parties: { id: string; role: string; person: object }[] }>(
      ...(['GET', `/cases/${top?.caseId}/parties`] as const),
    )
    for (const { id, role, person } of parties.filter((party) => party.role === 'appellant'))
      await done('POST', `/cases/${top?.caseId}/parties/${id}`, {
        role,
        person: { ...person, birthDate: '1999-01-01' },
      })
    const after = await queue()
    assert.deepEqual(
      after.map(({ sessionId }) => sessionId),
      before.map(({ sessionId }) => sessionId).toReversed(),
    )
    assert.match(after[1]?.why ?? '', /docket number/)
    const page = await done<SessionQueue>('GET', '/session-queue?limit=1')
    const next = await done<SessionQueue>('GET', `/session-queue?limit=1&after=${page.next}`)
    assert.deepEqual(
      [...page.waiting, ...next.waiting].map(({ sessionId, rank }) => [sessionId, rank]),
      after.map(({ sessionId, rank }) => [sessionId, rank]),
    )
    assert.equal(next.next, undefined)
    await refused(400, /after must be/, 'GET', '/session-queue?after=bm8')
    await refused(400, /docket/, 'GET', '/session-queue?docket=unknown')
    for (const [caseId, id] of [
      [world.caseId, first],
      [otherCaseId, other],
    ] as const)
      await end(caseId, id, 'withdrawn')
    assert.deepEqual(await queue(), [])
  })

  it('a session and its schedule task are one record: who places the one completes the other', async () => {
    const id = await requested(world.caseId)
    const [task] = (await found(id)).tasks.filter(({ type }) => type === 'scheduleSession')
    const state = async () =>
      (await done<TaskList>('GET', `/cases/${world.caseId}/tasks`)).tasks.find((one) => one.id === task?.id)
    assert.deepEqual([(await state())?.status, (await state())?.about], ['assigned', id])
    await refused(422, /./, 'POST', `/cases/${world.caseId}/tasks/${task?.id}/complete`, {})
    const { id: planId, sessions } = await plan()
    assert.deepEqual([sessions.length, sessions[0]?.sessionId], [1, id])
    assert.equal((await state())?.status, 'assigned')
    assert.deepEqual(states(await accept(planId)), ['placed'])
    assert.equal((await state())?.status, 'completed')
    const placed = await found(id)
    assert.deepEqual(
      [placed.session.status, placed.tasks.map(({ type }) => type).includes('scheduleSession')],
      ['scheduled', false],
    )
    await end(world.caseId, id, 'postponed')
    assert.equal((await queue())[0]?.sessionId, id)
    assert.equal((await found(id)).tasks.filter(({ type }) => type === 'scheduleSession').length, 1)
    await end(world.caseId, id, 'withdrawn')
  })

  it('a day is placed at once after a preview, and what became impossible is named', async () => {
    await requested(world.caseId)
    await requested(otherCaseId)
    await requested(otherCaseId, 'inPerson')
    const before = await done<SessionPage>('GET', '/sessions')
    const preview = await plan()
    assert.deepEqual(await done<SessionPage>('GET', '/sessions'), before)
    const starts = (of: SessionPlan) => of.sessions.map(({ slot }) => slot?.startsAt.slice(11, 16))
    assert.deepEqual(starts(preview), ['13:15', '14:15', '15:15'])
    assert.deepEqual(preview.sessions[1]?.reasons.length, 2)
    assert.ok(preview.sessions[0]?.participants.some(({ kind }) => kind === 'party'))
    // Meanwhile one is withdrawn, and the room is needed in the middle of the next.
    const [first, second, third] = preview.sessions.map(({ caseId, sessionId }) => ({ caseId, sessionId }))
    await end(first?.caseId ?? '', first?.sessionId ?? '', 'withdrawn')
    const { entry } = await done<{ entry: CalendarEntry }>('POST', '/availability', {
      ...{ participant: room, effect: 'busy', timeZone },
      ...{ starts: `${monday}T09:30`, ends: `${monday}T10:00` },
    })
    const accepted = await accept(preview.id)
    assert.deepEqual(
      accepted.sessions.map(({ state, why }) => [state, why]),
      [
        ['refused', 'The session has changed since the plan was made.'],
        ['refused', 'Hearing room 1 is not available at that time.'],
        ['placed', undefined],
      ],
    )
    assert.equal(accepted.status, 'done')
    await refused(409, /accepted already/, 'POST', `/session-plans/${preview.id}/acceptance`, {})
    const listed = await done<SessionPage>(
      'GET',
      `/sessions?kind=location&id=washington&from=${monday}T00:00:00Z`,
    )
    assert.deepEqual(
      listed.sessions.map(({ session }) => session.id),
      [third?.sessionId],
    )
    assert.deepEqual(
      (await queue()).map(({ sessionId }) => sessionId),
      [second?.sessionId],
    )
    const rest = await plan()
    assert.deepEqual(starts(rest), ['13:15'])
    await accept(rest.id, { sessionIds: [second?.sessionId] })
    assert.equal((await found(second?.sessionId ?? '')).session.slot?.startsAt, `${monday}T13:15:00.000Z`)
    await done('DELETE', `/availability/${entry.id}`)
    const others = await world.member('olive', ['scheduler'])
    assert.equal((await others('GET', `/session-plans/${rest.id}`)).status, 404)
    // What has become too sensitive for whoever made the plan is not in it any more.
    const { db, portico } = world.service
    await db.rows(`update case_work set sensitivity = 4 where case_id = $1`, [world.caseId])
    const [row] = await db.rows<{ id: string }>(`select made_by as id from session_plans where id = $1`, [
      preview.id,
    ])
    const sight = { id: row?.id ?? '', mostSensitivity: 3, barredCaseIds: [] }
    const { sessions } = await portico.sessionPlans.read(preview.id, sight)
    assert.deepEqual([...new Set(sessions.map(({ caseId }) => caseId))], [otherCaseId])
    await db.rows(`update case_work set sensitivity = 0 where case_id = $1`, [world.caseId])
    await refused(400, /at most 31 days/, 'POST', '/session-plans', {
      ...{ from: monday, to: '2096-05-05', benches: [{ participants: [room] }] },
    })
    await refused(400, /sessionIds must be/, 'POST', `/session-plans/${rest.id}/acceptance`, {
      sessionIds: ['x'],
    })
    for (const { caseId, sessionId } of preview.sessions) await end(caseId, sessionId, 'withdrawn')
  })

  it('repairs move nobody where another room will do, and accepting them is one command', async () => {
    const ids = [await requested(world.caseId), await requested(otherCaseId)]
    const planned = await plan()
    await accept(planned.id)
    const conflicted = async () =>
      (await done<SessionPage>('GET', '/sessions?isConflicted=true')).sessions.map(
        ({ session }) => session.id,
      )
    const { blackout } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      ...{ from: monday, participant: room, why: 'The room is being painted.' },
    })
    await until(async () => (await conflicted()).length === 2)
    const repair = async () => (await done<{ plan: SessionPlan }>('POST', '/session-repairs', {})).plan
    const painted = await repair()
    assert.deepEqual(
      painted.sessions.map(({ slot, from, peopleMoved }) => [slot?.startsAt === from?.startsAt, peopleMoved]),
      [
        [true, 0],
        [true, 0],
      ],
    )
    assert.deepEqual(painted.sessions[0]?.reasons, [
      'The room is being painted.',
      'Hearing room 2 instead of Hearing room 1.',
      'Nobody has to come at another time.',
    ])
    assert.deepEqual(states(await accept(painted.id)), ['placed', 'placed'])
    assert.deepEqual(await conflicted(), [])

    // A holiday moves both to the next day on which all can, in the order that they had.
    await done('POST', '/blackouts', { from: monday, why: 'A holiday.' })
    await until(async () => (await conflicted()).length === 2)
    const moved = await accept((await repair()).id)
    assert.deepEqual(
      moved.sessions.map(({ state, slot }) => [state, slot?.startsAt.slice(0, 10)]),
      [
        ['placed', '2096-03-06'],
        ['placed', '2096-03-06'],
      ],
    )
    assert.deepEqual(await conflicted(), [])
    assert.equal((await repair()).sessions.length, 0)
    await refused(422, /Nothing stands against/, 'POST', '/session-repairs', { sessionIds: ids.slice(0, 1) })
    await done('DELETE', `/blackouts/${blackout.id}`)
  })

  it('a plan and a repair say what needs consent, and place it with consent alone', async () => {
    const today = dayOf(new Date())
    const dayIn = (days: number) => dayOf(daysLater(new Date(), days))
    const bench = { from: today, to: dayIn(7), benches: [{ participants: [judge, room] }] }
    const id = await requested(world.caseId)
    const ofIt = ({ sessions }: SessionPlan) => sessions.find(({ sessionId }) => sessionId === id)
    assert.match(ofIt(await plan(bench))?.why ?? '', /within the notice/)

    const sooner = await plan({ ...bench, withinNotice: true })
    assert.equal(ofIt(sooner)?.needsConsent, 'The session would be within its notice of 14 days')
    const without = ofIt(await accept(sooner.id, { sessionIds: [id] }))
    assert.equal(without?.state, 'refused')
    assert.match(without?.why ?? '', /name in consent who has agreed/)

    const again = await plan({ ...bench, withinNotice: true })
    const acceptance = `/session-plans/${again.id}/acceptance`
    const consent = (of: object) => ({ sessionIds: [id], consents: [{ sessionId: id, ...of }] })
    await refused(400, /consent/, 'POST', acceptance, consent({ consent: ' ' }))
    await refused(400, /consents must be of sessions that the plan has a slot for/, 'POST', acceptance, {
      consents: [{ sessionId: 'session_x', consent: 'Yes.' }],
    })
    const placed = ofIt(await accept(again.id, consent({ consent: 'Ms. Byron, by telephone.' })))
    assert.equal(placed?.state, 'placed')
    const { events } = await done<{ events: { data: { consent?: string } }[] }>(
      ...(['GET', `/cases/${world.caseId}/events?types=session.scheduled&limit=1000`] as const),
    )
    assert.equal(events.at(-1)?.data.consent, 'Ms. Byron, by telephone.')

    const { blackout } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      ...{ from: placed?.slot?.startsAt.slice(0, 10), to: dayIn(90) },
      ...{ participant: judge, why: 'On leave.' },
    })
    const repair = async (of: object) =>
      ofIt((await done<{ plan: SessionPlan }>('POST', '/session-repairs', of)).plan)
    await until(async () => (await found(id)).session.conflicts !== undefined)
    assert.equal((await repair({}))?.state, 'left')
    await done('DELETE', `/blackouts/${blackout.id}`)
    await until(async () => (await found(id)).session.conflicts === undefined)
    const { blackout: day } = await done<{ blackout: Blackout }>('POST', '/blackouts', {
      ...{ from: placed?.slot?.startsAt.slice(0, 10), participant: judge, why: 'On leave.' },
    })
    await until(async () => (await found(id)).session.conflicts !== undefined)
    const noticed = await repair({})
    assert.equal(noticed?.needsConsent, undefined)
    assert.ok((noticed?.slot?.startsAt ?? '') > dayIn(13))
    const near = await repair({ withinNotice: true, to: dayIn(10) })
    assert.equal(near?.state, 'proposed')
    assert.match(near?.needsConsent ?? '', /would be (within its notice of 14 days|earlier than it was)/)
    await done('DELETE', `/blackouts/${day.id}`)
    await end(world.caseId, id, 'withdrawn')
  })

  it('a reminder goes out once for its day, with the session as a calendar, and none for a time that is past', async () => {
    const { caseId } = world
    const { parties } = await done<{ parties: { id: string; role: string; person: object }[] }>(
      ...(['GET', `/cases/${caseId}/parties`] as const),
    )
    const claimant = parties.find(({ role }) => role === 'appellant')
    await done('POST', `/cases/${caseId}/parties/${claimant?.id}`, {
      ...{ role: 'appellant', person: claimant?.person, contact: { emails: ['ada@example.org'] } },
    })
    const zone = { optedOut: [], timeZone: 'America/Denver' }
    assert.equal(
      (await world.admin('PUT', `/cases/${caseId}/parties/${claimant?.id}/notices`, { body: zone })).status,
      200,
    )
    const id = await requested(caseId, 'inPerson')
    const slot = { startsAt: daysLater(new Date(), 6).toISOString(), minutes: 60, timeZone }
    const consent = 'Everybody has agreed.'
    await done('PUT', `/cases/${caseId}/sessions/${id}/slot`, { slot, participants: [room], consent })
    const { db } = world.service
    const remind = () => addJobs(db, [{ name: 'remindSessions', key: 'all', payload: {} }])
    const isIdle = async () =>
      (await db.rows(`select from graphile_worker.jobs j where j.key like '%remindSessions%'`)).length === 0
    const due = async () => {
      const { events } = await world
        .admin('GET', `/cases/${caseId}/events?types=session.reminderDue`)
        .then(({ json }) => json as { events: { data: { days: number } }[] })
      return events.map(({ data }) => data.days)
    }
    await remind()
    await until(isIdle)
    assert.deepEqual(await due(), [], 'it was made inside the window')
    await db.rows(
      `update projections.sessions set slot_since = now() - interval '100 days' where session_id = $1`,
      [id],
    )
    const reminders = () => office.messages.filter(({ notification }) => notification === 'sessionReminder')
    await remind()
    await until(() => reminders().length > 0)
    await remind()
    await until(isIdle)
    assert.deepEqual(await due(), [7])
    const [message, ...others] = reminders()
    assert.deepEqual([others.length, message?.recipient.emails], [0, ['ada@example.org']])
    assert.match(message?.calendar ?? '', /DTSTART;TZID=America\/Denver/)
    assert.match(message?.calendar ?? '', new RegExp(`UID:${id}@`))
    await end(caseId, id, 'withdrawn')
    await remind()
    await until(isIdle)
    assert.deepEqual(await due(), [7])
  })
})
