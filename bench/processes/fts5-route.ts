// A Fastify of the same version whose one route asks the database where the case stands and answers from SQLite FTS5, in
// memory, with the pages of that case: a search by the means that are at hand.

import Fastify from 'fastify'
import { openDatabase } from '../../server/store/db.ts'
import { sqliteWith } from '../sqlite-fts5.ts'

const [url = '', caseId = ''] = process.argv.slice(2)
const db = openDatabase({ url })
const pages = await db.rows<{ text: string }>(
  `select text from page_texts where case_id = $1 order by page`,
  [caseId],
)
const { answer } = sqliteWith(pages.map(({ text }) => text))
const app = Fastify()

app.get('/appeals/:id/search', async (request, reply) => {
  const { id } = request.params as { id: string }
  const { q } = request.query as { q: string }
  const rows = await db.rows(
    `select version, revision from case_streams join case_texts using (case_id) where case_id = $1`,
    [id],
  )
  if (rows.length !== 1) throw new Error('the statement read no case')
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ query: q, hits: answer(q) }))
})

console.log(JSON.stringify({ url: await app.listen({ host: 'localhost', port: 0 }) }))
process.once('disconnect', () => process.exit())
process.channel?.unref()
