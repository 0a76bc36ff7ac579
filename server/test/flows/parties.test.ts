import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AccessGrant } from '@portico/contract/access-grants'
import type { EventPage } from '@portico/contract/events'
import type { Party } from '@portico/contract/parties'
import type { Priority } from '@portico/contract/priority'
import type { RouteName } from '@portico/contract/table'
import type { Static } from 'typebox'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const ada = { firstName: 'Ada', lastName: 'Byron', birthDate: '1960-12-10' }
const contact = {
  addresses: [
    { lines: ['12 Harbor Street'], city: 'Salem', region: 'OR', postalCode: '97301', country: 'US' },
  ],
  emails: ['ada@example.org'],
  phones: ['+1 503 555 0140'],
  preferred: 'mail',
}
const powerOfAttorney = { start: '2020-03-02', scope: 'all matters' }
const appellant = { role: 'appellant', person: ada, contact }
const legion = { role: 'representative', organization: 'Legion' }

describe('parties', () => {
  let world: World
  let at: string
  let caseIds: [string, string]

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_BASE_URL: 'https://portico.example.org' })
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const open = async () => {
      const { json } = await world.admin('POST', '/cases', { body: { veteran, receiptDate: '2026-03-02' } })
      return (json as { case: { id: string } }).case.id
    }
    caseIds = [await open(), await open()]
    at = `/cases/${caseIds[0]}/parties`
  })
  after(() => world.close())

  async function answered(status: number, name: RouteName, method: string, path: string, body?: unknown) {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, reply.text)
    conforms(name, reply)
    return reply.json
  }
  const partyOf = (json: unknown) => (json as { party: Party }).party

  async function refused(
    status: number,
    sentence: RegExp,
    method: string,
    path: string,
    body?: unknown,
    http: Http = world.admin,
  ) {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, reply.text)
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
  }

  it('a record is written, overwritten, and its history is the audit trail', async () => {
    const first = partyOf(await answered(201, 'writeParty', 'POST', `${at}/ada`, appellant))
    assert.deepEqual(first.contact, contact)
    const moved = { ...contact, emails: ['byron@example.org'] }
    const aliases = [{ source: 'directory', externalId: '7' }]
    const second = partyOf(
      await answered(200, 'writeParty', 'POST', `${at}/ada`, { ...appellant, contact: moved, aliases }),
    )
    assert.deepEqual([second.contact, second.aliases], [moved, aliases])
    const list = (await answered(200, 'listParties', 'GET', at)) as { parties: Party[] }
    assert.deepEqual(list.parties, [second])
    assert.deepEqual(partyOf(await answered(200, 'getParty', 'GET', `${at}/ada`)), second)

    const page = (await answered(200, 'listPartyHistory', 'GET', `${at}/ada/history?limit=2`)) as Static<
      typeof EventPage
    >
    const rest = (await answered(
      200,
      'listPartyHistory',
      'GET',
      `${at}/ada/history?after=${page.next}`,
    )) as Static<typeof EventPage>
    const events = [...page.events, ...rest.events] as { type: string; actor: { name: string } }[]
    assert.deepEqual(
      events.map(({ type }) => type),
      ['party.recorded', 'party.recorded', 'party.contactChanged'],
    )
    assert.equal(events[0]?.actor.name, world.username)
  })

  it('a repeated write under one key is answered as before, and a stale version is refused', async () => {
    const headers = { 'idempotency-key': 'once' }
    const write = () => world.admin('POST', `${at}/keyed`, { body: appellant, headers })
    assert.equal((await write()).status, 201)
    assert.equal((await write()).status, 201)
    const stale = await world.admin('POST', `${at}/keyed`, { body: legion, headers: { 'if-match': '"1"' } })
    assert.equal(stale.status, 409)
    assert.equal((await world.admin('DELETE', `${at}/keyed?why=A%20test.`)).status, 204)
    assert.equal((await world.admin('DELETE', `${at}/keyed`)).status, 204)
    await refused(404, /no such party/, 'GET', `${at}/keyed`)
    const history = await answered(200, 'listPartyHistory', 'GET', `${at}/keyed/history`)
    assert.equal((history as Static<typeof EventPage>).events.length, 2)
  })

  it('a representation is given and revoked, and a death reaches the other case', async () => {
    const elsewhere = `/cases/${caseIds[1]}/parties`
    await answered(201, 'writeParty', 'POST', `${elsewhere}/ada`, { role: 'veteran', person: ada })
    await answered(201, 'writeParty', 'POST', `${at}/legion`, legion)
    const given = { representativeId: 'legion', powerOfAttorney }
    const represented = partyOf(
      await answered(200, 'setRepresentation', 'PUT', `${at}/ada/representation`, given),
    )
    assert.deepEqual(represented.representation, { ...given, isInForce: true })
    await refused(422, /represents ada/, 'DELETE', `${at}/legion`)
    const there = async () => partyOf((await world.admin('GET', `${elsewhere}/ada`)).json)
    await until(async () => (await there()).representation?.isInForce === true)
    assert.equal((await world.admin('DELETE', `${at}/ada/representation?why=By%20letter.`)).status, 204)
    await until(async () => (await there()).representation?.isInForce === false)

    await answered(200, 'writeParty', 'POST', `${at}/ada`, {
      ...appellant,
      person: { ...ada, deathDate: '2026-01-05' },
    })
    await until(async () => (await there()).person?.deathDate === '2026-01-05')
    const { json } = await world.admin('GET', `/cases/${caseIds[1]}/events?types=party.died`)
    conforms('listCaseEvents', { status: 200, json })
    const [died] = (json as { events: { data: object; actor: { kind: string } }[] }).events
    assert.deepEqual(died?.data, {
      partyId: 'ada',
      role: 'veteran',
      isClaimant: false,
      deathDate: '2026-01-05',
      origin: { caseId: caseIds[0] },
    })
    assert.equal(died?.actor.kind, 'system')
  })

  it('a representative who signs in sees the case that was granted, from the grant to the revocation', async () => {
    const representative = await world.member('counsel', ['representative'])
    const stranger = await world.member('other-counsel', ['representative'])
    const members = await world.service.identity.members.find('counsel')
    const read = async (http: Http) => (await http('GET', `/cases/${caseIds[0]}`)).status
    assert.deepEqual([await read(representative), await read(stranger)], [404, 404])
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Power of attorney' }))
    form.set('file', new Blob(['Legion acts for me.']), 'power.txt')
    const filed = await world.admin('POST', `/cases/${caseIds[0]}/documents`, { body: form })
    const documentId = (filed.json as { document: { id: string } }).document.id
    await answered(200, 'setRepresentation', 'PUT', `${at}/ada/representation`, {
      representativeId: 'legion',
      powerOfAttorney: { ...powerOfAttorney, documentId },
    })
    assert.deepEqual([await read(representative), await read(stranger)], [404, 404])
    const grants = `/cases/${caseIds[0]}/access-grants`
    const asked = { memberId: members?.id, partyId: 'ada' }
    const { grant } = (await answered(201, 'grantAccess', 'POST', grants, asked)) as { grant: AccessGrant }
    assert.deepEqual([grant.documentId, grant.isInForce], [documentId, true])
    assert.deepEqual(await answered(201, 'grantAccess', 'POST', grants, asked), { grant })
    assert.deepEqual([await read(representative), await read(stranger)], [200, 404])
    await refused(403, /roles do not allow/, 'POST', `${at}/ada`, appellant, representative)
    const there = async () => partyOf((await world.admin('GET', `/cases/${caseIds[1]}/parties/ada`)).json)
    await until(async () => (await there()).representation?.isInForce === true)
    assert.equal((await representative('GET', `/cases/${caseIds[1]}`)).status, 404)
    assert.equal((await world.admin('DELETE', `${at}/ada/representation`)).status, 204)
    assert.equal(await read(representative), 404)
    const list = (await answered(200, 'listAccessGrants', 'GET', grants)) as { grants: AccessGrant[] }
    assert.match(list.grants[0]?.withdrawn?.why ?? '', /representation/)
    assert.equal((await world.admin('DELETE', `${grants}/${grant.id}?why=Twice.`)).status, 204)
    await refused(404, /no such grant/, 'DELETE', `${grants}/grant_none`)
    await refused(422, /The party ada has no representative/, 'POST', grants, { ...asked, documentId })
    const clerk = await world.member('granting-clerk', ['mailClerk'])
    await refused(403, /roles do not allow/, 'POST', grants, asked, clerk)
  })

  it('two records of one person become one', async () => {
    await answered(201, 'writeParty', 'POST', `${at}/adah`, {
      role: 'appellant',
      person: { ...ada, lastName: 'King' },
    })
    const stays = partyOf(await answered(200, 'mergeParty', 'POST', `${at}/adah/merge`, { into: 'ada' }))
    assert.equal(stays.id, 'ada')
    assert.equal(partyOf(await answered(200, 'getParty', 'GET', `${at}/adah`)).mergedInto, 'ada')
    await refused(422, /merged into ada/, 'POST', `${at}/adah`, appellant)
    await refused(422, /no party nobody/, 'POST', `${at}/ada/merge`, { into: 'nobody' })
  })

  it('the death of a claimant opens the task it should, once, and on every case of theirs', async () => {
    const path = (caseId: string) => `/cases/${caseId}/parties/eve`
    const eve = { role: 'appellant', person: { ...ada, firstName: 'Eve' } }
    for (const caseId of caseIds) await answered(201, 'writeParty', 'POST', path(caseId), eve)
    const died = { ...eve, person: { ...eve.person, deathDate: '2026-02-01' } }
    await answered(200, 'writeParty', 'POST', path(caseIds[0]), died)
    await answered(200, 'writeParty', 'POST', path(caseIds[0]), {
      ...died,
      aliases: [{ source: 's', externalId: 'eve' }],
    })
    const notices = async (caseId: string) => {
      const { json } = await world.admin('GET', `/cases/${caseId}/tasks`)
      const { tasks } = json as { tasks: { type: string; about?: string }[] }
      return tasks.filter(({ type, about }) => type === 'deathNotice' && about === 'eve').length
    }
    assert.equal(await notices(caseIds[0]), 1)
    await until(async () => (await notices(caseIds[1])) === 1)
  })

  it('age and granted motions advance a case, and each says why', async () => {
    const of = `/cases/${caseIds[1]}`
    const priority = async () => {
      const { priority } = (await answered(200, 'getPriority', 'GET', `${of}/priority`)) as {
        priority: Priority
      }
      return priority
    }
    const old = { role: 'appellant', person: { ...ada, firstName: 'Ida', birthDate: '1930-01-01' } }
    const young = { ...old, person: { ...old.person, birthDate: '1990-05-04' } }
    await answered(201, 'writeParty', 'POST', `${of}/parties/ida`, young)
    assert.deepEqual(await priority(), { advanced: [], isCourtRemand: false, advancedByAgeOn: '2065-05-04' })
    await answered(200, 'writeParty', 'POST', `${of}/parties/ida`, old)
    assert.deepEqual(await priority(), { advanced: ['age'], isCourtRemand: false })
    const motion = { reason: 'seriousIllness', granted: true, why: 'A letter of 2 March.' }
    await answered(200, 'ruleOnMotion', 'POST', `${of}/advance`, motion)
    assert.deepEqual((await priority()).advanced, ['age', 'seriousIllness'])
    await answered(200, 'ruleOnMotion', 'POST', `${of}/advance`, { ...motion, granted: false })
    assert.deepEqual((await priority()).advanced, ['age'])
    await refused(400, /There is no reason for a motion age: it must be /, 'POST', `${of}/advance`, {
      ...motion,
      reason: 'age',
    })
    await refused(400, /must have why/, 'POST', `${of}/advance`, { reason: 'seriousIllness', granted: true })
    const clerk = await world.member('mail-clerk', ['mailClerk'])
    await refused(403, /roles do not allow/, 'POST', `${of}/advance`, motion, clerk)
    const { json } = await world.admin('GET', `${of}/events?types=case.advanced`)
    conforms('listCaseEvents', { status: 200, json })
  })

  it('what is malformed or cannot be is refused with a sentence', async () => {
    const write = (status: number, sentence: RegExp, body: unknown, id = 'bob') =>
      refused(status, sentence, 'POST', `${at}/${id}`, body)
    await write(400, /partyId/, appellant, 'a%20b')
    await write(400, /unknown field: shoeSize/, { ...appellant, shoeSize: 44 })
    await write(400, /must have role/, { person: ada })
    await write(400, /no role of a party harbourMaster: it must be one of appellant/, {
      ...appellant,
      role: 'harbourMaster',
    })
    await write(400, /either person or organization/, { role: 'appellant' })
    await write(400, /person.birthDate must be a real date/, {
      role: 'appellant',
      person: { ...ada, birthDate: '1960-02-30' },
    })
    await write(400, /contact.emails.0 must be an email address/, {
      ...appellant,
      contact: { emails: ['nobody'] },
    })
    await write(400, /contact.phones has none/, { ...appellant, contact: { preferred: 'phone' } })
    await write(400, /at most 20 entries/, {
      ...appellant,
      aliases: Array.from({ length: 21 }, (_, index) => ({ source: 's', externalId: `${index}` })),
    })
    const of = `${at}/ada/representation`
    const by = (representativeId: string, more: object = {}) => ({
      representativeId,
      powerOfAttorney,
      ...more,
    })
    await refused(422, /no party nobody in this case/, 'PUT', of, by('nobody'))
    await refused(400, /own representative/, 'PUT', of, by('ada'))
    await refused(400, /unknown field: memberIds/, 'PUT', of, by('legion', { memberIds: ['mem_x'] }))
    await refused(404, /no such party/, 'PUT', `${at}/nobody/representation`, by('legion'))
    await refused(404, /no such party/, 'GET', `${at}/nobody/history`)
    await refused(404, /no case/, 'GET', '/cases/case_0/parties')
  })

  it('those who read cases read parties, and only some write them', async () => {
    const drafter = await world.member('party-drafter', ['drafter'])
    assert.equal((await drafter('GET', at)).status, 200)
    for (const [method, path, body] of [
      ['POST', `${at}/ada`, appellant],
      ['DELETE', `${at}/ada`],
      ['PUT', `${at}/ada/representation`, { representativeId: 'legion', powerOfAttorney }],
      ['DELETE', `${at}/ada/representation`],
      ['POST', `${at}/ada/merge`, { into: 'legion' }],
    ] as const) {
      await refused(403, /roles do not allow/, method, path, body, drafter)
    }
  })
})
