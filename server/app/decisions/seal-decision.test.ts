import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSecret } from '../../auth/secret.ts'
import { openBlobs } from '../../files/blobs.ts'
import { openTypesetting } from '../../files/decision/typesetting.ts'
import { openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { createSealDecision, type SealDecision } from './seal-decision.ts'
import { openSealingKeys } from './sealing-keys.ts'
import { resumeSealing } from './sealing-queue.ts'

const order = { caseId: 'case_1', workProductId: 'product_1' }

describe('sealing what was signed', () => {
  let db: TestDatabase
  let folder: string
  let seal: SealDecision
  const typesetting = openTypesetting()
  before(async () => {
    db = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'portico-seal-'))
    const clock = () => noon
    const secret = openSecret('a secret that is long enough for a test')
    seal = createSealDecision({
      db,
      execute: openDesk(db).execute,
      blobs: await openBlobs(folder, noon),
      typesetting,
      keys: openSealingKeys({ db, secret, clock, organisation: 'portico.test' }),
      clock,
      pageUrl: (caseId, page) => `https://portico.test/${caseId}/${page}`,
    })
    await db.rows(
      `insert into work_products (case_id, work_product_id, sequence, title, status, version, content_sha256,
         drafted_by, drafted_at, saved_by, saved_at, signed_by, signed_at, signed_sequence, package_sha256)
       values ($1, $2, 1, 'Decision', 'signed', 1, 'a', '{}', now(), '{}', now(), '{}', now(), 7, 'b')`,
      [order.caseId, order.workProductId],
    )
  })
  after(async () => {
    await typesetting.close()
    await rm(folder, { recursive: true })
    await db.close()
  })

  it('is left alone where what was signed was erased', async () => {
    await seal(order)
  })

  it('is refused where what is kept is not what was signed', async () => {
    await db.rows(
      `insert into decision_packages (case_id, sha256, work_product_id, body) values ('case_1', 'b', 'product_1', '{}')`,
    )
    await assert.rejects(seal(order), /The decision package b is not what was signed/)
  })

  it('is asked for again while its file is missing, and only then', async () => {
    const queued = () =>
      db.rows<{ key: string }>(`select key from graphile_worker.jobs where task_identifier = 'sealDecision'`)
    await resumeSealing(db)
    assert.deepEqual(await queued(), [{ key: 'sealDecision:case_1 product_1' }])
    await db.rows(`delete from graphile_worker._private_jobs`)
    await db.rows(`update work_products set sealed_sha256 = 'c', sealed_bytes = 1`)
    await resumeSealing(db)
    assert.deepEqual(await queued(), [])
  })
})
