import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Actor } from '@portico/contract/envelope'
import type { ImportError } from '@portico/contract/imports'
import { openPermissions } from '../../auth/can.ts'
import { custody } from '../../core/file/custody.ts'
import { defaultProfile } from '../../profile/default.ts'
import { openDesk } from '../../test/case-desk.ts'
import { alice, noon } from '../../test/given.ts'
import {
  bulkLoadOn,
  caseRow,
  documentRow,
  header,
  type Loading,
  manifestOf,
  openLoading,
} from '../../test/loading.ts'
import { testPdf } from '../../test/test-pdf.ts'
import type { BulkLoad } from './bulk-load.ts'
import { createImporterFor } from './importer.ts'

const ian: Actor = { id: 'mem_ian', name: 'ian', kind: 'person' }

describe('whoever imports', () => {
  let loading: Loading
  let bulk: BulkLoad
  let pdf: Buffer
  const roles = defaultProfile.roles.map((role) =>
    role.name === 'integration' ? { ...role, sources: ['old'] } : role,
  )
  before(async () => {
    loading = await openLoading()
    pdf = await testPdf(['secret'])
    const importerFor = createImporterFor(openPermissions({ mode: 'deployment', roles: () => roles }))
    bulk = bulkLoadOn(loading.db, { ...loading, scratch: loading.folder, importerFor })
    await loading.db.rows(
      `insert into members (id, username, username_folded, display_name, roles, teams, clearance, created_at)
       values ('mem_ian', 'ian', 'ian', 'Ian', '{integration}', '{}', 3, now())`,
    )
    const path = await loading.folderOf({
      'manifest.ndjson': [
        header,
        caseRow('hidden'),
        documentRow('hidden-paper', 'hidden', { file: 'secret.pdf' }),
        caseRow('seen'),
      ],
      'secret.pdf': pdf,
    })
    assert.equal((await loading.load(path)).rows.loaded, 3)
    const hidden = await caseOf('hidden')
    const command = { type: 'setSensitivity' as const, caseId: hidden, level: 6, why: 'A colleague.' }
    const desk = openDesk(loading.db)
    await desk.execute(custody, { at: noon, actor: alice, correlationId: 'req' }, command, () => null)
  })
  after(() => loading.close())

  const caseOf = async (externalId: string) => {
    const [row] = await loading.db.rows<{ case_id: string }>(
      `select case_id from aliases where source = 'old' and external_id = $1`,
      [externalId],
    )
    return row?.case_id ?? ''
  }

  async function loadAs(actor: Actor, rows: object[]) {
    const { id } = await bulk.receive([Buffer.from(manifestOf([header, ...rows]))] as never, {
      actor,
      dryRun: false,
    })
    await bulk.run(id)
    const errors: ImportError[] = []
    for await (const page of bulk.errors(id)) errors.push(...page)
    return { ...(await bulk.get(id)), errors: errors.map(({ error }) => error) }
  }

  const note = (externalId: string, ofCase: string) => ({
    ...{ type: 'event', externalId, case: ofCase, what: 'heard', at: '2020-03-01T00:00:00Z', by: 'judge' },
  })

  it('writes on cases of the same import, and on those that they may see and change', async () => {
    const rows = [caseRow('own'), note('n1', 'own'), note('n2', 'seen')]
    assert.deepEqual((await loadAs(ian, rows)).errors, [])
    const told = await loading.db.rows(
      `select actor->>'name' as actor, on_behalf_of->>'name' as author, at from events
       where type = 'case.historyRecorded' order by position`,
    )
    const one = { actor: 'ian', author: 'judge', at: new Date('2020-03-01T00:00:00Z') }
    assert.deepEqual(told, [one, one])
  })

  it('finds a case above their clearance no more than one that is not there', async () => {
    const { errors } = await loadAs(ian, [
      note('n3', 'hidden'),
      note('n4', 'nowhere'),
      { type: 'tag', document: 'hidden-paper', text: 'seen' },
      { type: 'tag', document: 'no-paper', text: 'seen' },
    ])
    const [hidden, nowhere, paper, noPaper] = errors
    assert.equal(hidden?.replace('hidden', 'nowhere'), nowhere)
    assert.match(nowhere ?? '', /There is no case nowhere of old/)
    assert.equal(paper?.replace('hidden-paper', 'no-paper'), noPaper)
  })

  it('is told that a row was here already only where they see the case', async () => {
    const done = await loadAs(ian, [caseRow('seen'), caseRow('hidden')])
    assert.deepEqual(done.rows, { loaded: 0, skipped: 1, failed: 1 })
    assert.deepEqual(done.errors, ['ian may not claim the id hidden of old.'])
  })

  it('loads no row with an id of a source that they do not act for', async () => {
    const rows = [{ ...caseRow('new'), source: 'other' }]
    assert.deepEqual((await loadAs(ian, rows)).errors, ['ian may not claim the id new of other.'])
  })

  it('does not get bytes of another case by their hash', async () => {
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const unknown = 'a'.repeat(64)
    const { errors } = await loadAs(ian, [
      caseRow('curious'),
      documentRow('c1', 'curious', { sha256 }),
      documentRow('c2', 'curious', { sha256: unknown }),
    ])
    assert.equal(errors[0]?.replace(sha256, unknown), errors[1])
    assert.match(errors[1] ?? '', /No file on an earlier line has the hash/)
  })

  it('loads nothing more once they may not import', async () => {
    await loading.db.rows(`update members set deactivated_at = now() where id = 'mem_ian'`)
    const done = await loadAs(ian, [caseRow('late')])
    assert.equal(done.status, 'failed')
    assert.match(done.error ?? '', /ian, who started this import, is no longer allowed to import/)
    assert.equal(await caseOf('late'), '')
  })
})
