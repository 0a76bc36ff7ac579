import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { addRoomEvent, roomEvents } from './room-people.ts'

describe('what is told in a room', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 3 })
  })
  after(() => db.close())

  it('is heard in the order of its numbers, also where a lower one is committed late', async () => {
    const room = { handle: 'room_1', caseId: 'case_1', at: new Date(), type: 'signal' as const }
    const heard = async (after: number) =>
      (await roomEvents(db, { handle: 'room_1', personId: 'person_1' }, after)).map(({ number, data }) => ({
        number,
        data,
      }))
    const told: { number: number; data: unknown }[] = []
    const listen = async () => {
      told.push(...(await heard(told.at(-1)?.number ?? 0)))
    }
    await db.transaction(async (tx) => {
      await addRoomEvent(tx, { ...room, data: 'late' })
      await addRoomEvent(db, { ...room, data: 'overtakes' })
      await listen()
    })
    await listen()
    assert.deepEqual(
      told.map(({ data }) => data),
      ['late', 'overtakes'],
    )
  })
})
