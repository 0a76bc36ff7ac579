import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { HttpRefusal } from './errors.ts'
import { serve } from './route.ts'

export function serveHealth(app: FastifyInstance, portico: Portico) {
  serve(app, 'health', async () => ({ status: 'ok' }), { isUnlimited: true })
  serve(
    app,
    'ready',
    async () => {
      const isReady = await portico.answers().catch(() => false)
      if (!isReady) throw new HttpRefusal(503, 'The database does not answer.', { 'retry-after': '1' })
      return { status: 'ready' }
    },
    { isUnlimited: true },
  )
}
