import type { Adapter, Bytes, CallContext, FileRef } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import type { ClaimedObligation } from '../../../store/obligations/claim.ts'
import { asPortError, within } from '../bindings/adapter-host.ts'
import { actorOf, type Binding, secretsOf } from '../bindings/binding.ts'
import { supportsCall } from '../bindings/capabilities.ts'
import { faultsOf } from '../bindings/check-schema.ts'
import { type AllParts, type Answered, Cancelled, type Due, PutOff } from '../bindings/serve-port.ts'

/** What became of one attempt at an obligation. */
export type Outcome =
  | { type: 'answered'; due: Due; answered: Answered }
  | { type: 'cancelled'; why: string }
  | { type: 'putOff'; until: Date }
  | { type: 'failed'; due: Due; error: PortError; isOurs: boolean }

type Method = (input: object, context: CallContext) => Promise<unknown>

/** Makes the input, calls the adapter, and asks the port what its answer leads to. Never in a transaction. */
export async function attemptObligation(
  obligation: ClaimedObligation,
  {
    binding,
    adapter,
    parts,
    signal,
  }: { binding: Binding; adapter: Adapter; parts: AllParts; signal: AbortSignal },
): Promise<Outcome> {
  const { served } = binding
  if (!obligation.event) return { type: 'cancelled', why: 'The case was purged.' }
  const due = dueOf(obligation, binding)
  const method = (adapter.calls as Record<string, Method | undefined>)[obligation.call]
  if (!method) return { type: 'cancelled', why: `The adapter does not have the call ${obligation.call}.` }
  let isOurs = true
  try {
    const input = await served.input(obligation.call, due, parts)
    if (input instanceof Cancelled) return { type: 'cancelled', why: input.why }
    if (input instanceof PutOff) return { type: 'putOff', until: input.until }
    if (!supportsCall(binding, adapter.supports, obligation.call))
      return unsupported(obligation, due, binding)
    isOurs = false
    const output = await call(method, input, obligation, { binding, parts, signal })
    isOurs = true
    return {
      type: 'answered',
      due,
      answered: await served.answered(obligation.call, due, output, parts, input),
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { type: 'failed', due, error: asPortError(error, secretsOf(binding)), isOurs }
  }
}

function unsupported({ call }: ClaimedObligation, due: Due, { served, name }: Binding): Outcome {
  if (!served.byHand.includes(call))
    return { type: 'cancelled', why: `The adapter does not support ${call}.` }
  const error = new PortError('notSupported', `${name} does not support ${call}: it has to be done by hand.`)
  return { type: 'failed', due, error, isOurs: false }
}

export function dueOf(
  obligation: ClaimedObligation,
  { name, settings }: Pick<Binding, 'name' | 'settings'>,
): Due {
  const { id, caseId, recipient, channel, event } = obligation
  return {
    id,
    binding: name,
    settings,
    caseId,
    event: event as Due['event'],
    ...(recipient === undefined ? {} : { recipient }),
    ...(channel === undefined ? {} : { channel }),
  }
}

async function call(
  method: Method,
  input: object,
  obligation: ClaimedObligation,
  { binding, parts, signal }: { binding: Binding; parts: AllParts; signal: AbortSignal },
): Promise<unknown> {
  const deadline = new AbortController()
  const { id, name } = actorOf(binding)
  const member = { id, name, kind: 'integration' as const }
  const context: CallContext = {
    key: obligation.key,
    attempt: obligation.attempt,
    signal: AbortSignal.any([signal, deadline.signal]),
    open: async ({ sha256 }: FileRef): Promise<Bytes> => (await parts.blobs.open(sha256)).stream,
    link: (file) => parts.fileLinks.urlOf(file, { caseId: obligation.caseId, member }),
  }
  try {
    const working = (async () => method(input, context))()
    const output = await within(working, binding.timeoutMs, signal)
    const declared = binding.served.port.calls[obligation.call]
    if (!declared || declared.answersBytes) return output
    const [fault] = faultsOf(declared.output, output ?? {}, { where: 'The answer' })
    // Whatever answers so is not the adapter's other side as it should be: it may be back later.
    if (fault) throw new PortError('unavailable', fault)
    return output ?? {}
  } catch (error) {
    // Whoever goes on all the same is told that nobody waits any more.
    deadline.abort(error)
    throw error
  }
}
