import type { conferencing } from '../ports/conferencing.ts'
import type { Adapter } from '../ports/kit.ts'
import { changesNothing } from './effects.ts'
import type { Law } from './law.ts'
import { Broken, isPortError, Skipped, type Trial } from './trial.ts'

type Port = typeof conferencing

/** From the order of a conference to its end. */
export const lifeLaws: readonly Law<Port>[] = [
  {
    name: 'gone',
    says: 'A conference that was cancelled is gone: its links are no longer given.',
    async check(trial) {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'cancel')
      await trial.call(adapter, 'cancel', input)
      await isGone(trial, adapter, input.handle, 'that was cancelled')
    },
  },
  {
    name: 'cancelledOnce',
    says: 'Cancelling what is cancelled succeeds, and changes nothing.',
    async check(trial) {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'cancel')
      await trial.call(adapter, 'cancel', input)
      await changesNothing(trial, 'Cancelling again', () => trial.call(adapter, 'cancel', input))
    },
  },
  {
    name: 'sameHandle',
    says: 'An order that is repeated under its key answers the handle that it answered first.',
    async check(trial) {
      const adapter = await trial.adapter()
      const create = await trial.input(adapter, 'create')
      const update = await trial.input(adapter, 'update')
      const next = await trial.adapter()
      for (const [call, input] of [
        ['create', create],
        ['update', update],
      ] as const) {
        const key = trial.key()
        const ask = (by: Adapter<Port>, attempt: number) =>
          trial.call(by, call, input as never, { key, attempt })
        const first = await ask(adapter, 1)
        for (const again of [await ask(adapter, 2), await ask(next, 3)])
          if (again.handle !== first.handle)
            throw new Broken(`${call}, repeated, answers ${again.handle} instead of ${first.handle}.`)
      }
    },
  },
  {
    name: 'sessionsApart',
    says: 'Every session has a conference of its own, with another handle and other links.',
    async check(trial) {
      const adapter = await trial.adapter()
      const one = await trial.call(adapter, 'create', await trial.input(adapter, 'create'))
      const other = await trial.call(adapter, 'create', await trial.input(adapter, 'create'))
      for (const member of ['handle', 'hostUrl', 'participantUrl'] as const)
        if (one[member] === other[member]) throw new Broken(`Two sessions have the same ${member}.`)
    },
  },
  {
    name: 'unknown',
    says: 'A handle that it never gave fails for good.',
    async check(trial) {
      const adapter = await trial.adapter()
      const { code, retryable } = await trial.failure(
        trial.call(adapter, 'detail', { handle: trial.key() }),
        'with the links of a conference that was never made',
      )
      if (retryable) throw new Broken(`An unknown handle says ${code}, which would be tried again.`)
    },
  },
  {
    name: 'moved',
    says: 'The handle that a move answers has links; where it is another one, the one before is gone.',
    async check(trial) {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'update')
      const { handle } = await trial.call(adapter, 'update', input)
      const { hostUrl } = await trial.call(adapter, 'detail', { handle })
      if (!hostUrl) throw new Broken('A conference that was moved has no link.')
      if (handle === input.handle) return 'It keeps the handle.'
      await isGone(trial, adapter, input.handle, 'that was replaced')
      return 'It gives another handle.'
    },
  },
  {
    name: 'movedAfterCancel',
    says: 'To move what was cancelled is refused as gone, and brings nothing back.',
    async check(trial) {
      const adapter = await trial.adapter()
      const update = await trial.input(adapter, 'update')
      const { case: of, sessionId, handle } = update
      await trial.call(adapter, 'cancel', { case: of, sessionId, handle })
      const { code } = await trial.failure(
        trial.call(adapter, 'update', update),
        'to moving a conference that was cancelled',
      )
      if (code !== 'gone') throw new Broken(`Moving what was cancelled says ${code}, not gone.`)
      await isGone(trial, adapter, handle, 'that was moved after it was cancelled')
    },
  },
  {
    name: 'lateOrder',
    says: 'The order of a conference that comes again after it was cancelled brings nothing back.',
    async check(trial) {
      const adapter = await trial.adapter()
      const [input, key] = [await trial.input(adapter, 'create'), trial.key()]
      const { handle } = await trial.call(adapter, 'create', input, { key })
      const { case: of, sessionId } = input
      await trial.call(adapter, 'cancel', { case: of, sessionId, handle })
      await trial.call(adapter, 'create', input, { key, attempt: 2 }).catch((error: unknown) => {
        if (!isPortError(error)) throw error
      })
      await isGone(trial, adapter, handle, 'that was ordered again after it was cancelled')
    },
  },
  {
    name: 'madeAnew',
    says: 'A conference that is made anew for its session has another handle, and the one before stays gone.',
    async check(trial) {
      const adapter = await trial.adapter()
      const { before, now } = await renewed(trial, adapter)
      if (now.handle === before.handle) throw new Broken('It has the handle of the one that was cancelled.')
      await trial.call(adapter, 'detail', { handle: now.handle })
      await isGone(trial, adapter, before.handle, 'that another one has followed')
    },
  },
]

/** As a host makes it anew: the one before is cancelled, and another one is ordered for the same session. */
export async function renewed(trial: Trial<Port>, adapter: Adapter<Port>) {
  const input = await trial.input(adapter, 'create')
  const before = await trial.call(adapter, 'create', input)
  const { case: of, sessionId } = input
  await trial.call(adapter, 'cancel', { case: of, sessionId, handle: before.handle })
  return { before, now: await trial.call(adapter, 'create', input) }
}

async function isGone(trial: Trial<Port>, adapter: Adapter<Port>, handle: string, which: string) {
  const { code } = await trial.failure(
    trial.call(adapter, 'detail', { handle }),
    `with the links of a conference ${which}`,
  )
  if (code !== 'gone') throw new Broken(`The detail of a conference ${which} says ${code}, not gone.`)
}

export function skipUnless(adapter: Adapter<Port>, capability: keyof Port['supports']) {
  if (!adapter.supports.includes(capability)) throw new Skipped(`It does not declare ${capability}.`)
}
