import { hash } from 'node:crypto'
import type { authoring } from '@portico/contract/ports/authoring'
import { authoring as declared } from '@portico/contract/ports/authoring'
import type { Adapter, CallContext, InputOf } from '@portico/contract/ports/kit'
import type { Profile } from '@portico/contract/profile'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { msLater } from '../../core/time/moments.ts'
import { claimLibrary, leaveLibrary, noteToldEntry } from '../../store/editor-libraries.ts'
import type { Tended, Tending } from '../delivery/bindings/serve-port.ts'
import { answerOf } from '../delivery/bindings/tended-call.ts'
import { backoffMs } from '../delivery/ledger/backoff.ts'
import { inTurns } from '../delivery/ledger/in-turns.ts'

const leaseMs = 120_000
const leastMs = 2000

/** Tells an editor that keeps a copy of the library of each entry that is new or has changed since it was told of it. */
export function tendLibrary(tending: Tending<'profiles'>): Tended {
  const stopping = new AbortController()
  const around = { ...tending, signal: stopping.signal }
  let told: string | undefined
  const telling = inTurns(async () => {
    const library = tending.parts.portico.profiles.inForce().boilerplate
    const now = hashOf(library)
    if (now !== told && (await tellLibrary(around, library))) told = now
    return false
  }, around)
  return {
    on: [],
    wake: telling.wake,
    async stop() {
      stopping.abort(new Error('the process stops'))
      await telling.stop()
    },
  }
}

type Around = Tending & { signal: AbortSignal }

/** Whether the other side has all of it, or does not want it. */
async function tellLibrary(around: Around, library: Profile['boilerplate']): Promise<boolean> {
  const { binding, parts, holder: by, signal } = around
  const { db, clock } = parts
  const claimed = await claimLibrary(db, binding.name, { now: clock(), until: msLater(clock(), leaseMs), by })
  if (!claimed) return false
  let nextAt = clock()
  let failures = claimed.failures
  try {
    const adapter = (await around.adapter()) as unknown as Adapter<typeof authoring>
    if (!adapter.supports.includes('boilerplate')) return true
    for (const entry of library) {
      const sha256 = hashOf(entry)
      if (claimed.told[entry.name] === sha256) continue
      signal.throwIfAborted()
      await update(around, adapter, { entry, at: clock().toISOString() }, { sha256, attempt: failures + 1 })
      const until = msLater(clock(), leaseMs)
      const isOurs = await noteToldEntry(db, binding.name, { by, until, name: entry.name, sha256 })
      if (!isOurs) return false
    }
    failures = 0
    around.succeeded()
    return true
  } catch (error) {
    if (signal.aborted) return false
    failures += 1
    nextAt = msLater(
      clock(),
      Math.max(leastMs, backoffMs(failures, Math.random, around.said(error).retryAfterMs)),
    )
    around.failed(error)
    return false
  } finally {
    await leaveLibrary(db, binding.name, { by, nextAt, failures })
  }
}

/** The same entry under the same key, so that a repeat after a crash is one. */
const update = (
  around: Around,
  { calls }: Adapter<typeof authoring>,
  input: InputOf<typeof authoring, 'updateBoilerplate'>,
  { sha256, attempt }: { sha256: string; attempt: number },
) =>
  answerOf(
    around,
    (context: CallContext) =>
      calls.updateBoilerplate?.(input, context) ?? Promise.reject(new Error('It has no updateBoilerplate.')),
    {
      key: `${around.binding.name} boilerplate ${input.entry.name} ${sha256.slice(0, 32)}`,
      attempt,
      declared: declared.calls.updateBoilerplate.output,
    },
  )

const hashOf = (value: unknown) => hash('sha256', canonicalJson(value))
