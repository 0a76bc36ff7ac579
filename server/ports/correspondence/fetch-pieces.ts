import type { correspondence } from '@portico/contract/ports/correspondence'
import { type Adapter, type CallContext, PortError } from '@portico/contract/ports/kit'
import type { ReceivedFile } from '../../app/intake/received-file.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { msBetween, msLater } from '../../core/time/moments.ts'
import { type AwaitedFile, claimFiles, putOffFile, renewFiles } from '../../store/mail-pieces.ts'
import type { Tended, Tending } from '../delivery/bindings/serve-port.ts'
import { fetchedFile, refuseOtherBytes } from '../delivery/bindings/tended-call.ts'
import { backoffMs, giveUpAfterMs } from '../delivery/ledger/backoff.ts'
import { openBreaker } from '../delivery/ledger/breaker.ts'
import { inPlaces, isAway } from '../delivery/ledger/in-places.ts'
import { inTurns } from '../delivery/ledger/in-turns.ts'
import { uploadedFile } from '../delivery/outside/uploaded-file.ts'

type Needed = 'intake' | 'mail' | 'mostFileBytes' | 'uploads'
type Fetching = Tending<Needed>

/**
 * Fetches the files of pieces that have arrived, several at once. One that fails is tried again later; what the other side
 * refuses for good, or does not give for three days, is given up, and the piece waits for somebody with that sentence.
 */
export function fetchPieces(tending: Fetching): Tended {
  const { binding, parts, holder: by } = tending
  const { db, clock } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const breaker = openBreaker()
  const fetches = inPlaces({
    ...tending,
    clock,
    breaker,
    signal,
    claim: (lease) => claimFiles(db, binding.actor.id, { ...lease, by }),
    renew: (until) => renewFiles(db, by, until),
    work: fetchOne,
  })
  const fetching = inTurns(fetches.turn, { signal, onFault: tending.onFault })

  return {
    on: [],
    wake: fetching.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await fetching.stop()
      await fetches.stop()
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
      refuseOtherBytes(about, file)
      await parts.portico.mail.keepFetched(held, file)
      if (about.uploadId !== undefined && uploaded)
        await parts.portico.uploads.markUsed(about.uploadId, uploaded.owner).catch(tending.onFault)
    } catch (error) {
      if (signal.aborted) return putOff(clock())
      const now = clock()
      const again = (retryAfterMs?: number) => msLater(now, backoffMs(attempt, Math.random, retryAfterMs))
      if (!(error instanceof Refusal) && !isPortError(error)) {
        await putOff(again())
        throw error
      }
      const failure = error instanceof Refusal ? undefined : tending.said(error)
      if (failure) tending.failed(failure)
      if (isAway(failure)) breaker.failed(now)
      const why = (failure ?? error).message.slice(0, 2000) || 'It failed without a reason.'
      const isOver = msBetween(receivedAt, now) > giveUpAfterMs
      if (failure?.retryable && !isOver) return putOff(again(failure.retryAfterMs), why)
      await db.transaction(async (tx) => {
        await putOffFile(tx, held, { dueAt: now, why, isGivenUp: true })
        await parts.portico.mail.askToRoute(tx, pieceId)
      })
    }
  }

  async function bytesOf({ externalId, about, attempt }: AwaitedFile): Promise<ReceivedFile> {
    const { partId } = about
    const { calls } = await (tending.adapter() as Promise<Adapter<typeof correspondence>>).catch((error) => {
      throw tending.said(error)
    })
    const { fetchPiece } = calls
    if (!fetchPiece) throw new PortError('notSupported', 'The adapter does not fetch the files of a piece.')
    const key = [binding.name, externalId, partId].join(' ')
    const call = (context: CallContext) => fetchPiece({ pieceId: externalId, partId }, context)
    return fetchedFile({ ...tending, signal }, about, call, { key, attempt })
  }
}

const isPortError = (error: unknown): error is PortError =>
  error instanceof Error && error.name === 'PortError'
