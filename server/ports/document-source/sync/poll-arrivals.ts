import { createHash } from 'node:crypto'
import { documentSource } from '@portico/contract/ports/document-source'
import { type OutputOf, PortError } from '@portico/contract/ports/kit'
import { sources } from '../../../core/file/source.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { msLater, secondsEarlier } from '../../../core/time/moments.ts'
import { claimMarker, leaveMarker, moveMarker } from '../../../store/source-markers.ts'
import { answerOf } from '../../delivery/bindings/tended-call.ts'
import { announcedOf } from '../announced.ts'
import { findReferredCase } from '../case-ref.ts'
import type { Around } from './around.ts'

type Arrival = OutputOf<typeof documentSource, 'arrivals'>['arrivals'][number]

const leaseMs = 120_000
const mostAtOnce = 100
const usualSeconds = 60

/**
 * Asks for what came after the marker, if it is time and no other process does. The marker moves once all of it is
 * durable: what is read twice after a crash changes nothing.
 */
export async function pollArrivals(around: Around): Promise<boolean> {
  const { binding, parts, holder: by, signal } = around
  const { db, clock } = parts
  const source = binding.name
  const { pollSeconds = usualSeconds } = binding.settings as { pollSeconds?: number }
  const now = clock()
  const lease = { now, until: msLater(now, leaseMs), by }
  const claimed = await claimMarker(db, source, {
    ...lease,
    unlessSince: secondsEarlier(now, pollSeconds),
  })
  if (!claimed) return false
  let error: string | undefined
  try {
    const { arrivals } = (await around.adapter()).calls
    if (!arrivals) return false
    let { marker } = claimed
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const input = { limit: mostAtOnce, ...(marker === undefined ? {} : { since: marker }) }
      const answer = await answerOf(around, (context) => arrivals(input, context), {
        key: `arrivals ${marker ?? ''}`,
        attempt: 1,
        declared: documentSource.calls.arrivals.output,
      })
      for (const arrival of answer.arrivals) await takeUp(arrival, marker, around)
      if (answer.hasMore && (answer.marker === undefined || answer.marker === marker))
        throw new PortError('invalid', 'There is more, but the marker has not moved.')
      const until = msLater(clock(), leaseMs)
      const isHeld = await moveMarker(db, source, { by, marker: answer.marker, at: clock(), until })
      if (!isHeld) return false
      marker = answer.marker ?? marker
      hasMore = answer.hasMore
    }
    around.succeeded()
  } catch (failure) {
    if (signal.aborted) return false
    error = around.said(failure).message
    around.failed(failure)
  } finally {
    await leaveMarker(db, source, { by, at: clock(), ...(error === undefined ? {} : { error }) })
  }
  return false
}

/** What belongs to a case is recorded there; the rest waits in the inbox until somebody says where it belongs. */
async function takeUp({ case: ref, document }: Arrival, marker: string | undefined, around: Around) {
  const { binding, parts, tell } = around
  const at = parts.clock()
  const about = announcedOf(document)
  // After the same marker the same revision is the same arrival.
  const told = [binding.name, marker ?? '', about.sourceId, about.revision]
  const id = `arrival_${createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 40)}`
  const found = await findReferredCase(parts, ref)
  const isTaken = 'caseId' in found && (await submitted(found.caseId))
  if (!isTaken) await tell('submitted', { case: ref, ...about, at: at.toISOString() } as never, { id })

  async function submitted(caseId: string): Promise<boolean> {
    const command = {
      type: 'submitDocument' as const,
      caseId,
      source: binding.name,
      document: about,
      at: at.toISOString(),
    }
    const request = { at, actor: binding.actor, correlationId: id }
    try {
      await parts.portico.execute(sources, request, command, () => null)
      return true
    } catch (error) {
      // Such as a closed case that takes no documents: a person decides.
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
