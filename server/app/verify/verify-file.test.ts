import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Reader } from '../../core/file/reader.ts'
import { readZip } from '../../files/read-zip.ts'
import { openDesk } from '../../test/case-desk.ts'
import { startWorld, type World } from '../../test/world.ts'
import { verifyFile } from './verify-file.ts'

describe('verifying a package', () => {
  let world: World
  let folder: string
  let path: string
  before(async () => {
    world = await startWorld()
    folder = await mkdtemp(join(tmpdir(), 'portico-verify-'))
    path = join(folder, 'case.zip')
  })
  after(async () => {
    await rm(folder, { recursive: true })
    await world.close()
  })

  const staff: Reader = { id: '', teams: [], audience: 'staff', curates: true }

  async function exported(reader: Reader = staff): Promise<Buffer> {
    const { signal } = new AbortController()
    const request = { format: 'zip', annotations: false, signal, reader } as const
    const file = await world.service.portico.files.exportCase(world.caseId, request)
    return Buffer.concat(await Array.fromAsync(await file.open()))
  }
  const verified = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    return verifyFile(path, { pdf: world.service.pdf })
  }
  const textOf = async (name: string) => {
    const { entries, close } = await readZip(path)
    const chunks = await Array.fromAsync(entries.find((entry) => entry.name === name)!.read())
    close()
    return Buffer.concat(chunks).toString()
  }

  it('finds nothing wrong with one that is as it was exported', async () => {
    await openDesk(world.service.db).tag(world.caseId, world.documentId, 'tagged')
    const { faults, caseId, documents, events, head } = await verified(await exported())
    assert.deepEqual(faults, [])
    assert.equal(caseId, world.caseId)
    const { documentCount, version } = await world.service.portico.cases.find(world.caseId)
    assert.deepEqual([documents, events], [documentCount, version])
    const [stream] = await world.service.db.rows<{ hash: Buffer }>(
      `select hash from case_streams where case_id = $1`,
      [world.caseId],
    )
    assert.equal(head, stream?.hash.toString('hex'))
  })

  it('finds one changed byte wherever it is, and says in which part', async () => {
    const whole = await exported()
    const directory = whole.indexOf('PK\x01\x02', 0, 'latin1')
    const starts: { name: string; at: number }[] = []
    for (let at = directory; whole.readUInt32LE(at) === 0x02014b50; ) {
      const nameLength = whole.readUInt16LE(at + 28)
      const name = whole.subarray(at + 46, at + 46 + nameLength).toString()
      starts.push({ name, at: whole.readUInt32LE(at + 42) })
      at += 46 + nameLength + whole.readUInt16LE(at + 30) + whole.readUInt16LE(at + 32)
    }
    const flipped = async (at: number) => {
      const bytes = Buffer.from(whole)
      bytes[at] = bytes[at]! ^ 0x10
      return (await verified(bytes)).faults
    }
    for (const [index, { name, at }] of starts.entries()) {
      const end = starts[index + 1]?.at ?? directory
      const inside = await flipped(at + 60 + Math.floor((end - at - 60) / 2))
      assert.ok(
        inside.some(({ part }) => part === name),
        `${name}: ${JSON.stringify(inside)}`,
      )
      for (const place of [at, at + 11, at + 31])
        assert.ok((await flipped(place)).length > 0, `${name} ${place - at}`)
    }
    const step = Math.ceil((whole.length - directory) / 60)
    for (let at = directory; at < whole.length; at += step)
      assert.ok((await flipped(at)).length > 0, `byte ${at - directory} of the directory`)
    assert.ok((await verified(whole.subarray(0, -1))).faults.length > 0, 'cut off by one byte')
    assert.ok((await verified(whole.subarray(0, whole.length / 2))).faults.length > 0, 'cut in half')
  })

  it('finds nothing wrong where an annotation was not for whoever exported the case', async () => {
    const filed = await world.admin('GET', `/appeals/${world.caseId}/documents/${world.documentId}`)
    const { startPage: page } = (filed.json as { document: { startPage: number } }).document
    const at = `/appeals/${world.caseId}/documents/${world.documentId}/annotations`
    const body = { page, visibility: 'private', comment: 'my doubts' }
    const { json } = await world.admin('POST', at, { body })
    // Then nothing but the events tells the packages of two readers apart.
    await world.admin('DELETE', `${at}/${(json as { annotation: { id: string } }).annotation.id}`)
    const [author] = await world.service.db.rows<{ id: string }>(
      `select actor->>'id' as id from events where case_id = $1 and data->>'visibility' = 'private'`,
      [world.caseId],
    )
    for (const id of [author!.id, 'somebody else']) {
      const { faults } = await verified(await exported({ id, teams: [], audience: 'staff' }))
      assert.deepEqual(faults, [])
      assert.equal((await textOf('events.ndjson')).includes('my doubts'), id === author!.id)
    }
  })

  it('holds where much of it is not for the reader, of which it has but the links', async () => {
    const tags = `/appeals/${world.caseId}/documents/${world.documentId}/tags`
    await world.admin('POST', tags, { body: { text: 'for everybody', visibility: 'case' } })
    const party: Reader = { id: 'mem_1', teams: [], audience: 'party' }
    const { faults, events, notes } = await verified(await exported(party))
    assert.deepEqual(faults, [])
    assert.match(
      notes.join(),
      /^\d+ events? do(es)? not say who acted, .*: their payload was checked, but not their own/,
    )
    assert.deepEqual((await verified(await exported())).notes, [])
    assert.match(await textOf('events.ndjson'), /"name":"tester"/)
    await verified(await exported(party))
    const lines = (await textOf('events.ndjson')).trim().split('\n')
    assert.doesNotMatch(lines.join(), /tester|"onBehalfOf"|"causationId"/)
    assert.equal(lines.length, events)
    const told = lines.map((line) => JSON.parse(line) as { type?: string; isWithheld?: true })
    assert.ok(told.some(({ isWithheld }) => isWithheld))
    assert.deepEqual(
      told.filter(({ type }) => type?.startsWith('task.') || type === 'document.markedRead'),
      [],
    )
  })

  it('has annotations of the documents that are in it, and no others', async () => {
    const at = `/appeals/${world.caseId}/documents/${world.documentId}`
    const { json } = await world.admin('GET', at)
    const { startPage: page } = (json as { document: { startPage: number } }).document
    await world.admin('POST', `${at}/annotations`, { body: { page, comment: 'on a page' } })
    const isIn = async () => {
      const { faults } = await verified(await exported())
      assert.deepEqual(faults, [])
      return (await textOf('annotations.json')).includes('on a page')
    }
    const stand = (status: string) =>
      world.admin('PUT', `/cases/${world.caseId}/documents/${world.documentId}/status`, {
        body: { status, why: 'a test' },
      })
    assert.equal(await isIn(), true)
    assert.equal((await stand('held')).status, 200)
    assert.equal(await isIn(), false)
    assert.equal((await stand('current')).status, 200)
  })

  it('follows the chain past a payload that was erased, and finds one that was changed', async () => {
    const { db } = world.service
    const desk = openDesk(db)
    await desk.tag(world.caseId, world.documentId, 'to be erased')
    const where = `where case_id = $1 and type = 'document.tagged' and data->>'text' = 'to be erased'`
    await db.rows(`update events set data = null ${where}`, [world.caseId])
    assert.deepEqual((await verified(await exported())).faults, [])
    await db.rows(
      `update events set actor = jsonb_set(actor, '{name}', '"mallory"') where case_id = $1 and sequence = 2`,
      [world.caseId],
    )
    await desk.tag(world.caseId, world.documentId, 'one more')
    const { faults } = await verified(await exported())
    assert.deepEqual(faults, [
      { part: 'events.ndjson', what: 'event 2: the envelope or its link was changed' },
    ])
  })

  it('refuses what is no such package', async () => {
    assert.match((await verified(Buffer.from('not a ZIP'))).faults[0]?.what ?? '', /not a whole ZIP/)
    const empty = Buffer.alloc(22)
    empty.write('PK\x05\x06', 'latin1')
    assert.deepEqual(
      (await verified(empty)).faults.map(({ part }) => part),
      ['manifest.json', 'the seal'],
    )
  })
})
