import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { roomEvents } from '../../../store/room-people.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { openRooms } from './rooms.ts'

describe('a room of the platform', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const at = new Date('2026-03-02T15:00:00Z')
  const rooms = () =>
    openRooms({
      db,
      clock: () => at,
      mac: (text) => createHmac('sha256', 'test').update(text).digest(),
      workspaceUrl: () => 'http://localhost/workspace/',
      refuseUninvited: async () => {},
    })
  const create = (sessionId: string) =>
    rooms().create(sessionId, {
      case: { caseId: 'case_1', docketNumber: '260302-1' },
      sessionId,
      kind: 'video',
      slot: { startsAt: at.toISOString(), minutes: 60, timeZone: 'UTC' },
    })
  const ends = async (handle: string) =>
    (await roomEvents(db, { handle, personId: 'anyone' } as never, 0)).filter(({ type }) => type === 'ended')

  for (const way of ['close', 'cancel'] as const)
    it(`ends once, however many ${way} it at the same time`, async () => {
      const handles = await Promise.all(Array.from({ length: 8 }, (_, number) => create(`${way}_${number}`)))
      await Promise.all(handles.flatMap((handle) => [rooms()[way](handle), rooms()[way](handle)]))
      for (const handle of handles) assert.equal((await ends(handle)).length, 1)
    })
})
