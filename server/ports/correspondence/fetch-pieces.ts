import { Readable } from 'node:stream'
import type { correspondence } from '@portico/contract/ports/correspondence'
import { type Adapter, PortError } from '@portico/contract/ports/kit'
import type { ReceivedFile } from '../../app/intake/received-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { type AwaitedFile, claimFiles, putOffFile, renewFiles } from '../../store/mail-pieces.ts'
import { within } from '../delivery/adapter-host.ts'
import { backoffMs, giveUpAfterMs } from '../delivery/backoff.ts'
import { openBreaker } from '../delivery/breaker.ts'
import { inTurns } from '../delivery/in-turns.ts'
import { limited, refuseTooLarge } from '../delivery/limited.ts'
import type { Tended, Tending } from '../delivery/serve-port.ts'
import { uploadedFile } from '../delivery/uploaded-file.ts'

const leaseMs = 60_000
const renewMs = 20_000
const mostAtOnce = 4
const awayCodes = ['unavailable', 'timeout', 'unauthorized', 'rateLimited']

/**
 * Fetches the files of pieces that have arrived, several at once. One that fails is tried again later; what the other side
 * refuses for good, or does not give for three days, is given up, and the piece waits for somebody with that sentence.
 */
export function fetchPieces(tending: Tending): Tended {
  const { binding, parts, holder: by } = tending
  const { db, clock } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const breaker = openBreaker()
  const underWay = new Set<Promise<void>>()
  const leaseEnd = () => new Date(clock().getTime() + leaseMs)
  const renewing = setInterval(() => {
    if (underWay.size > 0) renewFiles(db, by, leaseEnd()).catch(tending.onFault)
  }, renewMs)

  const fetching = inTurns(
    async (wake) => {
      const now = clock()
      const most = Math.min(mostAtOnce - underWay.size, breaker.room(now, underWay.size))
      if (most < 1) return false
      for (const awaited of await claimFiles(db, binding.actor.id, { now, until: leaseEnd(), by, most })) {
        const work = fetchOne(awaited)
          .catch((error) => signal.aborted || tending.onFault(error))
          .then(() => {
            underWay.delete(work)
            wake()
          })
        underWay.add(work)
      }
      return false
    },
    { signal, onFault: tending.onFault },
  )

  return {
    on: [],
    wake: fetching.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await fetching.stop()
      await Promise.all(underWay)
      clearInterval(renewing)
    },
  }

  async function fetchOne(awaited: AwaitedFile): Promise<void> {
    const { pieceId, about, attempt, receivedAt } = awaited
    const held = { pieceId, partId: about.partId, by }
    const putOff = (dueAt: Date, why?: string) => putOffFile(db, held, { dueAt, why, isGivenUp: false })
    try {
      const uploaded = about.uploadId === undefined ? undefined : await uploadedFile(about.uploadId, tending)
      await using file = uploaded?.file ?? (await bytesOf(awaited))
      if (!uploaded) {
        breaker.succeeded()
        tending.succeeded()
      }
      refuseOther(awaited, file)
      await parts.portico.mail.keepFetched(held, file)
      if (about.uploadId !== undefined && uploaded)
        await parts.portico.uploads.markUsed(about.uploadId, uploaded.owner).catch(tending.onFault)
    } catch (error) {
      if (signal.aborted) return putOff(clock())
      const now = clock()
      const again = (retryAfterMs?: number) =>
        new Date(now.getTime() + backoffMs(attempt, Math.random, retryAfterMs))
      if (!(error instanceof Refusal) && !isPortError(error)) {
        await putOff(again())
        throw error
      }
      const failure = error instanceof Refusal ? undefined : tending.said(error)
      if (failure) tending.failed(failure)
      if (failure && awayCodes.includes(failure.code)) breaker.failed(now)
      const why = (failure ?? error).message.slice(0, 2000) || 'It failed without a reason.'
      const isOver = now.getTime() - receivedAt.getTime() > giveUpAfterMs
      if (failure?.retryable && !isOver) return putOff(again(failure.retryAfterMs), why)
      await db.transaction(async (tx) => {
        await putOffFile(tx, held, { dueAt: now, why, isGivenUp: true })
        await parts.portico.mail.askToRoute(tx, pieceId)
      })
    }
  }

  async function bytesOf({ externalId, about, attempt }: AwaitedFile): Promise<ReceivedFile> {
    const { intake, mostFileBytes: mostBytes } = parts.portico
    const { partId, name, size = 0 } = about
    refuseTooLarge(size, mostBytes)
    const stopped = new AbortController()
    const context = {
      key: [binding.name, externalId, partId].join(' '),
      attempt,
      signal: AbortSignal.any([signal, stopped.signal]),
      open: async () => {
        throw new PortError('invalid', 'There is no file beside this call.')
      },
    }
    try {
      const { calls } = await said(tending.adapter() as Promise<Adapter<typeof correspondence>>)
      const { fetchPiece } = calls
      if (!fetchPiece) throw new PortError('notSupported', 'The adapter does not fetch the files of a piece.')
      const answering = (async () => fetchPiece({ pieceId: externalId, partId }, context))()
      const bytes = await said(within(answering, binding.timeoutMs, signal))
      const checked = limited(bytes, { mostBytes, idleMs: binding.timeoutMs, signal })
      return await intake.receive(Readable.from(checked, { objectMode: false }), name)
    } finally {
      stopped.abort()
    }
  }

  /** Whatever an adapter throws is said as a PortError. */
  async function said<Answer>(work: Promise<Answer>): Promise<Answer> {
    return work.catch((error) => {
      throw tending.said(error)
    })
  }
}

const isPortError = (error: unknown): error is PortError =>
  error instanceof Error && error.name === 'PortError'

/** The bytes are what was announced. */
function refuseOther({ about }: AwaitedFile, file: ReceivedFile) {
  if (about.size !== undefined && about.size !== file.bytes)
    throw new PortError('invalid', `${about.size} bytes were announced, and ${file.bytes} came.`, {
      retryable: true,
    })
  if (about.sha256 !== undefined && about.sha256 !== file.sha256)
    throw new PortError(
      'invalid',
      `The hash ${about.sha256} was announced, and the bytes hash to ${file.sha256}.`,
      {
        retryable: true,
      },
    )
}
