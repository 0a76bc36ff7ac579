import type { FastifyRequest } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

export function healthHandlers(portico: Portico) {
  return {
    health: async () => ({ status: 'ok' }),

    ready: async () => {
      const isReady = await portico.answers().catch(() => false)
      if (!isReady) throw new HttpRefusal(503, 'The database does not answer.', { 'retry-after': '1' })
      await portico.disk.look().catch(() => {})
      if (portico.disk.isShort()) {
        const megabytes = Math.floor(portico.disk.freeBytes() / 1024 ** 2).toLocaleString('en-US')
        const sentence =
          portico.disk.freeBytes() === 0
            ? 'The disk is full: nothing is free.'
            : `The disk is short of space: ${megabytes} MB are free, less than PORTICO_DISK_RESERVE_MB.`
        throw new HttpRefusal(503, sentence, { 'retry-after': '60' })
      }
      return { status: 'ready' }
    },
  } satisfies Partial<Handlers>
}

const givesSpaceBack = /^\/(auth\/|cases\/:id\/purge)/
/** Rows of a few bytes that are swept: people see that nothing is stored, and go on talking. */
const keepsHearingUp = /^\/rooms\/(entries|views|acts)$/

/** While the disk is full: the database stays up, for reading, for hearings, and for what gives space back. */
export function refuseWriteOnFullDisk(
  { method, routeOptions: { url = '' } }: FastifyRequest,
  { disk }: Pick<Portico, 'disk'>,
) {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE' || givesSpaceBack.test(url)) return
  if (keepsHearingUp.test(url)) return
  disk.refuseWrites()
}
