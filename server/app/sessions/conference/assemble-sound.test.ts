import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addChunk } from '../../../store/room-chunks.ts'
import { lockPerson } from '../../../store/room-people.ts'
import { addRoom } from '../../../store/rooms.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { opusRecording, webmOf } from '../../../test/opus-sound.ts'
import { createAssembleSound } from './assemble-sound.ts'

/** How many files of a folder this process has open. */
const openIn = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

describe('the sound of a room', () => {
  const at = new Date('2026-03-02T15:00:00Z')
  const of = { handle: 'room', caseId: 'case_1' }
  let db: TestDatabase
  let folder: string
  before(async () => {
    ;[db, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'portico-sound-'))])
    const slot = { startsAt: at.toISOString(), minutes: 60, timeZone: 'UTC' }
    await addRoom(db, { ...of, sessionId: 's', docketNumber: '1', kind: 'video', slot, createdAt: at })
    await lockPerson(db, { ...of, personId: 'p', name: 'Maria', isHost: false })
    const bytes = webmOf(opusRecording(1, 0))
    const timed = { offsetMs: 0, startedAt: at, durationMs: 1000, receivedAt: at }
    await addChunk(db, { ...of, personId: 'p', track: 't', sequence: 0, bytes, ...timed })
  })
  after(() => Promise.all([db.close(), rm(folder, { recursive: true })]))

  const assembled = async (scratchPath: () => string) => {
    const names: string[] = []
    const sounds = createAssembleSound({ db, scratchPath, clock: () => at })
    for await (const { name, path } of sounds(of.handle)) {
      names.push(name)
      assert.ok((await readdir(folder)).includes(path.slice(folder.length + 1)))
    }
    return names
  }

  it('that cannot be written is an error of this recording alone, and can be put together later', async () => {
    await assert.rejects(
      assembled(() => join(folder, 'gone', 'part')),
      { code: 'ENOENT' },
    )
    let parts = 0
    assert.deepEqual(await assembled(() => join(folder, `part${parts++}`)), ['Maria'])
    assert.deepEqual(await readdir(folder), [])
  })

  it('of one who means harm is put together as far as it goes, with few files open, and costs nobody else theirs', async () => {
    const of = { handle: 'other', caseId: 'case_1' }
    const slot = { startsAt: at.toISOString(), minutes: 60, timeZone: 'UTC' }
    await addRoom(db, { ...of, sessionId: 's2', docketNumber: '1', kind: 'video', slot, createdAt: at })
    await lockPerson(db, { ...of, personId: 'a', name: 'Adam', isHost: false })
    await lockPerson(db, { ...of, personId: 'p', name: 'Maria', isHost: false })
    const timed = { startedAt: at, receivedAt: at, durationMs: 10 }
    const add = (track: string, sequence: number, bytes: Buffer) =>
      addChunk(db, { ...of, personId: 'a', track, sequence, offsetMs: 20 * sequence, bytes, ...timed })
    // Packets that together have more lengths than a page of Ogg can tell.
    const large = [1200, 61_000].map((length, index) => ({
      atMs: 20 * index,
      data: Buffer.alloc(length, 0xf8),
    }))
    await add('large', 0, webmOf([...Array.from({ length: 30 }, () => large[0]!), large[1]!]))
    const whole = webmOf(opusRecording(1, 0))
    const tiny = whole.subarray(whole.indexOf(Buffer.from('1f43b675', 'hex')))
    await add('tiny', 0, whole)
    await addChunk(db, { ...of, personId: 'p', track: 't', sequence: 0, offsetMs: 0, bytes: whole, ...timed })
    for (let number = 1; number <= 40; number += 1) await add('tiny', 2 * number, tiny)
    let [parts, mostOpen] = [0, 0]
    const sounds = createAssembleSound({
      db,
      clock: () => at,
      scratchPath: () => {
        mostOpen = Math.max(mostOpen, openIn(folder))
        return join(folder, `many${parts++}`)
      },
    })
    const found: string[] = []
    for await (const { name, gaps } of sounds(of.handle)) {
      mostOpen = Math.max(mostOpen, openIn(folder))
      found.push(`${name} ${gaps.length}`)
    }
    assert.deepEqual(found.toSorted(), ['Adam 40', 'Maria 0'])
    assert.ok(mostOpen <= 2, `${mostOpen} files were open`)
    assert.deepEqual(await readdir(folder), [])
  })
})
