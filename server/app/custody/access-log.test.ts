import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { type NewAccess, openAccessLog } from './access-log.ts'

describe('the access log', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 4 })
  })
  after(() => db.close())

  const access = (caseId: string, more: Partial<NewAccess> = {}): NewAccess => ({
    at: '2026-11-15T10:00:00.000Z',
    member: { id: 'mem_1', name: 'ada', kind: 'person' },
    caseId,
    kind: 'download',
    what: { of: 'caseFile', format: 'pdf' },
    requestId: 'req_1',
    ...more,
  })

  it('has what was recorded, at once, as it was', async () => {
    const log = openAccessLog(db)
    await log.record(access('case_1'))
    const { entries } = await log.page('case_1', { after: 0, limit: 10 })
    const { caseId: _, ...expected } = access('case_1')
    assert.deepEqual(
      entries.map(({ position: _, ...entry }) => entry),
      [expected],
    )
    assert.deepEqual(await log.page('case_2', { after: 0, limit: 10 }), { entries: [] })
    await log.close()
  })

  it('has what was noted once it is closed', async () => {
    const log = openAccessLog(db, { noteMs: 60_000 })
    for (let view = 0; view < 2500; view++) log.note(access('case_3', { kind: 'view', what: { of: 'case' } }))
    await log.close()
    const { entries, next } = await log.page('case_3', { after: 0, limit: 3000 })
    assert.deepEqual([entries.length, next], [2500, undefined])
  })

  it('says how much is lost when it cannot be written at the end', async () => {
    let lost = 0
    const log = openAccessLog(db, {
      noteMs: 60_000,
      onLoss: (count) => {
        lost += count
      },
    })
    // A kind that the table refuses stands for a database that is away.
    for (let view = 0; view < 3; view++) log.note(access('case_4', { kind: 'glance' as never }))
    await log.close()
    assert.equal(lost, 3)
  })

  it('records a document in pieces once in ten minutes, for each member', async () => {
    const log = openAccessLog(db)
    const what = { of: 'document' as const, documentId: 'doc_1', isPartial: true }
    const piece = (minute: string, id = 'mem_1') =>
      log.record(
        access('case_5', {
          what,
          at: `2026-11-15T10:${minute}:00.000Z`,
          member: { id, name: 'ada', kind: 'person' },
        }),
      )
    await piece('00')
    await piece('03')
    await piece('04', 'mem_2')
    await piece('11')
    const { entries } = await log.page('case_5', { after: 0, limit: 10 })
    assert.deepEqual(
      entries.map(({ at, member }) => [at.slice(14, 16), member.id]),
      [
        ['00', 'mem_1'],
        ['04', 'mem_2'],
        ['11', 'mem_1'],
      ],
    )
    await log.close()
  })

  it('is read by position without missing what is written at the same time', async () => {
    const log = openAccessLog(db)
    const count = 60
    const writing = Promise.all(Array.from({ length: count }, () => log.record(access('case_6'))))
    const seen: number[] = []
    while (seen.length < count) {
      const { entries } = await log.page('case_6', { after: seen.at(-1) ?? 0, limit: 7 })
      seen.push(...entries.map(({ position }) => position))
    }
    await writing
    assert.equal(new Set(seen).size, count)
    assert.equal((await log.page('case_6', { after: 0, limit: 100 })).entries.length, count)
    await log.close()
  })
})
