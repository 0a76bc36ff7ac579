import type { CallContext } from '@portico/contract/ports/kit'
import type { ReceivedFile } from '../../../app/intake/received-file.ts'
import { sources } from '../../../core/file/source.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { msLater } from '../../../core/time/moments.ts'
import { UnsupportedFile } from '../../../files/intake/unsupported.ts'
import {
  claimWanted,
  forgetPull,
  putOffPull,
  renewPulls,
  type WantedDocument,
} from '../../../store/source-pulls.ts'
import { fetchedFile, refuseOtherBytes } from '../../delivery/bindings/tended-call.ts'
import { backoffMs } from '../../delivery/ledger/backoff.ts'
import { openBreaker } from '../../delivery/ledger/breaker.ts'
import { inPlaces, isAway } from '../../delivery/ledger/in-places.ts'
import { uploadedFile } from '../../delivery/outside/uploaded-file.ts'
import { caseRefOf } from '../case-ref.ts'
import type { Around } from './around.ts'

/**
 * Fetches what a source has for the cases and files it, several documents at once. One that fails is tried again later;
 * one that is slow holds up no other, as the place of each that ends is taken at once. A source that does not answer at
 * all is left alone for a while.
 */
export function pullDocuments(around: Around) {
  const { binding, parts, holder: by } = around
  const { db, clock } = parts
  const source = binding.name
  const breaker = openBreaker()
  return inPlaces({
    ...around,
    clock,
    breaker,
    claim: (lease) => claimWanted(db, source, { ...lease, by }),
    renew: (until) => renewPulls(db, by, source, until),
    work: pull,
  })

  async function pull(wanted: WantedDocument): Promise<void> {
    const { caseId, about, attempt } = wanted
    const held = { caseId, source, sourceId: about.sourceId, by }
    try {
      const uploaded = wanted.uploadId === undefined ? undefined : await uploadedFile(wanted.uploadId, around)
      await using file = uploaded?.file ?? (await bytesOf(wanted, around))
      breaker.succeeded()
      around.succeeded()
      refuseOtherBytes(about, file)
      const request = {
        at: clock(),
        actor: binding.actor,
        correlationId: `${source} ${about.sourceId}`.slice(0, 200),
      }
      await parts.portico.intake.takeDocument(request, caseId, { source, about }, file)
      if (wanted.uploadId !== undefined && uploaded) await useUp(wanted.uploadId, uploaded.owner)
      await forgetPull(db, held)
    } catch (error) {
      if (around.signal.aborted) return putOffPull(db, { ...held, dueAt: clock() })
      if (!isToldOf(error)) {
        await putOffPull(db, {
          ...held,
          dueAt: msLater(clock(), backoffMs(attempt, Math.random)),
        })
        throw error
      }
      const failure = isOurNo(error) ? undefined : around.said(error)
      if (failure) around.failed(failure)
      if (isAway(failure)) breaker.failed(clock())
      // What stands still because its source is away says so once it was tried twice.
      if (!isAway(failure) || attempt > 1) await record(wanted, failure ?? error)
      const waitMs = backoffMs(
        error instanceof UnsupportedFile || (failure && !failure.retryable) ? notSoon : attempt,
        Math.random,
        failure?.retryAfterMs,
      )
      await putOffPull(db, { ...held, dueAt: msLater(clock(), waitMs) })
    }
  }

  /** Its document is filed: without the mark it only stays longer. */
  async function useUp(uploadId: string, owner: string) {
    const { uploads } = parts.portico
    await uploads.markUsed(uploadId, owner).catch(around.onFault)
  }

  async function record({ caseId, about: { sourceId, revision } }: WantedDocument, error: Error) {
    const why = error.message.slice(0, 2000) || 'It failed without a reason.'
    const command = { type: 'failDocument' as const, caseId, source, sourceId, revision, why }
    const request = { at: clock(), actor: binding.actor, correlationId: source }
    await parts.portico
      .execute(sources, request, command, () => null)
      .catch((refused) => {
        if (!(refused instanceof Refusal)) throw refused
      })
  }
}

/** As many attempts as lead to the longest wait. */
const notSoon = 12

/** What is worth telling about: the source or the rules of intake said no. Anything else is a fault of ours. */
function isToldOf(error: unknown): error is Error {
  return isOurNo(error) || (error instanceof Error && error.name === 'PortError')
}

/** The source has done its part. */
const isOurNo = (error: unknown) => error instanceof Refusal || error instanceof UnsupportedFile

async function bytesOf({ caseId, about, attempt }: WantedDocument, around: Around): Promise<ReceivedFile> {
  const { binding, parts, said } = around
  const { sourceId, revision } = about
  const { calls } = await around.adapter().catch((error) => {
    throw said(error)
  })
  const ref = await caseRefOf(parts, caseId)
  const key = [binding.name, caseId, sourceId, revision].join(' ')
  const call = (context: CallContext) => calls.fetch({ case: ref, sourceId, revision }, context)
  return fetchedFile(around, about, call, { key, attempt })
}
