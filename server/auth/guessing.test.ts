import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../core/kernel/decider.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity } from '../test/identity.ts'
import { type Guessing, openGuessing } from './guessing.ts'
import type { Identity } from './identity.ts'
import { openSecret } from './secret.ts'

const dayMs = 24 * 3_600_000

describe('guessing', () => {
  const { clock, pass } = testClock()
  let db: TestDatabase
  let identity: Identity
  let guessing: Guessing
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
    guessing = openProcess()
  })
  after(() => db.close())

  const openProcess = (itsClock = clock) =>
    openGuessing({ db, clock: itsClock, secret: openSecret('a secret that only the tests know.') })

  /** How long the next attempt has to wait, in seconds. */
  const waitOf = async (username: string, address: string): Promise<number> => {
    try {
      const { held } = await guessing.begin({ username, address })
      return held?.retryAfterSeconds ?? 0
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'tooMany')
      return error.retryAfterSeconds ?? -1
    }
  }
  let places = 0
  const newAddress = () => {
    places++
    return `10.${Math.floor(places / 250)}.${places % 250}.1`
  }

  it('ten guesses at one account from one address are free, then each doubles the wait, up to 15 minutes', async () => {
    const address = newAddress()
    for (let guess = 0; guess < 10; guess++) assert.equal(await waitOf('sam', address), 0)
    const waits: number[] = []
    for (let guess = 0; guess < 13; guess++) {
      const wait = await waitOf('sam', address)
      waits.push(wait)
      pass(wait * 1000 - 1)
      assert.equal(await waitOf('sam', address), 1)
      pass(1)
      assert.equal(await waitOf('sam', address), 0)
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  it('an attempt that began earlier and is counted later is not held by the one between', async () => {
    const address = newAddress()
    const behind = openProcess(() => new Date(clock().getTime() - 5000))
    await guessing.begin({ username: 'early', address })
    await behind.begin({ username: 'early', address })
    const attempt = await guessing.begin({ username: 'early', address })
    await attempt.succeeded()
    await behind.begin({ username: 'early', address })
    const another = await guessing.begin({ username: 'early', address })
    await another.abandoned()
    assert.equal((await behind.begin({ username: 'early', address })).held, undefined)
  })

  it('guesses at once are counted before any is looked at, across processes', async () => {
    const address = newAddress()
    const processes = [openProcess(), openProcess()]
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        processes[index % 2]!.begin({ username: 'parallel', address }),
      ),
    )
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10)
  })

  it('another address and another account are not held, and a day of quiet forgets', async () => {
    const address = newAddress()
    for (let guess = 0; guess < 10; guess++) await waitOf('quiet', address)
    assert.equal(await waitOf('quiet', address), 1)
    assert.equal(await waitOf('QUIET', address), 1)
    assert.equal(await waitOf('quiet', newAddress()), 0)
    assert.equal(await waitOf('someone else', address), 0)
    pass(dayMs + 1)
    for (let guess = 0; guess < 10; guess++) assert.equal(await waitOf('quiet', address), 0)
  })

  it('an address is held after fifty failures whatever the accounts, for a minute at most', async () => {
    const address = newAddress()
    for (let guess = 0; guess < 50; guess++) assert.equal(await waitOf(`spray${guess}`, address), 0)
    assert.equal(await waitOf('spray50', address), 1)
    for (let guess = 0; guess < 8; guess++) {
      pass(60_000)
      assert.equal(await waitOf(`more${guess}`, address), 0)
    }
    assert.equal(await waitOf('last', address), 60)
  })

  it('one machine is one address however it writes itself', async () => {
    for (let guess = 0; guess < 10; guess++) {
      assert.equal(await waitOf('six', `2001:db8:0:1:${guess}::${guess}`), 0)
      assert.equal(await waitOf('four', guess % 2 ? '198.51.100.9' : '::ffff:198.51.100.9'), 0)
    }
    assert.equal(await waitOf('six', '2001:DB8::1:a:b:c:d%eth0'), 1)
    assert.equal(await waitOf('six', '2001:db8:0:2::1'), 0)
    assert.equal(await waitOf('four', '198.51.100.9'), 1)
    assert.equal(await waitOf('four', '198.51.100.10'), 0)
  })

  it('signing in to an account of one’s own buys no guesses at others', async () => {
    const address = newAddress()
    for (let guess = 0; guess < 50; guess++) {
      await waitOf(`victim${guess}`, address)
      if (guess % 10 === 0) await (await guessing.begin({ username: 'attacker', address })).succeeded()
    }
    assert.equal(await waitOf('victim50', address), 1)
  })

  it('success forgets the failures of that account at that address', async () => {
    const address = newAddress()
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 9; guess++) assert.equal(await waitOf('clumsy', address), 0)
      await (await guessing.begin({ username: 'clumsy', address })).succeeded()
    }
  })

  it('attempts that begin and end at once do not block each other', async () => {
    const address = newAddress()
    const signIn = async () => (await guessing.begin({ username: 'busy', address })).succeeded()
    for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 5 }, signIn))
  })

  it('an account guessed at from everywhere lets its person in from where they have been, and tells nobody more', async () => {
    const person = await givenPerson(identity)
    const usual = person.credentials
    await identity.signIn(usual)
    const everywhere = async (username: string) => {
      for (let guess = 0; guess < 60; guess++) await waitOf(username, newAddress())
    }
    await everywhere(person.username)
    await everywhere('nobody at all')
    const held = { code: 'tooMany', retryAfterSeconds: 1 }
    const elsewhere = newAddress()
    await assert.rejects(identity.signIn({ ...usual, address: elsewhere }), held)
    await assert.rejects(
      identity.signIn({ ...usual, password: 'not the right one', address: elsewhere }),
      held,
    )
    await assert.rejects(identity.signIn({ ...usual, password: 'not the right one' }), held)
    await assert.rejects(identity.signIn({ ...usual, username: 'nobody at all' }), held)
    await identity.signIn(usual)
    await assert.rejects(identity.signIn({ ...usual, address: elsewhere }), held)
  })

  it('what was counted is deleted after a day, and where someone signed in after ninety', async () => {
    const { credentials } = await givenPerson(identity)
    await identity.signIn(credentials)
    await waitOf('forgettable', newAddress())
    pass(dayMs + 1)
    await guessing.purge()
    const left = () =>
      db.rows<{ known: boolean }>(`select distinct succeeded_at is not null as known from sign_in_guesses`)
    assert.deepEqual(await left(), [{ known: true }])
    pass(90 * dayMs)
    await guessing.purge()
    assert.deepEqual(await left(), [])
  })

  it('what is stored shows neither the name typed nor the address', async () => {
    await waitOf('oops my password', '203.0.113.7')
    const rows = await db.rows<{ text: string }>(`select encode(key, 'escape') as text from sign_in_guesses`)
    for (const { text } of rows) assert.doesNotMatch(text, /oops|203\.0/)
  })
})
