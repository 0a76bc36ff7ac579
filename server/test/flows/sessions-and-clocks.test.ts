import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CalendarFeed } from '@portico/contract/calendar-feeds'
import type { Profile } from '@portico/contract/profile'
import type { SlotsFound } from '@portico/contract/scheduling'
import type { SessionPage } from '@portico/contract/session-lists'
import type { Session } from '@portico/contract/sessions'
import { zoned } from '../../core/time/local-time.ts'
import { msLater } from '../../core/time/moments.ts'
import { doneBy } from '../done.ts'
import { startWorld, type World } from '../world.ts'

const timeZone = 'America/New_York'
const room = { kind: 'room', id: 'washington1' }
const judge = { kind: 'adjudicator', id: 'judith' }

describe('sessions on days on which the clock changes, and over midnight', () => {
  let world: World
  let feed: CalendarFeed
  before(async () => {
    world = await startWorld()
    await world.member('judith', ['adjudicator'])
    feed = (await done<{ feed: CalendarFeed }>('POST', '/calendar-feeds', { participant: judge })).feed
  })
  after(() => world.close())

  const done = doneBy(() => world.admin)
  const requested = async (kind = 'inPerson') => {
    const path = `/cases/${world.caseId}/sessions`
    return `${path}/${(await done<{ session: Session }>('POST', path, { kind })).session.id}`
  }
  const slot = (startsAt: string, minutes = 60, zone = timeZone) => ({
    slot: { startsAt, minutes, timeZone: zone },
    participants: [room, judge],
  })
  const place = async (of: object) => {
    const session = await requested()
    await done('PUT', `${session}/slot`, of)
    return session
  }
  const refusedAs = async (of: object, sentence: RegExp) => {
    const session = await requested()
    const reply = await world.admin('PUT', `${session}/slot`, { body: of })
    assert.deepEqual([reply.status, sentence.test(reply.text)], [409, true], reply.text)
    await done('PUT', `${session}/outcome`, { outcome: 'withdrawn' })
  }
  const taken = /That time is taken for/
  /** When each event of the feed begins and ends, as it is written. */
  const fed = async () => {
    const { text } = await world.anonymous('GET', new URL(feed.url).pathname)
    return text
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => [/DTSTART(.*?)\r\n/, /DTEND(.*?)\r\n/].map((line) => line.exec(event)?.[1] ?? ''))
  }
  const local = (time: string) => `;TZID=${timeZone}:${time}`

  it('one that begins before the clock is put forward lasts as long as it was to last', async () => {
    // From 1:30 to 4:30 by the clock, and two hours long.
    await place(slot('2096-03-11T06:30:00.000Z', 120))
    const own = (await fed()).find(([start]) => start?.includes('20960311'))
    assert.deepEqual(own, [local('20960311T013000'), local('20960311T043000')])
    await refusedAs(slot('2096-03-11T08:00:00.000Z'), taken)
    await place(slot('2096-03-11T08:30:00.000Z'))
  })

  it('of the hour that comes twice each is a time of its own', async () => {
    const first = await place(slot('2096-11-04T05:30:00.000Z'))
    const second = await place(slot('2096-11-04T06:30:00.000Z'))
    await refusedAs(slot('2096-11-04T06:00:00.000Z'), taken)
    const { sessions } = await done<SessionPage>(
      'GET',
      '/sessions?from=2096-11-04T04:00:00.000Z&to=2096-11-05T05:00:00.000Z',
    )
    assert.deepEqual(
      sessions.map(({ session }) => session.id),
      [first, second].map((path) => path.split('/').at(-1)),
    )
    const starts = (await fed()).flatMap(([start = '']) => (start.includes('20961104') ? [start] : []))
    assert.equal(new Set(starts).size, 2, `a reader takes them for two times: ${starts}`)
  })

  it('one that goes over midnight takes both days, and those who are elsewhere by their clock', async () => {
    // From 23:30 on Monday to 00:30 on Tuesday in New York: 20:30 in Los Angeles.
    await place(slot('2096-03-06T04:30:00.000Z'))
    const own = (await fed()).find(([start]) => start?.includes('20960305'))
    assert.deepEqual(own, [local('20960305T233000'), local('20960306T003000')])
    await refusedAs(slot('2096-03-06T05:00:00.000Z'), taken)
    await refusedAs(slot('2096-03-06T05:00:00.000Z', 30, 'America/Los_Angeles'), taken)
    await place(slot('2096-03-06T05:30:00.000Z', 30, 'America/Los_Angeles'))
  })

  it('notice is counted in days of the calendar, whatever the clock does in between', async () => {
    const now = zoned(new Date(), timeZone)
    let days = 1
    while (now.add({ days }).offset === now.offset) days += 1
    // Not on the very day of the change.
    days += 2
    const { profile } = await done<{ profile: Profile }>('GET', '/profile')
    const { sessions } = profile
    const changed = {
      ...profile,
      sessions: { ...sessions, noticeDays: { ...sessions.noticeDays, video: days } },
    }
    await done('PUT', '/profile', { profile: changed, why: 'A test of it.' })
    const ends = () => new Date(zoned(new Date(), timeZone).add({ days }).epochMilliseconds)
    const at = (ms: number) => ({
      slot: { startsAt: msLater(ends(), ms).toISOString(), minutes: 60, timeZone },
    })
    const session = await requested('video')
    const early = await world.admin('PUT', `${session}/slot`, { body: at(-600_000) })
    assert.deepEqual([early.status, /within its notice/.test(early.text)], [422, true], early.text)
    const hold = (ms: number) =>
      world.admin('POST', '/holds', { body: { ...at(ms), kind: 'video', participants: [room] } })
    assert.equal((await hold(-600_000)).status, 422)
    const found = await done<SlotsFound>('POST', '/slots/search', {
      ...{ participants: [room], kind: 'video', timeZone, limit: 500, minutes: 15 },
      ...{
        from: now.add({ days }).toPlainDate().toString(),
        to: now
          .add({ days: days + 7 })
          .toPlainDate()
          .toString(),
      },
    })
    assert.ok(
      found.slots.every(({ slot: { startsAt } }) => startsAt >= msLater(ends(), -60_000).toISOString()),
    )
    assert.equal((await hold(120_000)).status, 201)
    await done('PUT', `${session}/slot`, at(120_000))
  })
})
