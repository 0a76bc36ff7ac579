import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '@portico/contract/envelope'
import type { NewParty } from '@portico/contract/parties'
import fc from 'fast-check'
import { document } from '../../core/file/document.ts'
import type { Decider } from '../../core/kernel/decider.ts'
import { party } from '../../core/party/party.ts'
import { jobsFor } from '../../jobs/effects.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { listDocuments } from '../../projections/documents.ts'
import { findParty } from '../../projections/parties.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { createExecute } from '../engine/execute.ts'
import { rebuild } from '../engine/rebuild.ts'
import { createFireTimers } from '../work/fire-timers.ts'
import { openAccessGrants } from './access-grants.ts'
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
  /** Up to which sensitivity somebody sees cases; everything, where it is not said. */
  const clearances: Record<string, number> = {}
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
        for (const { name, key } of jobsFor(events)) if (name === 'spreadParty') asked.add(key)
        return { jobs: [], obligations: [] }
      },
    })
    desk = openDesk(db, execute)
    parties = openParties({ db, execute, clock: now })
  })
  after(() => db.close())

  const revoke = (caseId: string, partyId: string, why?: string) =>
    desk.execute(
      party,
      request(),
      { type: 'revokeRepresentation', caseId, partyId, ...(why === undefined ? {} : { why }) },
      () => null,
    )

  async function spread() {
    const spreadParty = createSpreadParty({
      db,
      execute: desk.execute,
      clock: now,
      sightOf: async ({ id }) => clearances[id] ?? 9,
    })
    const waiting = asked
    asked = new Set()
    let changed = 0
    for (const key of waiting) {
      const [caseId = '', partyId = ''] = key.split(' ')
      changed += (await spreadParty({ caseId, partyId })).changed
    }
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
    await revoke(String(cases[2]), 'carl', 'By letter.')
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
    await parties.write(request(), caseId, 'dora', { role: 'substitute', person: person('Byron') }, 9)
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
    const spreadParty = createSpreadParty({ db, execute: desk.execute, clock: now, sightOf: async () => 9 })
    assert.deepEqual(await spreadParty({ caseId: cases[0], partyId: 'fynn' }), { changed: 1, refused: 1 })
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
              if (kind === 'revoke') await revoke(caseId, id)
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
      { numRuns: sized(8, 2) },
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
    const [first] = await db.rows<{ case_id: string; due: number }>(
      `select case_id, count(*)::int as due from timers where due_at <= $1
       group by case_id order by min(due_at), min(timer_id) limit 1`,
      [now()],
    )
    assert.ok(first, 'timers are due')
    const withTimers = await db.rows<{ id: string }>(`select distinct case_id as id from timers`)
    const held = new Set(withTimers.map(({ id }) => id))
    assert.equal(
      await createFireTimers({ db, execute: desk.execute, clock: now, held: async () => held })(),
      0,
    )
    const failing: typeof desk.execute = async (decider, call, command, answer) => {
      if (command.caseId === first.case_id) throw new Error('it cannot fire')
      return desk.execute(decider, call, command, answer)
    }
    await assert.rejects(createFireTimers({ db, execute: failing, clock: now })(), /it cannot fire/)
    assert.equal(await fireTimers(), first.due, 'one that cannot fire keeps no other waiting')
    assert.equal(await fireTimers(), 0)
    for (const caseId of cases) assert.deepEqual(await told(caseId), ['given', 'age', 'ended'])
    assert.equal(asked.size, 0, 'each case tells it for itself')
    minute = before
  })

  describe('at different sensitivities', () => {
    const levels = [0, 3, 3, 6]
    const people = [0, 3, 9].map((clearance) => {
      const actor: Actor = { id: `mem_cleared_${clearance}`, name: `cleared ${clearance}`, kind: 'person' }
      clearances[actor.id] = clearance
      return { actor, clearance }
    })
    const [low, , high] = people as [Person, Person, Person]
    type Person = (typeof people)[number]
    const by = ({ actor }: Person) => ({ ...request(), actor })
    const openAt = async (sensitivity: number) => (await desk.open([newDocument(1)], { sensitivity })).caseId
    const changedElsewhere = async (caseId: string, partyId: string) =>
      (await readCaseEvents(db, caseId, { limit: 1000 })).flatMap((event) =>
        event.type === 'party.changedElsewhere' && event.data.partyId === partyId ? [event.data] : [],
      )

    /** One party on a case of each level, known to all of them alike. */
    async function partyAt(id: string) {
      const cases: string[] = []
      for (const level of levels) {
        const caseId = await openAt(level)
        await parties.write(by(high), caseId, id, { role: 'appellant', person: person('Byron') })
        await parties.write(by(high), caseId, `${id}-legion`, legion)
        cases.push(caseId)
      }
      await spread()
      return cases
    }

    const kinds = ['name', 'phone', 'poa'] as const
    const change = fc.record({
      which: fc.nat(levels.length - 1),
      who: fc.nat(people.length - 1),
      kind: fc.constantFrom(...kinds),
    })
    type Change = { which: number; who: number; kind: (typeof kinds)[number] }

    async function make({ which, who, kind }: Change, id: string, caseId: string, value: string) {
      const there = await parties.get(caseId, id)
      const actor = by(people[who] as Person)
      if (kind === 'poa') {
        const power = { ...powerOfAttorney, scope: value }
        const representation = { representativeId: `${id}-legion`, powerOfAttorney: power }
        return parties.represent(actor, caseId, id, representation)
      }
      const contact = kind === 'phone' ? { phones: [value] } : there.contact
      await parties.write(actor, caseId, id, {
        role: there.role,
        person: kind === 'name' ? person(value) : there.person!,
        ...(contact ? { contact } : {}),
      })
      return which
    }

    const valuesOn = async (caseId: string, id: string) => {
      const { person, contact, representation } = await parties.get(caseId, id)
      return {
        name: person?.lastName,
        phone: contact?.phones?.[0],
        poa: representation?.powerOfAttorney.scope,
      }
    }
    const mayWrite = ({ which, who }: Change) => people[who]!.clearance >= levels[which]!

    it('a change reaches the cases that are no less sensitive and seen by who made it; on the others it is noticed', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          round += 1
          const id = `level-${round}`
          const cases = await partyAt(id)
          const expected = levels.map(() => ({ name: 'Byron' }) as Record<string, string | undefined>)
          const noticed = levels.map(() => 0)
          for (const [index, one] of changes.filter(mayWrite).entries()) {
            const value = `555${index}${round}00`
            await make(one, id, cases[one.which]!, value)
            await spread()
            for (const [at, level] of levels.entries()) {
              if (at !== one.which && level < levels[one.which]!) continue
              if (at === one.which || level <= people[one.who]!.clearance) expected[at]![one.kind] = value
              else noticed[at]! += 1
            }
          }
          for (const [at, caseId] of cases.entries()) {
            const { name, phone, poa } = expected[at]!
            assert.deepEqual(await valuesOn(caseId, id), { name, phone, poa })
            assert.equal((await changedElsewhere(caseId, id)).length, noticed[at])
          }
        }),
        { numRuns: sized(8, 2) },
      )
    })

    it('in whichever order changes are made and spread, none is on a case that it may not reach', async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
          async (rounds) => {
            round += 1
            const id = `order-${round}`
            const cases = await partyAt(id)
            const made = new Map<string, Change>()
            for (const changes of rounds) {
              for (const change of changes.filter(mayWrite)) {
                const value = `555${made.size}${round}00`
                made.set(value, change)
                await make(change, id, cases[change.which]!, value)
              }
              asked = new Set([...asked].reverse())
              await spread()
            }
            for (const [at, caseId] of cases.entries()) {
              for (const value of Object.values(await valuesOn(caseId, id))) {
                const from = made.get(value ?? '')
                if (!from || from.which === at) continue
                assert.ok(levels[from.which]! <= levels[at]!, 'nothing flows to a less sensitive case')
                assert.ok(
                  levels[at]! <= people[from.who]!.clearance,
                  'nor to one that its author may not see',
                )
              }
            }
          },
        ),
        { numRuns: sized(8, 2) },
      )
    })

    it('an id that is known on unseen cases only is unknown, and what is recorded under it changes nothing there', async () => {
      const hidden = await openAt(6)
      const secret = { birthDate: '1948-12-10' }
      const contact = { addresses: [{ lines: ['1 Hidden Lane'] }] }
      const aliases = [{ source: 'directory', externalId: 'secret-7' }]
      await parties.write(by(high), hidden, 'ida-hidden', {
        ...{ role: 'appellant', person: person('Byron', secret), contact, aliases },
      })
      await spread()
      const seen = await openAt(0)
      const { isNew } = await parties.write(
        by(low),
        seen,
        'ida-hidden',
        { role: 'witness', person: person('Guess') },
        low.clearance,
      )
      await spread()
      assert.equal(isNew, true)
      const { person: who, contact: where, aliases: known } = await parties.get(seen, 'ida-hidden')
      assert.deepEqual([who, where, known], [person('Guess'), undefined, []])
      assert.equal((await parties.get(hidden, 'ida-hidden')).person?.lastName, 'Byron')
      const [told] = await changedElsewhere(hidden, 'ida-hidden')
      assert.deepEqual([told?.part, told?.origin], ['identity', { caseId: seen }])
      const open = await db.rows<{ type: string }>(
        `select type from tasks where case_id = $1 and type = 'partyChange' and about = 'ida-hidden'`,
        [hidden],
      )
      assert.equal(open.length, 1)
    })

    it('whoever sees both cases brings what is known along, and a more sensitive one gives nothing to a lesser', async () => {
      const [lesser, same, other] = [await openAt(0), await openAt(3), await openAt(3)]
      const contact = { emails: ['kim@example.org'] }
      await parties.write(by(high), same, 'kim', {
        ...{ role: 'appellant', person: person('Byron', { birthDate: '1950-01-01' }), contact },
      })
      await parties.write(by(high), same, 'kims-legion', legion)
      await parties.represent(by(high), same, 'kim', { representativeId: 'kims-legion', powerOfAttorney })
      await spread()
      for (const caseId of [lesser, other]) {
        await parties.write(by(high), caseId, 'kim', { role: 'veteran', person: person('Byron') }, 9)
        await spread()
      }
      const found = await parties.get(other, 'kim')
      assert.equal(found.person?.birthDate, '1950-01-01')
      assert.deepEqual(found.contact, contact)
      assert.equal(found.representation?.representativeId, 'kims-legion')
      const { person: who, contact: where, representation } = await parties.get(lesser, 'kim')
      assert.deepEqual([who?.birthDate, where, representation], [undefined, undefined, undefined])
      assert.equal(
        (await parties.get(same, 'kim')).person?.birthDate,
        '1950-01-01',
        'nor does it lose anything',
      )
    })

    it('a merger is made where its author may see it, and noticed elsewhere', async () => {
      const cases = [await openAt(0), await openAt(0), await openAt(6)]
      for (const caseId of cases) {
        await parties.write(by(high), caseId, 'lou', { role: 'appellant', person: person('Byron') })
        await parties.write(by(high), caseId, 'lew', { role: 'witness', person: person('Byron') })
      }
      await spread()
      await parties.merge(by(low), cases[0]!, 'lew', 'lou')
      await spread()
      await spread()
      const merged = await Promise.all(cases.map((caseId) => parties.get(caseId, 'lew')))
      assert.deepEqual(
        merged.map(({ mergedInto }) => mergedInto),
        ['lou', 'lou', undefined],
      )
      assert.deepEqual(
        (await changedElsewhere(cases[2]!, 'lew')).map(({ part }) => part),
        ['merger'],
      )
    })
  })

  it('who represents somebody sees nothing by it; a grant on one case holds there, and on its days', async () => {
    const cases = await casesOf('hal', 2)
    const [caseId, elsewhere] = cases
    const documentId = (await listDocuments(db, caseId, 'nobody'))[0]?.id ?? ''
    await db.rows(
      `insert into members (id, username, username_folded, display_name, roles, created_at)
       values ('mem_r', 'r', 'r', 'r', '{representative}', now()), ('mem_gone', 'g', 'g', 'g', '{representative}', now()),
         ('mem_d', 'd', 'd', 'd', '{drafter}', now())`,
    )
    await db.rows(`update members set deactivated_at = now() where id = 'mem_gone'`)
    await parties.write(request(), caseId, 'hals-legion', legion)
    const given = (end?: string) =>
      parties.represent(request(), caseId, 'hal', {
        representativeId: 'hals-legion',
        powerOfAttorney: { ...powerOfAttorney, ...(end ? { end } : {}) },
      })
    const grants = openAccessGrants({
      db,
      execute: desk.execute,
      profileFor: async () => defaultProfile,
      clock: now,
    })
    const grant = (memberId: string, more: object = {}) =>
      grants.grant(request(), caseId, { memberId, partyId: 'hal', ...more })
    const membersWhoSee = async (id: string, day = '2026-11-01') =>
      (await findCaseAccess(db, id, day))?.representativeIds

    await assert.rejects(grant('mem_r', { documentId }), /Nobody represents hal in this case/)
    await given('2026-12-31')
    assert.deepEqual(await membersWhoSee(caseId), [])
    await assert.rejects(grant('mem_r'), /documentId must name the power of attorney/)
    await assert.rejects(grant('mem_r', { documentId: 'doc_none' }), /doc_none is not in the file/)
    await assert.rejects(grant('mem_gone', { documentId }), /no active member mem_gone/)
    await assert.rejects(
      grant('mem_d', { documentId }),
      /d has no role that sees represented cases: they need repres/,
    )
    await assert.rejects(grant(alice.id, { documentId }), /Somebody else has to grant you access/)
    const made = await grant('mem_r', { documentId })
    assert.deepEqual([made.isInForce, made.username, made.end], [true, 'r', '2026-12-31'])
    assert.equal((await grant('mem_r', { documentId })).id, made.id)
    await spread()
    assert.deepEqual(await membersWhoSee(caseId), ['mem_r'])
    assert.deepEqual(await membersWhoSee(elsewhere), [], 'it does not spread with the representation')
    assert.deepEqual(await membersWhoSee(caseId, '2020-01-01'), [])
    assert.deepEqual(await membersWhoSee(caseId, '2027-01-01'), [])

    const opponent = { role: 'contestingClaimant', person: person('Opponent', { birthDate: '1950-01-01' }) }
    const contact = { emails: ['opponent@example.org'] }
    await parties.write(request(), caseId, 'hals-opponent', { ...opponent, contact })
    const byCounsel = () => ({ ...request(), actor: { id: 'mem_r', name: 'r', kind: 'person' as const } })
    const guess: NewParty = { role: 'witness', person: person('Guess') }
    await parties.write(byCounsel(), elsewhere, 'hals-opponent', guess, 9)
    const [learnt] = await on([elsewhere], 'hals-opponent')
    assert.deepEqual(
      [learnt?.person, learnt?.contact],
      [person('Guess'), undefined],
      'of the other side nothing',
    )
    await parties.write(byCounsel(), elsewhere, 'hals-opponent', {
      ...guess,
      contact: { emails: ['r@example.org'] },
    })
    await spread()
    assert.deepEqual((await on([caseId], 'hals-opponent'))[0]?.contact, contact, 'nor is it changed by them')
    assert.equal((await typesOn(caseId, 'hals-opponent')).at(-1), 'party.changedElsewhere')

    await revoke(elsewhere, 'hal')
    await spread()
    assert.deepEqual(await membersWhoSee(caseId), [])
    await given('2026-12-31')
    assert.deepEqual(await membersWhoSee(caseId), [], 'a representation that is given again revives no grant')
    const again = await grant('mem_r', { documentId })
    const remove = {
      type: 'setStatus' as const,
      caseId,
      documentId,
      status: 'removed' as const,
      why: 'Not hers.',
    }
    await desk.execute(document, request(), remove, () => null)
    assert.deepEqual(await membersWhoSee(caseId), [], 'without the document there is no power of attorney')
    await grants.withdraw(request(), caseId, again.id, 'Done.')
    assert.deepEqual(
      (await grants.list(caseId)).map(({ withdrawn }) => withdrawn?.why),
      ['The representation that it rests on has changed.', 'Done.'],
    )
    await assert.rejects(grants.withdraw(request(), caseId, 'grant_none'), /no such grant/)
  })

  it('members whom an older event named see nothing by it', async () => {
    const [caseId] = await casesOf('old', 1)
    await parties.write(request(), caseId, 'old-legion', legion)
    const old: Decider<{ type: 'old'; caseId: string }, null> = {
      ...{ name: 'old', stateVersion: 1, initial: null },
      reads: () => ({ types: [] }),
      evolve: () => null,
      decide: () => [
        {
          type: 'party.representationChanged',
          subject: 'old',
          data: {
            ...{
              partyId: 'old',
              role: 'appellant',
              isClaimant: true,
              change: 'given',
              stamp: now().toISOString(),
            },
            representation: { representativeId: 'old-legion', powerOfAttorney, memberIds: ['mem_r'] },
          },
        },
      ],
    }
    await desk.execute(old, request(), { type: 'old', caseId }, () => null)
    assert.deepEqual((await findCaseAccess(db, caseId, '2026-11-01'))?.representativeIds, [])
    const { representation } = await parties.get(caseId, 'old')
    const given = { representativeId: 'old-legion', powerOfAttorney }
    assert.deepEqual(representation, { ...given, isInForce: true })
  })

  it('tables that are rebuilt are the same, byte for byte', async () => {
    const rows = () =>
      db.rows<{ row: string }>(
        `select row from (select p::text from parties p union all select w::text from case_work w
           union all select g::text from access_grants g) as t (row)
         order by 1`,
      )
    const live = await rows()
    assert.ok(live.length > 40)
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), live)
  })
})
