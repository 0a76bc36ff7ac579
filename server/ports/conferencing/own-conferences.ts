import { createHash } from 'node:crypto'
import { type Host, PortError } from '@portico/contract/ports/kit'

/** What a binding keeps: which conferences were cancelled. */
type Kept = { cancelled?: Record<string, string> }
const mostKept = 20_000

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const checkOf = (digits: string) => digest(`conference ${digits}`).slice(0, 8)

/**
 * The conferences of a service that knows a room by its name alone: a handle carries check digits, so that one which was
 * never given is told from one that nobody has entered yet, and the binding keeps which were cancelled.
 */
export function openOwnConferences({ state, now }: Pick<Host, 'state' | 'now'>) {
  const cancelled = async (): Promise<Record<string, string>> =>
    ((await state.read()) as Kept | undefined)?.cancelled ?? {}

  return {
    /** The same order is the same handle. */
    handleOf(order: string): string {
      const digits = digest(order).slice(0, 24)
      return `portico-${digits}${checkOf(digits)}`
    },

    isCancelled: async (handle: string) => (await cancelled())[handle] !== undefined,

    /** Gone is what was cancelled; what was never made is refused. */
    async refuseGone(handle: string): Promise<void> {
      const [, digits = '', check] = /^portico-([0-9a-f]{24})([0-9a-f]{8})$/.exec(handle) ?? []
      if (check !== checkOf(digits))
        throw new PortError(
          'refused',
          'There is no conference with this handle: another service, or an earlier version, has made it. Make the conference anew.',
        )
      if ((await cancelled())[handle] !== undefined)
        throw new PortError('gone', 'The conference was cancelled.')
    },

    async rememberCancelled(handle: string): Promise<void> {
      await state.change((before) => {
        const kept = (before ?? {}) as Kept
        const entries = [...Object.entries(kept.cancelled ?? {}), [handle, now().toISOString()] as const]
        return { ...kept, cancelled: Object.fromEntries(entries.slice(-mostKept)) }
      })
    },
  }
}
