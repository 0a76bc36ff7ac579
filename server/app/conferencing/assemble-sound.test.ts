import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addChunk } from '../../store/room-chunks.ts'
import { lockPerson } from '../../store/room-people.ts'
import { addRoom } from '../../store/rooms.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { opusRecording, webmOf } from '../../test/opus-sound.ts'
import { createAssembleSound } from './assemble-sound.ts'

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
})
