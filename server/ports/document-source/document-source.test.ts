import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CaseDocument } from '@portico/contract/intake'
import { PortError } from '@portico/contract/ports/kit'
import type { CaseSource, CaseSources } from '@portico/contract/sources'
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
      { PORTICO_UPLOAD_MB: '1' },
      {
        ports: {
          'document-source': {
            main: { adapter: source.adapter, pollSeconds: 1 },
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
      await held('D-4', 'D-4-nul\u0000\ud800', { name: 'bad \u0000 name' }),
    )
    const { bytes: _, ...endless } = await held('D-4', 'D-4-endless')
    source.held.push({ ...endless, bytes: Buffer.alloc(10) })
    source.failing.set('D-4-endless', async function* () {
      for (;;) yield Buffer.alloc(64 * 1024)
    })
    const caseId = await openCase('D-4')
    const main = await until(async () => {
      const one = await mainOf(caseId)
      return one.present + one.failed === 5 && one
    })
    const reasons = Object.fromEntries(main.failures.map(({ sourceId, why }) => [sourceId, why]))
    assert.match(reasons['D-4-other'] ?? '', /announced the hash a{64}/)
    assert.match(reasons['D-4-empty'] ?? '', /is empty/)
    assert.match(reasons['D-4-endless'] ?? '', /more than 1 MB/)
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
})
