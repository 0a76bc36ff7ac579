import type { conferencing } from '@portico/contract/ports/conferencing'
import { type Adapter, type CallContext, PortError } from '@portico/contract/ports/kit'
import type { ReceivedFile } from '../../app/intake/received-file.ts'
import { Refusal, reaction } from '../../core/kernel/decider.ts'
import { type AnnouncedArtifact, conference } from '../../core/session/conference.ts'
import { msBetween, msLater } from '../../core/time/moments.ts'
import { UnsupportedFile } from '../../files/intake/unsupported.ts'
import {
  claimArtifacts,
  forgetArtifact,
  putOffArtifact,
  renewArtifacts,
  type WantedArtifact,
} from '../../store/artifact-pulls.ts'
import type { Tended, Tending } from '../delivery/bindings/serve-port.ts'
import { fetchedFile, refuseOtherBytes } from '../delivery/bindings/tended-call.ts'
import { backoffMs, giveUpAfterMs } from '../delivery/ledger/backoff.ts'
import { openBreaker } from '../delivery/ledger/breaker.ts'
import { inPlaces, isAway } from '../delivery/ledger/in-places.ts'
import { inTurns } from '../delivery/ledger/in-turns.ts'
import { uploadedFile } from '../delivery/outside/uploaded-file.ts'

type Needed = 'execute' | 'fileArtifact' | 'intake' | 'mostFileBytes' | 'uploads'
type Fetching = Tending<Needed>

type Wanted = WantedArtifact<AnnouncedArtifact>

/**
 * Fetches recordings and transcripts that were announced and files them, several at once. One that fails is tried again
 * later; what the service refuses for good, or does not give for three days, is given up with a task for somebody.
 */
export function fetchArtifacts(tending: Fetching): Tended {
  const { binding, parts, holder: by } = tending
  const { db, clock, portico } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const breaker = openBreaker()
  const fetches = inPlaces({
    ...tending,
    clock,
    breaker,
    signal,
    claim: (lease) => claimArtifacts<AnnouncedArtifact>(db, binding.name, { ...lease, by }),
    renew: (until) => renewArtifacts(db, by, until),
    work: fetchOne,
  })
  const fetching = inTurns(fetches.turn, { signal, onFault: tending.onFault })

  return {
    on: ['session.artifactAnnounced'],
    wake: fetching.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await fetching.stop()
      await fetches.stop()
    },
  }

  async function fetchOne(wanted: Wanted): Promise<void> {
    const { caseId, sessionId, handle, artifactId, about, attempt, announcedAt } = wanted
    const held = { caseId, sessionId, handle, artifactId, by }
    const request = () => ({
      at: clock(),
      actor: binding.actor,
      correlationId: `${handle} ${artifactId}`.slice(0, 200),
    })
    try {
      const { uploadId } = about
      const uploaded = uploadId === undefined ? undefined : await uploadedFile(uploadId, tending)
      await using file = uploaded?.file ?? (await bytesOf(wanted))
      if (!uploaded) {
        breaker.succeeded()
        tending.succeeded()
      }
      refuseOtherBytes(about, file)
      await portico.fileArtifact(request(), { caseId, sessionId, handle, artifactId }, about, file)
      if (uploadId !== undefined && uploaded)
        await portico.uploads.markUsed(uploadId, uploaded.owner).catch(tending.onFault)
      await forgetArtifact(db, held)
    } catch (error) {
      const now = clock()
      if (signal.aborted) return putOffArtifact(db, held, now)
      const again = (retryAfterMs?: number) => msLater(now, backoffMs(attempt, Math.random, retryAfterMs))
      const isOurNo = error instanceof Refusal || error instanceof UnsupportedFile
      if (!isOurNo && !isPortError(error)) {
        await putOffArtifact(db, held, again())
        throw error
      }
      const failure = isOurNo ? undefined : tending.said(error)
      if (failure) tending.failed(failure)
      if (isAway(failure)) breaker.failed(now)
      const isOver = msBetween(announcedAt, now) > giveUpAfterMs
      if (failure?.retryable && !isOver) return putOffArtifact(db, held, again(failure.retryAfterMs))
      const why = (failure ?? (error as Error)).message.slice(0, 2000) || 'It failed without a reason.'
      const { decider, command } = reaction(conference, {
        ...{ type: 'failArtifact', caseId, sessionId, handle, artifactId },
        why: `${about.name} was not filed: ${why}`,
      })
      await portico.execute(decider as never, request(), command as never, () => null)
      await forgetArtifact(db, held)
    }
  }

  async function bytesOf({ handle, artifactId, about, attempt }: Wanted): Promise<ReceivedFile> {
    const { calls } = await (tending.adapter() as Promise<Adapter<typeof conferencing>>).catch((error) => {
      throw tending.said(error)
    })
    const { fetchArtifact } = calls
    if (!fetchArtifact) throw new PortError('notSupported', 'The adapter does not hand over recordings.')
    const key = [binding.name, handle, artifactId].join(' ')
    const call = (context: CallContext) => fetchArtifact({ handle, artifactId }, context)
    return fetchedFile({ ...tending, signal }, about, call, { key, attempt })
  }
}

const isPortError = (error: unknown): error is PortError =>
  error instanceof Error && error.name === 'PortError'
