// A Fastify of the same version with one route that sends bytes it has in memory: the limit of a list.

import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [path, port] = process.argv.slice(2)
const bytes = path ? readFileSync(path) : Buffer.from('{"status":"ok"}')
const app = Fastify()
app.get('/*', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
const url = await app.listen({ host: 'localhost', port: Number(port ?? 0) })
console.log(JSON.stringify({ url }))
process.once('disconnect', () => process.exit())
process.channel?.unref()
