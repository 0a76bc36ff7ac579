import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Ending } from '@portico/contract/endings'
import type { CandidateList, Contact, NewParty, Party } from '@portico/contract/parties'
import { defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import { partyIdentity } from '@portico/contract/ports/party-identity'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { findCaseAccess } from '../../projections/case-access.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'
import type { Told } from './canonical.ts'

type Asked = InputOf<typeof partyIdentity, 'lookUp'>
type WrittenBack = InputOf<typeof partyIdentity, 'writeBack'>

const noop = async (): Promise<unknown> => undefined

/** A directory of record: what it has is in `records`, and it reports by the host of its binding. */
function directory() {
  const records = new Map<string, Told>()
  const written: WrittenBack[] = []
  let host: Host<typeof partyIdentity> | undefined
  const told = { refuses: '', isDown: false, resolved: 0, whenAsked: noop }
  const found = ({ identifiers = [], name }: Asked) =>
    [...records.values()].filter(
      (one) =>
        identifiers.some(({ externalId }) => one.identifiers[0]?.externalId === externalId) ||
        (name && one.person?.lastName === name.lastName && one.person.birthDate === name.birthDate),
    )
  const adapter = defineAdapter({
    port: partyIdentity,
    name: 'directory',
    does: 'Keeps parties in memory.',
    options: Type.Object({ isReadOnly: Type.Optional(Type.Boolean()) }),
    open({ isReadOnly = false }, given) {
      host = given
      return {
        supports: ['nameSearch', 'changes', ...(isReadOnly ? [] : (['writeBack'] as const))],
        calls: {
          async lookUp(input) {
            if (told.isDown) throw new PortError('unavailable', 'The directory is down.')
            return { records: found(input) }
          },
          async resolve(input) {
            told.resolved += 1
            await told.whenAsked()
            const [record] = found({ identifiers: input.identifiers ?? [] })
            return record ? { record } : {}
          },
          async writeBack(input) {
            if (told.refuses) throw new PortError('refused', told.refuses)
            written.push(input)
            return { asOf: input.at }
          },
        },
        start: async () => {},
      }
    },
  })
  return { adapter, records, written, told, host: () => until(() => host) }
}

const source = 'registry'
const identifier = (externalId: string) => ({ source, externalId })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const person = (lastName = 'Lindqvist') => ({ firstName: 'Maria', lastName, birthDate: '1948-12-10' })
const recordOf = (externalId: string, more: Partial<Told> = {}): Told => ({
  identifiers: [identifier(externalId)],
  person: person(),
  contact: { emails: ['maria@example.org'], phones: ['+1 503 555 0140'] },
  asOf: minutesAgo(60),
  ...more,
})

describe('a directory of record at the port party & identity', () => {
  const registry = directory()
  let world: World
  let admin: Http
  before(async () => {
    world = await startWorld(
      {},
      { ports: { 'party-identity': { adapter: registry.adapter, sources: [source], clearance: 3 } } },
    )
    admin = world.admin
  })
  after(() => world.close())
  beforeEach(() => {
    Object.assign(registry.told, { refuses: '', isDown: false, whenAsked: noop })
    registry.written.length = 0
  })

  let messages = 0
  const tell = async (name: 'partyChanged' | 'representationChanged', fact: object) =>
    (await registry.host()).tell(name, fact as never, { id: `message-${++messages}` })
  const changed = (record: Told) =>
    tell('partyChanged', { identifier: record.identifiers[0], at: record.asOf, record })
  const openCase = async () => {
    const { json } = await admin('POST', '/cases', {
      body: { veteran: { firstName: 'Otto', lastName: 'Berg' }, receiptDate: '2026-10-30' },
    })
    return (json as { case: { id: string } }).case.id
  }
  const write = async (caseId: string, partyId: string, record: NewParty) => {
    const reply = await admin('POST', `/cases/${caseId}/parties/${partyId}`, { body: record })
    assert.ok(reply.status < 300, reply.text)
  }
  const get = async (caseId: string, partyId: string) =>
    ((await admin('GET', `/cases/${caseId}/parties/${partyId}`)).json as { party: Party }).party
  const tasksOf = async (caseId: string, type: string) => {
    const { json } = await admin('GET', `/cases/${caseId}/tasks?open=true`)
    return (json as TaskList).tasks.filter((task) => task.type === type)
  }
  const eventsOf = async (caseId: string, types: string) => {
    const { json } = await admin('GET', `/cases/${caseId}/events?types=${types}`)
    return (json as { events: { type: string; actor: { name: string }; data: Record<string, unknown> }[] })
      .events
  }
  const facts = (status: string) =>
    world.service.db.rows<{ reason: string }>(`select reason from inbound_facts where status = $1`, [status])
  const isHeard = () =>
    until(async () => {
      const [row] = await world.service.db.rows<{ count: number }>(
        `select count(*)::int as count from inbound_facts where status = 'received'`,
      )
      return row?.count === 0
    })
  const alias = (externalId: string) => ({ aliases: [identifier(externalId)] })
  const named = (externalId: string): NewParty => ({
    role: 'appellant',
    person: person(),
    ...alias(externalId),
  })
  const resolved = (caseId: string, partyId: string) =>
    until(async () => {
      const party = await get(caseId, partyId)
      return party.directory && party
    })

  const makeSensitive = (caseId: string, sensitivity: number) =>
    world.service.db.rows(`update case_work set sensitivity = $2 where case_id = $1`, [caseId, sensitivity])
  /** What became of the calls that a case owed, in their order. */
  const calls = (caseId: string, call: string, count: number) =>
    until(async () => {
      const rows = await world.service.db.rows<{ status: string; error: string | null }>(
        `select status, error from obligations where case_id = $1 and call = $2 order by number`,
        [caseId, call],
      )
      const isOver = rows.every(({ status }) => !['waiting', 'sending'].includes(status))
      return rows.length === count && isOver && rows.map(({ status, error }) => [status, error])
    })

  /** Cases of one party that the directory knows. */
  async function casesOf(externalId: string, count = 2, record = recordOf(externalId)) {
    registry.records.set(externalId, record)
    const cases: string[] = []
    for (let index = 0; index < count; index++) {
      const caseId = await openCase()
      await write(caseId, `p-${externalId}`, named(externalId))
      await resolved(caseId, `p-${externalId}`)
      cases.push(caseId)
    }
    return { cases: cases as [string, string], partyId: `p-${externalId}` }
  }

  it('is asked for the canonical record of a party that is added, which the case keeps with its source and time', async () => {
    const record = recordOf('R-1')
    const { cases, partyId } = await casesOf('R-1', 1, record)
    const party = await get(cases[0], partyId)
    assert.deepEqual(party.contact, record.contact)
    assert.equal(party.directory?.binding, 'main')
    assert.equal(party.directory?.asOf, record.asOf)
    assert.deepEqual(party.directory?.differs, [])
    assert.equal(party.conflicts, undefined)
    const last = (await eventsOf(cases[0], 'party.recorded')).at(-1)
    assert.deepEqual(last?.data.origin, { binding: 'main' })
    assert.equal(last?.actor.name, 'party-identity/main')
    const before = registry.told.resolved
    await write(cases[0], partyId, { ...named('R-1'), role: 'veteran' })
    const owed = await until(async () => {
      const rows = await world.service.db.rows<{ status: string; error: string }>(
        `select status, error from obligations where case_id = $1 and call = 'resolve' order by number`,
        [cases[0]],
      )
      return rows.length === 2 && rows.every(({ status }) => !['waiting', 'sending'].includes(status)) && rows
    })
    assert.deepEqual(
      owed.map(({ status }) => status),
      ['delivered', 'cancelled'],
    )
    assert.equal(registry.told.resolved, before, 'what is known is not asked for again')
  })

  it('what somebody typed differently is not overwritten: it is in conflict, and somebody decides', async () => {
    registry.records.set('R-2', recordOf('R-2', { person: person('Lindquist') }))
    const caseId = await openCase()
    await write(caseId, 'p-R-2', { role: 'appellant', person: person('Lindqvist'), ...alias('R-2') })
    const party = await resolved(caseId, 'p-R-2')
    assert.equal(party.person?.lastName, 'Lindqvist')
    assert.deepEqual(party.conflicts, [{ field: 'person.lastName' }])
    const [task] = await tasksOf(caseId, 'partyConflict')
    assert.ok(task, 'somebody has a task')
    const unknown = await admin('POST', `/cases/${caseId}/parties/p-R-2/settle-conflict`, {
      body: { keep: 'directory', fields: ['contact.emails'] },
    })
    assert.match(
      unknown.text,
      /must be among person\.lastName, the fields in conflict: contact\.emails is not/,
    )
    const settled = await admin('POST', `/cases/${caseId}/parties/p-R-2/settle-conflict`, {
      body: { keep: 'directory' },
    })
    assert.equal(settled.status, 200, settled.text)
    const { party: after } = settled.json as { party: Party }
    assert.deepEqual([after.person?.lastName, after.conflicts], ['Lindquist', undefined])
    const late = await admin('POST', `/cases/${caseId}/parties/p-R-2/settle-conflict`, {
      body: { keep: 'case' },
    })
    assert.equal(late.status, 422, 'whoever comes second is told')
    assert.match(late.text, /This party has no conflict with the directory/)
    assert.deepEqual(await tasksOf(caseId, 'partyConflict'), [])
  })

  it('a conflict that is settled ends what stands under its task only for who has seen that', async () => {
    registry.records.set('R-22', recordOf('R-22', { person: person('Lindquist') }))
    const caseId = await openCase()
    await write(caseId, 'p-R-22', { role: 'appellant', person: person('Lindqvist'), ...alias('R-22') })
    await resolved(caseId, 'p-R-22')
    const [task] = await tasksOf(caseId, 'partyConflict')
    const on = `/cases/${caseId}`
    const opened = await admin('POST', `${on}/tasks`, { body: { parentId: task?.id, type: 'supportAction' } })
    assert.equal(opened.status, 201, opened.text)
    const settle = (more: object = {}) =>
      admin('POST', `${on}/parties/p-R-22/settle-conflict`, { body: { keep: 'directory', ...more } })
    const blind = await settle()
    assert.deepEqual([blind.status, /would end 1 task/.test(blind.text)], [422, true], blind.text)
    assert.equal((await settle({ ends: '0'.repeat(64) })).status, 409)
    const preview = { settleConflict: { partyId: 'p-R-22', keep: 'directory' } }
    const { json } = await admin('POST', `${on}/endings`, { body: preview })
    const { ending } = json as { ending: Ending }
    assert.deepEqual(
      [ending.isRequired, ending.tasks.map(({ type }) => type)],
      [true, ['supportAction']],
      JSON.stringify(ending),
    )
    assert.deepEqual((await get(caseId, 'p-R-22')).conflicts, [{ field: 'person.lastName' }])
    const settled = await settle({ ends: ending.hash })
    assert.equal(settled.status, 200, settled.text)
    for (const type of ['partyConflict', 'supportAction']) assert.deepEqual(await tasksOf(caseId, type), [])
  })

  it('reports a change, which reaches every case of the party; an older one and a repeat change nothing', async () => {
    const { cases, partyId } = await casesOf('R-3')
    const asOf = minutesAgo(10)
    const contact = { emails: ['maria@example.org'], addresses: [{ lines: ['12 Harbor Street'] }] }
    const record = recordOf('R-3', { person: person('Holm'), contact, asOf })
    await changed(record)
    await changed(record)
    await changed(recordOf('R-3', { person: person('Old'), asOf: minutesAgo(30) }))
    await isHeard()
    for (const caseId of cases) {
      const party = await get(caseId, partyId)
      assert.deepEqual([party.person?.lastName, party.contact], ['Holm', contact])
      assert.equal(party.directory?.asOf, asOf)
      assert.equal((await eventsOf(caseId, 'party.contactChanged')).length, 2)
    }
    assert.deepEqual(registry.written, [], 'what comes from the directory is not written back to it')
  })

  it('what was edited on a case is written back, and on the other cases too', async () => {
    const { cases, partyId } = await casesOf('R-4')
    const contact: Contact = { emails: ['new@example.org'] }
    await write(cases[0], partyId, { ...named('R-4'), contact })
    const [back] = await until(() => registry.written.length > 0 && registry.written)
    assert.deepEqual([back?.identifier, back?.contact], [identifier('R-4'), contact])
    await until(
      async () => (await get(cases[0], partyId)).directory?.contact?.emails?.[0] === 'new@example.org',
    )
    await until(async () => (await get(cases[1], partyId)).contact?.emails?.[0] === 'new@example.org')
    assert.equal((await get(cases[0], partyId)).conflicts, undefined)
    assert.equal(registry.written.length, 1, 'once, from the case where it was edited')
  })

  it('what the directory refuses is shown as a conflict, and nothing is lost', async () => {
    const { cases, partyId } = await casesOf('R-5', 1)
    registry.told.refuses = 'The address is locked.'
    await write(cases[0], partyId, { ...named('R-5'), contact: { emails: ['new@example.org'] } })
    const party = await until(async () => {
      const found = await get(cases[0], partyId)
      return found.conflicts && found
    })
    assert.deepEqual(party.contact, { emails: ['new@example.org'] })
    assert.deepEqual(party.conflicts, [
      { field: 'contact.emails', why: 'The address is locked.' },
      { field: 'contact.phones', why: 'The address is locked.' },
    ])
    assert.equal((await tasksOf(cases[0], 'partyConflict')).length, 1)
    const kept = await admin('POST', `/cases/${cases[0]}/parties/${partyId}/settle-conflict`, {
      body: { keep: 'case' },
    })
    const { party: after } = kept.json as { party: Party }
    assert.deepEqual([after.contact, after.conflicts], [{ emails: ['new@example.org'] }, undefined])
    assert.deepEqual(after.directory?.differs, ['contact.emails', 'contact.phones'])
    assert.deepEqual(await tasksOf(cases[0], 'partyConflict'), [])
  })

  it('both changed the same field: the case keeps its own until somebody decides, and other fields follow', async () => {
    const { cases, partyId } = await casesOf('R-6')
    registry.told.refuses = 'Later.'
    const emails = ['case@example.org']
    await write(cases[0], partyId, {
      ...named('R-6'),
      contact: { emails, phones: ['+1 503 555 0140'] },
    })
    await until(async () => (await get(cases[1], partyId)).contact?.emails?.[0] === 'case@example.org')
    const contact = { emails: ['directory@example.org'], phones: ['+1 503 555 0199'] }
    await changed(recordOf('R-6', { contact, asOf: minutesAgo(0) }))
    for (const caseId of cases) {
      const party = await until(async () => {
        const found = await get(caseId, partyId)
        return found.directory?.contact?.phones?.[0] === '+1 503 555 0199' && found
      })
      assert.deepEqual(party.contact, { emails, phones: contact.phones })
      assert.deepEqual(
        party.conflicts?.map(({ field }) => field),
        ['contact.emails'],
      )
    }
    await admin('POST', `/cases/${cases[1]}/parties/${partyId}/settle-conflict`, {
      body: { keep: 'directory' },
    })
    for (const caseId of cases)
      await until(async () => {
        const { conflicts, contact } = await get(caseId, partyId)
        return conflicts === undefined && contact?.emails?.[0] === 'directory@example.org'
      })
  })

  it('reassigns and revokes a representative on every case, and who was revoked no longer sees it', async () => {
    const { cases, partyId } = await casesOf('R-7')
    const representation = {
      representative: { identifier: identifier('L-1'), name: 'Legion' },
      powerOfAttorney: { start: '2026-03-02' },
    }
    await tell('representationChanged', {
      ...{ identifier: identifier('R-7'), at: minutesAgo(20), change: 'reassigned', representation },
    })
    for (const caseId of cases) {
      const party = await until(async () => {
        const found = await get(caseId, partyId)
        return found.representation && found
      })
      assert.equal(party.representation?.isInForce, true)
      const representative = await get(caseId, party.representation?.representativeId ?? '')
      assert.deepEqual([representative.organization, representative.aliases], ['Legion', [identifier('L-1')]])
    }
    const counsel = await world.member('counsel', ['representative'])
    const { json } = await counsel('GET', '/me')
    const memberId = (json as { me: { id: string } }).me.id
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Power of attorney' }))
    form.set('file', new Blob(['Legion acts for me.']), 'power.txt')
    const filed = await admin('POST', `/cases/${cases[0]}/documents`, { body: form })
    const documentId = (filed.json as { document: { id: string } }).document.id
    const granted = await admin('POST', `/cases/${cases[0]}/access-grants`, {
      body: { memberId, partyId, documentId },
    })
    assert.equal(granted.status, 201, granted.text)
    const whoSee = async () => {
      const today = new Date().toISOString().slice(0, 10)
      return (await findCaseAccess(world.service.db, cases[0], today))?.representativeIds
    }
    assert.deepEqual(await whoSee(), [memberId])
    await tell('representationChanged', {
      ...{ identifier: identifier('R-7'), at: minutesAgo(5), change: 'revoked', why: 'By letter.' },
    })
    for (const caseId of cases)
      await until(async () => (await get(caseId, partyId)).representation?.isInForce === false)
    assert.deepEqual(await whoSee(), [])
    await tell('representationChanged', {
      ...{ identifier: identifier('R-7'), at: minutesAgo(15), change: 'reassigned', representation },
    })
    await isHeard()
    for (const caseId of cases)
      assert.equal(
        (await get(caseId, partyId)).representation?.isInForce,
        false,
        'a late report changes nothing',
      )
  })

  it('names representatives by its own identifiers, of powers of attorney that make sense, and nobody as their own', async () => {
    const { cases, partyId } = await casesOf('R-71', 1)
    const [caseId] = cases
    const lawyer: NewParty = {
      role: 'representative',
      organization: 'Harbor Law',
      aliases: [{ source: 'ssn', externalId: '900-00-0001' }],
    }
    await write(caseId, 'lawyer', lawyer)
    const start = '2026-01-01'
    const reassigned = (by: { source: string; externalId: string }, powerOfAttorney: object) =>
      tell('representationChanged', {
        ...{ identifier: identifier('R-71'), at: minutesAgo(3), change: 'reassigned' },
        representation: { representative: { identifier: by, name: 'Harbor Law' }, powerOfAttorney },
      })
    const refusals = async () => (await facts('refused')).map(({ reason }) => reason)
    const before = (await refusals()).length
    await reassigned({ source: 'ssn', externalId: '900-00-0001' }, { start })
    await reassigned(identifier('L-71'), { start, end: '2020-01-01' })
    await reassigned(identifier('R-71'), { start })
    const reasons = await until(async () => {
      const all = await refusals()
      return all.length === before + 3 && all.join('\n')
    })
    assert.match(reasons, /may not name a representative by an identifier of ssn: its sources are registry/)
    assert.match(reasons, /powerOfAttorney\.end, 2020-01-01, must not be before its start, 2026-01-01/)
    assert.match(reasons, /representative must be somebody else: nobody is their own representative/)
    assert.equal((await get(caseId, partyId)).representation, undefined)
  })

  it('changes no case above its clearance: somebody who is cleared has a task', async () => {
    const { cases, partyId } = await casesOf('R-8')
    await makeSensitive(cases[1], 6)
    await changed(recordOf('R-8', { person: person('Holm'), asOf: minutesAgo(1) }))
    await until(async () => (await get(cases[0], partyId)).person?.lastName === 'Holm')
    await isHeard()
    assert.equal((await get(cases[1], partyId)).person?.lastName, 'Lindqvist')
    const [noticed] = await eventsOf(cases[1], 'party.changedElsewhere')
    assert.deepEqual([noticed?.data.part, noticed?.data.origin], ['directory', { binding: 'main' }])
    assert.equal((await tasksOf(cases[1], 'partyChange')).length, 1)
  })

  it('is told nothing of a case above its clearance, so that nothing gets from there to an ordinary one', async () => {
    const { cases, partyId } = await casesOf('R-81')
    await makeSensitive(cases[1], 9)
    await write(cases[1], partyId, { ...named('R-81'), contact: { emails: ['hidden@example.org'] } })
    assert.deepEqual(await calls(cases[1], 'writeBack', 1), [
      ['cancelled', 'The case is above the clearance of the directory.'],
    ])
    assert.deepEqual(registry.written, [])
    assert.deepEqual((await get(cases[0], partyId)).contact, recordOf('R-81').contact)
  })

  it('is not told what it would report to a less sensitive case, also within its clearance', async () => {
    const { cases, partyId } = await casesOf('R-82')
    await makeSensitive(cases[1], 3)
    await write(cases[1], partyId, { ...named('R-82'), contact: { emails: ['restricted@example.org'] } })
    assert.deepEqual(await calls(cases[1], 'writeBack', 1), [
      ['cancelled', 'The directory would report it to a case that is less sensitive.'],
    ])
    const alone = await casesOf('R-83', 1)
    await makeSensitive(alone.cases[0], 3)
    await write(alone.cases[0], alone.partyId, {
      ...named('R-83'),
      contact: { emails: ['mine@example.org'] },
    })
    await until(() => registry.written.length > 0)
    assert.deepEqual(registry.written[0]?.contact, { emails: ['mine@example.org'] })
  })

  it('is not asked about anybody on a case above its clearance', async () => {
    registry.records.set('R-84', recordOf('R-84', { person: { ...person(), deathDate: '2026-10-01' } }))
    const caseId = await openCase()
    await makeSensitive(caseId, 9)
    const before = registry.told.resolved
    await write(caseId, 'p-R-84', named('R-84'))
    assert.deepEqual(await calls(caseId, 'resolve', 1), [
      ['cancelled', 'The case is above the clearance of the directory.'],
    ])
    const { json } = await admin('POST', `/cases/${caseId}/party-candidates`, {
      body: { identifier: identifier('R-84') },
    })
    const { candidates, directory } = json as CandidateList
    assert.equal(directory?.why, 'The case is above the clearance of the directory.')
    assert.deepEqual(
      candidates.map(({ from }) => from),
      ['platform'],
    )
    assert.equal(registry.told.resolved, before)
    assert.equal((await get(caseId, 'p-R-84')).person?.deathDate, undefined)
  })

  it('changes no case that was made more sensitive while it was asked: somebody who is cleared has a task', async () => {
    registry.records.set('R-85', recordOf('R-85', { person: { ...person(), middleName: 'Eva' } }))
    const caseId = await openCase()
    registry.told.whenAsked = () => makeSensitive(caseId, 9)
    await write(caseId, 'p-R-85', named('R-85'))
    assert.deepEqual(await calls(caseId, 'resolve', 1), [['delivered', null]])
    const party = await get(caseId, 'p-R-85')
    assert.deepEqual([party.person, party.directory], [person(), undefined])
    const [noticed] = await eventsOf(caseId, 'party.changedElsewhere')
    assert.deepEqual([noticed?.data.part, noticed?.data.origin], ['directory', { binding: 'main' }])
    assert.equal((await tasksOf(caseId, 'partyChange')).length, 1)
  })

  it('speaks for its own sources, and waits in the inbox with whom nobody knows', async () => {
    const foreign = { ...recordOf('R-9'), identifiers: [{ source: 'elsewhere', externalId: 'R-9' }] }
    const before = (await facts('refused')).map(({ reason }) => reason)
    await changed(foreign)
    await tell('partyChanged', { identifier: identifier('R-9'), at: minutesAgo(1), record: recordOf('X-9') })
    await changed(recordOf('R-99'))
    const refused = await until(async () => {
      const rows = await facts('refused')
      const news = rows.map(({ reason }) => reason).filter((reason) => !before.includes(reason))
      return news.length === 2 && news.toSorted()
    })
    assert.match(
      refused[0] ?? '',
      /The binding main may not report parties of elsewhere: its sources are registry/,
    )
    assert.match(refused[1] ?? '', /record\.identifiers must have R-9 of registry/)
    const [waiting] = await until(async () => {
      const rows = await facts('unmatched')
      return rows.length > 0 && rows
    })
    assert.equal(waiting?.reason, 'No party of a case is known as R-99 of registry.')
  })

  it('finds candidates with reasons, by identifier or by name and date of birth; a person chooses', async () => {
    registry.records.set('R-10', recordOf('R-10', { person: { ...person('Quist'), firstName: 'Eva' } }))
    const caseId = await openCase()
    await write(caseId, 'p-quist', {
      role: 'witness',
      person: { firstName: 'Eve', lastName: 'Quist', birthDate: '1948-10-12' },
    })
    const other = await openCase()
    const search = async (body: object) =>
      (await admin('POST', `/cases/${other}/party-candidates`, { body })).json as CandidateList
    const asked = { person: { firstName: 'Eva', lastName: 'Quist', birthDate: '1948-12-10' } }
    const { candidates, directory } = await search(asked)
    assert.deepEqual(directory, { binding: 'main' })
    assert.deepEqual(
      candidates.map(({ from, nearness, reasons }) => [
        from,
        nearness,
        reasons.map(({ agreement }) => agreement),
      ]),
      [
        ['directory', 'all', ['same', 'same', 'same']],
        ['platform', 'some', ['same', 'near', 'near']],
      ],
    )
    const [best] = await search({ identifier: identifier('R-10') }).then((found) => found.candidates)
    assert.deepEqual([best?.nearness, best?.partyId], ['identifier', candidates[0]?.partyId])
    assert.equal(
      (await admin('GET', `/cases/${other}/parties/${best?.partyId}`)).status,
      404,
      'nothing is matched',
    )
    await write(other, best?.partyId ?? '', {
      role: 'witness',
      person: best!.person!,
      aliases: best!.aliases,
    })
    const [again] = (await search(asked)).candidates
    assert.deepEqual([again?.from, again?.isOnCase], ['both', true])

    registry.told.isDown = true
    const alone = await search(asked)
    assert.equal(alone.directory?.why, 'The directory is down.')
    assert.ok(alone.candidates.length > 0)
    const vague = await admin('POST', `/cases/${other}/party-candidates`, {
      body: { person: { lastName: 'Quist' } },
    })
    assert.equal(vague.status, 400)
    assert.match(vague.text, /Give an identifier, a date of birth beside the name, or an organization/)
  })
})

describe('a directory that cannot be written to', () => {
  it('leaves an edited contact detail as a conflict; without a clearance, only of an ordinary case', async () => {
    const registry = directory()
    registry.records.set('R-1', recordOf('R-1'))
    const world = await startWorld(
      {},
      { ports: { 'party-identity': { adapter: registry.adapter, sources: [source], isReadOnly: true } } },
    )
    try {
      const path = `/cases/${world.caseId}/parties/p-1`
      const record = { role: 'witness', person: person(), aliases: [identifier('R-1')] }
      const get = async () => ((await world.admin('GET', path)).json as { party: Party }).party
      await world.admin('POST', path, { body: record })
      await until(async () => (await get()).directory)
      await world.admin('POST', path, { body: { ...record, contact: { emails: ['new@example.org'] } } })
      const { conflicts, contact } = await until(async () => {
        const party = await get()
        return party.conflicts && party
      })
      assert.deepEqual(contact, { emails: ['new@example.org'] })
      assert.match(conflicts?.[0]?.why ?? '', /does not support writeBack/)
      const { db } = world.service
      await db.rows(`update case_work set sensitivity = 3 where case_id = $1`, [world.caseId])
      await world.admin('POST', path, { body: { ...record, contact: { emails: ['newer@example.org'] } } })
      const untold = await until(async () => {
        const [row] = await db.rows<{ error: string }>(
          `select error from obligations where call = 'writeBack' and status = 'cancelled'`,
        )
        return row?.error
      })
      assert.match(untold, /it is told of ordinary cases only/)
    } finally {
      await world.close()
    }
  })
})
