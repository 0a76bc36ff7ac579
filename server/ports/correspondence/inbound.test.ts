import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { PortStatus } from '@portico/contract/boundary'
import type { Piece } from '@portico/contract/mail'
import type { correspondence } from '@portico/contract/ports/correspondence'
import { type FactOf, PortError } from '@portico/contract/ports/kit'
import { openMemoryMail } from '../../test/memory-mail.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

type Fact = FactOf<typeof correspondence, 'pieceArrived'>

describe('pieces that arrive through the correspondence port', () => {
  const mail = openMemoryMail()
  let world: World
  let docketNumber = ''
  before(async () => {
    world = await startWorld(
      { PORTICO_UPLOAD_MB: '1' },
      { ports: { correspondence: { adapter: mail.adapter } } },
    )
    const { json } = await world.admin('GET', `/cases/${world.caseId}`)
    docketNumber = (json as { case: { docketNumber: string } }).case.docketNumber
    await until(() => {
      try {
        return mail.host()
      } catch {
        return undefined
      }
    })
  })
  after(() => world.close())

  async function arrives(pieceId: string, given: Partial<Fact> = {}, id = pieceId) {
    const fact: Fact = {
      pieceId,
      channel: 'fax',
      sender: { name: 'Maria Lindqvist' },
      receiptDate: '2026-03-02',
      files: [{ partId: '1', name: 'letter.txt' }],
      at: '2026-03-02T15:04:05.000Z',
      ...given,
    }
    await mail.host().tell('pieceArrived', fact, { id })
  }
  const bring = (key: string, text: string) => mail.files.set(key, new TextEncoder().encode(text))
  const all = async () => {
    const pages = ['', '&status=filed', '&status=rejected'].map(async (query) => {
      const { json } = await world.admin('GET', `/correspondence?limit=200${query}`)
      return (json as { pieces: Piece[] }).pieces
    })
    return (await Promise.all(pages)).flat()
  }
  const piece = (pieceId: string, isReady: (piece: Piece) => boolean) =>
    until(async () => (await all()).find((one) => one.pieceId === pieceId && isReady(one)))
  const settled = (pieceId: string) => piece(pieceId, ({ status }) => status !== 'arriving')

  it('are fetched, filed and routed; told twice they are one', async () => {
    bring('p-1 1', 'I withdraw my appeal.')
    bring('p-1 2', 'And an enclosure.')
    const files = [
      { partId: '1', name: '../../etc/pass\u0000wd\u202Etxt.exe' },
      {
        partId: '2',
        name: 'enclosure.txt',
        size: 17,
        sha256: createHash('sha256').update('And an enclosure.').digest('hex'),
      },
    ]
    const given = { case: { docketNumber }, suggestedType: 'statusInquiry', files }
    await Promise.all([arrives('p-1', given), arrives('p-1', given), arrives('p-1', given, 'told-again')])
    const one = await settled('p-1')
    assert.deepEqual([one.status, one.caseId, one.documentIds?.length], ['filed', world.caseId, 2])
    assert.equal(one.broughtBy, 'correspondence/main')
    assert.match(one.files[0]?.name ?? '', /^\.\.\/\.\.\/etc\/pass.wdtxt\.exe$/)
    await until(async () => {
      const { json } = await world.admin('GET', '/inbox')
      return (json as { facts: unknown[] }).facts.length === 0
    })
    assert.equal((await all()).filter(({ pieceId }) => pieceId === 'p-1').length, 1)
    const { json } = await world.admin('GET', `/cases/${world.caseId}/events?types=mail.received&limit=1000`)
    const { events } = json as { events: { actor: { id: string }; data: { pieceId: string } }[] }
    assert.deepEqual(
      events.map(({ actor, data }) => [actor.id, data.pieceId]),
      [['binding_correspondence_main', one.id]],
    )
  })

  it('with other bytes under the id of a known piece wait in the inbox, with the reason', async () => {
    const files = [
      { partId: '1', name: 'letter.txt' },
      { partId: '2', name: 'enclosure.txt', sha256: 'f'.repeat(64) },
    ]
    await arrives(
      'p-1',
      { case: { docketNumber }, suggestedType: 'statusInquiry', files },
      'with-other-bytes',
    )
    const fact = await until(async () => {
      const { json } = await world.admin('GET', '/inbox')
      return (json as { facts: { id: string; reason?: string }[] }).facts[0]
    })
    assert.match(fact.reason ?? '', /^The piece p-1 came before with other files/)
    const dropped = await world.admin('POST', `/inbox/${fact.id}/drop`, {
      body: { why: 'Told by mistake.' },
    })
    assert.ok(dropped.status < 300, dropped.text)
  })

  it('wait in the queue where nothing names their case', async () => {
    bring('p-2 1', 'Hello.')
    await arrives('p-2')
    const one = await settled('p-2')
    assert.deepEqual([one.status, one.files[0]?.status, one.caseId], ['unmatched', 'kept', undefined])
  })

  it('that came back from a letter are filed on its case, with a task of returned mail', async () => {
    const on = (place: string) => `/cases/${world.caseId}${place}`
    const party = {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'Byron' },
      contact: { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] },
    }
    await world.admin('POST', on('/parties/party_ada'), { body: party })
    const body = { letter: 'preDocketing', partyId: 'party_ada' }
    const { json } = await world.admin('POST', on('/letters'), { body })
    const letterId = (json as { letter: { id: string } }).letter.id
    bring('p-back 1', 'Nothing happens.')
    await arrives('p-back', { letterId, suggestedType: 'returnedMail' })
    const { status, caseId, documentIds } = await settled('p-back')
    assert.deepEqual([status, caseId, documentIds?.length], ['filed', world.caseId, 1])
    const { json: found } = await world.admin('GET', on('/tasks?open=true'))
    const returned = (found as { tasks: { type: string }[] }).tasks.filter(
      ({ type }) => type === 'returnedMail',
    )
    assert.equal(returned.length, 1)
    bring('p-other 1', 'Nothing happens to anybody.')
    await arrives('p-other', { letterId: 'ltr_none', suggestedType: 'returnedMail' })
    assert.equal((await settled('p-other')).status, 'unmatched')
  })

  it('are fetched again where that may help, and say why they are not there yet', async () => {
    bring('p-3 1', 'At last.')
    mail.failing.set('p-3 1', () => {
      throw new PortError('unavailable', 'The scanner is off.')
    })
    await arrives('p-3', { case: { docketNumber }, suggestedType: 'statusInquiry' })
    const waiting = await piece('p-3', ({ files }) => files[0]?.why !== undefined)
    assert.deepEqual([waiting.status, waiting.files[0]?.status], ['arriving', 'awaited'])
    assert.match(waiting.files[0]?.why ?? '', /The scanner is off/)
    const { json } = await world.admin('GET', '/ports/correspondence')
    assert.equal((json as { port: PortStatus }).port.bindings[0]?.waiting, 1)
    const early = { caseId: world.caseId, why: 'I know it.' }
    const { status, text } = await world.admin('POST', `/correspondence/${waiting.id}/match`, { body: early })
    assert.deepEqual([status, /“letter.txt” is still to be fetched/.test(text)], [422, true])
    mail.failing.delete('p-3 1')
    await world.service.db.rows(`update mail_files set due_at = now() where kept is null`)
    assert.equal((await settled('p-3')).status, 'filed')
  })

  it('that can never be had wait for somebody with the reason, and lose nothing else', async () => {
    bring('p-4 1', 'The cover letter.')
    const files = [
      { partId: '1', name: 'cover.txt' },
      { partId: '2', name: 'gone.pdf' },
    ]
    await arrives('p-4', { case: { docketNumber }, suggestedType: 'statusInquiry', files })
    const one = await settled('p-4')
    assert.deepEqual([one.status, one.caseId], ['held', world.caseId])
    assert.match(one.why ?? '', /“gone.pdf” could not be fetched: There is no such piece/)
    const body = { caseId: world.caseId, why: 'The cover letter is enough.' }
    const { status, text } = await world.admin('POST', `/correspondence/${one.id}/match`, { body })
    assert.equal(status, 200, text)
    assert.equal((await settled('p-4')).documentIds?.length, 1)

    mail.files.set('p-5 1', new Uint8Array(1024 ** 2 + 1))
    await arrives('p-5', { case: { docketNumber }, suggestedType: 'statusInquiry' })
    assert.match((await settled('p-5')).why ?? '', /more than 1 MB/)
  })

  it('other bytes than were announced are not taken', async () => {
    bring('p-6 1', 'Other bytes.')
    const files = [{ partId: '1', name: 'a.txt', sha256: 'a'.repeat(64) }]
    await arrives('p-6', { case: { docketNumber }, files })
    const one = await piece('p-6', ({ files }) => files[0]?.why !== undefined)
    assert.match(one.files[0]?.why ?? '', /announced the hash a+/)
  })

  it('a receipt and a bounce that name no letter wait in the inbox', async () => {
    const failedAt = '2026-03-02T15:04:05.000Z'
    await mail.host().tell('bounce', { letterId: 'none', why: 'Moved.', failedAt }, { id: 'b-1' })
    const facts = await until(async () => {
      const { json } = await world.admin('GET', '/inbox?port=correspondence')
      const { facts } = json as { facts: { name: string; reason?: string }[] }
      return facts.some(({ reason }) => reason !== undefined) && facts
    })
    assert.deepEqual(
      facts.map(({ name, reason }) => [name, reason]),
      [['bounce', 'There is no letter with this letterId.']],
    )
  })

  it('two files under one id are refused in the inbox', async () => {
    await arrives('p-7', {
      files: [
        { partId: '1', name: 'a' },
        { partId: '1', name: 'b' },
      ],
    })
    await until(async () =>
      (await world.admin('GET', '/inbox')).text.includes('files must have different partIds'),
    )
  })
})
