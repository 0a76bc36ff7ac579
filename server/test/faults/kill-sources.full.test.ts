import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseDocument } from '@portico/contract/intake'
import type { CaseSources } from '@portico/contract/sources'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type BoundService, openBoundService } from './bound-service.ts'

/** A document is fetched, and the service is killed before it is filed. */
describe('kill -9 between fetching a document and filing it', () => {
  let service: BoundService
  let db: BoundService['db']
  const fetched: string[] = []
  before(async () => {
    const bytes = await testPdf(['a document'])
    const document = { sourceId: 'F-9', revision: '1', name: 'form-9.pdf', receiptDate: '2026-01-02' }
    const answers: Record<string, unknown> = {
      capabilities: { port: 'document-source', spec: 1, supports: [] },
      list: { output: { documents: [document] } },
    }
    service = await openBoundService('document-source', (request, response) => {
      const call = (request.url ?? '').split('/').at(-1) ?? ''
      if (call !== 'fetch') {
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(answers[call] ?? {}))
      }
      response.end(bytes, () => fetched.push(String(request.headers['webhook-id'])))
    })
    db = service.db
  })
  after(() => service.close())

  /** Opens a case, and kills the service while what it fetched waits to be filed. */
  async function killedBeforeFiling(docketNumber: string, { commitArrives }: { commitArrives: boolean }) {
    fetched.length = 0
    return db.transaction(async (tx) => {
      // No document is filed before this ends; cases are opened and listed all the same.
      await tx.rows(`lock table projections.documents in exclusive mode`)
      const { case: opened } = await service.ask<{ case: { id: string } }>('/cases', {
        veteran: { firstName: 'Ada', lastName: 'Byron' },
        receiptDate: '2026-03-02',
        docketNumber,
      })
      const [waiting] = await until(async () => {
        const rows = await tx.rows<{ pid: number }>(
          `select pid from pg_locks where relation = 'projections.documents'::regclass and not granted`,
        )
        return rows.length > 0 && rows
      })
      await service.kill()
      if (!commitArrives) await tx.rows(`select pg_terminate_backend($1)`, [waiting?.pid])
      return opened.id
    })
  }

  async function startAgain() {
    await until(async () => {
      const rows = await db.rows(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      )
      return rows.length === 0
    })
    // The lease of the process that is gone is over.
    await db.rows(`update source_pulls set due_at = now() - interval '1 second'`)
    await service.start()
  }

  const filedIn = async (caseId: string) =>
    (await db.rows(`select from events where case_id = $1 and type = 'document.filed'`, [caseId])).length

  it('loses nothing: it is fetched again under the same key', async () => {
    const caseId = await killedBeforeFiling('K-1', { commitArrives: false })
    assert.deepEqual([await filedIn(caseId), fetched.length], [0, 1])
    await startAgain()
    const [one] = await until(async () => {
      const { sources } = await service.ask<CaseSources>(`/cases/${caseId}/sources`)
      return sources[0]?.present === 1 && sources
    })
    assert.deepEqual([one?.expected, one?.failed, one?.status], [1, 0, 'complete'])
    assert.equal(fetched.length, 2)
    assert.equal(fetched[0], fetched[1])
    assert.equal(await filedIn(caseId), 1)
  })

  it('files nothing twice where the commit had arrived', async () => {
    const caseId = await killedBeforeFiling('K-2', { commitArrives: true })
    await until(async () => (await filedIn(caseId)) === 1)
    await startAgain()
    const { documents } = await service.ask<{ documents: CaseDocument[] }>(`/cases/${caseId}/documents`)
    assert.deepEqual(
      documents.map(({ from }) => from?.sourceId),
      ['F-9'],
    )
    const { sources } = await service.ask<CaseSources>(`/cases/${caseId}/sources`)
    assert.deepEqual([sources[0]?.expected, sources[0]?.present, sources[0]?.status], [1, 1, 'complete'])
    // Another case is served meanwhile: whatever was to be fetched again would have been.
    const { case: other } = await service.ask<{ case: { id: string } }>('/cases', {
      veteran: { firstName: 'Ada', lastName: 'Byron' },
      receiptDate: '2026-03-02',
      docketNumber: 'K-3',
    })
    await until(async () => (await filedIn(other.id)) === 1)
    assert.deepEqual([await filedIn(caseId), fetched.length], [1, 2])
  })
})
