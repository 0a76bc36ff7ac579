import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '@portico/contract/envelope'
import type { Contact } from '@portico/contract/parties'
import { createExecute } from '../../app/engine/execute.ts'
import { openParties, type Parties } from '../../app/parties/parties.ts'
import { createSpreadParty } from '../../app/parties/spread-party.ts'
import { jobsFor } from '../../jobs/effects.ts'
import { allProjections } from '../../projections/all.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { isFull } from '../../test/size.ts'
import type { HeardParts } from '../delivery/bindings/serve-port.ts'
import { executeAll } from '../delivery/ledger/conclude.ts'
import { hearPartyChanged } from './heard.ts'

const source = 'registry'
const levels = { open: 0, edited: 3, beside: 3, secret: 6 } as const
type Which = keyof typeof levels
const names = Object.keys(levels) as Which[]

const binding: Actor = { id: 'binding_party-identity_main', name: 'party-identity/main', kind: 'integration' }
const member = (id: string): Actor => ({ id, name: id, kind: 'person' })
const [chief, staff, counsel] = [member('mem_chief'), member('mem_staff'), member('mem_counsel')]
const clearances: Record<string, number> = { mem_chief: 9, mem_staff: 3, mem_counsel: 3 }

const first = { emails: ['first@example.org'], phones: ['555 0100'] }
const steps = ['directory', 'staff', 'representative', 'spread'] as const
type Step = (typeof steps)[number]

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    ordersOf([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}

/**
 * A party on cases of three sensitivities. The directory gives it another name and email address; staff change email and
 * phone on one case; somebody who represents it there, and is staff elsewhere, changes the phone on the least sensitive.
 */
describe('a party that a directory, staff and a representative change', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  let parties: Parties
  let minute = 0
  let asked = new Set<string>()
  const now = () => new Date(noon.getTime() + minute * 60_000)
  const by = (actor: Actor) => {
    minute += 1
    return requestBy(actor, now())
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

  async function spread({ isReversed = false } = {}) {
    const spreadParty = createSpreadParty({
      ...{ db, execute: desk.execute, clock: now },
      sightOf: async ({ id }) => clearances[id] ?? 9,
    })
    const waiting = isReversed ? [...asked].reverse() : [...asked]
    asked = new Set()
    for (const key of waiting) {
      const [caseId = '', partyId = ''] = key.split(' ')
      await spreadParty({ caseId, partyId })
    }
  }

  /** As the inbox would. */
  async function hear(externalId: string, lastName: string, contact: Contact, clearance?: number) {
    minute += 1
    const asOf = now().toISOString()
    const identifier = { source, externalId }
    const person = { firstName: 'Ada', lastName }
    const fact = { identifier, at: asOf, record: { identifiers: [identifier], person, contact, asOf } }
    const settings = { sources: [source], ...(clearance === undefined ? {} : { clearance }) }
    const parts = { db, clock: now, binding: 'main', settings, id: externalId } as unknown as HeardParts
    const heard = await hearPartyChanged(fact, parts)
    assert.ok('commands' in heard, JSON.stringify(heard))
    const around = { execute: desk.execute, actor: binding, now: now(), also: async () => {} }
    await executeAll(heard.commands, around)
    // Told again, as after a crash, it changes nothing.
    const again: number[] = []
    await executeAll(heard.commands, { ...around, also: async (_, isNews) => again.push(Number(isNews)) })
    assert.deepEqual(again, [0])
  }

  async function play(
    round: string,
    order: readonly Step[],
    how: { isReversed: boolean; clearance?: number },
  ) {
    const partyId = `p-${round}`
    const cases = {} as Record<Which, string>
    for (const name of names)
      cases[name] = (await desk.open([newDocument(1)], { sensitivity: levels[name] })).caseId
    for (const name of how.isReversed ? names.toReversed() : names)
      await parties.write(by(chief), cases[name], partyId, {
        ...{ role: 'appellant', person: { firstName: 'Ada', lastName: 'Byron' }, contact: first },
        aliases: [{ source, externalId: round }],
      })
    await spread()
    await hear(round, 'Byron', first)
    await db.rows(
      `insert into access_grants (grant_id, case_id, member_id, username, party_id, representative_id, document_id,
         start_on, granted_at, granted_by)
       select $1, case_id, $3, 'counsel', $4, 'legion', document_id, '2020-01-01', now(), 'chief'
       from documents where case_id = $2`,
      [`grant-${round}`, cases.edited, counsel.id, partyId],
    )
    const edit = async (actor: Actor, name: Which, change: Contact) => {
      const { role, person, contact } = await parties.get(cases[name], partyId)
      const aliases = [{ source, externalId: round }]
      const next = { role, person: person!, contact: { ...contact, ...change }, aliases }
      await parties.write(by(actor), cases[name], partyId, next)
    }
    for (const step of order) {
      if (step === 'spread') await spread(how)
      if (step === 'staff')
        await edit(staff, 'edited', { emails: ['staff@example.org'], phones: ['555 0200'] })
      if (step === 'representative') await edit(counsel, 'open', { phones: ['555 0300'] })
      if (step === 'directory')
        await hear(round, 'King', { ...first, emails: ['directory@example.org'] }, how.clearance)
    }
    await spread(how)
    const shown = async (name: Which) => {
      const { person, contact, conflicts } = await parties.get(cases[name], partyId)
      const noticed = (await readCaseEvents(db, cases[name], { limit: 1000 })).flatMap((event) =>
        event.type === 'party.changedElsewhere' ? [event.data.part] : [],
      )
      return {
        name: person?.lastName,
        email: contact?.emails?.[0],
        phone: contact?.phones?.[0],
        conflicts: (conflicts ?? []).map(({ field }) => field),
        noticed: [...new Set(noticed)].toSorted(),
      }
    }
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await shown(name)] as const)),
    )
  }

  /** The rules of sight, by themselves. */
  function expected(order: readonly Step[], clearance = Number.POSITIVE_INFINITY) {
    const isBefore = (one: Step, other: Step) => order.indexOf(one) < order.indexOf(other)
    const [byDirectory, byStaff] = ['directory@example.org', 'staff@example.org']
    const bothChanged = isBefore('staff', 'directory') ? ['contact.emails'] : []
    const staffIsLast = isBefore('representative', 'staff')
    // Whoever edited a case later than somebody else need not look at what that one did elsewhere.
    const isOutdated = staffIsLast && !(isBefore('representative', 'spread') && isBefore('spread', 'staff'))
    return {
      // Nothing comes here from the more sensitive ones.
      open: { name: 'King', email: byDirectory, phone: '555 0300', conflicts: [], noticed: [] },
      // Whoever represents somebody here changes nothing here.
      edited: {
        name: 'King',
        email: byStaff,
        phone: '555 0200',
        conflicts: bothChanged,
        noticed: isOutdated ? [] : ['contact'],
      },
      // Both may see this one: the later edit holds, and what the directory says is held against that one.
      beside: staffIsLast
        ? { name: 'King', email: byStaff, phone: '555 0200', conflicts: bothChanged, noticed: [] }
        : { name: 'King', email: byDirectory, phone: '555 0300', conflicts: [], noticed: [] },
      // Above the clearance of both, and of the directory if it has one.
      secret:
        clearance < levels.secret
          ? {
              name: 'Byron',
              email: 'first@example.org',
              phone: '555 0100',
              conflicts: [],
              noticed: ['contact', 'directory'],
            }
          : { name: 'King', email: byDirectory, phone: '555 0100', conflicts: [], noticed: ['contact'] },
    }
  }

  for (const clearance of [undefined, 3])
    it(`ends as the rules of sight say, in every order${clearance ? ', also if the directory has a clearance' : ''}`, async () => {
      const orders = ordersOf(steps).filter((_, index) => isFull || index % 5 === 0)
      for (const [index, order] of orders.entries()) {
        const how = { isReversed: index % 2 === 1, ...(clearance === undefined ? {} : { clearance }) }
        const ended = await play(`${clearance ?? 'all'}-${index}`, order, how)
        assert.deepEqual(ended, expected(order, clearance), order.join(', '))
      }
    })

  it('is changed on every case once, where the process ends between two of them', async () => {
    const cases: string[] = []
    const aliases = [{ source, externalId: 'cut' }]
    for (let index = 0; index < 3; index++) {
      const { caseId } = await desk.open([newDocument(1)])
      await parties.write(by(chief), caseId, 'p-cut', {
        ...{ role: 'appellant', person: { firstName: 'Ada', lastName: 'Byron' }, aliases },
      })
      cases.push(caseId)
    }
    let calls = 0
    const whole = desk.execute
    desk.execute = (async (...asked: Parameters<typeof whole>) => {
      calls += 1
      if (calls === 2) throw new Error('the process ends')
      return whole(...asked)
    }) as typeof whole
    await assert.rejects(hear('cut', 'Byron', first), /the process ends/)
    desk.execute = whole
    minute -= 1
    await hear('cut', 'Byron', first)
    for (const caseId of cases) {
      const events = await readCaseEvents(db, caseId, { limit: 1000 })
      assert.equal(events.filter(({ type }) => type === 'party.contactChanged').length, 1)
    }
  })
})
