// A Fastify of the same version whose routes do nothing but one statement and send an answer like ours: the limit of a
// request that reads or writes.

import Fastify from 'fastify'
import { openDatabase } from '../../server/store/db.ts'
import { tagStatement } from '../tag-statement.ts'

const [url = '', state = ''] = process.argv.slice(2)
const db = openDatabase({ url })
const app = Fastify()
const json = 'application/json; charset=utf-8'

app.get('/cases/:id/state', async (request, reply) => {
  const { id } = request.params as { id: string }
  const rows = await db.rows(
    `select w.status, w.party_status, w.why, w.next, w.step, w.entered_step_at, t.assignee_kind, t.assignee_id,
       t.assignee_name, t.deadline, s.version,
       (select count(*) from tasks o where o.case_id = $1 and o.closed_at is null) as open_tasks
     from case_work w join case_streams s using (case_id)
       left join tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
     where w.case_id = $1`,
    [id],
  )
  if (rows.length !== 1) throw new Error('the statement read no case')
  return reply.type(json).send(state)
})

const hash = Buffer.alloc(32)
const actor = { id: 'mem_bench', name: 'bench', kind: 'person' }
const versions = new Map<string, number>()
let made = 0

app.post('/appeals/:id/documents/:docId/tags', async (request, reply) => {
  const { id, docId } = request.params as { id: string; docId: string }
  const { text } = request.body as { text: string }
  const at = new Date().toISOString()
  const version = versions.get(id) ?? (await firstVersion(id))
  versions.set(id, version + 1)
  const rows = await db.rows(tagStatement, [
    id,
    version + 1,
    hash,
    `evt_bare_${made++}`,
    'document.tagged',
    docId,
    at,
    JSON.stringify(actor),
    JSON.stringify({ documentId: docId, text }),
    hash,
    request.id,
    text,
    actor.name,
  ])
  if (rows.length !== 1) throw new Error('the statement wrote no tag')
  return reply
    .code(201)
    .type(json)
    .send(JSON.stringify({ tag: { text, createdBy: actor.name, createdAt: at } }))
})

async function firstVersion(caseId: string): Promise<number> {
  const [row] = await db.rows<{ version: number }>(`select version from case_streams where case_id = $1`, [
    caseId,
  ])
  return row?.version ?? 0
}

console.log(JSON.stringify({ url: await app.listen({ host: 'localhost', port: 0 }) }))
process.once('disconnect', () => process.exit())
process.channel?.unref()
