import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCookieSource, type Tabs } from './cookie-session.ts'
import { PorticoError } from './errors.ts'

const minuteMs = 60_000

/** A service with one session, and the tabs of one browser at it. */
function browser() {
  let nowMs = 0
  let count = 0
  let isOpen = true
  let isAway = false
  let line: Promise<unknown> = Promise.resolve()
  const hearers = new Map<number, (message: never) => void>()
  const timers: { at: number; work: () => void }[] = []
  const refused = (status: number) => new PorticoError({ code: 'unauthenticated', message: 'No.', status })
  const answered = async () => {
    if (isAway) throw new PorticoError({ code: 'network', message: 'Away.' })
    if (!isOpen) throw refused(401)
    count += 1
    return { token: `token-${count}`, expiresIn: 3600 }
  }
  const tabsFor = (id: number): Tabs => ({
    alone(work) {
      const done = line.then(work)
      line = done.catch(() => {})
      return done
    },
    tell: (message) => {
      for (const [other, hear] of hearers) if (other !== id) hear(structuredClone(message) as never)
    },
    listen: (hear) => void hearers.set(id, hear as (message: never) => void),
  })
  return {
    tab() {
      const states: string[] = []
      const source = createCookieSource(
        { session: 'cookie', onSession: (state) => states.push(state) },
        {
          refresh: answered,
          signIn: async () => {
            isOpen = true
            return answered()
          },
        },
        tabsFor(hearers.size),
        {
          now: () => nowMs,
          after(ms, work) {
            const timer = { at: nowMs + ms, work }
            timers.push(timer)
            return () => {
              timer.work = () => {}
            }
          },
        },
      )
      return { ...source, states }
    },
    async pass(ms: number) {
      nowMs += ms
      for (const timer of timers.splice(0)) {
        if (timer.at <= nowMs) timer.work()
        else timers.push(timer)
      }
      await line
      await new Promise(setImmediate)
    },
    close() {
      isOpen = false
    },
    away(away: boolean) {
      isAway = away
    },
    count: () => count,
  }
}

describe('a session by cookie', () => {
  it('begins with the cookie, once for all calls and tabs that ask', async () => {
    const world = browser()
    const [one, other] = [world.tab(), world.tab()]
    const tokens = await Promise.all([one.renew(undefined), one.renew(undefined), other.renew(undefined)])
    assert.deepEqual(tokens, ['token-1', 'token-1', 'token-1'])
    assert.equal(other.token(), 'token-1')
  })

  it('is renewed before the token expires, by one tab for all', async () => {
    const world = browser()
    const [one, other] = [world.tab(), world.tab()]
    await one.renew(undefined)
    await world.pass(54 * minuteMs)
    assert.equal(world.count(), 1)
    await world.pass(minuteMs)
    assert.equal(world.count(), 2)
    assert.deepEqual([one.token(), other.token()], ['token-2', 'token-2'])
    await world.pass(55 * minuteMs)
    assert.equal(world.count(), 3)
  })

  it('outlives a service that is away when it is due', async () => {
    const world = browser()
    const tab = world.tab()
    await tab.renew(undefined)
    world.away(true)
    await world.pass(55 * minuteMs)
    assert.equal(tab.token(), 'token-1')
    await assert.rejects(tab.renew('token-1'), { code: 'network' })
    world.away(false)
    await world.pass(minuteMs / 2)
    assert.equal(tab.token(), 'token-2')
    assert.deepEqual(tab.states, [])
  })

  it('that has ended is told in every tab, and not asked for again until somebody signs in', async () => {
    const world = browser()
    const [one, other] = [world.tab(), world.tab()]
    await one.renew(undefined)
    world.close()
    await assert.rejects(one.renew('token-1'), { code: 'unauthenticated' })
    await assert.rejects(other.renew('token-1'), {
      code: 'unauthenticated',
      message: 'The session has ended.',
    })
    await other.signIn({ username: 'ada', password: 'secret' })
    assert.deepEqual([one.token(), other.token()], ['token-2', 'token-2'])
    assert.deepEqual(
      [one.states, other.states],
      [
        ['signedOut', 'signedIn'],
        ['signedOut', 'signedIn'],
      ],
    )
    one.end()
    assert.equal(other.token(), undefined)
    assert.equal(other.states.at(-1), 'signedOut')
  })

  it('that somebody ends while it is being renewed stays ended', async () => {
    const world = browser()
    const tab = world.tab()
    await tab.renew(undefined)
    const renewed = tab.renew('token-1')
    tab.end()
    await assert.rejects(renewed, { code: 'unauthenticated' })
    assert.equal(tab.token(), undefined)
  })
})
