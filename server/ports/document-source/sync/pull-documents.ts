import { Readable } from 'node:stream'
import { PortError } from '@portico/contract/ports/kit'
import type { ReceivedFile } from '../../../app/intake/received-file.ts'
import { sources } from '../../../core/file/source.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { UnsupportedFile } from '../../../files/intake/unsupported.ts'
import {
  claimWanted,
  forgetPull,
  putOffPull,
  renewPulls,
  type WantedDocument,
} from '../../../store/source-pulls.ts'
import { within } from '../../delivery/adapter-host.ts'
import { backoffMs } from '../../delivery/backoff.ts'
import { openBreaker } from '../../delivery/breaker.ts'
import { limited, refuseTooLarge } from '../../delivery/limited.ts'
import { uploadedFile } from '../../delivery/uploaded-file.ts'
import { caseRefOf } from '../case-ref.ts'
import type { Around } from './around.ts'

const leaseMs = 60_000
const renewMs = 20_000
const mostAtOnce = 4

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
  const underWay = new Set<Promise<void>>()
  const leaseEnd = () => new Date(clock().getTime() + leaseMs)
  const renewing = setInterval(() => {
    if (underWay.size > 0) renewPulls(db, by, source, leaseEnd()).catch(around.onFault)
  }, renewMs)

  return {
    /** Fills the places that are free; `wake` asks for the next turn. */
    async turn(wake: () => void): Promise<boolean> {
      const now = clock()
      const most = Math.min(mostAtOnce - underWay.size, breaker.room(now, underWay.size))
      if (most < 1) return false
      for (const wanted of await claimWanted(db, source, { now, until: leaseEnd(), by, most })) {
        const work = pull(wanted)
          .catch((error) => around.signal.aborted || around.onFault(error))
          .then(() => {
            underWay.delete(work)
            wake()
          })
        underWay.add(work)
      }
      return false
    },
    async stop(): Promise<void> {
      await Promise.all(underWay)
      clearInterval(renewing)
    },
  }

  async function pull(wanted: WantedDocument): Promise<void> {
    const { caseId, about, attempt } = wanted
    const held = { caseId, source, sourceId: about.sourceId, by }
    try {
      const uploaded = wanted.uploadId === undefined ? undefined : await uploadedFile(wanted.uploadId, around)
      await using file = uploaded?.file ?? (await bytesOf(wanted, around))
      breaker.succeeded()
      around.succeeded()
      refuseOther(wanted, file)
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
          dueAt: new Date(clock().getTime() + backoffMs(attempt, Math.random)),
        })
        throw error
      }
      const failure = isOurNo(error) ? undefined : around.said(error)
      const isAway = failure !== undefined && awayCodes.includes(failure.code)
      if (failure) around.failed(failure)
      if (isAway) breaker.failed(clock())
      // What stands still because its source is away says so once it was tried twice.
      if (!isAway || attempt > 1) await record(wanted, failure ?? error)
      const waitMs = backoffMs(
        error instanceof UnsupportedFile || (failure && !failure.retryable) ? notSoon : attempt,
        Math.random,
        failure?.retryAfterMs,
      )
      await putOffPull(db, { ...held, dueAt: new Date(clock().getTime() + waitMs) })
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

const awayCodes = ['unavailable', 'timeout', 'unauthorized', 'rateLimited']
/** As many attempts as lead to the longest wait. */
const notSoon = 12

/** What is worth telling about: the source or the rules of intake said no. Anything else is a fault of ours. */
function isToldOf(error: unknown): error is Error {
  return isOurNo(error) || (error instanceof Error && error.name === 'PortError')
}

/** The source has done its part. */
const isOurNo = (error: unknown) => error instanceof Refusal || error instanceof UnsupportedFile

async function bytesOf({ caseId, about, attempt }: WantedDocument, around: Around): Promise<ReceivedFile> {
  const { binding, parts, signal } = around
  const { intake, mostFileBytes: mostBytes } = parts.portico
  const { sourceId, revision } = about
  refuseTooLarge(about.size ?? 0, mostBytes)
  const stopped = new AbortController()
  const both = AbortSignal.any([signal, stopped.signal])
  const context = {
    key: [binding.name, caseId, sourceId, revision].join(' '),
    attempt,
    signal: both,
    open: async () => {
      throw new PortError('invalid', 'There is no file beside this call.')
    },
  }
  const { calls } = await asking(around, around.adapter())
  const ref = await caseRefOf(parts, caseId)
  try {
    const answering = (async () => calls.fetch({ case: ref, sourceId, revision }, context))()
    const bytes = await asking(around, within(answering, binding.timeoutMs, signal))
    const checked = limited(bytes, { mostBytes, idleMs: binding.timeoutMs, signal })
    return await intake.receive(Readable.from(checked, { objectMode: false }), about.name)
  } finally {
    stopped.abort()
  }
}

/** Whatever an adapter throws is said as a PortError. */
async function asking<Answer>({ said }: Around, work: Promise<Answer>): Promise<Answer> {
  return work.catch((error) => {
    throw said(error)
  })
}

/** The bytes are what the source has announced. */
function refuseOther({ about }: WantedDocument, file: ReceivedFile) {
  if (about.size !== undefined && about.size !== file.bytes)
    throw new PortError('invalid', `The source announced ${about.size} bytes, and sent ${file.bytes}.`, {
      retryable: true,
    })
  if (about.sha256 !== undefined && about.sha256 !== file.sha256)
    throw new PortError(
      'invalid',
      `The source announced the hash ${about.sha256}, and sent bytes that hash to ${file.sha256}.`,
      { retryable: true },
    )
}
