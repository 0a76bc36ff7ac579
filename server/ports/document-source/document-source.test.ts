import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import type { PortStatus } from '@portico/contract/boundary'
import type { CaseDocument } from '@portico/contract/intake'
import { PortError } from '@portico/contract/ports/kit'
import { signedHeaders } from '@portico/contract/ports/signature'
import type { CaseSource, CaseSources } from '@portico/contract/sources'
import { openSources } from '../../app/file/sources.ts'
import { type HeldDocument, openMemorySource } from '../../test/memory-source.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

describe('a source of documents that is bound', () => {
  const source = openMemorySource()
  const otherSource = openMemorySource()
  let world: World
  let pdf: (text: string) => Promise<Buffer>
  before(async () => {
    pdf = (text) => testPdf([text])
    world = await startWorld(
      { PORTICO_UPLOAD_MB: '1', SOURCE_SECRET: secret },
      {
        ports: {
          'document-source': {
            main: {
              adapter: source.adapter,
              pollSeconds: 1,
              secret: { env: 'SOURCE_SECRET' },
              account: 'Scanner',
            },
            archive: { adapter: otherSource.adapter, pollSeconds: 1 },
          },
        },
      },
    )
  })
  after(() => world.close())

  async function openCase(docketNumber: string): Promise<string> {
    const body = {
      veteran: { firstName: 'Ada', lastName: 'Byron' },
      receiptDate: '2026-03-02',
      docketNumber,
    }
    const { status, json, text } = await world.admin('POST', '/cases', { body })
    assert.equal(status, 201, text)
    return (json as { case: { id: string } }).case.id
  }
  async function held(
    docketNumber: string,
    sourceId: string,
    given: Partial<HeldDocument> = {},
  ): Promise<HeldDocument> {
    const bytes = given.bytes ?? (await pdf(`${sourceId} ${given.revision ?? '1'}`))
    return {
      docketNumber,
      sourceId,
      revision: '1',
      name: sourceId,
      receiptDate: '2026-01-02',
      bytes,
      ...given,
    }
  }
  const documentsOf = async (caseId: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/documents`)
    return (json as { documents: CaseDocument[] }).documents
  }
  const sourcesOf = async (caseId: string, http = world.admin) => {
    const { json, status, text } = await http('GET', `/cases/${caseId}/sources`)
    assert.equal(status, 200, text)
    return json as CaseSources
  }
  const mainOf = async (caseId: string) =>
    (await sourcesOf(caseId)).sources.find(({ source }) => source === 'main') as CaseSource
  const settled = (caseId: string, expected: number) =>
    until(async () => {
      const main = await mainOf(caseId)
      return main.expected === expected && main.present === expected && main.status === 'complete' && main
    })
  const eventsOf = async (caseId: string, types: string) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=${types}`)
    return (json as { events: { type: string; actor: { id: string }; data: Record<string, unknown> }[] })
      .events
  }

  it('is asked for its documents when a case is opened, and they are filed as it describes them', async () => {
    const bytes = await pdf('a form')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const about = { name: 'VA Form 9', suggestedCategory: 'procedural', bytes, sha256 }
    source.held.push(
      await held('D-1', 'form-9', about),
      await held('D-1', 'note', { bytes: Buffer.from('A note.') }),
    )
    const caseId = await openCase('D-1')
    const main = await settled(caseId, 2)
    assert.deepEqual([main.failed, main.arrived, main.isBound], [0, 2, true])
    assert.ok(main.lastSyncAt)
    const documents = await documentsOf(caseId)
    assert.equal(documents.length, 2)
    const form = documents.find(({ name }) => name === 'VA Form 9')
    assert.deepEqual(form?.from, {
      source: 'main',
      sourceId: 'form-9',
      revision: '1',
      suggestedCategory: 'procedural',
    })
    assert.deepEqual([form.sha256, form.receiptDate, form.categories], [sha256, '2026-01-02', ['procedural']])
    const note = documents.find(({ name }) => name === 'note')
    assert.equal(note?.original?.mediaType, 'text/plain')
    const [filed] = await eventsOf(caseId, 'document.filed')
    assert.equal(filed?.actor.id, 'binding_document-source_main')
  })

  it('brings what arrives, from where it was read last, and a revision of what the case has', async () => {
    const caseId = await openCase('D-2')
    source.arrived.push(await held('D-2', 'evidence'))
    await settled(caseId, 1)
    source.arrived.push(await held('D-2', 'evidence', { revision: '2' }))
    await until(async () => (await eventsOf(caseId, 'document.revised')).length === 1)
    const [document, ...others] = await documentsOf(caseId)
    assert.deepEqual([document?.version, document?.from?.revision, others.length], [2, '2', 0])
    await settled(caseId, 1)
    const before = source.fetched.filter((id) => id === 'evidence').length
    source.arrived.push(await held('D-2', 'evidence', { revision: '2' }), await held('D-2', 'more'))
    await settled(caseId, 2)
    assert.equal(source.fetched.filter((id) => id === 'evidence').length, before)
  })

  it('one that is being sent for long holds up no other, on its case or elsewhere', async () => {
    const sent = Promise.withResolvers<void>()
    const slow = await held('D-20', 'slow-1')
    source.failing.set('slow-1', () =>
      (async function* () {
        yield slow.bytes.subarray(0, 100)
        await sent.promise
        yield slow.bytes.subarray(100)
      })(),
    )
    source.held.push(slow)
    for (let index = 2; index < 9; index++) source.held.push(await held('D-20', `slow-${index}`))
    const first = await openCase('D-20')
    await until(async () => (await mainOf(first)).present === 7)
    source.held.push(await held('D-21', 'other'))
    await settled(await openCase('D-21'), 1)
    assert.equal((await mainOf(first)).present, 7)
    source.failing.delete('slow-1')
    sent.resolve()
    await settled(first, 8)
  })

  it('a document that fails is named with its reason, holds up no other, and is tried again', async () => {
    let isWell = false
    const good = await pdf('late, but well')
    source.failing.set('broken', () => {
      if (!isWell) throw new PortError('conflict', 'The scanner still writes it.')
      return (async function* () {
        yield good
      })()
    })
    source.held.push(
      await held('D-3', 'broken', { bytes: good }),
      ...(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => held('D-3', `D-3-${id}`)))),
    )
    const caseId = await openCase('D-3')
    const main = await until(async () => {
      const one = await mainOf(caseId)
      return one.failed === 1 && one.present === 6 && one
    })
    assert.equal(main.status, 'incomplete')
    const [failure] = main.failures
    assert.deepEqual([failure?.sourceId, failure?.why], ['broken', 'The scanner still writes it.'])
    isWell = true
    await world.service.db.rows(
      `update source_pulls set due_at = now() - interval '1 day' where leased_by is null`,
    )
    await settled(caseId, 7)
    assert.deepEqual((await mainOf(caseId)).failures, [])
  })

  it('bytes that are not as announced, too many or unreadable are treated as any intake treats them', async () => {
    source.held.push(
      await held('D-4', 'D-4-other', { sha256: 'a'.repeat(64) }),
      await held('D-4', 'D-4-empty', { bytes: Buffer.alloc(0) }),
      await held('D-4', 'D-4-torn', { bytes: (await pdf('torn')).subarray(0, 200) }),
      await held('D-4', 'D-4-nul\u0000\ud800', { name: 'bad \u0000\n\u202ename' }),
      await held('D-4', 'D-4-kind', { bytes: Buffer.from([0, 1, 2, 255, 254, 3, 0]) }),
      await held('D-4', 'D-4-large', { bytes: Buffer.alloc(2 * 1024 ** 2) }),
    )
    const { bytes: _, ...endless } = await held('D-4', 'D-4-endless')
    source.held.push({ ...endless, bytes: Buffer.alloc(10) })
    source.failing.set('D-4-endless', async function* () {
      for (;;) yield Buffer.alloc(64 * 1024)
    })
    const caseId = await openCase('D-4')
    const main = await until(async () => {
      const one = await mainOf(caseId)
      return one.present + one.failed === 7 && one
    })
    const reasons = Object.fromEntries(main.failures.map(({ sourceId, why }) => [sourceId, why]))
    assert.match(reasons['D-4-other'] ?? '', /announced the hash a{64}/)
    assert.match(reasons['D-4-empty'] ?? '', /is empty/)
    assert.match(reasons['D-4-endless'] ?? '', /more than 1 MB/)
    assert.match(reasons['D-4-large'] ?? '', /more than 1 MB/)
    assert.ok(!source.fetched.includes('D-4-large'), 'nobody reads what is too large to be kept')
    assert.match(reasons['D-4-kind'] ?? '', /of an unknown kind/)
    assert.ok(main.failures.some(({ name }) => name === 'bad name'))
    const { port } = (await world.admin('GET', '/ports/document-source')).json as { port: PortStatus }
    const { waiting = 0 } = port.bindings.find(({ name }) => name === 'main') ?? {}
    assert.ok(waiting >= main.failed, 'what is to be fetched again waits')
    const torn = (await documentsOf(caseId)).find(({ name }) => name === 'D-4-torn')
    assert.ok(torn?.unreadable)
  })

  it('a duplicate within the case is linked or held as any other', async () => {
    const same = await pdf('twice')
    source.held.push(
      await held('D-5', 'D-5-one', { bytes: same }),
      await held('D-5', 'D-5-two', { bytes: same }),
    )
    const caseId = await openCase('D-5')
    await settled(caseId, 2)
    const documents = await documentsOf(caseId)
    assert.equal(documents.filter(({ duplicates }) => duplicates).length, 1)
  })

  it('what the platform makes is handed to every source that takes it, with its bytes, once', async () => {
    const caseId = await openCase('D-6')
    const bytes = await pdf('The hearing begins.')
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Transcript: 2 March', madeAs: 'transcript' }))
    form.set('file', new Blob([Uint8Array.from(bytes)]), 'transcript.pdf')
    const { json, status, text } = await world.admin('POST', `/cases/${caseId}/documents`, { body: form })
    assert.equal(status, 201, text)
    const { document } = json as { document: CaseDocument }
    assert.equal(document.madeAs, 'transcript')
    const [written] = await until(() => source.written.length > 0 && source.written)
    assert.ok(written)
    assert.ok(written.bytes.equals(bytes))
    assert.deepEqual(
      [written.input.kind, written.input.documentId, written.input.file.name],
      ['transcript', document.id, 'Transcript_ 2 March.pdf'],
    )
    assert.equal(written.input.case.docketNumber, 'D-6')
    await until(async () => (await eventsOf(caseId, 'document.writtenBack')).length === 2)
    assert.equal(otherSource.written.length, 1)
    // The source now has it, and offers it.
    source.arrived.push(await held('D-6', `back/${document.id}`, { bytes }))
    await until(async () => (await eventsOf(caseId, 'source.unchanged')).length === 1)
    assert.equal((await documentsOf(caseId)).length, 1)
  })

  it('a later version of it is handed over too, unless the source itself has revised it', async () => {
    const caseId = await openCase('D-14')
    const path = `/cases/${caseId}/documents`
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Letter', madeAs: 'sentLetter' }))
    form.set('file', new Blob([Uint8Array.from(await pdf('Dear Ada'))]), 'letter.pdf')
    const filed = await world.admin('POST', path, { body: form })
    assert.equal(filed.status, 201, filed.text)
    const { id } = (filed.json as { document: CaseDocument }).document
    const corrected = await pdf('Dear Ada, corrected')
    const revised = await world.admin('PUT', `${path}/${id}/content`, {
      body: corrected,
      headers: { 'content-type': 'application/pdf' },
    })
    assert.equal(revised.status, 200, revised.text)
    const ofLetter = () => source.written.filter(({ input }) => input.documentId === id)
    const [, second] = await until(() => ofLetter().length === 2 && ofLetter())
    assert.deepEqual(
      [second?.input.version, second?.input.kind, second?.input.name],
      [2, 'sentLetter', 'Letter'],
    )
    assert.ok(second?.bytes.equals(corrected))
    await until(async () => (await eventsOf(caseId, 'document.writtenBack')).length === 4)
    source.arrived.push(await held('D-14', `back/${id}`, { revision: '3' }))
    await until(async () => (await documentsOf(caseId))[0]?.version === 3)
    const owed = await world.service.db.rows(
      `select from obligations where case_id = $1 and call = 'writeBack'`,
      [caseId],
    )
    assert.equal(owed.length, 4)
  })

  it('what came from a source is not handed to any', async () => {
    const before = source.written.length + otherSource.written.length
    source.held.push(await held('D-7', 'D-7-one'))
    const caseId = await openCase('D-7')
    await settled(caseId, 1)
    const owed = await world.service.db.rows(
      `select from obligations where case_id = $1 and call = 'writeBack'`,
      [caseId],
    )
    assert.equal(owed.length, 0)
    assert.equal(source.written.length + otherSource.written.length, before)
  })

  it('a reader sees what arrived since they last looked', async () => {
    source.held.push(await held('D-8', 'D-8-one'))
    const caseId = await openCase('D-8')
    await settled(caseId, 1)
    const reader = await world.member('rita', ['adjudicator'])
    const { version } = await sourcesOf(caseId, reader)
    const look = (seen: number) =>
      reader('PUT', `/cases/${caseId}/sources/looked`, { body: { version: seen } })
    assert.equal((await look(version + 100)).status, 409)
    assert.equal((await look(version)).status, 200)
    const arrivedFor = async (http = reader) =>
      (await sourcesOf(caseId, http)).sources.find(({ source }) => source === 'main')?.arrivals
    assert.deepEqual(await arrivedFor(), [])
    source.arrived.push(await held('D-8', 'D-8-two'))
    await settled(caseId, 2)
    assert.deepEqual(
      (await arrivedFor())?.map(({ name, change }) => [name, change]),
      [['D-8-two', 'filed']],
    )
    assert.equal((await arrivedFor(world.admin))?.length, 2)
    // A look at an earlier version takes nothing back.
    await look((await sourcesOf(caseId, reader)).version)
    await look(1)
    assert.deepEqual(await arrivedFor(), [])
  })

  it('reports a submission and a revision, with its bytes or without; what has no case waits for one', async () => {
    const caseId = await openCase('D-9')
    const { tell, upload } = source.host()
    const at = '2026-03-02T10:00:00.000Z'
    const about = { sourceId: 'told', name: 'Told', receiptDate: '2026-03-01' }
    const first = await pdf('told, with its bytes')
    const { uploadId } = await upload(
      (async function* () {
        yield first
      })(),
      { name: 'told.pdf' },
    )
    const submitted = { case: { docketNumber: 'D-9' }, ...about, revision: '1', uploadId, at }
    for (const id of ['told-1', 'told-1', 'told-1-again']) await tell('submitted', submitted, { id })
    await settled(caseId, 1)
    assert.equal(source.fetched.includes('told'), false)
    source.held.push(await held('D-9', 'told', { revision: '2' }))
    const revised = { case: { caseId }, ...about, revision: '2', at: '2026-03-03T10:00:00.000Z' }
    await tell('revised', revised, { id: 'told-2' })
    await until(async () => (await documentsOf(caseId))[0]?.version === 2)
    // Late, and out of order.
    await tell('submitted', { ...submitted, revision: '0' }, { id: 'told-0' })
    const unknown = { case: { docketNumber: 'D-10' }, ...about, sourceId: 'early', revision: '1', at }
    source.held.push(await held('D-10', 'early'))
    await tell('submitted', unknown, { id: 'early-1' })
    await until(async () => {
      const [row] = await world.service.db.rows<{ status: string }>(
        `select status from inbound_facts where message_id = 'early-1'`,
      )
      return row?.status === 'unmatched'
    })
    await settled(await openCase('D-10'), 1)
    assert.deepEqual(
      (await documentsOf(caseId)).map(({ version, from }) => [version, from?.revision]),
      [[2, '2']],
    )
  })

  it('names an upload of the account that its configuration names, if that is of another system', async () => {
    const caseId = await openCase('D-13')
    await until(async () => (await sourcesOf(caseId)).sources.every(({ status }) => status === 'complete'))
    const { db, portico } = world.service
    const owner = 'mem_scanner'
    await db.rows(
      `insert into members (id, username, username_folded, display_name, roles, created_at)
       values ($1, 'scanner', 'scanner', 'Scanner', '{integrationDocumentsIn}', now())`,
      [owner],
    )
    const submit = async (number: number) => {
      const bytes = await pdf(`scanned ${number}`)
      const upload = {
        id: `upl_scanned${number}`,
        owner,
        bytes: bytes.length,
        name: 'scan.pdf',
        at: new Date(),
      }
      await portico.uploads.begin(upload)
      await portico.uploads.append(upload.id, owner, 0, Readable.from([bytes]))
      const about = { sourceId: `scanned-${number}`, revision: '1', name: 'Scan', receiptDate: '2026-03-01' }
      const fact = { case: { caseId }, ...about, uploadId: upload.id, at: '2026-03-02T10:00:00.000Z' }
      await source.host().tell('submitted', fact, { id: about.sourceId })
    }
    await submit(1)
    const [failed] = await until(async () => {
      const all = await eventsOf(caseId, 'source.failed')
      return all.length > 0 && all
    })
    assert.equal(failed?.data.why, 'There is no such upload.', 'the account is of a person')
    await db.rows(`update members set kind = 'integration' where id = $1`, [owner])
    await submit(2)
    await until(async () => (await documentsOf(caseId)).length === 1)
  })

  it('uses no upload of anybody else', async () => {
    const caseId = await openCase('D-11')
    const bytes = await pdf('of somebody else')
    const begun = await world.admin('POST', '/uploads', { body: { name: 'x.pdf', bytes: bytes.length } })
    const { id } = (begun.json as { upload: { id: string } }).upload
    const { uploads } = world.service.portico
    const [member] = await world.service.db.rows<{ id: string }>(`select id from members limit 1`)
    await uploads.append(id, member?.id ?? '', 0, Readable.from([bytes]))
    const about = { sourceId: 'stolen', revision: '1', name: 'Stolen', receiptDate: '2026-03-01' }
    const at = '2026-03-02T10:00:00.000Z'
    await source
      .host()
      .tell('submitted', { case: { caseId }, ...about, uploadId: id, at }, { id: 'stolen-1' })
    const failed = await until(async () => {
      const { json } = await world.admin('GET', `/cases/${caseId}/events?types=source.failed`)
      return (json as { events: { data: { why: string } }[] }).events[0]
    })
    assert.equal(failed.data.why, 'There is no such upload.')
    assert.deepEqual(await documentsOf(caseId), [])
  })

  it('reports over HTTP, and what matches no case is matched by hand from the inbox', async () => {
    const caseId = await openCase('D-12')
    // It has answered that it holds nothing: what comes from here on comes by its reports.
    await settled(caseId, 0)
    const report = async (name: string, id: string, fact: object) => {
      const body = JSON.stringify(fact)
      const headers = { 'content-type': 'application/json', ...signedHeaders(id, new Date(), body, secret) }
      const url = `${world.baseUrl}/ports/document-source/main/inbound/${name}`
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    const at = '2026-03-02T10:00:00.000Z'
    const about = { name: 'Scan', receiptDate: '2026-03-01' }
    source.held.push(await held('D-12', 'scan-1'), await held('D-12', 'scan-1', { revision: '2' }))
    const known = { case: { docketNumber: 'D-12' }, ...about, sourceId: 'scan-1' }
    assert.equal(await report('submitted', 'scan-1-1', { ...known, revision: '1', at }), 202)
    assert.equal(await report('submitted', 'scan-1-1', { ...known, revision: '1', at }), 202)
    await settled(caseId, 1)
    const later = '2026-03-03T10:00:00.000Z'
    assert.equal(await report('revised', 'scan-1-2', { ...known, revision: '2', at: later }), 202)
    await until(async () => (await documentsOf(caseId))[0]?.version === 2)

    source.held.push(await held('nobody', 'scan-2'))
    const misread = { case: { docketNumber: 'D-l2' }, ...about, sourceId: 'scan-2', revision: '1', at }
    assert.equal(await report('submitted', 'scan-2-1', misread), 202)
    type Waiting = { id: string; name: string; reason?: string; status: string }
    const waiting = await until(async () => {
      const { facts } = (await world.admin('GET', '/inbox')).json as { facts: Waiting[] }
      return facts.find(({ reason }) => reason === 'No case has the docket number D-l2.')
    })
    assert.deepEqual([waiting.name, waiting.status], ['submitted', 'unmatched'])
    const matched = await world.admin('POST', `/inbox/${waiting.id}/match`, { body: { caseId } })
    assert.equal(matched.status, 200, matched.text)
    await settled(caseId, 2)
    assert.deepEqual((await documentsOf(caseId)).map(({ from }) => from?.sourceId).toSorted(), [
      'scan-1',
      'scan-2',
    ])
    const again = await world.admin('POST', `/inbox/${waiting.id}/match`, { body: { caseId } })
    assert.equal(again.status, 404)
  })

  it('a case that a source was never been asked for is not called complete, and a replay asks', async () => {
    const caseId = await openCase('D-13')
    await settled(caseId, 0)
    const { db } = world.service
    const later = openSources({ db, clock: () => new Date(), boundSources: ['later', 'main'] })
    // Each binding answers in its own time.
    const sources = await until(async () => {
      const { sources } = await later.list(caseId, 'mem_1', 1)
      return sources.some(({ source: name }) => name === 'archive') && sources
    })
    assert.deepEqual(
      sources.map(({ source: name, status }) => [name, status]),
      [
        ['archive', 'complete'],
        ['later', 'listing'],
        ['main', 'complete'],
      ],
    )
    assert.match(sources.find(({ source: name }) => name === 'later')?.problem ?? '', /never been asked/)
    source.held.push(await held('D-13', 'D-13-late'))
    const body = { binding: 'main', caseId }
    const replayed = await world.admin('POST', '/ports/document-source/replay', { body })
    assert.equal(replayed.status, 200, replayed.text)
    await settled(caseId, 1)
  })
})

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
