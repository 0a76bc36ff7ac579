import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NewParty } from '@portico/contract/parties'
import fc from 'fast-check'
import { workFor } from '../jobs/effects.ts'
import { allProjections } from '../projections/all.ts'
import { findCaseAccess } from '../projections/case-access.ts'
import { findParty } from '../projections/parties.ts'
import { readCaseEvents } from '../store/events.ts'
import { openDesk, requestBy } from '../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { alice, noon } from '../test/given.ts'
import { createExecute } from './engine/execute.ts'
import { rebuild } from './engine/rebuild.ts'
import { createFireTimers } from './fire-timers.ts'
import { openParties, type Parties } from './parties.ts'
import { createSpreadParty } from './spread-party.ts'

const powerOfAttorney = { start: '2026-03-02', scope: 'all matters' }
const legion: NewParty = { role: 'representative', organization: 'Legion' }
const person = (lastName: string, more: object = {}) => ({ firstName: 'Ada', lastName, ...more })

describe('what is changed of a party on one case', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  let parties: Parties
  let minute = 0
  /** What the events so far ask the background for. */
  let asked = new Set<string>()
  const now = () => new Date(noon.getTime() + minute * 60_000)
  const request = () => {
    minute += 1
    return requestBy(alice, now())
  }

  before(async () => {
    db = await freshDatabase()
    const execute = createExecute({
      db,
      projections: allProjections,
      workFor(events) {
        for (const { name, key } of workFor(events)) if (name === 'spreadParty') asked.add(key)
        return []
      },
    })
    desk = openDesk(db, execute)
    parties = openParties({ db, execute, clock: now })
  })
  after(() => db.close())

  async function spread() {
    const spreadParty = createSpreadParty({ db, execute: desk.execute, clock: now })
    const waiting = asked
    asked = new Set()
    let changed = 0
    for (const partyId of waiting) changed += (await spreadParty(partyId)).changed
    return changed
  }

  /** A few cases that all have Ada, under an id of their own. */
  async function casesOf(partyId: string, count = 3) {
    const cases = await Promise.all(Array.from({ length: count }, () => desk.open()))
    for (const { caseId } of cases)
      await parties.write(request(), caseId, partyId, { role: 'appellant', person: person('Byron') })
    await spread()
    return cases.map(({ caseId }) => caseId) as [string, string, string]
  }

  const on = (caseIds: string[], partyId: string) =>
    Promise.all(caseIds.map((caseId) => findParty(db, caseId, partyId, '2026-11-01')))

  async function typesOn(caseId: string, partyId: string) {
    const reader = { id: alice.id, teams: [], audience: 'staff' as const }
    return (await parties.history(caseId, partyId, reader, { limit: 100 })).events.map(({ type }) => type)
  }

  it('is an event on every case: contact, death, and that it was a mistake', async () => {
    const cases = await casesOf('ada')
    const record = { role: 'appellant', contact: { phones: ['+1 503 555 0140'] } }
    await parties.write(request(), cases[0], 'ada', {
      ...record,
      person: person('Byron', { deathDate: '2026-10-30' }),
    })
    assert.equal(await spread(), 2 * 2, 'two parts on two cases')
    for (const found of await on(cases, 'ada')) {
      assert.deepEqual(found?.contact, record.contact)
      assert.equal(found?.person?.deathDate, '2026-10-30')
    }
    assert.deepEqual(await typesOn(cases[2], 'ada'), [
      'party.recorded',
      'party.recorded',
      'party.died',
      'party.recorded',
      'party.contactChanged',
    ])
    await parties.write(request(), cases[1], 'ada', { ...record, person: person('Byron') })
    assert.equal(await spread(), 2)
    assert.equal((await typesOn(cases[0], 'ada')).at(-1), 'party.deathRetracted')
    assert.equal(await spread(), 0, 'what spread asks for nothing more')
  })

  it('a role is what somebody is to one case, and stays there', async () => {
    const cases = await casesOf('bob')
    await parties.write(request(), cases[0], 'bob', { role: 'witness', person: person('Byron') })
    assert.equal(await spread(), 0)
    assert.deepEqual(
      (await on(cases, 'bob')).map((found) => found?.role),
      ['witness', 'appellant', 'appellant'],
    )
  })

  it('a representation comes with its representative and is revoked everywhere', async () => {
    const cases = await casesOf('carl')
    await parties.write(request(), cases[0], 'carls-legion', legion)
    await parties.represent(request(), cases[0], 'carl', {
      representativeId: 'carls-legion',
      powerOfAttorney,
    })
    assert.equal(await spread(), 2)
    for (const found of await on(cases, 'carl')) assert.equal(found?.representation?.isInForce, true)
    assert.deepEqual(
      (await on(cases, 'carls-legion')).map((found) => found?.organization),
      Array(3).fill('Legion'),
    )
    await parties.revoke(request(), cases[2], 'carl', 'By letter.')
    assert.equal(await spread(), 2)
    for (const found of await on(cases, 'carl')) {
      assert.equal(found?.representation?.isInForce, false)
      assert.deepEqual(found?.representation?.revoked, { on: '2026-11-01', why: 'By letter.' })
    }
  })

  it('whoever comes to a case later has what is known already, but for the role', async () => {
    const cases = await casesOf('dora')
    const contact = { emails: ['dora@example.org'] }
    const born = person('Byron', { birthDate: '1940-12-10' })
    await parties.write(request(), cases[0], 'dora', { role: 'appellant', person: born, contact })
    await parties.write(request(), cases[0], 'doras-legion', legion)
    await parties.represent(request(), cases[0], 'dora', {
      representativeId: 'doras-legion',
      powerOfAttorney,
    })
    await spread()
    const { caseId } = await desk.open()
    await parties.write(request(), caseId, 'dora', { role: 'substitute', person: person('Byron') })
    await spread()
    const [found] = await on([caseId], 'dora')
    assert.equal(found?.role, 'substitute')
    assert.equal(found?.person?.birthDate, '1940-12-10')
    assert.deepEqual(found?.contact, contact)
    assert.equal(found?.representation?.representativeId, 'doras-legion')
    assert.equal((await on(cases, 'dora'))[1]?.person?.birthDate, '1940-12-10')
  })

  it('a merger reaches cases that have both records, one, or neither', async () => {
    const cases = await casesOf('eve')
    await parties.write(request(), cases[0], 'eva', { role: 'appellant', person: person('Byron') })
    const { caseId: onlyEva } = await desk.open()
    await parties.write(request(), onlyEva, 'eva', { role: 'substitute', person: person('Byron') })
    await spread()
    await parties.merge(request(), cases[0], 'eva', 'eve')
    await spread()
    const [gone] = await on([onlyEva], 'eva')
    assert.equal(gone?.mergedInto, 'eve')
    const [stays] = await on([onlyEva], 'eve')
    assert.equal(stays?.role, 'substitute')
    assert.deepEqual(await on([cases[1]], 'eva'), [undefined])
  })

  it('a case that refuses does not stop the others', async () => {
    const cases = await casesOf('finn')
    await casesOf('fynn', 0)
    for (const caseId of cases)
      await parties.write(request(), caseId, 'fynn', { role: 'witness', person: person('Byron') })
    await parties.represent(request(), cases[1], 'finn', { representativeId: 'fynn', powerOfAttorney })
    asked = new Set()
    await parties.merge(request(), cases[0], 'fynn', 'finn')
    const spreadParty = createSpreadParty({ db, execute: desk.execute, clock: now })
    assert.deepEqual(await spreadParty('fynn'), { changed: 1, refused: 1 })
    assert.deepEqual(
      (await on(cases, 'fynn')).map((found) => found?.mergedInto),
      ['finn', undefined, 'finn'],
    )
    asked = new Set()
  })

  it('changes in the same moment end the same on all cases', async () => {
    const cases = await casesOf('same')
    const moment = request()
    for (const [index, caseId] of cases.entries())
      await parties.write(moment, caseId, 'same', { role: 'appellant', person: person(`B${index}`) })
    await spread()
    const names = (await on(cases, 'same')).map((found) => found?.person?.lastName)
    assert.equal(new Set(names).size, 1)
  })

  it('changes on several cases at once end the same on all, in whichever order they spread', async () => {
    const change = fc.record({
      which: fc.nat(2),
      kind: fc.constantFrom('name', 'phone', 'poa', 'revoke'),
      value: fc.nat(5),
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        async (rounds) => {
          round += 1
          const id = `gus-${round}`
          const cases = await casesOf(id)
          for (const caseId of cases) await parties.write(request(), caseId, `${id}-legion`, legion)
          for (const changes of rounds) {
            for (const { which, kind, value } of changes) {
              const caseId = cases[which as 0 | 1 | 2]
              const there = await parties.get(caseId, id)
              const record = {
                role: there.role,
                person: there.person!,
                ...(there.contact ? { contact: there.contact } : {}),
              }
              if (kind === 'name')
                await parties.write(request(), caseId, id, { ...record, person: person(`B${value}`) })
              if (kind === 'phone')
                await parties.write(request(), caseId, id, {
                  ...record,
                  contact: { phones: [`55501${value}`] },
                })
              if (kind === 'poa') {
                const scope = { ...powerOfAttorney, scope: `matter ${value}` }
                await parties.represent(request(), caseId, id, {
                  representativeId: `${id}-legion`,
                  powerOfAttorney: scope,
                })
              }
              if (kind === 'revoke') await parties.revoke(request(), caseId, id)
            }
            await spread()
          }
          const [first, ...others] = (await on(cases, id)).map((found) => {
            const { recordedAt: _, updatedAt: __, ...rest } = found!
            return rest
          })
          for (const other of others) assert.deepEqual(other, first)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('what has its day comes on each case by a timer, once: an end of a power of attorney, an age', async () => {
    const cases = await casesOf('ida', 2)
    const born = { role: 'appellant', person: person('Byron', { birthDate: '1951-12-01' }) }
    await parties.write(request(), cases[0], 'ida', born)
    await parties.write(request(), cases[0], 'idas-legion', legion)
    const until = { ...powerOfAttorney, end: '2026-12-24' }
    await parties.represent(request(), cases[0], 'ida', {
      representativeId: 'idas-legion',
      powerOfAttorney: until,
    })
    await spread()
    const fireTimers = createFireTimers({ db, execute: desk.execute, clock: now })
    const told = async (caseId: string) => {
      const events = await readCaseEvents(db, caseId, { limit: 1000 })
      return events.flatMap((event) => {
        if (event.type === 'case.advanced') return [event.data.reason]
        return event.type === 'party.representationChanged' ? [event.data.change] : []
      })
    }
    assert.equal(await fireTimers(), 0)
    const before = minute
    minute += 60 * 24 * 120
    const [first] = await db.rows<{ case_id: string }>(
      `select case_id from timers where due_at <= $1 order by due_at, timer_id limit 1`,
      [now()],
    )
    const failing: typeof desk.execute = async (decider, call, command, answer) => {
      if (command.caseId === first?.case_id) throw new Error('it cannot fire')
      return desk.execute(decider, call, command, answer)
    }
    await assert.rejects(createFireTimers({ db, execute: failing, clock: now })(), /it cannot fire/)
    assert.equal(await fireTimers(), 2, 'one that cannot fire keeps no other waiting')
    assert.equal(await fireTimers(), 0)
    for (const caseId of cases) assert.deepEqual(await told(caseId), ['given', 'age', 'ended'])
    assert.equal(asked.size, 0, 'each case tells it for itself')
    minute = before
  })

  it('tables that are rebuilt are the same, byte for byte', async () => {
    const rows = () =>
      db.rows<{ row: string }>(
        `select row from (select p::text from parties p union all select w::text from case_work w) as t (row)
         order by 1`,
      )
    const live = await rows()
    assert.ok(live.length > 40)
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), live)
  })

  it('a representative who signs in sees the case on the days of the power of attorney', async () => {
    const [caseId] = await casesOf('hal', 1)
    await db.rows(
      `insert into members (id, username, username_folded, display_name, roles, created_at)
       values ('mem_r', 'r', 'r', 'r', '{}', now()), ('mem_gone', 'g', 'g', 'g', '{}', now())`,
    )
    await db.rows(`update members set deactivated_at = now() where id = 'mem_gone'`)
    await parties.write(request(), caseId, 'hals-legion', legion)
    const given = (end: string, memberIds: string[]) =>
      parties.represent(request(), caseId, 'hal', {
        representativeId: 'hals-legion',
        powerOfAttorney: { ...powerOfAttorney, end },
        memberIds,
      })
    const membersWhoSee = async (id: string) =>
      (await findCaseAccess(db, id, '2026-11-01'))?.representativeIds
    await assert.rejects(given('2026-11-01', ['mem_gone']), /no active member mem_gone/)
    await given('2026-11-01', ['mem_r'])
    assert.deepEqual(await membersWhoSee(caseId), ['mem_r'])
    await given('2026-10-31', ['mem_r'])
    assert.deepEqual(await membersWhoSee(caseId), [])
    await given('2026-12-31', ['mem_r'])
    await parties.revoke(request(), caseId, 'hal')
    assert.deepEqual(await membersWhoSee(caseId), [])
  })
})
