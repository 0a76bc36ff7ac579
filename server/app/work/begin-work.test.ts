import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { openWorkDesk } from '../../test/work-desk.ts'
import type { Execute } from '../engine/execute.ts'
import { createBeginWork } from './begin-work.ts'

describe('beginning the work on cases that came without any', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 3 })
  })
  after(() => db.close())

  it('goes on behind a case on which it cannot begin, and begins on each once', async () => {
    const desk = openDesk(db)
    const opened = [await desk.open([]), await desk.open([]), await desk.open([])]
    const [first] = opened.map(({ caseId }) => caseId).toSorted()
    const { execute } = openWorkDesk(db)
    const failing: Execute = async (decider, request, command, answer) => {
      if (command.caseId === first) throw new Error('it cannot begin')
      return execute(decider, request, command, answer)
    }
    const clock = () => noon
    await assert.rejects(createBeginWork({ db, execute: failing, clock })(), /it cannot begin/)
    const waiting = await db.rows<{ id: string }>(`select case_id as id from case_work where status is null`)
    assert.deepEqual(
      waiting.map(({ id }) => id),
      [first],
    )
    const beginWork = createBeginWork({ db, execute, clock })
    assert.deepEqual([await beginWork(), await beginWork()], [1, 0])
  })
})
